import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { type Sql, sql } from '../clickhouse/sql.js';
import { websiteNotFound } from '../lib/errors.js';
import { retryUntilSuccess } from '../lib/retry.js';
import type { Website } from '../websites/website.js';
import { completeDeletion, takeBack, takeBackUncertain } from './commit.js';
import { beginDeletion, commitDeletion } from './deletion-repository.js';
import { beginOrForget, type ImportDeps, requireHeld } from './import-history.js';
import { forgetImport } from './import-repository.js';
import { type EventDeletion, noteDeletion, remainingEvents } from './remaining-events.js';
import { fold } from './sessionize.js';
import { unstage } from './staging.js';
import { removeTakenBackNote } from './taken-back.js';

export type DeletionDeps = Pick<
  ImportDeps,
  'clickhouse' | 'db' | 'folder' | 'instance' | 'now' | 'exists' | 'alone' | 'exclusive' | 'stopping' | 'log'
>;

export interface DeletionRequest {
  readonly website: Website;
  /** The condition on `events` that selects the events to delete, the website included. It selects no leaves. */
  readonly chosen: Sql;
}

/** The deleted events, and the visitors who have any of them. */
export interface EventCount {
  readonly events: number;
  readonly visitors: number;
}

const countRow = z.object({ events: z.coerce.number(), visitors: z.coerce.number() });

/** Counts the events that match a condition. */
export async function countEvents(clickhouse: ClickHouse, chosen: Sql): Promise<EventCount> {
  const [found] = await clickhouse.query({
    name: 'deletion/count',
    row: countRow,
    sql: sql`SELECT count() AS events, uniqExact(visitor_id) AS visitors FROM events WHERE ${chosen}`,
  });
  return found ?? { events: 0, visitors: 0 };
}

/**
 * Deletes the chosen events of a website. Sessions with any of them are rebuilt from the remaining events, as if the deleted
 * ones had never arrived. The account's usage keeps collected pageviews. All or nothing, like an import, whose tables it uses.
 *
 * @throws AppError `conflict` while another deletion of the website's events is running, `not_found` when the website is gone.
 */
export async function deleteEvents({ website, chosen }: DeletionRequest, deps: DeletionDeps): Promise<EventCount> {
  const { clickhouse, db, exists } = deps;
  const { id: websiteId, accountId } = website;
  const importId = randomUUID();
  const start = { importId, websiteId, instance: deps.instance, now: deps.now() };
  await beginOrForget(deps, start, () => beginDeletion(db, start));
  const deletion: EventDeletion = { importId, websiteId, chosen };
  const insist = (task: () => Promise<void>) => retryUntilSuccess(task, { ...deps, isNeeded: () => exists(websiteId) });
  const check = () => {
    if (!exists(websiteId)) throw websiteNotFound();
  };
  let end: typeof takeBack = unstage;
  try {
    return await deps.exclusive(websiteId, async (isHeld) => {
      check();
      const deleted = await countEvents(clickhouse, chosen);
      if (deleted.events === 0) return deleted;
      end = takeBack;
      try {
        await noteDeletion(clickhouse, deletion);
        await fold(remainingEvents(clickhouse, deletion), { clickhouse, importId, accountId, check });
        await clickhouse.sync();
        await requireHeld(isHeld);
        end = takeBackUncertain(deps.folder);
        await commitDeletion(db, importId);
        end = completeDeletion;
      } finally {
        // Before any other write: an event that continues a removed session would be removed with it.
        await insist(() => end(clickhouse, importId, websiteId));
        end = async () => {};
      }
      return deleted;
    });
  } finally {
    // PostgreSQL may be away for long: collecting does not wait for it.
    await insist(async () => {
      await end(clickhouse, importId, websiteId);
      await forgetImport(db, importId);
      await removeTakenBackNote(deps.folder, importId);
    });
  }
}
