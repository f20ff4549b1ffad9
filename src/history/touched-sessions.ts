import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { integer, ofWebsite, type Sql, sql, unsigned, uuid } from '../clickhouse/sql.js';
import { tableName } from '../clickhouse/tables.js';
import type { TrackedEvent } from '../collect/event.js';
import { INACTIVITY_MS } from '../collect/sessions/session.js';
import { storedEvent, storedEventColumns, storedEventRow } from '../collect/sessions/stored-event.js';
import { Slice } from './slice.js';
import { ofImport, type Staging } from './staging.js';

const VISITORS_A_PAGE = 2_000;

/** Approximate: a visitor may have any number. */
const EVENTS_A_PAGE = 5_000;

const countRow = z.object({ events: z.coerce.number() });

/** Equal events are returned as one row. */
const copiesRow = storedEventRow.extend({ copies: z.coerce.number() });

const visitorRow = z.object({ visitor_id: z.string() });

/**
 * Records in `import_sessions` the stored sessions that staged events touch, and stages their events too, so that they are
 * rebuilt together. A stored session is touched when a chain of pauses under 30 minutes connects it to a staged event; sessions
 * beyond a longer pause stay unchanged.
 *
 * @param check throws when the import must stop
 */
export async function takeInTouchedSessions(
  clickhouse: ClickHouse,
  staging: Staging,
  websiteId: string,
  check: () => void,
): Promise<void> {
  const { importId } = staging;
  await clickhouse.command(noteTouchedSessions(importId, storedAndStaged(importId, websiteId)));
  const slice = new Slice();
  let last = '0';
  for (;;) {
    const visitors = await clickhouse.query({
      name: 'import/touched visitors',
      row: visitorRow,
      sql: sql`SELECT DISTINCT toString(visitor_id) AS visitor_id
FROM import_sessions
WHERE ${ofImport(importId)} AND import_sessions.visitor_id > ${unsigned(last)}
ORDER BY import_sessions.visitor_id
LIMIT ${integer(VISITORS_A_PAGE)}`,
    });
    const end = visitors.at(-1)?.visitor_id;
    if (end === undefined) return staging.write();
    for await (const event of storedEvents(clickhouse, touchedSessions(importId, websiteId), last, end)) {
      staging.add(event);
      if (staging.isFull) await staging.write();
      if (!slice.isOver) continue;
      await slice.next();
      check();
    }
    last = end;
  }
}

/** Most imports touch none, and a delete would take time in proportion to all events. */
export async function hasTouchedSessions(clickhouse: ClickHouse, importId: string): Promise<boolean> {
  const found = await clickhouse.query({
    name: 'import/any touched session',
    row: visitorRow,
    sql: sql`SELECT toString(visitor_id) AS visitor_id FROM import_sessions WHERE ${ofImport(importId)} LIMIT 1`,
  });
  return found.length > 0;
}

/** Rows of touched sessions that the import replaced, excluding rows that another process has added since. */
export const rebuiltRows = (importId: string, websiteId: string): Sql => {
  const visitors = sql`SELECT visitor_id FROM ${tableName('import_sessions')} WHERE ${ofImport(importId)}`;
  return sql`${touchedSessions(importId, websiteId)} AND (visitor_id, time) IN (
  SELECT visitor_id, time FROM ${tableName('import_lines')} WHERE ${ofImport(importId)} AND visitor_id IN (${visitors})
)`;
};

/** Rows of touched sessions, as they were before the import. */
export const touchedSessions = (importId: string, websiteId: string): Sql =>
  sql`${ofWebsite(websiteId)} AND import_id != ${uuid(importId)} AND (visitor_id, session_start) IN (
  SELECT visitor_id, session_start FROM ${tableName('import_sessions')} WHERE ${ofImport(importId)}
)`;

/** Pages are ordered by a hash of the event, which stays valid when another process adds rows, unlike an offset. */
async function* storedEvents(
  clickhouse: ClickHouse,
  touched: Sql,
  after: string,
  upTo: string,
): AsyncGenerator<TrackedEvent> {
  const selection = sql`FROM events
PREWHERE ${touched} AND events.visitor_id > ${unsigned(after)} AND events.visitor_id <= ${unsigned(upTo)}`;
  const [counted] = await clickhouse.query({
    name: 'import/count of touched events',
    row: countRow,
    sql: sql`SELECT count() AS events ${selection}`,
  });
  const pages = Math.ceil((counted?.events ?? 0) / EVENTS_A_PAGE);
  for (let page = 0; page < pages; page += 1) {
    const rows = await clickhouse.query({
      name: 'import/touched sessions',
      row: copiesRow,
      sql: sql`SELECT ${storedEventColumns}, count() AS copies
${selection}
WHERE cityHash64(events.visitor_id, time, path, link, name, props) % ${unsigned(`${pages}`)} = ${unsigned(`${page}`)}
GROUP BY ALL`,
    });
    for (const row of rows) {
      const event = storedEvent(row);
      for (let copy = 0; copy < row.copies; copy += 1) yield event;
    }
  }
}

/** Events of visitors with both stored and staged events. Staged events touch stored ones. */
const storedAndStaged = (importId: string, websiteId: string): Sql => {
  const common = sql`SELECT DISTINCT visitor_id FROM events
    WHERE ${ofWebsite(websiteId)}
      AND visitor_id IN (SELECT visitor_id FROM import_lines WHERE ${ofImport(importId)})`;
  return sql`SELECT visitor_id, toUnixTimestamp64Milli(time) AS ms, session_start, 0 AS touches, 1 AS stored FROM events
    WHERE ${ofWebsite(websiteId)} AND type != 'leave' AND visitor_id IN (${common})
    UNION ALL
    SELECT visitor_id, toUnixTimestamp64Milli(time) AS ms, time AS session_start, 1 AS touches, 0 AS stored
    FROM import_lines
    WHERE ${ofImport(importId)} AND visitor_id IN (${common})`;
};

/**
 * Records the touched stored sessions: those in a visitor's chain of events, with pauses under 30 minutes, of which one event
 * touches.
 *
 * @param events a relation of `visitor_id`, `ms`, `session_start`, whether it `touches` and whether it is `stored`
 */
export const noteTouchedSessions = (importId: string, events: Sql): Sql => {
  return sql`INSERT INTO import_sessions (import_id, visitor_id, session_start)
WITH
  both AS (
    ${events}
  ),
  pauses AS (
    SELECT *, ms - lagInFrame(ms, 1, ms) OVER (
      PARTITION BY visitor_id ORDER BY ms, touches ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS pause
    FROM both
  ),
  chains AS (
    SELECT *, sum(pause >= ${integer(INACTIVITY_MS)}) OVER (
      PARTITION BY visitor_id ORDER BY ms, touches ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS chain
    FROM pauses
  ),
  marked AS (SELECT *, max(touches) OVER (PARTITION BY visitor_id, chain) AS touched FROM chains)
SELECT DISTINCT ${uuid(importId)}, visitor_id, session_start FROM marked WHERE touched = 1 AND stored = 1`;
};
