import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { integer, ofWebsite, type Sql, sql, unsigned, uuid } from '../clickhouse/sql.js';
import type { TrackedEvent } from '../event.js';
import { INACTIVITY_MS } from '../sessions/session.js';
import { storedEvent, storedEventColumns, storedEventRow } from '../sessions/stored-event.js';
import { ofImport, type Staging } from './staging.js';

const VISITORS_A_PAGE = 2_000;

const visitorRow = z.object({ visitor_id: z.string() });

/**
 * Notes in `import_sessions` which stored sessions the staged events touch, and stages their events too, so that they
 * are made anew together. A stored session is touched when a chain of pauses under 30 minutes joins it to a staged
 * event; what lies beyond a longer pause stays as it is.
 */
export async function takeInTouchedSessions(
  clickhouse: ClickHouse,
  staging: Staging,
  websiteId: string,
): Promise<void> {
  const { importId } = staging;
  await clickhouse.command(noteTouchedSessions(importId, websiteId));
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
    if (end === undefined) return;
    for (const event of await storedEvents(clickhouse, importId, websiteId, last, end)) staging.add(event);
    await staging.write();
    last = end;
  }
}

/** Most imports touch none: there is nothing to delete then, which would take time in proportion to all events. */
export async function hasTouchedSessions(clickhouse: ClickHouse, importId: string): Promise<boolean> {
  const found = await clickhouse.query({
    name: 'import/any touched session',
    row: visitorRow,
    sql: sql`SELECT toString(visitor_id) AS visitor_id FROM import_sessions WHERE ${ofImport(importId)} LIMIT 1`,
  });
  return found.length > 0;
}

/** The rows of touched sessions that the import has made anew: not what another process has added to one of them since. */
export const madeAnew = (importId: string, websiteId: string): Sql => {
  const visitors = sql`SELECT visitor_id FROM import_sessions WHERE ${ofImport(importId)}`;
  return sql`${touchedSessions(importId, websiteId)} AND (visitor_id, time) IN (
  SELECT visitor_id, time FROM import_lines WHERE ${ofImport(importId)} AND visitor_id IN (${visitors})
)`;
};

/** The rows of touched sessions, as they were before the import. */
const touchedSessions = (importId: string, websiteId: string): Sql =>
  sql`${ofWebsite(websiteId)} AND import_id != ${uuid(importId)} AND (visitor_id, session_start) IN (
  SELECT visitor_id, session_start FROM import_sessions WHERE ${ofImport(importId)}
)`;

async function storedEvents(
  clickhouse: ClickHouse,
  importId: string,
  websiteId: string,
  after: string,
  upTo: string,
): Promise<readonly TrackedEvent[]> {
  const rows = await clickhouse.query({
    name: 'import/touched sessions',
    row: storedEventRow,
    sql: sql`SELECT ${storedEventColumns}
FROM events
WHERE ${touchedSessions(importId, websiteId)}
  AND events.visitor_id > ${unsigned(after)} AND events.visitor_id <= ${unsigned(upTo)}
ORDER BY events.visitor_id, time`,
  });
  return rows.map(storedEvent);
}

/** Chains of events, stored and staged alike, by visitor; the stored sessions of those chains that hold a staged event. */
const noteTouchedSessions = (importId: string, websiteId: string): Sql => {
  const common = sql`SELECT DISTINCT visitor_id FROM events
    WHERE ${ofWebsite(websiteId)}
      AND visitor_id IN (SELECT visitor_id FROM import_lines WHERE ${ofImport(importId)})`;
  return sql`INSERT INTO import_sessions (import_id, visitor_id, session_start)
WITH
  both AS (
    SELECT visitor_id, toUnixTimestamp64Milli(time) AS ms, session_start, 0 AS staged FROM events
    WHERE ${ofWebsite(websiteId)} AND type != 'leave' AND visitor_id IN (${common})
    UNION ALL
    SELECT visitor_id, toUnixTimestamp64Milli(time) AS ms, time AS session_start, 1 AS staged FROM import_lines
    WHERE ${ofImport(importId)} AND visitor_id IN (${common})
  ),
  pauses AS (
    SELECT *, ms - lagInFrame(ms, 1, ms) OVER (
      PARTITION BY visitor_id ORDER BY ms, staged ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS pause
    FROM both
  ),
  chains AS (
    SELECT *, sum(pause >= ${integer(INACTIVITY_MS)}) OVER (
      PARTITION BY visitor_id ORDER BY ms, staged ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS chain
    FROM pauses
  ),
  marked AS (SELECT *, max(staged) OVER (PARTITION BY visitor_id, chain) AS touched FROM chains)
SELECT DISTINCT ${uuid(importId)}, visitor_id, session_start FROM marked WHERE touched = 1 AND staged = 0`;
};
