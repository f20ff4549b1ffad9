import type { BlockWriter } from '../collect/sessions/block-writer.js';
import { KeyedMutex } from '../lib/mutex.js';
import type { Postgres } from '../postgres/postgres.js';
import { endCounts } from '../websites/count.js';
import { type WebsiteStore, websiteLockName } from '../websites/website.js';
import { requireNoneInterrupted } from './import-repository.js';

/**
 * Runs a task while holding the website's lock. `isHeld` returns whether it still does: the lock is lost with the
 * connection to PostgreSQL.
 */
export type RunChange = <T>(websiteId: string, task: (isHeld: () => Promise<boolean>) => Promise<T>) => Promise<T>;

/**
 * Serializes changes of a website's stored events, across all processes. `alone`, `exclusive` and `unchanged` throw AppError
 * `unavailable` while an interrupted change must be finished first.
 */
export interface WebsiteChanges {
  /** Ends the website's daily visitor counts, then runs the task while nothing else changes its stored events. */
  readonly alone: RunChange;
  /** Like `alone`, and while no block with events of the website is written. */
  readonly exclusive: RunChange;
  /** Like `exclusive`, to finish an interrupted change. */
  readonly recovering: RunChange;
  /** Runs the task while no import or deletion changes the website's stored events. */
  readonly unchanged: RunChange;
  /** Runs the task while no import or deletion runs, and this process writes no collected event. */
  readonly quiet: RunChange;
}

export function websiteChanges(
  postgres: Postgres,
  websites: WebsiteStore,
  writer: Pick<BlockWriter, 'beside' | 'exclusive' | 'quiet'>,
): WebsiteChanges {
  const locks = new KeyedMutex();
  const locked: RunChange = (id, task) => locks.run(id, () => postgres.withNamedLock(websiteLockName(id), task));
  const unchanged: RunChange = (id, task) =>
    locked(id, async (isHeld) => {
      await requireNoneInterrupted(postgres.db, id);
      return task(isHeld);
    });
  const ending =
    (lock: RunChange): RunChange =>
    (id, task) =>
      lock(id, async (isHeld) => {
        await endCounts(websites, [id]);
        return task(isHeld);
      });
  const ended = ending(unchanged);
  return {
    unchanged,
    alone: (id, task) => ended(id, (isHeld) => writer.beside(id, () => task(isHeld))),
    exclusive: (id, task) => ended(id, (isHeld) => writer.exclusive(id, () => task(isHeld))),
    recovering: (id, task) => ending(locked)(id, (isHeld) => writer.exclusive(id, () => task(isHeld))),
    quiet: (id, task) => locked(id, (isHeld) => writer.quiet(() => task(isHeld))),
  };
}

/** Reports for how many milliseconds a lock was held, without the wait for it. */
export const measured =
  (lock: RunChange, onReleased: (heldMs: number) => void): RunChange =>
  (websiteId, task) =>
    lock(websiteId, async (isHeld) => {
      const began = performance.now();
      return task(isHeld).finally(() => onReleased(performance.now() - began));
    });
