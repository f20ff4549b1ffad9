import { integers, join, type Sql, sql, uuid } from '../clickhouse/sql.js';
import { filterGroupings, type Grouping } from '../stats/groupings.js';
import { metrics } from '../stats/metrics.js';
import { hourBuckets } from '../time/index.js';
import type { Chunk } from './chunk.js';
import { lotsOfEvents } from './lots.js';
import { chosenOf } from './of-events.js';

/** The table, and its columns in the order in which rows have them. */
export const hourlyVisitors = sql`hourly_visitors (website_id, grouping, key, start, visitors, pageviews)`;

/** Of everybody, and by what a single filter can choose by. */
const hourlyGroupings: readonly Grouping[] = ['all', ...filterGroupings, 'page'];

/** Visitors and pageviews of each local hour of a chunk, for some inserts, made of events. */
export function hourlyVisitorsOf(chunk: Chunk): readonly Sql[] {
  const starts = integers(hourBuckets(chunk.period, chunk.zone).map(({ start }) => start));
  const hour = sql`intDiv(roundDown(toUnixTimestamp64Milli(time), ${starts}), 1000)`;
  return lotsOfEvents(hourlyGroupings).map(
    (
      sets,
    ) => sql`SELECT ${uuid(chunk.websiteId)} AS website, ${sets.name} AS grouped, ${sets.key} AS key, start, visitors, pageviews
FROM (
  SELECT ${sets.which} AS which, ${join(sets.columns, ', ')}, ${hour} AS start,
    uniqExact(visitor_id) AS visitors, ${metrics.pageviews} AS pageviews
  FROM events
  WHERE ${chosenOf(chunk)}
  GROUP BY ${sets.beside(sql`start`)}
)`,
  );
}
