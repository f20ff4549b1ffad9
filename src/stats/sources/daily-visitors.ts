import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { compile, integer, integers, join, ofWebsite, type Sql, sql, string, trusted } from '../../clickhouse/sql.js';
import {
  type Count,
  decodeValues,
  dimensionName,
  isCounted,
  isOfEvents,
  QUARTER,
  quarterValue,
  storedDay,
} from '../../daily-visitors/dimensions.js';
import { groupBy } from '../../lib/group-by.js';
import { localDay, localDayStarts, QUARTER_MS, type Range, startOfDay } from '../../time/index.js';
import { columnName, type DimensionName } from '../dimensions.js';
import { all, any } from '../filters.js';
import { addFacts, type Fact, type Facts, NO_FACTS } from '../metrics.js';
import { type Answer, EMPTY_ROW, listLevels, type Scope, type StatsQuery } from '../query.js';
import { readRestOfDay, wholeDays } from './rest-of-day.js';
import {
  orderMetric,
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
    const { dimensions = [], filter } = query;
    const filtered = filteredValue(query);
    const columns = [...(filtered?.columns ?? []), ...dimensions.map(columnName)];
    const { now, before } = rowFacts([query]);
    return (
      hasWholeDays(query) &&
      (dimensions.length === 0 ? filtered !== undefined : filter === undefined) &&
      listLevels(query).every((level) => isCounted(dimensions.slice(0, level).map(columnName))) &&
      [...now, ...before].every((name) => (isOfEvents(columns) ? ofEvents : ofVisits).includes(name))
    );
  },
  answer: (clickhouse, queries) => {
    const answered = new Map<StatsQuery, Promise<Answer>>();
    for (const together of groupBy(queries, statementKey).values()) {
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
  select: (query) => {
    const levels = listLevels(query).map(
      (level, place) => sql`dimension = ${string(listDimensions(query)[place]!)}, ${integer(level)}`,
    );
    const key = (query.dimensions ?? []).map((_, place) => sql`toString(${valueAt(query, place)})`);
    return selectLists([query], [sql`multiIf(${join(levels, ', ')}, 0) AS level`, sql`[${join(key, ', ')}] AS key`]);
  },
};

/** The facts of pages and custom events, and of everything else. */
const ofEvents: readonly Fact[] = ['visitors', 'pageviews', 'events'];
const ofVisits: readonly Fact[] = [...ofEvents, 'returning', 'sessions', 'bounces', 'duration'];

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

/** Names all queries that a statement answers. */
const joinNames = (queries: readonly StatsQuery[]): string => [...new Set(queries.map(({ name }) => name))].join(' + ');

/** Answers queries without dimensions: sums of facts by day, of which their ranges and buckets are sums. */
async function answerByDay(clickhouse: ClickHouse, queries: readonly StatsQuery[]): Promise<readonly Answer[]> {
  const { places, columns } = dayColumns(queries);
  const [days, ...rests] = await Promise.all([
    readPoints(clickhouse, joinNames(queries), selectDays(queries, columns)),
    ...queries.map((query) => (query.filter === undefined ? undefined : readRestOfDay(clickhouse, query))),
  ]);
  return queries.map((query, index): Answer => {
    const { now, before, rest } = places[index]!;
    const { range, buckets, comparison } = query;
    if (buckets !== undefined) {
      const ends = [...buckets.slice(1).map(({ start }) => start), range.end];
      const rows = buckets.map(({ start }, place) => ({
        ...EMPTY_ROW,
        now: sumDays(days, toDays(query, { start, end: ends[place]! }), now),
      }));
      return { total: EMPTY_ROW, rows };
    }
    const elapsed = findElapsed(query);
    const restOfDay = elapsed === undefined ? rests[index] : readDay(days, -elapsed.day, rest);
    const earlier = comparison === undefined ? NO_FACTS : sumDays(days, toDays(query, wholeDays(query)), before);
    const total = { key: [], now: sumDays(days, toDays(query, range), now), before: addFacts(earlier, restOfDay) };
    return { total, rows: [] };
  });
}

/** The columns of some facts. */
type Places = readonly (readonly [Fact, column: number])[];

/** A range of stored days, half-open. */
interface Days {
  readonly first: number;
  readonly end: number;
}

const toDays = (query: Scope, { start, end }: Range): Days => ({ first: toDay(query, start), end: toDay(query, end) });

/** Returns the stored number of the day that begins at an instant. */
const toDay = ({ count }: Scope, start: number): number => storedDay(localDay(start, requireCount(count).zone));

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
function selectDays(queries: readonly StatsQuery[], columns: readonly Sql[]): Sql {
  const query = queries[0]!;
  const ranges = queries.flatMap((each) => [each.range, ...(each.comparison === undefined ? [] : [wholeDays(each)])]);
  const days = all([ofValue(filteredValue(query)!), any(ranges.map((range) => onDays(toDays(query, range))))]);
  const elapsed = queries.flatMap((each) => findElapsed(each) ?? []);
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
      const elapsed = findElapsed(query);
      const since = (wanted: readonly Fact[], start: Sql | undefined, when?: Sql): Places =>
        wanted.map((fact) => [fact, addColumn(factSql(fact, start, when))]);
      const before = integer(toDay(query, comparison.start));
      return {
        now: since(names.now, buckets === undefined ? sql`${integer(toDay(query, range.start))}` : bucketStart(query)),
        before: since(names.before, sql`${before}`),
        rest: elapsed === undefined ? [] : since(names.before, sql`${before}`, sql`value < ${string(elapsed.until)}`),
      };
    }),
    columns,
  };
}

