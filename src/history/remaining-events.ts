import { z } from 'zod';
import { type ClickHouse, insertRows } from '../clickhouse/clickhouse.js';
import { instant, integer, ofWebsite, type Sql, sql, unsigned, uuid } from '../clickhouse/sql.js';
import type { TrackedEvent } from '../collect/event.js';
import { encodeEvent } from '../collect/event-codec.js';
import { storedEvent, storedEventColumns, storedEventRow } from '../collect/sessions/stored-event.js';
import { inOrder, type Recorded } from './event-sorter.js';
import { noteTouchedSessions, touchedSessions } from './touched-sessions.js';

/** Exceeded only when a visitor has more rows at one instant. */
const ROWS_A_PAGE = 10_000;

/** More than the views that a session keeps for later leaves. */
const MAX_DELETED_VIEWS = 100;

export interface EventDeletion {
  readonly importId: string;
  readonly websiteId: string;
  /** Selects events to delete; includes the condition on the website. */
  readonly chosen: Sql;
}

const row = storedEventRow.extend({ is_deleted: z.number() });

/** Records the sessions with deleted events. All of their rows are replaced when the deletion is committed. */
export async function noteDeletion(clickhouse: ClickHouse, deletion: EventDeletion): Promise<void> {
  const { importId, websiteId, chosen } = deletion;
  const events = sql`SELECT visitor_id, toUnixTimestamp64Milli(time) AS ms, session_start, (${chosen}) AS touches, 1 AS stored
    FROM events
    WHERE ${ofWebsite(websiteId)} AND type != 'leave' AND visitor_id IN (SELECT visitor_id FROM events WHERE ${chosen})`;
  await clickhouse.command(noteTouchedSessions(importId, events));
  await insertRows(
    clickhouse,
    sql`import_lines (import_id, visitor_id, time)`,
    sql`SELECT ${uuid(importId)}, visitor_id, time FROM events WHERE ${touchedSessions(importId, websiteId)}`,
  );
}

/** By visitor and time, in batches. */
export async function* remainingEvents(
  clickhouse: ClickHouse,
  deletion: EventDeletion,
): AsyncGenerator<readonly TrackedEvent[]> {
  const isGone = deletedViews();
  let after: Position = { visitorId: '0', time: 0 };
  for (;;) {
    const rows = await clickhouse.query({ name: 'deletion/remaining', row, sql: pageAfter(after, deletion) });
    const read = rows.map((each) => ({ event: storedEvent(each), isDeleted: each.is_deleted === 1 }));
    const last = read.at(-1)?.event;
    if (last === undefined) return;
    after = last;
    yield read
      .map((each) => ({ ...each, record: encodeEvent(each.event) }))
      .sort(byVisitor)
      .flatMap(({ event, isDeleted }) => (isGone(event, isDeleted) ? [] : [event]));
  }
}

type Position = Pick<TrackedEvent, 'visitorId' | 'time'>;

/**
 * Selects a page of events. Deleted views of sessions with leaves are included, to identify their leaves. A page ends with all
 * rows of its last instant, since the next page begins after it.
 */
const pageAfter = ({ visitorId, time }: Position, { importId, websiteId, chosen }: EventDeletion): Sql => {
  const touched = touchedSessions(importId, websiteId);
  return sql`SELECT ${storedEventColumns}, (${chosen}) AS is_deleted
FROM events
PREWHERE ${touched} AND (events.visitor_id, events.time) > (${unsigned(visitorId)}, ${instant(time)})
WHERE NOT is_deleted OR type = 'pageview' AND (events.visitor_id, session_start) IN (
    SELECT visitor_id, session_start FROM events WHERE ${touched} AND type = 'leave'
  )
ORDER BY events.visitor_id, events.time
LIMIT ${integer(ROWS_A_PAGE)} WITH TIES`;
};

/**
 * Must be called in the order of visitor and time. Returns whether the event is dropped: deleted events, and leaves of
 * deleted views.
 */
function deletedViews(): (event: TrackedEvent, isDeleted: boolean) => boolean {
  let visitor: string | undefined;
  let pages = new Set<string>();
  return ({ visitorId, type, hostname, path }, isDeleted) => {
    if (visitorId !== visitor) pages = new Set();
    visitor = visitorId;
    const page = hostname + path;
    if (type === 'leave') return pages.has(page);
    if (type !== 'pageview') return isDeleted;
    pages.delete(page);
    if (isDeleted) pages.add(page);
    const [oldest] = pages;
    if (oldest !== undefined && pages.size > MAX_DELETED_VIEWS) pages.delete(oldest);
    return isDeleted;
  };
}

/** ClickHouse's numeric order, so that a visitor's next page continues it. */
const byVisitor = (a: Recorded, b: Recorded): number =>
  a.event.visitorId.length - b.event.visitorId.length || inOrder(a, b);
