import type { BlockWriter } from '../collect/sessions/block-writer.js';
import type { RunChange } from '../history/rewrite.js';
import { KeyedMutex } from '../lib/mutex.js';
import type { Postgres } from '../postgres/postgres.js';
import { endCounts } from '../websites/count.js';
import { type WebsiteStore, websiteLockName } from '../websites/website.js';

/** How a website's stored events are changed: one change at a time, in all processes. */
export interface WebsiteChanges {
  /** Ends the count of the website's visitors, then runs the task while nothing else changes its stored events. */
  readonly alone: RunChange;
  /** The same, while no block with events of the website is written. */
  readonly exclusive: RunChange;
  /** Runs the task while no import and no deletion changes the website's stored events. */
  readonly unchanged: RunChange;
  /** The same, while this process writes no collected event either. */
  readonly quiet: RunChange;
}

/** Returns the locks under which a website's stored events are changed. */
export function websiteChanges(
  postgres: Postgres,
  websites: WebsiteStore,
  writer: Pick<BlockWriter, 'exclusive' | 'quiet'>,
): WebsiteChanges {
  const locks = new KeyedMutex();
  const locked: RunChange = (id, task) => locks.run(id, () => postgres.withNamedLock(websiteLockName(id), task));
  const alone: RunChange = (id, task) =>
    locked(id, async (isHeld) => {
      await endCounts(websites, [id]);
      return task(isHeld);
    });
  return {
    unchanged: locked,
    alone,
    exclusive: (id, task) => alone(id, (isHeld) => writer.exclusive(id, () => task(isHeld))),
    quiet: (id, task) => locked(id, (isHeld) => writer.quiet(() => task(isHeld))),
  };
}
