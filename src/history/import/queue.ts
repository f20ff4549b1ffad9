import { AppError } from '../../lib/errors.js';
import { keyUnderWay } from '../import-repository.js';
import type { ImportLimits } from './limits.js';

/** Seconds after which a refused import may be retried. */
const RETRY_AFTER = 15;

export interface ImportTurn {
  readonly accountId: string;
  readonly websiteId: string;
  readonly idempotencyKey: string | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

type QueueLimits = Pick<ImportLimits, 'maxRunning' | 'maxWaiting' | 'maxWaitingPerAccount' | 'maxWaitMs'>;

interface Running {
  readonly turn: ImportTurn;
  hasFailed: boolean;
}

interface Waiting {
  readonly turn: ImportTurn;
  /** Ends the wait: with an error, or without one to start the import. */
  readonly end: (error?: AppError) => void;
}

/** Runs few imports at a time, at most one per account, in the order of arrival. The rest wait or are refused. */
export class ImportQueue {
  readonly #running = new Set<Running>();
  readonly #waiting = new Set<Waiting>();
  #isClosed = false;

  constructor(private readonly limits: QueueLimits) {}

  /**
   * Runs the task when it is first in the queue.
   *
   * @param task calls `failed` when the import has failed and only its removal is left
   * @throws AppError `conflict` for a key whose import is running, `too_many_requests` when too many wait or the wait
   *   is too long, `invalid` when the client has disconnected, `unavailable` when the service stops
   */
  async run<Result>(turn: ImportTurn, task: (failed: () => void) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw stopping();
    this.#refuseSameKey(turn);
    const running: Running = { turn, hasFailed: false };
    if (this.#hasRoomFor(turn)) this.#running.add(running);
    else await this.#wait(running);
    try {
      return await task(() => {
        running.hasFailed = true;
      });
    } finally {
      this.#running.delete(running);
      this.#startNext();
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#waiting) waiting.end(stopping());
  }

  #hasRoomFor({ accountId }: ImportTurn): boolean {
    return this.#running.size < this.limits.maxRunning && !this.#runs((turn) => turn.accountId === accountId);
  }

  #runs(isMeant: (turn: ImportTurn) => boolean): Running | undefined {
    return [...this.#running].find(({ turn }) => isMeant(turn));
  }

  #refuseSameKey({ websiteId, idempotencyKey }: ImportTurn): void {
    if (idempotencyKey === undefined) return;
    const same = this.#runs((turn) => turn.websiteId === websiteId && turn.idempotencyKey === idempotencyKey);
    if (same?.hasFailed) {
      throw new AppError(
        'unavailable',
        ['An import under this Idempotency-Key has failed and is being removed'],
        RETRY_AFTER,
      );
    }
    if (same !== undefined) throw keyUnderWay();
  }

  #wait(running: Running): Promise<void> {
    const { turn } = running;
    const ofAccount = [...this.#waiting].filter((waiting) => waiting.turn.accountId === turn.accountId).length;
    if (this.#waiting.size >= this.limits.maxWaiting || ofAccount >= this.limits.maxWaitingPerAccount) {
      throw tooMany('Too many imports are waiting');
    }
    if (turn.signal.aborted) throw clientGone();
    return new Promise((resolve, reject) => {
      const leave = () => waiting.end(clientGone());
      const timer = setTimeout(() => waiting.end(tooMany('Another import is still running')), this.limits.maxWaitMs);
      const waiting: Waiting = {
        turn,
        end: (error) => {
          clearTimeout(timer);
          turn.signal.removeEventListener('abort', leave);
          this.#waiting.delete(waiting);
          if (error !== undefined) return reject(error);
          this.#running.add(running);
          resolve();
        },
      };
      this.#waiting.add(waiting);
      turn.signal.addEventListener('abort', leave);
    });
  }

  #startNext(): void {
    for (const waiting of this.#waiting) {
      if (this.#hasRoomFor(waiting.turn)) waiting.end();
    }
  }
}

export const clientGone = (): AppError => new AppError('invalid', ['The client went away: nothing was imported']);

const tooMany = (reason: string): AppError =>
  new AppError('too_many_requests', [`${reason}: try again later`], RETRY_AFTER);

const stopping = (): AppError =>
  new AppError('unavailable', ['Footfall is stopping: nothing was imported'], RETRY_AFTER);
