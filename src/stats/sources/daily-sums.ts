import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { compile, integer, integers, type Sql, sql, string } from '../../clickhouse/sql.js';
import { QUARTER, quarterValue } from '../../daily-visitors/dimensions.js';
import { all, any } from '../filters.js';
import { addFacts, type Fact, type Facts, NO_FACTS } from '../metrics.js';
import { type Answer, EMPTY_ROW, type StatsQuery } from '../query.js';
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

/** Answers queries without dimensions: sums of facts by day, of which their ranges and buckets are sums. */
export async function answerByDay(clickhouse: ClickHouse, queries: readonly StatsQuery[]): Promise<readonly Answer[]> {
  const { asked, columns } = dayColumns(queries);
  const elapsed = asked.flatMap((each) => each.elapsed ?? []);
  const [days, ...rests] = await Promise.all([
    readPoints(clickhouse, joinNames(queries), selectDays(queries, elapsed, columns)),
    ...queries.map((query) => (query.filter === undefined ? undefined : readRestOfDay(clickhouse, query))),
  ]);
  return queries.map((query, index): Answer => {
    const { now, before, rest, elapsed } = asked[index]!;
    const { range, buckets, comparison } = query;
    if (buckets !== undefined) {
      const ends = [...buckets.slice(1).map(({ start }) => start), range.end];
      const rows = buckets.map(({ start }, place) => ({
        ...EMPTY_ROW,
        now: sumDays(days, toDays(query, { start, end: ends[place]! }), now),
      }));
      return { total: EMPTY_ROW, rows };
    }
    const restOfDay = elapsed === undefined ? rests[index] : readDay(days, -elapsed.day, rest);
    const earlier = comparison === undefined ? NO_FACTS : sumDays(days, toDays(query, wholeDays(query)), before);
    const total = { key: [], now: sumDays(days, toDays(query, range), now), before: addFacts(earlier, restOfDay) };
    return { total, rows: [] };
  });
}

/** The columns of some facts. */
type Places = readonly (readonly [Fact, column: number])[];

type PointsByDay = ReadonlyMap<number, readonly number[]>;

/** Adds up facts over a range of days. */
function sumDays(points: PointsByDay, { first, end }: Days, places: Places): Facts {
  let sum = NO_FACTS;
  for (let day = first; day < end; day += 1) {
    if (points.has(day)) sum = addFacts(sum, readDay(points, day, places));
  }
  return sum;
}

const readDay = (points: PointsByDay, day: number, places: Places): Facts => ({
  ...NO_FACTS,
  ...Object.fromEntries(places.map(([fact, column]) => [fact, points.get(day)?.[column] ?? 0])),
});

/** Selects the facts of queries by day, and those of the elapsed part of a day by its negative number. */
function selectDays(queries: readonly StatsQuery[], elapsed: readonly Elapsed[], columns: readonly Sql[]): Sql {
  const query = queries[0]!;
  const ranges = queries.flatMap((each) => [each.range, ...(each.comparison === undefined ? [] : [wholeDays(each)])]);
  const days = all([ofValue(filteredValue(query)!), any(ranges.map((range) => onDays(toDays(query, range))))]);
  const parts = elapsed.map(
    ({ day, until }) => sql`dimension = ${string(QUARTER)} AND day = ${integer(day)} AND value < ${string(until)}`,
  );
  const at =
    elapsed.length === 0 ? sql`toInt64(day)` : sql`if(dimension = ${string(QUARTER)}, -toInt64(day), toInt64(day))`;
  return sql`SELECT ${at} AS at, ${tuple(columns)} AS facts
FROM daily_visitors
WHERE ${ofCount(query)} AND ${any([days, ...parts])}
GROUP BY at`;
}

/** The elapsed part of the day in which a comparison ends: the day, and the first quarter of an hour that is not in it. */
interface Elapsed {
  readonly day: number;
  readonly until: string;
}

/** Returns the elapsed part of the day in which a query's comparison ends. Quarters are counted of all visitors alone. */
function findElapsed(query: StatsQuery): Elapsed | undefined {
  const { comparison, filter } = query;
  if (comparison === undefined || filter !== undefined) return undefined;
  const { end } = wholeDays(query);
  return end < comparison.end ? { day: toDay(query, end), until: quarterValue(comparison.end) } : undefined;
}

/** Returns the columns of all queries' facts by day and, for each query, the places of its facts among them, and the elapsed part of a day. */
function dayColumns(queries: readonly StatsQuery[]) {
  const columns: Sql[] = [];
  const places = new Map<string, number>();
  const addColumn = (column: Sql): number => {
    const text = JSON.stringify(compile(column));
    const place = places.get(text) ?? columns.push(column) - 1;
    places.set(text, place);
    return place;
  };
  return {
    asked: queries.map((query) => {
      const { range, buckets, comparison = range } = query;
      const names = rowFacts([query]);
      const elapsed = findElapsed(query);
      const since = (wanted: readonly Fact[], start: Sql, when?: Sql): Places =>
        wanted.map((fact) => [fact, addColumn(factSql(fact, start, when))]);
      const before = integer(toDay(query, comparison.start));
      return {
        elapsed,
        now: since(names.now, buckets === undefined ? sql`${integer(toDay(query, range.start))}` : bucketStart(query)),
        before: since(names.before, sql`${before}`),
        rest: elapsed === undefined ? [] : since(names.before, sql`${before}`, sql`value < ${string(elapsed.until)}`),
      };
    }),
    columns,
  };
}

/** Returns the first day of the bucket that contains a day. */
const bucketStart = (query: StatsQuery): Sql =>
  sql`roundDown(day, ${integers((query.buckets ?? []).map(({ start }) => toDay(query, start)))})`;
