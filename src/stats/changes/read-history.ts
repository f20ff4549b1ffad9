import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { float, integer, join, type Sql, sql, trusted } from '../../clickhouse/sql.js';
import { bucketNumberSql } from '../../daily-visitors/bucket-sql.js';
import { groupIntoRuns, localDay, moveDays, type Range, startOfDay } from '../../time/index.js';
import { columnSql } from '../dimensions.js';
import { isOfTraits } from '../filters.js';
import type { Table } from '../sources/table.js';
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
  counts: z.array(z.array(z.number())),
});

type HistoryRow = z.infer<typeof row>;

/** Reads the counts of each value by local day, those of both ranges included, which may begin or end within a day. */
export async function readHistory(
  clickhouse: ClickHouse,
  { scope, calendar }: Pick<Change, 'scope' | 'calendar'>,
  wanted: readonly Measure[],
): Promise<readonly History[]> {
  const rows = await clickhouse.query(historyStatement(scope, calendar, wanted));
  const none = scope.windows.starts.map(() => 0);
  return wanted.map(
    (_, place): History => ({
      total: rows.find(({ trait }) => trait === 0)?.counts[place] ?? none,
      parts: rows.flatMap(({ trait, value, counts }): DailyPart[] =>
        trait === 0 ? [] : [{ trait: traits[trait - 1]!.name, value, days: counts[place]! }],
      ),
    }),
  );
}

/**
 * In one pass, in which each row is added up for each of its traits, in an array of days: grouping by day and value takes more than
 * twice the time. So does adding up `daily_visitors` in the same way.
 */
export function historyStatement(
  scope: ChangeScope,
  calendar: Calendar,
  wanted: readonly Measure[],
): Query<HistoryRow> {
  const { starts } = scope.windows;
  const { places } = calendar;
  const ranges = toWholeDays(scope);
  const table = findTable(scope, ranges, wanted.includes('conversions'));
  const end = ranges.at(-1)!.end;
  const place = sql`toInt64(${bucketNumberSql(table.epochMs, groupIntoRuns(starts, end), starts)})`;
  const counts = wanted.map((measure) => {
    const { aggregate, of } = measureSql(scope, table, measure);
    return sql`CAST(${trusted(`${aggregate}Resample(0, ${starts.length}, 1)`)}(${join([...of, place], ', ')}), 'Array(Float64)')`;
  });
  const columns = traits.map(({ name }) => columnSql(name));
  const isGrouped = columns.map((column) => sql`grouping(${column}) = 0`);
  const number = isGrouped.map((is, at) => sql`${is}, ${trusted(`${at + 1}`)}`);
  const value = isGrouped.map((is, at) => sql`${is}, toString(${columns[at]!})`);
  // Days of a range follow each other.
  const during = ([first = 0, ...others]: readonly number[]) =>
    sql`arraySum(arraySlice(counts[1], ${integer(first + 1)}, ${integer(others.length + 1)}))`;
  const part = float(Math.min(1, places.now.length / starts.length));
  const periods = listPeriods(scope, calendar).filter((start) => start < end);
  return {
    name: 'stats/changes/history',
    row,
    sql: sql`SELECT multiIf(${join(number, ', ')}, 0) AS trait, multiIf(${join(value, ', ')}, '') AS value,
  [${join(counts, ', ')}] AS counts
FROM ${table.name}
WHERE ${selectRows(scope, table, ranges, periods)}
GROUP BY GROUPING SETS ((), ${join(
      columns.map((column) => sql`(${column})`),
      ', ',
    )})
ORDER BY trait, greatest(${during(places.now)}, ${during(places.before)}, arraySum(counts[1]) * ${part}) DESC, value
LIMIT ${trusted(`${MAX_VALUES}`)} BY trait`,
  };
}

/** An aggregate function and its arguments. A session is stored with its first event. */
function measureSql(
  { filter }: ChangeScope,
  table: Table,
  measure: Measure,
): { readonly aggregate: 'count' | 'sum' | 'uniq'; readonly of: readonly Sql[] } {
  if (measure === 'pageviews') return { aggregate: 'sum', of: [pageviewsIn(table)] };
  if (measure === 'conversions') return { aggregate: 'count', of: [] };
  return isOfTraits(filter ?? { and: [] })
    ? { aggregate: 'sum', of: [sql`sessions`] }
    : { aggregate: 'uniq', of: [sql`visitor_id`, sql`session_start`] };
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
