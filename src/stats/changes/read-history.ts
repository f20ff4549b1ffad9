import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { float, integer, integers, join, type Sql, sql, strings, trusted } from '../../clickhouse/sql.js';
import { bucketNumberSql } from '../../daily-visitors/bucket-sql.js';
import { groupIntoRuns, isDayStart, localDay, moveDays, type Range, startOfDay } from '../../time/index.js';
import { columnName, columnSql } from '../dimensions.js';
import { all, any, isOfTraits } from '../filters.js';
import { ofCount, onDays, toDay, toDays } from '../sources/daily-conditions.js';
import { type Calendar, HISTORY_DAYS } from './calendar.js';
import type { Change, ChangeScope } from './change-scope.js';
import type { DailyPart, History } from './counts.js';
import { findTable, joinRanges, pageviewsIn, selectRows } from './select-rows.js';
import { traits } from './traits.js';

/**
 * Of each dimension, those with the largest share of either range or of the history: no more can have 1 % of one, as a cause
 * does. Rarer ones are only in the total.
 */
const MAX_VALUES = 300;

export type Measure = 'visits' | 'pageviews' | 'conversions';

const row = z.object({
  /** Number of the trait from 1; 0 for the total. */
  trait: z.coerce.number(),
  value: z.string(),
  days: z.array(z.number()),
});

type HistoryRow = z.infer<typeof row>;

/** Reads the counts of each value by local day, those of both ranges included, which may begin or end within a day. */
export async function readHistory(
  clickhouse: ClickHouse,
  { scope, calendar }: Pick<Change, 'scope' | 'calendar'>,
  measure: Measure,
): Promise<History> {
  const rows = await clickhouse.query(historyStatement(scope, calendar, measure));
  return {
    total: rows.find(({ trait }) => trait === 0)?.days ?? scope.windows.starts.map(() => 0),
    parts: rows.flatMap(({ trait, value, days }): DailyPart[] =>
      trait === 0 ? [] : [{ trait: traits[trait - 1]!.name, value, days }],
    ),
  };
}

export function historyStatement(scope: ChangeScope, calendar: Calendar, measure: Measure): Query<HistoryRow> {
  const { length } = scope.windows.starts;
  const { places } = calendar;
  const { trait, value, from } = isCountedByDay(scope, measure)
    ? fromDailyVisitors(scope, measure)
    : fromRows(scope, calendar, measure);
  // Days of a range follow each other, and so do their places.
  const during = ([first = 0, ...others]: readonly number[]) =>
    sql`arraySum(arraySlice(days, ${integer(first + 1)}, ${integer(others.length + 1)}))`;
  const part = float(Math.min(1, places.now.length / length));
  return {
    name: 'stats/changes/history',
    row,
    // An array of days for each value: grouping by day and value takes more than twice the time.
    sql: sql`SELECT ${trait} AS trait, ${value} AS value,
  CAST(sumResample(0, ${trusted(`${length}`)}, 1)(n, place), 'Array(Float64)') AS days
${from}
ORDER BY trait, greatest(${during(places.now)}, ${during(places.before)}, arraySum(days) * ${part}) DESC, value
LIMIT ${trusted(`${MAX_VALUES}`)} BY trait`,
  };
}

/** The rows of a history: `n` is the count of a row, `place` that of its day; trait and value name its group. */
interface Grouped {
  readonly trait: Sql;
  readonly value: Sql;
  readonly from: Sql;
}

/**
 * Whether daily visitor counts have the history: no filter, no conversions, whole local days. Places of long ranges may
 * begin within a day.
 */
const isCountedByDay = ({ count, filter, zone, windows }: ChangeScope, measure: Measure): boolean =>
  count?.zone === zone &&
  filter === undefined &&
  measure !== 'conversions' &&
  windows.starts.every((start) => isDayStart(start, zone));

