import { millisecondsInHour } from 'date-fns/constants';
import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { compile, integer, join, ofWebsite, type Sql, sql, string, trusted } from '../../clickhouse/sql.js';
import { bucketSql } from '../../daily-visitors/bucket-sql.js';
import { type Count, dimensionName, isCounted } from '../../daily-visitors/dimensions.js';
import { groupIntoRuns, localDayStarts, type Range } from '../../time/index.js';
import { columnName } from '../dimensions.js';
import { all, any } from '../filters.js';
import { addFacts, type Fact, type Facts, listFacts, NO_FACTS } from '../metrics.js';
import { type Answer, EMPTY_ROW, listLevels, type Scope, type StatsQuery } from '../query.js';
import { readRestOfDay, wholeDays } from './rest-of-day.js';
import {
  havingSql,
  orderBy,
  readPoints,
  rowConditions,
  rowFacts,
  type Source,
  selectedRow,
  toAnswer,
  tuple,
} from './source.js';

/**
 * Visitors by local day. Answers queries of whole days with no filter or a filter on one value, if the website has complete
 * daily visitor counts. The visitors of any range of days are a sum. Queries about days are answered with one statement, and
 * those about dimensions with another one.
 */
export const dailyVisitors: Source = {
  canAnswer: (query) => {
    const { dimensions = [], filter, metrics } = query;
    const names = listFacts(metrics);
    return (
      hasWholeDays(query) &&
      (dimensions.length === 0 ? filteredValue(query) !== undefined : filter === undefined) &&
      listLevels(query).every((level) => isCounted(dimensions.slice(0, level).map(columnName))) &&
      !names.includes('clicks') &&
      !names.includes('events')
    );
  },
  answer: (clickhouse, queries) => {
    const answered = new Map<StatsQuery, Promise<Answer>>();
    for (const together of groupBy(queries, statementKey)) {
      const answers = (isOfDays(together[0]!) ? answerByDay : answerLists)(clickhouse, together);
      together.forEach((query, place) => {
        answered.set(
          query,
          answers.then((all) => all[place]!),
        );
      });
    }
    return queries.map((query) => answered.get(query)!);
  },
  select: (query) => selectLists([query]),
};

const isOfDays = ({ dimensions = [] }: StatsQuery): boolean => dimensions.length === 0;

/** Queries with the same key are answered with one statement. */
const statementKey = (query: StatsQuery): string =>
  isOfDays(query)
    ? JSON.stringify(['days', query.websiteId, query.count, filteredValue(query)])
    : JSON.stringify([
        query.websiteId,
        query.count,
        query.range,
        query.comparison,
        query.metrics[0],
        query.limitWithin === undefined ? undefined : query.name,
        query.search,
      ]);

function groupBy<Each>(items: readonly Each[], keyOf: (item: Each) => string): readonly (readonly Each[])[] {
  const groups = new Map<string, Each[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}

/** Names all queries that a statement answers. */
const joinNames = (queries: readonly StatsQuery[]): string => [...new Set(queries.map(({ name }) => name))].join(' + ');

/** Answers queries without dimensions: sums of facts by day, of which their ranges and buckets are sums. */
async function answerByDay(clickhouse: ClickHouse, queries: readonly StatsQuery[]): Promise<readonly Answer[]> {
  const [days, ...rests] = await Promise.all([
    readPoints(clickhouse, joinNames(queries), selectDays(queries)),
    ...queries.map((query) => readRestOfDay(clickhouse, query)),
  ]);
  const { places } = dayColumns(queries);
  return queries.map((query, index): Answer => {
    const { now, before } = places[index]!;
    const { range, buckets } = query;
    if (buckets !== undefined) {
      const ends = [...buckets.slice(1).map(({ start }) => start), range.end];
      const rows = buckets.map(({ start }, place) => ({
        ...EMPTY_ROW,
        now: sumDays(days, { start, end: ends[place]! }, now),
      }));
      return { total: EMPTY_ROW, rows };
    }
    const earlier = sumDays(days, wholeDays(query), before);
    const total = { key: [], now: sumDays(days, range, now), before: addFacts(earlier, rests[index]) };
    return { total, rows: [] };
  });
}

/** The columns of some facts. */
type Places = readonly (readonly [Fact, column: number])[];

/** Adds up facts over a range of days. */
function sumDays(days: ReadonlyMap<number, readonly number[]>, range: Range, places: Places): Facts {
  // Most buckets are days, which need no search.
  const found = isDay(range)
    ? [days.get(range.start) ?? []]
    : [...days].flatMap(([day, values]) => (day >= range.start && day < range.end ? [values] : []));
  const sums = places.map(([fact, column]) => [fact, found.reduce((sum, values) => sum + (values[column] ?? 0), 0)]);
  return { ...NO_FACTS, ...Object.fromEntries(sums) };
}

/** Selects the facts of queries by day. */
export function selectDays(queries: readonly StatsQuery[]): Sql {
  const query = queries[0]!;
  const ranges = queries.flatMap((each) => [each.range, ...(each.comparison === undefined ? [] : [wholeDays(each)])]);
  // A range within another one needs no condition of its own.
  const read = ranges.filter(
    ({ start, end }, index) =>
      !ranges.some(
        (other, place) =>
          other.start <= start && other.end >= end && (other.start < start || other.end > end || place < index),
      ),
  );
  return sql`SELECT ${DAY_MS} AS at, ${tuple(dayColumns(queries).columns)} AS facts
FROM daily_visitors
WHERE ${all([ofCount(query), ofValue(filteredValue(query)!), any(read.map(onDays))])}
GROUP BY at`;
}

const DAY_MS = sql`toInt64(toUnixTimestamp(day)) * 1000`;

/** Returns the columns of all queries' facts by day, and the places of each one's facts among them. */
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
    places: queries.map((query) => {
      const { range, buckets, comparison = range } = query;
      const names = rowFacts([query]);
      const since = (wanted: readonly Fact[], start: Sql | undefined): Places =>
        wanted.map((fact) => [fact, addColumn(dayFact(fact, start))]);
      return {
        now: since(names.now, buckets === undefined ? dayStart(range.start) : bucketStart(query)),
        before: since(names.before, dayStart(comparison.start)),
      };
    }),
    columns,
  };
}