/**
 * Sums up a fact over rows. Of a range, a visitor counts on the first day in it.
 *
 * @param start the first day of the rows' range; undefined when that is the day itself
 * @param when a condition for the rows
 */
function factSql(fact: Fact, start: Sql | undefined, when?: Sql): Sql {
  const since = (() => {
    if (fact === 'returning') return [isReturningSince(start ?? sql`day`)];
    return fact === 'visitors' && start !== undefined ? [sql`previous_day < ${start}`] : [];
  })();
  const conditions = [...since, ...(when === undefined ? [] : [when])];
  const column = fact === 'returning' ? sql`visitors` : trusted(fact);
  return conditions.length === 0 ? sql`sum(${column})` : sql`sumIf(${column}, ${all(conditions)})`;
}

/** The condition for rows whose visitors were active on the website before a day, with any value. */
const isReturningSince = (day: Sql): Sql => sql`(previous_day > 0 AND previous_day < ${day} OR first_day < ${day})`;

/** Returns the first day of the bucket that contains a day; undefined when each bucket is a day. */
function bucketStart(query: StatsQuery): Sql | undefined {
  const { buckets = [], range } = query;
  const starts = buckets.map(({ start }) => toDay(query, start));
  const ends = [...starts.slice(1), toDay(query, range.end)];
  // A day that a zone skipped has a number too.
  if (starts.every((start, index) => countDays(query, start, ends[index]!) === 1)) return undefined;
  return sql`roundDown(day, ${integers(starts)})`;
}

const countDays = ({ count }: Scope, first: number, end: number): number => {
  const { zone } = requireCount(count);
  const startOf = (day: number) => startOfDay(day - 1, zone);
  let days = 0;
  for (let day = first; day < end && days < 2; day += 1) if (startOf(day) < startOf(day + 1)) days += 1;
  return days;
};

const listRow = z.object({
  dimension: z.string(),
  value: z.string(),
  facts: selectedRow.shape.facts,
  facts_before: selectedRow.shape.facts_before,
});

/** Answers queries by dimensions about the same days, which have the same first metric. */
async function answerLists(clickhouse: ClickHouse, queries: readonly StatsQuery[]): Promise<readonly Answer[]> {
  const rows = await clickhouse.query({ name: joinNames(queries), row: listRow, sql: listsSql(queries) });
  return queries.map((query) => {
    const levels = new Map(listLevels(query).map((level, place) => [listDimensions(query)[place]!, level]));
    const own = rows.flatMap(({ dimension, value, ...facts }) => {
      const level = levels.get(dimension);
      return level === undefined ? [] : [{ level, key: [...decodeValues(value, level)], ...facts }];
    });
    const { total, rows: found } = toAnswer(rowFacts(queries), own);
    return { total, rows: query.limitWithin === undefined ? found.slice(0, query.limit) : found };
  });
}

/** Returns the statement of queries' rows, each dimension's total first. */
function listsSql(queries: readonly StatsQuery[]): Sql {
  const query = queries[0]!;
  const limits = queries.flatMap(({ limit }) => limit ?? []);
  const limit = Math.min(...limits);
  // Where more rows are wanted of a dimension, all of them are read: each value is a group of its own.
  const longer = queries.filter((each) => each.limit !== limit).flatMap(listDimensions);
  const group = (() => {
    if (query.limitWithin !== undefined) {
      return sql`, arraySlice(splitByChar('\t', value), 1, ${integer(query.limitWithin)})`;
    }
    return longer.length === 0 ? sql`` : sql`, if(dimension IN (${strings(longer)}), value, '')`;
  })();
  const hasNames = queries.some(({ nameSql }) => nameSql !== undefined);
  return sql`${selectLists(queries, [sql`dimension`, sql`value`])}
ORDER BY dimension, ${orderMetric(query.metrics[0], rowFacts(queries).now)} DESC${hasNames ? sql`, row_name` : sql``}, value${
    limits.length === 0
      ? sql``
      : sql`
LIMIT ${integer(limit)} BY dimension${group}`
  }`;
}

