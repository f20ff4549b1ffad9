import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';

import {
  instant,
  integer,
  join,
  ofWebsite,
  type Sql,
  sql,
  trusted,
  unsigned,
  unsignedIntegers,
  uuid,
  uuids,
} from '../../clickhouse/sql.js';
import { traitColumnNames, traitsFrom } from '../traits.js';

import { INACTIVITY_MS, MAX_REACH_MS, MAX_REMEMBERED_PAGES, PAGE_HASH_BYTES, type Session } from './session.js';
import { MAX_SESSIONS, type OpenSession } from './session-store.js';

/** Visitors per query: the result stays below some 20 MB, even with long paths and traits. */
const VISITORS_PER_PAGE = 2_000;

/**
 * Latest pageviews of a session that are read to restore its cached pages. A session with fewer than 32 pages in that many
 * pageviews loses a page that it left long before.
 */
const MAX_VIEWS_READ = 1_024;

/** Visitors with larger ids are named by their sender. Their sessions are loaded when one of their events arrives. */
export const MAX_DERIVED_VISITOR_ID = String(2n ** 63n - 1n);

/** A range of websites, both ends included, in ClickHouse's order. */
export interface WebsiteRange {
  readonly first: string;
  readonly last: string;
}

export interface WebsiteVisitor {
  readonly websiteId: string;
  readonly visitorId: string;
}

/** In ClickHouse's order. */
type PageEnd = WebsiteVisitor;

const websiteRow = z.object({ website_id: z.string() });

const pageEndRow = z.object({ website_id: z.string(), visitor_id: z.string(), distance: z.coerce.number() });

const sessionRow = z.object({
  website_id: z.string(),
  visitor_id: z.string(),
  start: z.coerce.number(),
  last_event: z.coerce.number(),
  last_report: z.coerce.number(),
  duration: z.coerce.number(),
  pageviews: z.coerce.number(),
  entry_path: z.string(),
  views: z.array(z.array(z.coerce.number())),
  traits: z.array(z.string()),
});

/**
 * Loads from ClickHouse the sessions that an event at `now` (epoch milliseconds) could continue, so that a restart splits none.
 * Yields them in pages of bounded size, at most as many as a store holds: the latest session of each visitor.
 *
 * @param websites limits the sessions to these websites
 */
export async function* loadOpenSessions(
  clickhouse: ClickHouse,
  now: number,
  websites?: WebsiteRange,
): AsyncGenerator<readonly OpenSession[]> {
  const scope =
    websites === undefined
      ? isDerivedVisitor
      : sql`website_id >= ${uuid(websites.first)} AND website_id <= ${uuid(websites.last)} AND ${isDerivedVisitor}`;
  const ends = await clickhouse.query(pageEnds(now, scope));
  const since = now - Math.min(INACTIVITY_MS, 1 + (ends[0]?.distance ?? 0));
  let previous: PageEnd | undefined;
  for (const end of ends.map(({ website_id, visitor_id }) => ({ websiteId: website_id, visitorId: visitor_id }))) {
    const page = sql`${scope} AND ${isOfPage(end, previous)}`;
    yield (await clickhouse.query(openSessions({ now, since, page }))).map(toOpenSession);
    previous = end;
  }
}

/**
 * Loads the latest session of each of some visitors, if an event at or after `time` could continue it or come before it. All
 * times are epoch milliseconds.
 */
export async function loadVisitorSessions(
  clickhouse: ClickHouse,
  visitors: readonly WebsiteVisitor[],
  { time, now }: { readonly time: number; readonly now: number },
): Promise<readonly OpenSession[]> {
  const found: OpenSession[] = [];
  for (let start = 0; start < visitors.length; start += VISITORS_PER_PAGE) {
    const page = visitors.slice(start, start + VISITORS_PER_PAGE);
    // Ids of visitors do not occur on two websites.
    const scope = sql`website_id IN ${uuids([...new Set(page.map(({ websiteId }) => websiteId))])}
  AND events.visitor_id IN (SELECT arrayJoin(${unsignedIntegers(page.map(({ visitorId }) => visitorId))}))`;
    const query = openSessions({ now, since: time - INACTIVITY_MS, from: time - MAX_REACH_MS, page: scope });
    const rows = await clickhouse.query({ ...query, name: 'sessions of visitors', isForInsert: true });
    found.push(...rows.map(toOpenSession));
  }
  return found;
}

/** Ordered as in ClickHouse. `now` is epoch milliseconds. */
export async function websitesWithOpenSessions(clickhouse: ClickHouse, now: number): Promise<readonly string[]> {
  const rows = await clickhouse.query({
    name: 'websites with open sessions',
    row: websiteRow,
    sql: sql`SELECT DISTINCT website_id FROM events
WHERE ${isDerivedVisitor} AND ${isRecent(now - INACTIVITY_MS)} ORDER BY website_id`,
  });
  return rows.map(({ website_id }) => website_id);
}

/** Returns the ends of all pages. `distance` is the largest distance of any session from `now`, in milliseconds. */
const pageEnds = (now: number, scope: Sql): Query<z.infer<typeof pageEndRow>> => ({
  name: 'pages of open sessions',
  row: pageEndRow,
  sql: sql`SELECT website_id, toString(visitor_id) AS visitor_id, farthest AS distance
FROM (
  SELECT website_id, visitor_id, max(distance) OVER () AS farthest, count() OVER () AS visitors,
    row_number() OVER (ORDER BY website_id, visitor_id) AS place
  FROM (
    SELECT website_id, visitor_id, abs(toUnixTimestamp64Milli(max(time)) - ${integer(now)}) AS distance
    FROM events
    WHERE ${scope} AND ${isRecent(now - INACTIVITY_MS)}
    GROUP BY website_id, visitor_id
    ORDER BY distance
    LIMIT ${integer(MAX_SESSIONS)}
  )
)
WHERE place % ${integer(VISITORS_PER_PAGE)} = 0 OR place = visitors
ORDER BY place`,
});

