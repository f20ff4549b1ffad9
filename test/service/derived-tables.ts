import { expect } from 'vitest';
import { z } from 'zod';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { type Sql, sql } from '../../src/clickhouse/sql.js';

/** What `visits` must hold: the sums of each session and quarter of an hour, and its traits. */
const visitsOfEvents = sql`SELECT website_id, toStartOfInterval(time, INTERVAL 15 MINUTE) AS quarter, visitor_id, session_start,
  countIf(type IN ('pageview', 'exit', 'custom')) AS events, sum(type = 'pageview') AS pageviews,
  sum(events.sessions) AS sessions, sum(events.bounces) AS bounces, sum(events.duration) AS duration,
  groupUniqArray((entry_path, referrer, channel, campaign, ref, country, city, browser, os, device, language)) AS traits
FROM events GROUP BY website_id, quarter, visitor_id, session_start`;

const storedVisits = sql`SELECT website_id, quarter, visitor_id, session_start,
  sum(visits.events) AS events, sum(visits.pageviews) AS pageviews,
  sum(visits.sessions) AS sessions, sum(visits.bounces) AS bounces, sum(visits.duration) AS duration,
  groupUniqArray((entry_path, referrer, channel, campaign, ref, country, city, browser, os, device, language)) AS traits
FROM visits GROUP BY website_id, quarter, visitor_id, session_start`;

const sessionsOfEvents = sql`SELECT website_id, visitor_id, session_start, max(time) AS last_event,
  groupUniqArray((entry_path, referrer, channel, campaign, ref, country, city, browser, os, device, language)) AS traits
FROM events WHERE type != 'leave' GROUP BY website_id, visitor_id, session_start`;

const storedSessions = sql`SELECT website_id, visitor_id, session_start, max(sessions.last_event) AS last_event,
  groupUniqArray((entry_path, referrer, channel, campaign, ref, country, city, browser, os, device, language)) AS traits
FROM sessions GROUP BY website_id, visitor_id, session_start`;

const row = z.object({ rows: z.coerce.number(), hash: z.string() });

const hashOf = async (clickhouse: ClickHouse, rows: Sql) => {
  const statement = sql`SELECT count() AS rows, toString(groupBitXor(cityHash64(toString(tuple(*))))) AS hash FROM (${rows})`;
  const [found] = await clickhouse.query({ name: 'test', sql: statement, row });
  return found;
};

/** Expects `visits` and `sessions` to be what `events` says, and says how many visits there are. */
export async function expectDerivedTables(clickhouse: ClickHouse): Promise<number> {
  const visits = await hashOf(clickhouse, storedVisits);
  expect(visits).toEqual(await hashOf(clickhouse, visitsOfEvents));
  expect(await hashOf(clickhouse, storedSessions)).toEqual(await hashOf(clickhouse, sessionsOfEvents));
  return visits?.rows ?? 0;
}
