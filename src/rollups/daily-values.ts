import { join, ofWebsite, type Sql, sql, unionAll, uuid } from '../clickhouse/sql.js';
import { isDuring } from '../stats/cover.js';
import { filterGroupings, groupingName } from '../stats/groupings.js';
import type { Chunk } from './chunk.js';
import { type Lot, lotsOf } from './lots.js';
import { NEVER } from './never.js';
import { carriedOf, pageSessionsOf } from './pages.js';
import { byPage, bySets, factsByKey, visitorsByLastDay, visitsByKey } from './visits-by-key.js';

/** The table, and its columns in the order in which rows have them. */
export const dailyValues = sql`daily_values (website_id, grouping, value, day, only_from, lasts, visitors, returning, facts)`;

const lots = lotsOf(filterGroupings);

/** The rows of each filter's values on the days of a chunk, for some inserts, made of session days; those of pages of events too. */
export const dailyValuesOf = (chunk: Chunk): readonly Sql[] => [
  unionAll([ofPages(chunk), ofCarried(chunk)]),
  ...lots.map((lot) => ofTraits(chunk, lot)),
];

function ofTraits(chunk: Chunk, lot: Lot): Sql {
  const counted = bySets(chunk, lot);
  const visits = visitorsByLastDay(counted, [sql`since`]);
  return sql`SELECT ${uuid(chunk.websiteId)} AS website, ${lot.keys.name} AS grouped, ${lot.keys.key}[1], day, ${NEVER}, ${SEEN}, facts
FROM (
${seenOf(counted.columns, visits)}
) AS came
GLOBAL ANY LEFT JOIN (
${factsByKey(counted)}
) AS brought USING (${join(counted.columns, ', ')}, day)`;
}

/** A page's visitors are of session days, by its number, and what its sessions brought is of events, by its path. */
function ofPages(chunk: Chunk): Sql {
  const website = ofWebsite(chunk.websiteId);
  const counted = byPage(chunk);
  return sql`SELECT ${head(chunk)}, path, day, ${NEVER}, ${SEEN}, [toInt64(views), begun, bounced, lasted]
FROM (
  SELECT path, day, seen, views
  FROM (
${seenOf(counted.columns, sql`SELECT *, 1 AS counted FROM (${visitsByKey(counted)})`)}
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

const ofCarried = (chunk: Chunk): Sql => sql`SELECT ${head(chunk)}, path, day, only_from,
  CAST([] AS Array(Date)), [], [], [toInt64(0), -begun, -bounced, -lasted]
FROM (
${carriedOf(chunk)}
)`;

const head = ({ websiteId }: Chunk): Sql => sql`${uuid(websiteId)} AS website, ${groupingName('page')} AS grouped`;

/**
 * The visitors of each key and day by the last day before, as `seen`: these days in their order, those who had come with the key
 * on each, and those of them who had been on the website before. Who comes with it for the first time had been there on their first day.
 */
function seenOf(columns: readonly Sql[], visits: Sql): Sql {
  const byDay = join([...columns, sql`day`], ', ');
  return sql`SELECT ${byDay},
  sumMap([last, since], [counted, 0], [if(last > ${NEVER}, counted, 0), if(last = ${NEVER} AND since < day, counted, 0)]) AS seen
FROM (
${visits}
)
GROUP BY ${byDay}`;
}

const SEEN = sql`seen.1, arrayCumSum(seen.2), arrayCumSum(seen.3)`;
