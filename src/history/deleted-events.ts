import { z } from 'zod';
import { type ClickHouse, insertRows } from '../clickhouse/clickhouse.js';
import {
  instant,
  integer,
  ofWebsite,
  type Sql,
  sql,
  trusted,
  unsigned,
  unsignedIntegers,
  uuid,
} from '../clickhouse/sql.js';
import type { TrackedEvent } from '../collect/event.js';
import { storedEvent, storedEventColumns, storedEventRow } from '../collect/sessions/stored-event.js';
import { traitColumnNames } from '../collect/traits.js';
import type { EventDeletion } from './remaining-events.js';
import { ofImport } from './staging.js';
import { touchedSessions } from './touched-sessions.js';

/** Exceeded only when a visitor has more rows at one instant. */
const ROWS_A_PAGE = 10_000;

const columns = trusted(`website_id, visitor_id, time, type, hostname, path, link, name, props, screen, seconds, scroll,
  ${traitColumnNames.join(', ')}, own_traits`);

/** Copies events before their deletion is committed: the matching ones, and leaves that the rebuilt sessions drop. */
export const copyDeleted = (clickhouse: ClickHouse, { importId, websiteId, chosen }: EventDeletion): Promise<void> =>
  insertRows(
    clickhouse,
    sql`deleted_events (deletion_id, ${columns})`,
    sql`SELECT ${uuid(importId)}, ${columns} FROM events
WHERE ${touchedSessions(importId, websiteId)} AND ((${chosen}) OR type = 'leave' AND (visitor_id, time, path, seconds) NOT IN (
  SELECT visitor_id, time, path, seconds FROM events
  WHERE ${ofWebsite(websiteId)} AND ${ofImport(importId)} AND type = 'leave'
))`,
  );

/** By visitor and time, in batches. */
export async function* deletedEvents(
  clickhouse: ClickHouse,
  deletionId: string,
  /** Epoch milliseconds; earlier events are left out. */
  from: number,
): AsyncGenerator<readonly TrackedEvent[]> {
  let after: Pick<TrackedEvent, 'visitorId' | 'time'> = { visitorId: '0', time: 0 };
  for (;;) {
    const rows = await clickhouse.query({
      name: 'deletion/copied events',
      row: storedEventRow,
      sql: sql`SELECT ${storedEventColumns}
FROM deleted_events
WHERE ${ofDeletion(deletionId)} AND time >= ${instant(from)}
  AND (deleted_events.visitor_id, deleted_events.time) > (${unsigned(after.visitorId)}, ${instant(after.time)})
ORDER BY deleted_events.visitor_id, deleted_events.time
LIMIT ${integer(ROWS_A_PAGE)} WITH TIES`,
    });
    const events = rows.map(storedEvent);
    const last = events.at(-1);
    if (last === undefined) return;
    after = last;
    yield events;
  }
}

const countRow = z.object({ events: z.coerce.number() });

export async function countCopies(
  clickhouse: ClickHouse,
  websiteId: string,
  visitorIds: readonly string[],
): Promise<number> {
  const [found] = await clickhouse.query({
    name: 'deletion/copies of visitors',
    row: countRow,
    sql: sql`SELECT count() AS events FROM deleted_events WHERE ${ofVisitors(websiteId, visitorIds)} AND type != 'leave'`,
  });
  return found?.events ?? 0;
}

/** So that undoing a deletion does not restore them. Returns their number. */
export async function removeCopies(
  clickhouse: ClickHouse,
  websiteId: string,
  visitorIds: readonly string[],
): Promise<number> {
  const events = await countCopies(clickhouse, websiteId, visitorIds);
  if (events > 0) await clickhouse.delete('deleted_events', ofVisitors(websiteId, visitorIds));
  return events;
}

/** Safe to repeat. */
export const removeCopy = (clickhouse: ClickHouse, deletionId: string): Promise<void> =>
  clickhouse.dropPartition('deleted_events', uuid(deletionId));

export async function copiedDeletions(clickhouse: ClickHouse): Promise<readonly string[]> {
  const rows = await clickhouse.query({
    name: 'deletion/copied',
    row: z.object({ deletion_id: z.string() }),
    sql: sql`SELECT DISTINCT deletion_id FROM deleted_events`,
  });
  return rows.map(({ deletion_id }) => deletion_id);
}

const ofDeletion = (deletionId: string): Sql => sql`deletion_id = ${uuid(deletionId)}`;

const ofVisitors = (websiteId: string, visitorIds: readonly string[]): Sql =>
  sql`${ofWebsite(websiteId)} AND visitor_id IN (${unsignedIntegers(visitorIds)})`;
