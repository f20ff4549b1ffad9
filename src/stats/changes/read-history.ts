import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { float, integers, join, type Sql, sql, trusted } from '../../clickhouse/sql.js';
import { bucketNumberSql } from '../../daily-visitors/bucket-sql.js';
import { groupIntoRuns, localDay, moveDays, type Range, startOfDay } from '../../time/index.js';
import { columnSql } from '../dimensions.js';
import { isOfTraits } from '../filters.js';
import type { Table } from '../sources/table.js';
import { type Calendar, HISTORY_DAYS } from './calendar.js';
import type { Change, ChangeScope } from './change-scope.js';
import type { DailyPart, History } from './counts.js';
import { findTable, joinRanges, selectRows } from './select-rows.js';
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

/** Grouping `visits` is as quick as adding up `daily_visitors`, even of millions of events. */
export function historyStatement(
  scope: ChangeScope,
  calendar: Calendar,
  wanted: readonly Measure[],
): Query<HistoryRow> {
  const { length } = scope.windows.starts;
  const { places } = calendar;
  const part = float(Math.min(1, places.now.length / length));
  const dense = trusted(`groupArrayInsertAt(toFloat64(0), ${length})`);
  const during = (own: readonly number[]) => sql`sumIf(toFloat64(n.1), has(${integers(own)}, place))`;
  const arrays = wanted.map((_, place) => sql`${dense}(toFloat64(n.${trusted(`${place + 1}`)}), toUInt32(place))`);
  return {
    name: 'stats/changes/history',
    row,
    sql: sql`SELECT trait, value, [${join(arrays, ', ')}] AS counts
FROM (
${selectSums(scope, calendar, wanted)}
)
WHERE place >= 0 AND place < ${trusted(`${length}`)}
GROUP BY trait, value
ORDER BY trait, greatest(${during(places.now)}, ${during(places.before)}, sum(toFloat64(n.1)) * ${part}) DESC, value
LIMIT ${trusted(`${MAX_VALUES}`)} BY trait`,
  };
}

/** One pass, in which each row is added up for each of its traits. */
function selectSums(scope: ChangeScope, calendar: Calendar, wanted: readonly Measure[]): Sql {
  const { windows } = scope;
  const ranges = toWholeDays(scope);
  const table = findTable(scope, ranges, wanted.includes('conversions'));
  const end = ranges.at(-1)!.end;
  const { starts } = windows;
  const columns = traits.map(({ name }) => columnSql(name));
  const key = columns.map((column) => sql`(place, ${column})`);
  const number = traits.map((_, place) => sql`grouping(${columns[place]!}) = 0, ${trusted(`${place + 1}`)}`);
  const value = traits.map((_, place) => sql`grouping(${columns[place]!}) = 0, toString(${columns[place]!})`);
  return sql`SELECT multiIf(${join(number, ', ')}, 0) AS trait, multiIf(${join(value, ', ')}, '') AS value, toInt64(${bucketNumberSql(table.epochMs, groupIntoRuns(starts, end), starts)}) AS place,
  tuple(${join(
    wanted.map((measure) => measureSql(scope, table, measure)),
    ', ',
  )}) AS n
FROM ${table.name}
WHERE ${selectRows(
    scope,
    table,
    ranges,
    listPeriods(scope, calendar).filter((start) => start < end),
  )}
GROUP BY GROUPING SETS ((place), ${join(key, ', ')})`;
}

/** A session is stored with its first event. */
function measureSql(scope: ChangeScope, table: Table, measure: Measure): Sql {
  if (measure === 'pageviews') return table.sums.pageviews(undefined);
  if (measure === 'conversions') return sql`count()`;
  return isOfTraits(scope.filter ?? { and: [] }) ? sql`sum(sessions)` : sql`uniq(visitor_id, session_start)`;
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
