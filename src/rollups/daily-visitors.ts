import { date, join, ofWebsite, type Sql, sql, unionAll, uuid } from '../clickhouse/sql.js';
import { all } from '../stats/conditions.js';
import { isDuring } from '../stats/cover.js';
import {
  columnsOf,
  filterGroupings,
  type Grouping,
  groupingName,
  groupings,
  keyOf,
  type SessionGrouping,
} from '../stats/groupings.js';
import { type Days, firstOfMonth, rangeOf } from '../time/index.js';
import type { Chunk } from './chunk.js';
import { inInserts } from './in-inserts.js';
import { NEVER } from './never.js';
import { carriedOf, pageSessionsOf } from './pages.js';

/** The table, and its columns in the order in which rows have them. */
export const dailyVisitors = sql`daily_visitors (website_id, grouping, kind, unit, start, key,
  came.day, came.last, came.visitors, came.returning, came.pageviews, came.sessions, came.bounces, came.duration)`;

/** What session days are counted by: the columns that they have of a grouping. */
interface Counted {
  readonly chunk: Chunk;
  readonly from: Sql;
  readonly columns: readonly Sql[];
}

/**
 * The rows of each grouping of a chunk's days, for some inserts, made of session days; those of pages of events too. A chunk
 * that ends its month has all days of it: what was made of its parts before is not read any more then.
 */
export function dailyVisitorsOf(part: Chunk): readonly Sql[] {
  const chunk = endsMonth(part.days) ? monthOf(part) : part;
  const ofGroupings = Object.entries(groupings).map(([grouping, columns]) =>
    ofSessions({ chunk, from: sql`daily_sessions`, columns }, grouping as SessionGrouping),
  );
  return [ofPages(chunk), ...inInserts(ofGroupings)];
}

const endsMonth = ({ first, end }: Days): boolean => end === firstOfMonth(first, 1);

function monthOf(chunk: Chunk): Chunk {
  const days = { first: firstOfMonth(chunk.days.first), end: chunk.days.end };
  return { ...chunk, days, period: rangeOf(days, chunk.zone) };
}

/** What an element has that counts no visitors, no sessions, or no facts at all. */
const UNCOUNTED = sql`0 AS counted, 0 AS back`;
const NOBODY = sql`${NEVER} AS last, ${UNCOUNTED}`;
const NO_SESSIONS = sql`toInt64(0) AS begun, toInt64(0) AS bounced, toInt64(0) AS lasted`;
const NO_FACTS = sql`0 AS views, ${NO_SESSIONS}`;

/** What elements are told apart by. */
const elementOf = (columns: readonly Sql[]): Sql => join([...columns, sql`day`, sql`last`], ', ');

function ofSessions(counted: Counted, grouping: SessionGrouping): Sql {
  const { chunk, columns } = counted;
  const byDay = join([...columns, sql`day`], ', ');
  const facts = sql`SELECT ${byDay}, ${NOBODY}, sum(pageviews) AS views,
  toInt64(sum(sessions)) AS begun, sum(bounces) AS bounced, toInt64(sum(duration)) AS lasted
FROM daily_sessions
WHERE ${ofWebsite(chunk.websiteId)} AND ${isDuring(sql`day`, chunk.days)}
GROUP BY ${byDay}`;
  const came = rowsOf(chunk, grouping, 'came', columns, [cameOf(counted), facts]);
  const canFilter = filterGroupings.some((name) => name === grouping);
  return canFilter ? unionAll([came, rowsOf(chunk, grouping, 'late', columns, [lateOf(counted)])]) : came;
}

