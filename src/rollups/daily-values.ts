import { join, ofWebsite, type Sql, sql, unionAll, uuid } from '../clickhouse/sql.js';
import { isDuring } from '../stats/cover.js';
import { filterGroupings, type Grouping, groupingName, groupings } from '../stats/groupings.js';
import type { Chunk } from './chunk.js';
import { inInserts } from './in-inserts.js';
import { NEVER } from './never.js';
import { carriedOf, pageSessionsOf } from './pages.js';
import { byPage, bySession, type Counted, factsByKey, visitsByKey } from './visits-by-key.js';

/** The table, and its columns in the order in which rows have them. */
export const dailyValues = sql`daily_values (website_id, grouping, value, day, only_from, lasts, visitors, returning, facts)`;

/** The rows of each filter's values on the days of a chunk, for some inserts, made of session days; those of pages of events too. */
export const dailyValuesOf = (chunk: Chunk): readonly Sql[] => [
  unionAll([ofPages(chunk), ofCarried(chunk)]),
  ...inInserts(filterGroupings.map((grouping) => ofTrait(bySession(chunk, groupings[grouping]), grouping))),
];

function ofTrait(counted: Counted, grouping: Grouping): Sql {
  const columns = join(counted.columns, ', ');
  return sql`SELECT ${head(counted.chunk, grouping)}, toString(${columns}), day, ${NEVER}, ${SEEN}, facts
FROM (
${seenOf(counted)}
) AS came
GLOBAL ANY LEFT JOIN (
${factsByKey(counted)}
) AS brought USING (${columns}, day)`;
}

/** A page's visitors are of session days, by its number, and what its sessions brought is of events, by its path. */
function ofPages(chunk: Chunk): Sql {
  const website = ofWebsite(chunk.websiteId);
  return sql`SELECT ${head(chunk, 'page')}, path, day, ${NEVER}, ${SEEN}, [toInt64(views), begun, bounced, lasted]
FROM (
  SELECT path, day, seen, views
  FROM (
${seenOf(byPage(chunk))}
  ) AS came
  GLOBAL ANY LEFT JOIN (
    SELECT page, day, sum(page_view) AS views
    FROM daily_sessions ARRAY JOIN pages AS page, page_views AS page_view
    WHERE ${website} AND ${isDuring(sql`day`, chunk.days)}
    GROUP BY page, day
  ) AS viewed USING (page, day)
  GLOBAL ANY LEFT JOIN (SELECT path, page FROM page_numbers WHERE ${website}) AS numbered USING (page)
) AS by_path
GLOBAL ANY LEFT JOIN (
${pageSessionsOf(chunk)}
) AS brought USING (path, day)`;
}

const ofCarried = (chunk: Chunk): Sql => sql`SELECT ${head(chunk, 'page')}, path, day, only_from,
  CAST([] AS Array(Date)), [], [], [toInt64(0), -begun, -bounced, -lasted]
FROM (
${carriedOf(chunk)}
)`;

const head = ({ websiteId }: Chunk, grouping: Grouping): Sql =>
  sql`${uuid(websiteId)} AS website, ${groupingName(grouping)} AS grouped`;

/**
 * The visitors of each key and day by the last day before, as `seen`: these days in their order, those who had come with the key
 * on each, and those of them who had been on the website before. Who comes with it for the first time had been there on their first day.
 */
function seenOf(counted: Counted): Sql {
  const byDay = join([...counted.columns, sql`day`], ', ');
  return sql`SELECT ${byDay},
  sumMap([last, since], [1, 0], [last > ${NEVER}, last = ${NEVER} AND since < day]) AS seen
FROM (
${visitsByKey(counted)}
)
GROUP BY ${byDay}`;
}

const SEEN = sql`seen.1, arrayCumSum(seen.2), arrayCumSum(seen.3)`;
