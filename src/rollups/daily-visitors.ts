import { date, join, ofWebsite, type Sql, sql, uuid } from '../clickhouse/sql.js';
import { isDuring } from '../stats/cover.js';
import { columnsOf, type Grouping, groupingName, groupings, keyOf, type SessionGrouping } from '../stats/groupings.js';
import { type Days, firstOfMonth, rangeOf } from '../time/index.js';
import type { Chunk } from './chunk.js';
import { inInserts } from './in-inserts.js';
import { NEVER } from './never.js';
import { byPage, bySession, visitsByKey } from './visits-by-key.js';

/** The table, and its columns in the order in which rows have them. */
export const dailyVisitors = sql`daily_visitors (website_id, grouping, unit, start, key,
  came.day, came.last, came.visitors, came.pageviews)`;

/** No list groups by these two alone. */
const { city: _, campaign: __, ...listed } = groupings;

/**
 * The rows of each grouping of a chunk's days, for some inserts, made of session days. A chunk that ends its month has all days
 * of it: what was made of its parts before is not read any more then.
 */
export function dailyVisitorsOf(part: Chunk): readonly Sql[] {
  const chunk = endsMonth(part.days) ? monthOf(part) : part;
  const ofGroupings = Object.entries(listed).map(([grouping, columns]) =>
    ofSessions(chunk, grouping as SessionGrouping, columns),
  );
  return [ofPages(chunk), ...inInserts(ofGroupings)];
}

const endsMonth = ({ first, end }: Days): boolean => end === firstOfMonth(first, 1);

function monthOf(chunk: Chunk): Chunk {
  const days = { first: firstOfMonth(chunk.days.first), end: chunk.days.end };
  return { ...chunk, days, period: rangeOf(days, chunk.zone) };
}

function ofSessions(chunk: Chunk, grouping: SessionGrouping, columns: readonly Sql[]): Sql {
  const element = join([...columns, sql`day`, sql`last`], ', ');
  return rowsOf(
    chunk,
    grouping,
    sql`SELECT ${element}, count() AS counted, 0 AS views
FROM (
${visitsByKey(bySession(chunk, columns))}
)
GROUP BY ${element}`,
  );
}

/** The views of a page and day stand beside the visitors who had never come to it. */
function ofPages(chunk: Chunk): Sql {
  const website = ofWebsite(chunk.websiteId);
  const counted = byPage(chunk);
  return rowsOf(
    chunk,
    'page',
    sql`SELECT path, day, last, sum(counted) AS counted, sum(views) AS views
FROM (
  SELECT page, day, last, 1 AS counted, 0 AS views
  FROM (
${visitsByKey(counted)}
  )
  UNION ALL
  SELECT page, day, ${NEVER}, 0, page_view
  FROM ${counted.from}, page_views AS page_view
  WHERE ${website} AND ${isDuring(sql`day`, chunk.days)}
) AS by_number
GLOBAL ANY LEFT JOIN (SELECT path, page FROM page_numbers WHERE ${website}) AS numbered USING (page)
GROUP BY path, day, last`,
  );
}

/** A row for each key, of its elements by day and last day. */
function rowsOf({ websiteId, days }: Chunk, grouping: Grouping, elements: Sql): Sql {
  const unit = endsMonth(days) ? sql`'month'` : sql`'part'`;
  return sql`SELECT ${uuid(websiteId)} AS website, ${groupingName(grouping)} AS grouped,
  ${unit} AS unit, ${date(days.first)} AS start, ${keyOf(columnsOf(grouping))} AS key,
  groupArray(day), groupArray(last), groupArray(counted), groupArray(views)
FROM (
${elements}
ORDER BY day, last
)
GROUP BY key`;
}