/**
 * Sums up a fact over the rows of a day. Of a range, a visitor counts on the first day in it.
 *
 * @param start of the day's range; undefined when that is the day
 */
function dayFact(fact: Fact, start: Sql | undefined): Sql {
  if (fact === 'returning') return sql`sumIf(visitors, ${isReturningSince(start ?? sql`day`)})`;
  if (fact === 'visitors') {
    return start === undefined ? sql`sum(visitors)` : sql`sumIf(visitors, ${isFirstSince(start)})`;
  }
  return sql`sum(${trusted(fact)})`;
}

/** Returns the start of the bucket that contains a day; undefined when each bucket is a day. */
function bucketStart({ buckets = [], range }: StatsQuery): Sql | undefined {
  const starts = buckets.map(({ start }) => start);
  if (starts.every((start, index) => isDay({ start, end: starts[index + 1] ?? range.end }))) return undefined;
  return sql`toDateTime(intDiv(${bucketSql(DAY_MS, groupIntoRuns(starts, range.end))}, 1000))`;
}

/** Returns whether a range of whole days is one day: no day is as long, and no two are shorter. */
const isDay = ({ start, end }: Range): boolean => end - start <= 30 * millisecondsInHour;

const listRow = selectedRow.extend({ dimension: z.string() });

/** Answers queries by dimensions about the same days, which have the same first metric. */
async function answerLists(clickhouse: ClickHouse, queries: readonly StatsQuery[]): Promise<readonly Answer[]> {
  const rows = await clickhouse.query({ name: joinNames(queries), row: listRow, sql: listsSql(queries) });
  return queries.map((query) => {
    const own = listDimensions(query);
    const { total, rows: found } = toAnswer(
      rowFacts(queries),
      rows.filter(({ dimension }) => own.includes(dimension)),
    );
    return { total, rows: query.limitWithin === undefined ? found.slice(0, query.limit) : found };
  });
}

/** Returns the statement of queries' rows, each dimension's total first. */
export function listsSql(queries: readonly StatsQuery[]): Sql {
  const query = queries[0]!;
  const limits = queries.flatMap(({ limit }) => limit ?? []);
  const limit = Math.min(...limits);
  // Where more rows are wanted of a dimension, all of them are read: each value is a group of its own.
  const longer = queries.filter((each) => each.limit !== limit).flatMap(listDimensions);
  const group =
    query.limitWithin === undefined
      ? longer.length === 0
        ? sql``
        : sql`, if(dimension IN (${strings(longer)}), key, [])`
      : sql`, arraySlice(key, 1, ${integer(query.limitWithin)})`;
  const named = queries.find(({ nameSql }) => nameSql !== undefined) ?? query;
  return sql`${selectLists(queries)}
ORDER BY dimension, ${orderBy(named, rowFacts(queries).now)}${
    limits.length === 0
      ? sql``
      : sql`
LIMIT ${integer(limit)} BY dimension${group}`
  }`;
}