function fromDailyVisitors(scope: ChangeScope, measure: Measure): Grouped {
  const dimensions = strings(traits.map(({ name }) => columnName(name)));
  const days = scope.windows.starts.map((start) => toDay(scope, start));
  const place = sql`transform(roundDown(day, ${integers(days)}), ${integers(days)}, ${integers([...days.keys()])})`;
  const n = trusted(measure === 'visits' ? 'sessions' : 'pageviews');
  const ranges = toWholeDays(scope).map((range) => onDays(toDays(scope, range)));
  return {
    trait: sql`indexOf([${dimensions}], dimension)`,
    value: sql`value`,
    from: sql`FROM (
  SELECT dimension, value, toInt64(${place}) AS place, ${n} AS n
  FROM daily_visitors
  WHERE ${all([ofCount(scope), sql`dimension IN ('', ${dimensions})`, any(ranges), sql`${n} > 0`])}
)
GROUP BY dimension, value`,
  };
}

/** Reads rows once, and adds them up for each of their traits. */
function fromRows(scope: ChangeScope, calendar: Calendar, measure: Measure): Grouped {
  const columns = traits.map(({ name }) => columnSql(name));
  const isGrouped = columns.map((column) => sql`grouping(${column}) = 0`);
  const number = isGrouped.map((is, at) => sql`${is}, ${trusted(`${at + 1}`)}`);
  const value = isGrouped.map((is, at) => sql`${is}, toString(${columns[at]!})`);
  const sets = columns.map((column) => sql`(${column})`);
  return {
    trait: sql`multiIf(${join(number, ', ')}, 0)`,
    value: sql`multiIf(${join(value, ', ')}, '')`,
    from: sql`FROM (
${selectCounted(scope, calendar, measure, columns)}
)
GROUP BY GROUPING SETS ((), ${join(sets, ', ')})`,
  };
}

/** Selects the traits of each row, the place of its day, and `n`, what it counts. */
function selectCounted(scope: ChangeScope, calendar: Calendar, measure: Measure, columns: readonly Sql[]): Sql {
  const { filter, windows } = scope;
  const ranges = toWholeDays(scope);
  const table = findTable(scope, ranges, measure === 'conversions');
  const end = ranges.at(-1)!.end;
  const place = bucketNumberSql(table.epochMs, groupIntoRuns(windows.starts, end), windows.starts);
  const periods = listPeriods(scope, calendar).filter((start) => start < end);
  // A session is stored with its first event, which may not pass the filter.
  const isOfSessions = measure === 'visits' && !isOfTraits(filter ?? { and: [] });
  const n = { visits: isOfSessions ? sql`1` : sql`sessions`, pageviews: pageviewsIn(table), conversions: sql`1` }[
    measure
  ];
  return sql`SELECT ${join(columns, ', ')}, toInt64(${place}) AS place, ${n} AS n
FROM ${table.name}
WHERE ${selectRows(scope, table, ranges, periods)}${isOfSessions ? sql`\nLIMIT 1 BY visitor_id, session_start, place` : sql``}`;
}

/** Whole local days; adjacent ranges are one. */
const toWholeDays = ({ zone, windows: { history, before, now } }: ChangeScope): readonly Range[] =>
  joinRanges([history, before, now]).map(({ start, end }) => ({
    start: startOfDay(localDay(start, zone), zone),
    end: startOfDay(localDay(end - 1, zone) + 1, zone),
  }));

/** Starts of both ranges, of what is between and behind them, and of stretches of the history that are as long as the range. */
function listPeriods(
  { zone, windows: { history, before, now } }: ChangeScope,
  { length }: Calendar,
): readonly number[] {
  const days = Math.max(1, Math.round(length));
  const count = Math.ceil(HISTORY_DAYS / days);
  const past = Array.from({ length: count }, (_, place) => moveDays(history.end, -days * (place + 1), zone));
  const starts = new Set([...past, before.start, before.end, now.start, now.end]);
  return [...starts].sort((one, other) => one - other);
}
