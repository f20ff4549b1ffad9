import { z } from 'zod';
import type { ClickHouse, Query } from '../clickhouse/clickhouse.js';
import { instant, integer, ofWebsite, type Sql, sql, trusted } from '../clickhouse/sql.js';
import { traitColumnNames } from './row.js';
import { INACTIVITY_MS, LONGEST_REACH_MS, NO_VIEWS, type Session, withView } from './session.js';
import type { UnderWay } from './store.js';
import { traitsFrom } from './stored-event.js';

const row = z.object({
  website_id: z.string(),
  visitor_id: z.string(),
  start: z.coerce.number(),
  last_event: z.coerce.number(),
  duration: z.coerce.number(),
  pageviews: z.coerce.number(),
  entry_path: z.string(),
  views: z.array(z.tuple([z.string(), z.coerce.number()])),
  traits: z.array(z.string()),
});

/** The names of the traits' columns as SQL: they come from a closed list of this program. */
const traits = trusted(traitColumnNames.map((column) => `any(${column})`).join(', '));

/**
 * Reads the sessions that an event at `now` could continue back from ClickHouse, so that a restart splits none: the longest
 * idle first, after those that a clock which was wrong has put far ahead.
 *
 * @param websiteId only this website's, where an import has made sessions anew
 */
export async function readBack(clickhouse: ClickHouse, now: number, websiteId?: string): Promise<readonly UnderWay[]> {
  const scope = websiteId === undefined ? sql`1` : ofWebsite(websiteId);
  const sessions = await clickhouse.query(sessionsUnderWay(now, scope));
  return sessions.map((found) => ({
    websiteId: found.website_id,
    visitorId: found.visitor_id,
    session: toSession(found),
  }));
}

/** The sessions with an event that is recent enough are chosen first: those that are over are many more, and are not held. */
const sessionsUnderWay = (now: number, scope: Sql): Query<z.infer<typeof row>> => ({
  name: 'sessions under way',
  row,
  sql: sql`SELECT
  website_id,
  toString(visitor_id) AS visitor_id,
  toUnixTimestamp64Milli(session_start) AS start,
  toUnixTimestamp64Milli(maxIf(time, type != 'leave')) AS last_event,
  sum(duration) AS duration,
  countIf(type = 'pageview') AS pageviews,
  any(entry_path) AS entry_path,
  arraySort(view -> view.2, groupArrayIf((path, toUnixTimestamp64Milli(time)), type = 'pageview')) AS views,
  [${traits}] AS traits
FROM events
WHERE ${scope} AND ${after(now - LONGEST_REACH_MS)} AND (website_id, events.visitor_id, session_start) IN (
  SELECT website_id, visitor_id, session_start FROM events
  WHERE ${scope} AND ${after(now - INACTIVITY_MS)} AND type != 'leave'
)
GROUP BY website_id, events.visitor_id, session_start
ORDER BY abs(last_event - ${integer(now)}) DESC`,
});

/** The day stands in the key of events before the instant, and is skipped by only where it is asked for. */
const after = (time: number): Sql => sql`toDate(time) >= toDate(${instant(time)}) AND time > ${instant(time)}`;

function toSession(found: z.infer<typeof row>): Session {
  return {
    start: found.start,
    lastEvent: found.last_event,
    end: found.start + found.duration,
    pageviews: found.pageviews,
    entryPath: found.entry_path,
    traits: traitsFrom(found.traits),
    views: found.views.map(([path, time]) => ({ path, time })).reduce(withView, NO_VIEWS),
  };
}