/**
 * Selects the rows of queries by dimensions.
 *
 * @param named the columns that name a row
 */
function selectLists(queries: readonly StatsQuery[], named: readonly Sql[]): Sql {
  const { now, before } = rowFacts(queries);
  const query = queries[0]!;
  const { range, comparison } = query;
  const facts = (names: readonly Fact[], days: Days) => {
    const within = comparison === undefined ? undefined : onDays(days);
    return tuple(names.map((fact) => factSql(fact, sql`${integer(days.first)}`, within)));
  };
  const ranges = [range, ...(comparison === undefined ? [] : [comparison])].map((each) => toDays(query, each));
  const [days, earlier] = ranges;
  const columns = [
    ...named,
    sql`${facts(now, days!)} AS facts`,
    ...(earlier === undefined ? [] : [sql`${facts(before, earlier)} AS facts_before`]),
    ...rowName(queries),
  ];
  const conditions = [
    ...(comparison === undefined ? [] : [sql`max(${onDays(days!)})`]),
    ...queries.flatMap((each) => {
      const { dimensions = [] } = each;
      const toColumn = (name: DimensionName) => valueAt(each, dimensions.indexOf(name));
      const missing = string('\t'.repeat(dimensions.length - 1));
      const wanted = rowConditions(each, { names: now, toColumn, isNamed: sql`value != ${missing}` });
      if (wanted.length === 0 || queries.length === 1) return wanted;
      return [sql`(dimension NOT IN (${strings(listDimensions(each))}) OR ${all(wanted)})`];
    }),
  ];
  const dimensions = [...new Set(queries.flatMap(listDimensions))];
  return sql`SELECT ${join(columns, ', ')}
FROM daily_visitors
WHERE ${all([ofCount(query), sql`dimension IN (${strings(dimensions)})`, any(ranges.map(onDays))])}
GROUP BY dimension, value${
    conditions.length === 0
      ? sql``
      : sql`
HAVING dimension = '' OR ${all(conditions)}`
  }`;
}

/** Returns the column that orders rows of equal metrics, if any query has one. */
function rowName(queries: readonly StatsQuery[]): readonly Sql[] {
  const names = queries.flatMap((query) => {
    const { dimensions = [], nameSql } = query;
    const key = dimensions.map((_, place) => valueAt(query, place));
    return nameSql === undefined ? [] : [sql`dimension IN (${strings(listDimensions(query))}), ${nameSql(key)}`];
  });
  return names.length === 0 ? [] : [sql`multiIf(${join(names, ', ')}, '') AS row_name`];
}

/** Returns the SQL of a dimension's value in the rows of all of a query's dimensions. */
const valueAt = ({ dimensions = [] }: StatsQuery, place: number): Sql =>
  dimensions.length === 1
    ? sql`value`
    : sql`replaceAll(replaceAll(splitByChar('\t', value)[${integer(place + 1)}], '%09', '\t'), '%25', '%')`;

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
  if (count === undefined || comparison.end % QUARTER_MS !== 0) return false;
  const dayStarts = localDayStarts(count.zone);
  const times = [range.start, range.end, comparison.start, ...(dimensions.length === 0 ? [] : [comparison.end])];
  return [...times, ...buckets.map(({ start }) => start)].every((each) => dayStarts(each) === each);
}

/** Columns that visitors are counted by, and the requested value. */
interface CountedValue {
  readonly columns: readonly string[];
  readonly value: string;
}

/** Returns the single value of a filter; undefined for any other filter. */
function filteredValue({ filter }: Pick<Scope, 'filter'>): CountedValue | undefined {
  if (filter === undefined) return { columns: [], value: '' };
  const [only, ...others] = 'and' in filter ? filter.and : [filter];
  if (only === undefined || others.length > 0 || !('operator' in only)) return undefined;
  const columns = [columnName(only.dimension)];
  const [value, ...more] = only.values;
  if (only.operator !== 'is' || value === undefined || more.length > 0 || !isCounted(columns)) return undefined;
  return { columns, value };
}

/** The condition for the rows of a website's complete counts. */
const ofCount = ({ websiteId, count }: Scope): Sql =>
  sql`${ofWebsite(websiteId)} AND generation = ${integer(requireCount(count).generation)}`;

/** The condition for the rows of one value, or of all visitors. */
const ofValue = ({ columns, value }: CountedValue): Sql =>
  columns.length === 0
    ? sql`dimension = ''`
    : sql`dimension = ${string(dimensionName(columns))} AND value = ${string(value)}`;

/** The condition for the rows of a range of days. */
const onDays = ({ first, end }: Days): Sql => sql`day >= ${integer(first)} AND day < ${integer(end)}`;

function requireCount(count: Count | undefined): Count {
  if (count === undefined) throw new Error('only a complete count can be asked');
  return count;
}