/** Selects the rows of queries by dimensions. */
function selectLists(queries: readonly StatsQuery[]): Sql {
  const { now, before } = rowFacts(queries);
  const query = queries[0]!;
  const { range, comparison } = query;
  const within = (each: Range) => (comparison === undefined ? undefined : onDays(each));
  const columns = [
    sql`dimension`,
    sql`length(value) AS level`,
    sql`value AS key`,
    sql`${tuple(now.map((fact) => listFact(fact, range.start, within(range))))} AS facts`,
    ...(comparison === undefined
      ? []
      : [sql`${tuple(before.map((fact) => listFact(fact, comparison.start, within(comparison))))} AS facts_before`]),
    ...rowName(queries),
  ];
  const conditions = [
    ...(comparison === undefined ? [] : [sql`max(${onDays(range)})`]),
    ...queries.flatMap((each) => {
      const { dimensions = [] } = each;
      const toColumn = (name: (typeof dimensions)[number]) => valueAt(dimensions.indexOf(name));
      const wanted = rowConditions(each, { names: now, toColumn });
      if (wanted.length === 0 || queries.length === 1) return wanted;
      return [sql`(dimension NOT IN (${strings(listDimensions(each))}) OR ${all(wanted)})`];
    }),
  ];
  const days = [range, ...(comparison === undefined ? [] : [comparison])].map(onDays);
  return sql`SELECT ${join(columns, ', ')}
FROM daily_visitors
WHERE ${all([ofCount(query), sql`dimension IN (${strings([...new Set(queries.flatMap(listDimensions))])})`, any(days)])}
GROUP BY dimension, value${havingSql(conditions)}`;
}

function listFact(fact: Fact, start: number, within: Sql | undefined): Sql {
  const since = dayStart(start);
  if (fact === 'visitors' || fact === 'returning') {
    const isCounted = fact === 'visitors' ? isFirstSince(since) : isReturningSince(since);
    return sql`sumIf(visitors, ${all([isCounted, ...(within === undefined ? [] : [within])])})`;
  }
  return within === undefined ? sql`sum(${trusted(fact)})` : sql`sumIf(${trusted(fact)}, ${within})`;
}

/** Returns the column that orders rows of equal metrics, if any query has one. */
function rowName(queries: readonly StatsQuery[]): readonly Sql[] {
  const names = queries.flatMap((query) => {
    const { dimensions = [], nameSql } = query;
    const key = dimensions.map((_, place) => valueAt(place));
    return nameSql === undefined ? [] : [sql`dimension IN (${strings(listDimensions(query))}), ${nameSql(key)}`];
  });
  return names.length === 0 ? [] : [sql`multiIf(${join(names, ', ')}, '') AS row_name`];
}

const valueAt = (place: number): Sql => sql`value[${integer(place + 1)}]`;

const strings = (values: readonly string[]): Sql =>
  join(
    values.map((value) => sql`${string(value)}`),
    ', ',
  );

/** Returns the dimensions of `daily_visitors` that a query's levels are. */
const listDimensions = (query: StatsQuery): readonly string[] =>
  listLevels(query).map((level) => dimensionName((query.dimensions ?? []).slice(0, level).map(columnName)));

/** Returns whether all times of a query are starts of days in the time zone of the website's counts. Its comparison may end within one. */
function hasWholeDays({ count, range, comparison = range, buckets = [], dimensions = [] }: StatsQuery): boolean {
  if (count === undefined) return false;
  const dayStarts = localDayStarts(count.zone);
  const times = [range.start, range.end, comparison.start, ...(dimensions.length === 0 ? [] : [comparison.end])];
  return [...times, ...buckets.map(({ start }) => start)].every((each) => dayStarts(each) === each);
}

/** Columns that visitors are counted by, and the requested value. */
interface CountedValue {
  readonly columns: readonly string[];
  /** One for each column. */
  readonly value: readonly string[];
}

/** Returns the single value of a filter; undefined for any other filter. */
function filteredValue({ filter }: Pick<Scope, 'filter'>): CountedValue | undefined {
  if (filter === undefined) return { columns: [], value: [] };
  const [only, ...others] = 'and' in filter ? filter.and : [filter];
  if (only === undefined || others.length > 0 || !('operator' in only)) return undefined;
  const columns = [columnName(only.dimension)];
  if (only.operator !== 'is' || only.values.length !== 1 || !isCounted(columns)) return undefined;
  return { columns, value: only.values };
}

/** The condition for the rows of a website's complete counts. */
const ofCount = ({ websiteId, count }: Scope): Sql =>
  sql`${ofWebsite(websiteId)} AND generation = ${integer(requireGeneration(count))}`;

/** The condition for the rows of one value, or of all visitors. */
const ofValue = ({ columns, value }: CountedValue): Sql =>
  columns.length === 0
    ? sql`dimension = ''`
    : sql`dimension = ${string(dimensionName(columns))} AND value = [${strings(value)}]`;

/** The condition for the rows of a range of days. */
const onDays = ({ start, end }: Range): Sql => sql`day >= ${dayStart(start)} AND day < ${dayStart(end)}`;

/** The condition for rows whose visitors are active for the first time since the start of a day. */
const isFirstSince = (start: Sql): Sql => sql`(seen != 'again' OR previous_day < ${start})`;

/** The condition for rows whose visitors were active on the website before a day, with any value. */
const isReturningSince = (start: Sql): Sql => sql`seen != 'new' AND previous_day < ${start}`;

/** Returns a day's start in seconds since 1970, which the engine compares fastest with its own days. */
const dayStart = (time: number): Sql => sql`${integer(Math.max(0, time) / 1000)}`;

function requireGeneration(count: Count | undefined): number {
  if (count === undefined) throw new Error('only a complete count can be asked');
  return count.generation;
}
