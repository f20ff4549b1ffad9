import { isUnreachable } from '../clickhouse/clickhouse.js';
import { findOutage } from '../lib/outage.js';
import { backoffDelay } from '../lib/retry.js';
import type { BlockObserver } from './block-observer.js';

/** A segment that has failed so often in a row no longer holds up those behind it. */
const MAX_FAILURES = 5;

interface Failure {
  readonly times: number;
  readonly error: unknown;
  /** By the clock of `performance.now`. */
  readonly retryAt: number;
  /** Whether another segment was inserted while this one was passed by. */
  readonly isOwnFault: boolean;
}

/** The segments whose events could not be brought into ClickHouse, though others may. */
export class SegmentFailures {
  readonly #failures = new Map<string, Failure>();

  /** @param observer told of a failure that is passed by, instead of being thrown */
  constructor(private readonly observer: Pick<BlockObserver, 'onFailed' | 'onPassedBy'>) {}

  has(segment: string): boolean {
    return this.#failures.has(segment);
  }

  /** Returns whether later segments may have come into ClickHouse before this one, or will if it fails once more. */
  isOvertaken(segment: string): boolean {
    return (this.#failures.get(segment)?.times ?? 0) >= MAX_FAILURES - 1;
  }

  /**
   * Returns whether a segment is passed by for a fault of its own: another was inserted meanwhile, or no other fails and it is not for
   * a database that is away or a full disk. Segments that fail together say that nothing comes into ClickHouse.
   */
  isPassedBy(segment: string): boolean {
    const failure = this.#failures.get(segment);
    if (failure === undefined || failure.times < MAX_FAILURES) return false;
    if (failure.isOwnFault) return true;
    const suspects = [...this.#failures.values()].filter(({ isOwnFault }) => !isOwnFault);
    return suspects.length === 1 && findOutage(failure.error, () => false) === undefined;
  }

  /** To be called when a segment has come into ClickHouse. */
  onInserted(): void {
    for (const [segment, failure] of this.#failures) {
      if (failure.times >= MAX_FAILURES) this.#failures.set(segment, { ...failure, isOwnFault: true });
    }
  }

  /** @throws what any segment fails with */
  throwAny(): void {
    for (const { error } of this.#failures.values()) throw error;
  }

  /**
   * Does what a segment needs. One that fails stops those behind it, which would most likely fail too; one that has failed
   * several times in a row while ClickHouse was there is passed by, and tried again after growing pauses.
   *
   * @returns undefined for what is passed by
   */
  async attempt<T>(segment: string, task: () => Promise<T>): Promise<T | undefined> {
    const { times = 0, retryAt = 0, isOwnFault = false } = this.#failures.get(segment) ?? {};
    if (times >= MAX_FAILURES && performance.now() < retryAt) return undefined;
    try {
      const result = await task();
      this.#failures.delete(segment);
      return result;
    } catch (error) {
      if (isUnreachable(error)) throw error;
      const retryAt = performance.now() + backoffDelay(times + 1);
      this.#failures.set(segment, { times: times + 1, error, retryAt, isOwnFault });
      if (times + 1 < MAX_FAILURES) throw error;
      this.observer.onFailed(error);
      if (times + 1 === MAX_FAILURES) this.observer.onPassedBy(segment, error);
      return undefined;
    }
  }
}
