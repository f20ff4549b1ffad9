import { millisecondsInDay } from 'date-fns/constants';
import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { insertRows } from '../clickhouse/insert-rows.js';
import { integer, join, ofWebsite, type Sql, sql, trusted } from '../clickhouse/sql.js';
import { dayBuckets, groupIntoRuns } from '../time/index.js';
import { dailyVisitorsColumns } from './block-counts.js';
import { bucketSql } from './bucket-sql.js';
import { type Count, countedDimensions, dimensionName } from './dimensions.js';

/** Bounds the memory of a rebuild. */
const ROWS_A_PART = 100_000;

export interface Recount {
  readonly clickhouse: ClickHouse;
  readonly websiteId: string;
  readonly count: Count;
  /** Returns whether the rebuild is still needed. Called repeatedly. */
  readonly goesOn: () => Promise<boolean>;
  /** Rows of `visits` whose visitors are counted at once. */
  readonly rowsAPart?: number;
}

const extentRow = z.object({
  rows: z.coerce.number(),
  first: z.coerce.number(),
  last: z.coerce.number(),
  /** Changes with every event, and only with events. */
  events: z.string(),
});

/**
 * Counts the visitors of a website's stored events by day, except for events that were added to these counts on arrival. Events
 * may arrive meanwhile, as long as they are added to these counts.
 *
 * @returns whether all are counted: the rebuild was completed, and no event arrived that was not added to these counts
 */
export async function recount({
  clickhouse,
  websiteId,
  count,
  goesOn,
  rowsAPart = ROWS_A_PART,
}: Recount): Promise<boolean> {
  const { generation, zone } = count;
  const uncounted = sql`${ofWebsite(websiteId)} AND counted_in != ${integer(generation)}`;
  const found = await findExtent(clickhouse, uncounted);
  if (found.rows > 0) {
    // Sessions may have begun on the day before, and the first bucket is not a whole day.
    const range = { start: found.first - 3 * millisecondsInDay, end: found.last + millisecondsInDay };
    const runs = groupIntoRuns(
      dayBuckets(range, zone).map(({ start }) => start),
      range.end,
    );
    const localDaySql = (at: Sql): Sql => sql`toDateTime(greatest(0, intDiv(${bucketSql(at, runs)}, 1000)), 'UTC')`;
    await insertRows(clickhouse, into, factsOfDays({ generation, chosen: uncounted, localDaySql }));
    const parts = Math.ceil(found.rows / rowsAPart);
    for (let part = 0; part < parts; part += 1) {
      const chosen = sql`${uncounted} AND visitor_id % ${integer(parts)} = ${integer(part)}`;
      if (!(await goesOn())) return false;
      await insertRows(clickhouse, into, visitorsOfDays({ generation, chosen, localDaySql }));
    }
  }
  await clickhouse.sync();
  return (await findExtent(clickhouse, uncounted)).events === found.events;
}

const into = sql`daily_visitors (${trusted(dailyVisitorsColumns.join(', '))})`;

async function findExtent(clickhouse: ClickHouse, uncounted: Sql): Promise<z.infer<typeof extentRow>> {
  const [found] = await clickhouse.query({
    name: 'recount/extent',
    row: extentRow,
    sql: sql`SELECT count() AS rows,
  toUnixTimestamp(min(quarter)) * 1000 AS first, toUnixTimestamp(max(quarter)) * 1000 AS last,
  toString((sum(events), sum(pageviews), sum(sessions), sum(bounces), sum(duration))) AS events
FROM visits WHERE ${uncounted}`,
  });
  if (found === undefined) throw new Error('sums without groups are always one row');
  return found;
}

interface CountedRows {
  readonly generation: number;
  /** The condition on `visits`. */
  readonly chosen: Sql;
  /** Returns the local day that contains an instant in epoch milliseconds. */
  readonly localDaySql: (at: Sql) => Sql;
}

/** A row's values for each dimension, with the dimension's name. */
const valuesOfRow = join(
  countedDimensions.map((columns) => {
    const values = columns.map((column) => sql`toString(${trusted(column)})`);
    return sql`(${trusted(`'${dimensionName(columns)}'`)}, CAST([${join(values, ', ')}], 'Array(String)'))`;
  }),
  ', ',
);

