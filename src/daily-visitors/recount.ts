import { millisecondsInDay } from 'date-fns/constants';
import { z } from 'zod';
import { type ClickHouse, insertRows } from '../clickhouse/clickhouse.js';
import { integer, integers, join, ofWebsite, type Sql, sql, trusted } from '../clickhouse/sql.js';
import { dayBuckets, groupIntoRuns, QUARTER_MS, type Range, stretchesBetween } from '../time/index.js';
import { bucketSql } from './bucket-sql.js';
import { dailyVisitorsColumns } from './day-rows.js';
import { type Count, countedDimensions, dimensionName, NO_DAY, NO_FIRST_DAY, QUARTER } from './dimensions.js';
import { encodeValuesSql } from './values.js';

/** Bounds the memory of a rebuild. */
const ROWS_A_PART = 100_000;

/**
 * Events are counted in parts larger by this factor, measured in rows of `visits`, because each event has few
 * dimensions.
 */
const EVENTS_FACTOR = 5;

export interface Recount {
  readonly clickhouse: ClickHouse;
  readonly websiteId: string;
  readonly count: Count;
  /** Called repeatedly: whether the rebuild is still needed. */
  readonly goesOn: () => Promise<boolean>;
  /** Rows of `visits` that are counted at once. */
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
 * Counts stored events, except those that were added to these counts on arrival. Events may arrive meanwhile, as long
 * as they are added to these counts.
 *
 * @returns whether the counts are complete: the rebuild finished, and every event that arrived meanwhile was added to
 *   them
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
    // Sessions may have begun on the previous day, and the first bucket is not a whole day.
    const range = { start: found.first - 3 * millisecondsInDay, end: found.last + millisecondsInDay };
    const counted = { generation, localDaySql: localDays(range, zone) };
    await insertRows(clickhouse, into, factsOfDays({ ...counted, chosen: uncounted }));
    const steps = [
      { select: visitorsOfDays, rows: rowsAPart },
      // An event has one or two dimensions.
      { select: rowsOfEvents, rows: EVENTS_FACTOR * rowsAPart },
    ];
    for (const { select, rows } of steps) {
      const parts = Math.ceil(found.rows / rows);
      for (let part = 0; part < parts; part += 1) {
        if (!(await goesOn())) return false;
        const chosen = sql`${uncounted} AND visitor_id % ${integer(parts)} = ${integer(part)}`;
        await insertRows(clickhouse, into, select({ ...counted, chosen }));
      }
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
  /** Applies to both `visits` and `events`. */
  readonly chosen: Sql;
  /** The stored number of an instant's local day; the instant is epoch milliseconds. */
  readonly localDaySql: (at: Sql) => Sql;
}

/** A day begins where its zone says, which is not always at midnight. */
function localDays(range: Range, zone: string): (at: Sql) => Sql {
  const days = groupIntoRuns(
    dayBuckets(range, zone).map(({ start }) => start),
    range.end,
  );
  const stretches = stretchesBetween(range.start, range.end, zone);
  const [starts, offsets] = [
    integers(stretches.map(({ start }) => start)),
    integers(stretches.map(({ offset }) => offset)),
  ];
  return (at) => {
    const start = bucketSql(at, days);
    const local = sql`${start} + transform(roundDown(${start}, ${starts}), ${starts}, ${offsets})`;
    return sql`toUInt16(greatest(1, intDiv(${local}, ${integer(millisecondsInDay)}) + 1))`;
  };
}

/** Each dimension of a row of `visits` with its value. */
const valuesOfVisit = sql`[${join(
  countedDimensions.map((columns) => sql`(${trusted(`'${dimensionName(columns)}'`)}, ${encodeValuesSql(columns)})`),
  ', ',
)}]`;

const quarterStart = sql`toInt64(toUnixTimestamp(quarter)) * 1000`;
const eventTime = sql`toUnixTimestamp64Milli(time)`;
const sessionTime = sql`toUnixTimestamp64Milli(session_start)`;

/** `quarterValue` in SQL. */
const quarterSql = (at: Sql): Sql => sql`leftPad(toString(intDiv(${at}, ${integer(QUARTER_MS)})), 7, '0')`;

/** A visitor's previous day with the same value. */
const PREVIOUS_DAY = sql`lagInFrame(day, 1, toUInt16(${integer(NO_DAY)})) OVER (
      PARTITION BY visitor_id, dimension, value ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    )`;

const QUARTER_NAME = trusted(`'${QUARTER}'`);

/** Visitors of each day; those of all visitors also by the quarter of an hour in which their day begins. */
const visitorsOfDays = ({ generation, chosen, localDaySql }: CountedRows): Sql => sql`SELECT
  website_id, ${integer(generation)}, row.1, row.2, day, previous_day,
  if(previous_day = ${integer(NO_DAY)} AND first_day < day, first_day, ${integer(NO_FIRST_DAY)}) AS known_since,
  count(), 0, 0, 0, 0, 0
FROM (
  SELECT website_id, dimension, value, day, first_quarter,
    min(day) OVER (PARTITION BY visitor_id) AS first_day, ${PREVIOUS_DAY} AS previous_day
  FROM (
    SELECT website_id, visitor_id, counted.1 AS dimension, counted.2 AS value, ${localDaySql(quarterStart)} AS day,
      ${quarterSql(sql`toInt64(toUnixTimestamp(min(quarter))) * 1000`)} AS first_quarter
    FROM visits ARRAY JOIN ${valuesOfVisit} AS counted
    WHERE ${chosen} AND events > 0
    GROUP BY website_id, visitor_id, dimension, value, day
  )
)
ARRAY JOIN if(dimension = '', [(dimension, value), (${QUARTER_NAME}, first_quarter)], [(dimension, value)]) AS row
GROUP BY website_id, row, day, previous_day, known_since`;

/**
 * Facts: pageviews and events on the day of the event, session facts on the day of the session's start. Each is in its
 * own quarter of an hour.
 */
const factsOfDays = ({ generation, chosen, localDaySql }: CountedRows): Sql => sql`SELECT
  website_id, ${integer(generation)}, counted.1 AS dimension, if(dimension = ${QUARTER_NAME}, fact.1, counted.2) AS value, fact.2 AS day,
  ${integer(NO_DAY)}, ${integer(NO_FIRST_DAY)}, 0, sum(fact.3), sum(fact.4), sum(fact.5), sum(fact.6), sum(fact.7)
FROM visits
ARRAY JOIN arrayPushBack(${valuesOfVisit}, (${QUARTER_NAME}, '')) AS counted
ARRAY JOIN [
  (${quarterSql(quarterStart)}, ${localDaySql(quarterStart)}, pageviews, events, 0, 0, 0),
  (${quarterSql(sessionTime)}, ${localDaySql(sessionTime)}, 0, 0, sessions, bounces, duration)
] AS fact
WHERE ${chosen}
GROUP BY website_id, dimension, value, day`;

/** Pages and custom events: the visitors of each day, and the facts. */
const rowsOfEvents = ({ generation, chosen, localDaySql }: CountedRows): Sql => sql`SELECT
  website_id, ${integer(generation)}, dimension, value, day, row.1 AS previous, ${integer(NO_FIRST_DAY)},
  sum(row.2), sum(row.3), sum(row.4), 0, 0, 0
FROM (
  SELECT website_id, dimension, value, day, views, all_events, ${PREVIOUS_DAY} AS previous_day
  FROM (
    SELECT website_id, visitor_id, counted.1 AS dimension, counted.2 AS value, ${localDaySql(eventTime)} AS day,
      countIf(type = 'pageview') AS views, count() AS all_events
    FROM events
    ARRAY JOIN arrayConcat([('path', toString(path))], if(type = 'custom', [('name', toString(name))], [])) AS counted
    WHERE ${chosen} AND type != 'leave'
    GROUP BY website_id, visitor_id, dimension, value, day
  )
)
ARRAY JOIN [(previous_day, 1, 0, 0), (toUInt16(${integer(NO_DAY)}), 0, views, all_events)] AS row
GROUP BY website_id, dimension, value, day, previous`;

const generationRow = z.object({ generation: z.coerce.number() });

/** PostgreSQL may be behind it after the restore of a backup. */
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

/** Websites without counts in ClickHouse are missing. */
export async function lastGenerations(clickhouse: ClickHouse): Promise<ReadonlyMap<string, number>> {
  const rows = await clickhouse.query({
    name: 'recount/all last',
    row: websiteRow,
    sql: sql`SELECT website_id, max(generation) AS generation FROM daily_visitors WHERE dimension = '' GROUP BY website_id`,
  });
  return new Map(rows.map(({ website_id, generation }) => [website_id, generation]));
}

/** Deletes generations before `kept`, or all of them. Another process may have begun a later one. */
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