const HASH_BITS = integer(8 * PAGE_HASH_BYTES);
const HASH_RANGE = integer(2 ** (8 * PAGE_HASH_BYTES));

/** The trait columns as SQL. Their names come from a closed list of this program. */
const traits = trusted(traitColumnNames.map((column) => `any(${column})`).join(', '));

/**
 * Loads the open sessions of a page, the latest of each visitor. They are selected first, because most stored sessions are over.
 * While the latest views are selected, a view is one 128-bit number, with the time above the hash, so that many views stay small and
 * sort quickly.
 */
const openSessions = ({
  now,
  since,
  from = now - MAX_REACH_MS,
  page,
}: {
  readonly now: number;
  readonly since: number;
  readonly from?: number;
  readonly page: Sql;
}): Query<z.infer<typeof sessionRow>> => ({
  name: 'open sessions',
  row: sessionRow,
  sql: sql`WITH
  reinterpretAsUInt64(reverse(substring(SHA256(concat(hostname, path)), 1, ${integer(PAGE_HASH_BYTES)}))) AS hash,
  toUInt128(${HASH_RANGE} - (toUnixTimestamp64Milli(time) - since_view)) * ${HASH_RANGE} + hash AS view,
  groupArraySortedIf(${trusted(String(MAX_VIEWS_READ))})(view, type = 'pageview') AS latest,
  arrayEnumerateUniq(arrayMap(each -> each % ${HASH_RANGE}, latest)) AS nth,
  groupArraySortedIf(${trusted(String(MAX_VIEWS_READ))})(
    (view, page_seconds, page_reports, scroll_depth, scroll_reports), type = 'leave'
  ) AS reports
SELECT
  website_id,
  toString(visitor_id) AS visitor_id,
  toUnixTimestamp64Milli(session_start) AS start,
  toUnixTimestamp64Milli(maxIf(time, type != 'leave')) AS last_event,
  toUnixTimestamp64Milli(maxIf(time, type = 'leave')) AS last_report,
  sum(duration) AS duration,
  countIf(type = 'pageview') AS pageviews,
  any(entry_path) AS entry_path,
  arrayMap(
    each -> [
      toInt64(each % ${HASH_RANGE}), toInt64(${HASH_RANGE} - bitShiftRight(each, ${HASH_BITS})),
      ${join([2, 3, 4, 5].map(sumOfReports), ', ')}
    ],
    arrayReverse(arraySlice(arrayFilter((each, n) -> n = 1, latest, nth), 1, ${integer(MAX_REMEMBERED_PAGES)}))
  ) AS views,
  [${traits}] AS traits
FROM events
WHERE ${page} AND ${isAfter(from)} AND (website_id, events.visitor_id, session_start) IN (
  SELECT website_id, visitor_id, session_start FROM events WHERE ${page} AND ${isRecent(since)}
)
GROUP BY website_id, events.visitor_id, session_start
ORDER BY abs(last_event - ${integer(now)})
LIMIT 1 BY website_id, events.visitor_id`,
});

/** Matches events that can be the last one of an open session. */
const isRecent = (since: number): Sql => sql`${isAfter(since)} AND type != 'leave'`;

const isDerivedVisitor = sql`events.visitor_id <= ${unsigned(MAX_DERIVED_VISITOR_ID)}`;

/**
 * The condition for events after a time. The sorting key has the day before the instant, so the engine skips rows only by the
 * day.
 */
const isAfter = (time: number): Sql => sql`toDate(time) >= toDate(${instant(time)}) AND time > ${instant(time)}`;

/**
 * The condition for rows after the last visitor of the previous page and up to this page's last one. The engine skips rows only
 * by single columns.
 */
function isOfPage(end: PageEnd, previous: PageEnd | undefined): Sql {
  const key = sql`(website_id, events.visitor_id)`;
  const upTo = sql`website_id <= ${uuid(end.websiteId)} AND ${key} <= (${uuid(end.websiteId)}, ${unsigned(end.visitorId)})`;
  if (previous === undefined) return upTo;
  const from = sql`website_id >= ${uuid(previous.websiteId)}
  AND ${key} > (${uuid(previous.websiteId)}, ${unsigned(previous.visitorId)})`;
  if (previous.websiteId !== end.websiteId) return sql`${from} AND ${upTo}`;
  return sql`${ofWebsite(end.websiteId)}
  AND events.visitor_id > ${unsigned(previous.visitorId)} AND events.visitor_id <= ${unsigned(end.visitorId)}`;
}

/** Of the reports of a view. */
const sumOfReports = (place: number): Sql =>
  trusted(`toInt64(arraySum(report -> if(report.1 = each, report.${place}, 0), reports))`);

const toOpenSession = (found: z.infer<typeof sessionRow>): OpenSession => ({
  websiteId: found.website_id,
  visitorId: found.visitor_id,
  session: toSession(found),
});

const toSession = (found: z.infer<typeof sessionRow>): Session => ({
  start: found.start,
  lastEvent: found.last_event,
  end: found.start + found.duration,
  pageviews: found.pageviews,
  entryPath: found.entry_path,
  traits: traitsFrom(found.traits),
  ...(found.last_report > 0 && { lastReport: found.last_report }),
  views: found.views.map(([page = 0, time = 0, seconds, reports, scroll, scrollReports]) => ({
    page,
    time,
    ...(reports && { seconds }),
    ...(scrollReports && { scroll }),
  })),
});
