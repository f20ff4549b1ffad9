import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { compile, integer, integers, type Sql, sql, string } from '../../clickhouse/sql.js';
import { QUARTER, quarterValue } from '../../daily-visitors/dimensions.js';
import type { Range } from '../../time/index.js';
import { all, any } from '../filters.js';
import { addFacts, type Fact, type Facts, NO_FACTS } from '../metrics.js';
import { type Answer, EMPTY_ROW, type StatsQuery } from '../query.js';
import { bucketRows } from './bucket-rows.js';
import { hull } from './conditions.js';
import {
  type Days,
  factSql,
  filteredValue,
  joinNames,
  ofCount,
  ofValue,
  onDays,
  toDay,
  toDays,
} from './daily-conditions.js';
import { readRestOfDay, wholeDays } from './rest-of-day.js';
import { readPoints, rowFacts, tuple } from './source.js';

/** Queries without dimensions: facts are summed by day, then added up to ranges and buckets in memory. */
export async function answerByDay(clickhouse: ClickHouse, queries: readonly StatsQuery[]): Promise<readonly Answer[]> {
  const { places, columns } = dayColumns(queries);
  const [points, ...rests] = await Promise.all([
    readPoints(clickhouse, joinNames(queries), selectPoints(queries, columns)),
    ...queries.map((query) => (query.filter === undefined ? undefined : readRestOfDay(clickhouse, query))),
  ]);
  return queries.map((query, index): Answer => {
    const { now, before } = places[index]!;
    const { range, buckets, comparison } = query;
    if (buckets !== undefined) {
      const ends = [...buckets.slice(1).map(({ start }) => start), range.end];
      const rows = buckets.map(({ start }, place) => ({
        ...EMPTY_ROW,
        at: bucketRows(query)[place]!,
        now: sumPoints(points, toDays(query, { start, end: ends[place]! }), now),
      }));
      return { total: EMPTY_ROW, rows };
    }
    const elapsed = findElapsed(query);
    const restOfDay = elapsed === undefined ? rests[index] : sumPoints(points, toQuarters(elapsed), before);
    const earlier = comparison === undefined ? NO_FACTS : sumPoints(points, toDays(query, wholeDays(query)), before);
    const total = { key: [], now: sumPoints(points, toDays(query, range), now), before: addFacts(earlier, restOfDay) };
    return { total, rows: [] };
  });
}

/**
 * The SELECT of a query without dimensions and comparison: of one row, or of the rows of all buckets with visitors, whose
 * numbers are in `at`.
 */
export function selectDays(query: StatsQuery): Sql {
  const { range, buckets } = query;
  const start = buckets === undefined ? sql`${integer(toDay(query, range.start))}` : bucketStart(query);
  const facts = tuple(rowFacts([query]).now.map((fact) => factSql(fact, start)));
  const from = sql`FROM daily_visitors
WHERE ${all([ofCount(query), ofValue(filteredValue(query)!), onDays(toDays(query, range))])}`;
  if (buckets === undefined) return sql`SELECT ${facts} AS facts\n${from}`;
  const days = integers(buckets.map((bucket) => toDay(query, bucket.start)));
  return sql`SELECT transform(${start}, ${days}, ${integers(bucketRows(query))}, -1) AS at, ${facts} AS facts
${from}
GROUP BY at`;
}

/** Column numbers of facts. */
type Places = readonly (readonly [Fact, column: number])[];

/** Sums by day number, or by the negative number of a quarter of an hour. */
type Points = ReadonlyMap<number, readonly number[]>;

/** A range of days, or of negative quarters. */
function sumPoints(points: Points, { first, end }: Days, places: Places): Facts {
  let sum = NO_FACTS;
  for (let at = first; at < end; at += 1) {
    const found = points.get(at);
    if (found === undefined) continue;
    const own = Object.fromEntries(places.map(([fact, column]) => [fact, found[column] ?? 0]));
    sum = addFacts(sum, { ...NO_FACTS, ...own });
  }
  return sum;
}

/** Sums by day, and by quarter of an hour for the elapsed part of a day. */
function selectPoints(queries: readonly StatsQuery[], columns: readonly Sql[]): Sql {
  const query = queries[0]!;
  const ranges = queries.flatMap((each) => [each.range, ...(each.comparison === undefined ? [] : [wholeDays(each)])]);
  // One range covers all queries; unneeded days between are read and ignored.
  const days = all([ofValue(filteredValue(query)!), onDays(toDays(query, ranges.reduce(hull)))]);
  const parts = queries.flatMap((each) => {
    const elapsed = findElapsed(each);
    if (elapsed === undefined) return [];
    const [start, end] = [quarterValue(elapsed.start), quarterValue(elapsed.end)];
    const onDay = sql`day = ${integer(toDay(query, elapsed.start))}`;
    return [all([ofQuarters, onDay, sql`value >= ${string(start)} AND value < ${string(end)}`])];
  });
  const at = parts.length === 0 ? sql`toInt64(day)` : sql`if(${ofQuarters}, -toInt64OrZero(value), toInt64(day))`;
  return sql`SELECT ${at} AS at, ${tuple(columns)} AS facts
FROM daily_visitors
WHERE ${ofCount(query)} AND ${any([days, ...parts])}
GROUP BY at`;
}

const ofQuarters = sql`dimension = ${string(QUARTER)}`;

/**
 * The elapsed part of the day in which the comparison ends. Only all visitors, without a filter, are stored by quarter.
 */
function findElapsed(query: StatsQuery): Range | undefined {
  const { comparison, filter } = query;
  if (comparison === undefined || filter !== undefined) return undefined;
  const { end: start } = wholeDays(query);
  return start < comparison.end ? { start, end: comparison.end } : undefined;
}

/** Negative numbers, so the last quarter comes first. */
const toQuarters = ({ start, end }: Range): Days => ({
  first: 1 - Number(quarterValue(end)),
  end: 1 - Number(quarterValue(start)),
});

/** The columns of all queries' facts, and the position of each query's facts among them. */
function dayColumns(queries: readonly StatsQuery[]) {
  const columns: Sql[] = [];
  const known = new Map<string, number>();
  const addColumn = (column: Sql): number => {
    const text = JSON.stringify(compile(column));
    const place = known.get(text) ?? columns.push(column) - 1;
    known.set(text, place);
    return place;
  };
  const places = queries.map((query) => {
    const { range, buckets, comparison = range } = query;
    const names = rowFacts([query]);
    const since = (facts: readonly Fact[], start: Sql): Places =>
      facts.map((fact) => [fact, addColumn(factSql(fact, start))]);
    return {
      now: since(names.now, buckets === undefined ? sql`${integer(toDay(query, range.start))}` : bucketStart(query)),
      before: since(names.before, sql`${integer(toDay(query, comparison.start))}`),
    };
  });
  return { places, columns };
}

function bucketStart(query: StatsQuery): Sql {
  const { buckets = [], range } = query;
  const days = buckets.map(({ start }) => toDay(query, start));
  const isDaily = days.length === toDay(query, range.end) - toDay(query, range.start);
  return isDaily ? sql`day` : sql`roundDown(day, ${integers(days)})`;
}