const byDimension = sql`ARRAY JOIN [${valuesOfRow}] AS counted`;

const quarterStart = sql`toInt64(toUnixTimestamp(quarter)) * 1000`;

/** Selects the rows with the visitors of each day. */
const visitorsOfDays = ({ generation, chosen, localDaySql }: CountedRows): Sql => sql`SELECT
  website_id, ${integer(generation)}, dimension, value, day,
  multiIf(last_day < day, 'again', first_day < day, 'elsewhere', 'new') AS seen,
  multiIf(last_day < day, last_day, first_day < day, first_day, toDateTime(0, 'UTC')) AS previous_day,
  count(), 0, 0, 0, 0
FROM (
  SELECT website_id, dimension, value, day,
    min(day) OVER (PARTITION BY visitor_id) AS first_day,
    lagInFrame(day, 1, day) OVER (
      PARTITION BY visitor_id, dimension, value ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS last_day
  FROM (
    SELECT website_id, visitor_id, counted.1 AS dimension, counted.2 AS value, ${localDaySql(quarterStart)} AS day
    FROM visits ${byDimension}
    WHERE ${chosen} AND events > 0
    GROUP BY website_id, visitor_id, dimension, value, day
  )
)
GROUP BY website_id, dimension, value, day, seen, previous_day`;

/** Selects the rows with the facts: pageviews on the day of their events, session facts on the day of the session's start. */
const factsOfDays = ({ generation, chosen, localDaySql }: CountedRows): Sql => sql`SELECT
  website_id, ${integer(generation)}, counted.1 AS dimension, counted.2 AS value, fact.1 AS day, 'new', toDateTime(0, 'UTC'),
  0, sum(fact.2), sum(fact.3), sum(fact.4), sum(fact.5)
FROM visits ${byDimension}
ARRAY JOIN [
  (${localDaySql(quarterStart)}, pageviews, 0, 0, 0),
  (${localDaySql(sql`toUnixTimestamp64Milli(session_start)`)}, 0, sessions, bounces, duration)
] AS fact
WHERE ${chosen}
GROUP BY website_id, dimension, value, day`;

const generationRow = z.object({ generation: z.coerce.number() });

/** Returns the latest generation of a website's counts in ClickHouse. PostgreSQL may be behind after a restored backup. */
export async function lastGeneration(clickhouse: ClickHouse, websiteId: string): Promise<number> {
  const [found] = await clickhouse.query({
    name: 'recount/last',
    row: generationRow,
    sql: sql`SELECT greatest(
  (SELECT max(generation) FROM daily_visitors WHERE ${ofWebsite(websiteId)}),
  (SELECT max(counted_in) FROM visits WHERE ${ofWebsite(websiteId)})
) AS generation`,
  });
  return found?.generation ?? 0;
}

const websiteRow = z.object({ website_id: z.string(), generation: z.number() });

/** Returns the latest generation of the counts of each website that has any in ClickHouse. */
export async function lastGenerations(clickhouse: ClickHouse): Promise<ReadonlyMap<string, number>> {
  const rows = await clickhouse.query({
    name: 'recount/all last',
    row: websiteRow,
    sql: sql`SELECT website_id, max(generation) AS generation FROM daily_visitors WHERE dimension = '' GROUP BY website_id`,
  });
  return new Map(rows.map(({ website_id, generation }) => [website_id, generation]));
}

/** Deletes a website's counts before one generation, or all of them. Another process may have made a later one. */
export async function forgetCounts(clickhouse: ClickHouse, websiteId: string, kept?: Count): Promise<void> {
  const rows = sql`${ofWebsite(websiteId)}${kept === undefined ? sql`` : sql` AND generation < ${integer(kept.generation)}`}`;
  const found = await clickhouse.query({
    name: 'recount/former',
    row: generationRow,
    sql: sql`SELECT generation FROM daily_visitors WHERE ${rows} LIMIT 1`,
  });
  // Even a delete of no rows takes time in proportion to all websites' rows.
  if (found.length > 0) await clickhouse.delete('daily_visitors', rows);
}
