import { millisecondsInDay } from 'date-fns/constants';
import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { date, instant, ofWebsite, type Sql, sql } from '../../clickhouse/sql.js';
import { type Table, tableName } from '../../clickhouse/tables.js';
import { INACTIVITY_MS, MAX_REACH_MS } from '../../collect/sessions/session.js';
import type { Website } from '../../websites/website.js';
import type { RewriteContext } from '../rewrite.js';
import { deleteEvents } from './delete-events.js';

/** Matches sessions before an instant, once no session has events on both sides of it. */
const SESSION_TABLES = {
  events: (before: number) => sql`${sessionsBefore(before)} AND time < ${instant(before + MAX_REACH_MS)}`,
  visits: (before: number) => sql`${sessionsBefore(before)} AND quarter < ${instant(before + MAX_REACH_MS)}`,
  sessions: sessionsBefore,
} as const satisfies Partial<Record<Table, (before: number) => Sql>>;

function sessionsBefore(before: number): Sql {
  return sql`session_start < ${instant(before)}`;
}

const countRow = z.object({ events: z.coerce.number() });

/** `before` is epoch milliseconds. */
export async function countBefore(clickhouse: ClickHouse, websiteId: string, before: number): Promise<number> {
  const [found] = await clickhouse.query({
    name: 'deletion/count before',
    row: countRow,
    sql: sql`SELECT count() AS events FROM events WHERE ${ofWebsite(websiteId)} AND ${isEventBefore(before)}`,
  });
  return found?.events ?? 0;
}

const isEventBefore = (before: number): Sql => sql`time < ${instant(before)} AND type != 'leave'`;

/**
 * Deletes a website's events, sessions and drop counts before `before`, in epoch milliseconds and at least some days
 * ago. Sessions that span it are rebuilt first; all older rows can then be deleted without a rebuild, while collection
 * continues. Safe to repeat. `isNeeded` is called before each step; false ends the deletion.
 *
 * @throws AppError `conflict` while other events of the website are being deleted, `not_found` when the website is
 *   gone.
 */
export async function deleteBefore(
  context: RewriteContext,
  website: Website,
  before: number,
  isNeeded: () => Promise<boolean>,
): Promise<void> {
  const { clickhouse, now } = context;
  const { alone, exclusive } = context.changes;
  const ofWebsiteAnd = (rows: Sql): Sql => sql`${ofWebsite(website.id)} AND ${rows}`;
  const isCrossed = () => hasRows(clickhouse, 'events', ofWebsiteAnd(acrossSessions(before)));
  const old = (Object.keys(SESSION_TABLES) as (keyof typeof SESSION_TABLES)[]).map(
    (table) => [table, ofWebsiteAnd(SESSION_TABLES[table](before))] as const,
  );
  const hasOld = async () => {
    for (const [table, rows] of old) if (await hasRows(clickhouse, table, rows)) return true;
    return false;
  };
  if (await isNeeded()) await deleteRows(clickhouse, 'drops', ofWebsiteAnd(sql`time < ${instant(before)}`));
  while (await isNeeded()) {
    if (await isCrossed()) {
      const chosen = ofWebsiteAnd(lastEventsBefore(before));
      const isActive = ofWebsiteAnd(sql`time >= ${instant(now() - MAX_REACH_MS)} AND visitor_id IN (
  SELECT visitor_id FROM events WHERE ${chosen}
)`);
      // Only sessions that may be open must not change while collected events are written.
      const lock = (await hasRows(clickhouse, 'events', isActive)) ? exclusive : alone;
      const changes = { alone, exclusive: lock };
      const { events } = await deleteEvents({ ...context, changes }, { website, chosen });
      // Happens when ClickHouse rejected part of the session. Without this check the loop would never end.
      if (events === 0)
        throw new Error('cannot split a session at the retention limit: its earlier events are missing');
    } else if (!(await hasOld())) return;
    await alone(website.id, async () => {
      // An import may have added such a session since, or the owner may have changed the retention.
      if ((await isCrossed()) || !(await isNeeded())) return;
      for (const [table, rows] of old) await deleteRows(clickhouse, table, rows);
      await clickhouse.sync();
    });
  }
}

/** The half hour before the instant: every session that spans it has an event there. */
const lastEventsBefore = (before: number): Sql =>
  sql`${isEventBefore(before)} AND time >= ${instant(before - INACTIVITY_MS)}`;

const anyRow = z.object({ found: z.number() });

async function hasRows(clickhouse: ClickHouse, table: Table, rows: Sql): Promise<boolean> {
  const found = await clickhouse.query({
    name: 'deletion/any before',
    row: anyRow,
    sql: sql`SELECT 1 AS found FROM ${tableName(table)} WHERE ${rows} LIMIT 1`,
  });
  return found.length > 0;
}

/** A delete of no rows takes as long as one of many, so rows are searched first. */
async function deleteRows(clickhouse: ClickHouse, table: Table, rows: Sql): Promise<void> {
  if (await hasRows(clickhouse, table, rows)) await clickhouse.delete(table, rows);
}

/** Events on the other side of the instant than the start of their session. */
const acrossSessions = (before: number): Sql => {
  const dayAt = (time: number) => date(Math.floor(time / millisecondsInDay));
  return sql`toDate(time) >= ${dayAt(before - MAX_REACH_MS)} AND toDate(time) <= ${dayAt(before + MAX_REACH_MS)}
  AND type != 'leave' AND (${sessionsBefore(before)}) != (time < ${instant(before)})`;
};
