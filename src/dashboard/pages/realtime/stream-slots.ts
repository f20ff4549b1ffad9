import { LRUCache } from 'lru-cache';
import { TaskQueue, type TaskQueueOptions } from '../../../lib/task-queue.js';

const ALL: TaskQueueOptions = {
  maxRunning: 250,
  maxWaiting: 0,
  refusal: 'Too many realtime pages are open, try again later',
};

const OF_ACCOUNT: TaskQueueOptions = {
  maxRunning: 25,
  maxWaiting: 0,
  refusal: 'Too many of your realtime pages are open: close some of them',
};

/** Bounds how many streams are open: each holds a connection. */
export class StreamSlots {
  readonly #all = new TaskQueue(ALL);
  readonly #ofAccounts = new LRUCache<string, TaskQueue>({ max: ALL.maxRunning });

  /** Throws AppError `unavailable` when too many are open. */
  run<Item>(accountId: string, items: () => AsyncIterable<Item>): AsyncGenerator<Item> {
    const own = this.#ofAccounts.get(accountId) ?? new TaskQueue(OF_ACCOUNT);
    this.#ofAccounts.set(accountId, own);
    return own.runWhileRead(() => this.#all.runWhileRead(items));
  }
}
