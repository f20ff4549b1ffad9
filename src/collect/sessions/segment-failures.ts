import { isUnreachable } from '../../clickhouse/clickhouse.js';
import { findOutage } from '../../lib/outage.js';
import { backoffDelay } from '../../lib/retry.js';
import type { BlockObserver } from './block-observer.js';

/** A segment that has failed this often in a row no longer delays later ones. */
const MAX_FAILURES = 5;

interface Failure {
  readonly times: number;
  readonly error: unknown;
  /** On the clock of `performance.now`. */
  readonly retryAt: number;
  /** Whether another segment was inserted while this one was skipped. */
  readonly isOwnError: boolean;
}

export class SegmentFailures {
  readonly #failures = new Map<string, Failure>();

  /** @param observer called for a failed segment that is skipped, instead of an exception */
  constructor(private readonly observer: Pick<BlockObserver, 'onFailed' | 'onSkipped'>) {}

  has(segment: string): boolean {
    return this.#failures.has(segment);
  }

  /** Returns whether later segments may be in ClickHouse before this one, or will be if it fails once more. */
  isOvertaken(segment: string): boolean {
    return (this.#failures.get(segment)?.times ?? 0) >= MAX_FAILURES - 1;
  }

  /**
   * Returns whether a segment is skipped because of an error of its own: another was inserted meanwhile, or it is the only one
   * that fails, without an outage or a full disk. When several segments fail together, the cause is ClickHouse.
   */
  isSkipped(segment: string): boolean {
    const failure = this.#failures.get(segment);
    if (failure === undefined || failure.times < MAX_FAILURES) return false;
    if (failure.isOwnError) return true;
    const suspects = [...this.#failures.values()].filter(({ isOwnError }) => !isOwnError);
    return suspects.length === 1 && findOutage(failure.error, () => false) === undefined;
  }

  onInserted(): void {
    for (const [segment, failure] of this.#failures) {
      if (failure.times >= MAX_FAILURES) this.#failures.set(segment, { ...failure, isOwnError: true });
    }
  }

  /** @throws the error of any failed segment */
  throwAny(): void {
    for (const { error } of this.#failures.values()) throw error;
  }

  /**
   * Runs a segment's task. A failure stops later segments, which would most likely fail too. A segment that fails several times
   * in a row while ClickHouse answers is skipped, and retried after growing pauses.
   *
   * @returns undefined for a skipped segment
   */
  async attempt<T>(segment: string, task: () => Promise<T>): Promise<T | undefined> {
    const { times = 0, retryAt = 0, isOwnError = false } = this.#failures.get(segment) ?? {};
    if (times >= MAX_FAILURES && performance.now() < retryAt) return undefined;
    try {
      const result = await task();
      this.#failures.delete(segment);
      return result;
    } catch (error) {
      if (isUnreachable(error)) throw error;
      const retryAt = performance.now() + backoffDelay(times + 1);
      this.#failures.set(segment, { times: times + 1, error, retryAt, isOwnError });
      if (times + 1 < MAX_FAILURES) throw error;
      this.observer.onFailed(error);
      if (times + 1 === MAX_FAILURES) this.observer.onSkipped(segment, error);
      return undefined;
    }
  }
}