function ofPages(chunk: Chunk): Sql {
  const { websiteId, days } = chunk;
  const from = sql`daily_sessions ARRAY JOIN pages AS page`;
  const counted = { chunk, from, columns: [sql`page`] };
  const views = sql`SELECT page, day, ${NOBODY}, sum(page_view) AS views, ${NO_SESSIONS}
FROM ${from}, page_views AS page_view
WHERE ${ofWebsite(websiteId)} AND ${isDuring(sql`day`, days)}
GROUP BY page, day`;
  const byPath = (rows: Sql) => sql`SELECT path, day, last, counted, back, views, begun, bounced, lasted
FROM (
${rows}
) AS by_number
LEFT ANY JOIN (SELECT path, page FROM page_numbers WHERE ${ofWebsite(websiteId)}) AS numbered USING (page)`;
  const facts = (sessions: Sql, sign: Sql) => sql`SELECT path, day, last, ${UNCOUNTED}, 0 AS views,
  ${sign}begun AS begun, ${sign}bounced AS bounced, ${sign}lasted AS lasted
FROM (
${sessions}
)`;
  const path = columnsOf('page');
  return unionAll([
    rowsOf(chunk, 'page', 'came', path, [byPath(cameOf(counted)), byPath(views), facts(pageSessionsOf(chunk), sql``)]),
    rowsOf(chunk, 'page', 'late', path, [byPath(lateOf(counted))]),
    rowsOf(chunk, 'page', 'carried', path, [facts(carriedOf(chunk), sql`-`)]),
  ]);
}

/** A row for each key, of elements that are summed up by day and last day. */
function rowsOf(
  { websiteId, days }: Chunk,
  grouping: Grouping,
  kind: keyof typeof kinds,
  columns: readonly Sql[],
  elements: readonly Sql[],
): Sql {
  const each = elementOf(columns);
  const unit = endsMonth(days) ? sql`'month'` : sql`'part'`;
  return sql`SELECT ${uuid(websiteId)} AS website, ${groupingName(grouping)} AS grouped, ${kinds[kind]} AS kind,
  ${unit} AS unit, ${date(days.first)} AS start, ${keyOf(columns)} AS key,
  groupArray(day), groupArray(last), groupArray(counted), groupArray(back),
  groupArray(views), groupArray(begun), groupArray(bounced), groupArray(lasted)
FROM (
SELECT ${each}, sum(counted) AS counted, sum(back) AS back,
  sum(views) AS views, sum(begun) AS begun, sum(bounced) AS bounced, sum(lasted) AS lasted
FROM (
${unionAll(elements)}
)
GROUP BY ${each}
ORDER BY day, last
)
GROUP BY key`;
}

const kinds = { came: sql`'came'`, late: sql`'late'`, carried: sql`'carried'` } as const;

/** The visitors of each day by the last day before on which they had come with the key. */
function cameOf({ chunk, from, columns }: Counted): Sql {
  const each = elementOf(columns);
  const ofVisitor = join([...columns, sql`visitor`], ', ');
  return sql`SELECT ${each}, count() AS counted, countIf(last > ${NEVER}) AS back, ${NO_FACTS}
FROM (
  SELECT ${ofVisitor}, arraySort(groupUniqArray(day)) AS days
  FROM ${from}
  WHERE ${untilNow(chunk)}
  GROUP BY ${ofVisitor}
)
ARRAY JOIN days AS day, arrayPushFront(arrayPopBack(days), ${NEVER}) AS last
WHERE ${isDuring(sql`day`, chunk.days)}
GROUP BY ${each}`;
}

/** Who came with the key for the first time, having come without it before, by the first day on the website. */
function lateOf({ chunk, from, columns }: Counted): Sql {
  const each = elementOf(columns);
  const ofVisitor = join([...columns, sql`visitor`], ', ');
  return sql`SELECT ${each}, 0 AS counted, count() AS back, ${NO_FACTS}
FROM (
  SELECT ${ofVisitor}, min(daily_sessions.day) AS day, any(since) AS last
  FROM ${from}
  WHERE ${untilNow(chunk)}
  GROUP BY ${ofVisitor}
)
WHERE ${isDuring(sql`day`, chunk.days)} AND last < day
GROUP BY ${each}`;
}

/** The session days up to a chunk's end of those who came in it. */
function untilNow({ websiteId, days }: Chunk): Sql {
  const website = ofWebsite(websiteId);
  return all([
    website,
    sql`daily_sessions.day < ${date(days.end)}`,
    sql`visitor GLOBAL IN (SELECT visitor FROM daily_sessions WHERE ${website} AND ${isDuring(sql`day`, days)})`,
  ]);
}
