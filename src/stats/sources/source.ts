import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { integer, join, type Sql, sql, trusted } from '../../clickhouse/sql.js';
import { columnSql, type DimensionName } from '../dimensions.js';
import { all, any, filterSql } from '../filters.js';
import { type Fact, type Facts, findMetric, listFacts, type MetricName, NO_FACTS } from '../metrics.js';
import { type Answer, EMPTY_ROW, listLevels, type Row, type StatsQuery } from '../query.js';

/** A table that can answer some queries. All sources give the same numbers. */
export interface Source {
  canAnswer(query: StatsQuery): boolean;
  /** Returns a promise per query. One statement may answer several. Check `canAnswer` first. */
  answer(clickhouse: ClickHouse, queries: readonly StatsQuery[]): readonly Promise<Answer>[];
  /** Returns an unordered SELECT for a query without buckets, with the columns of `selectedRow`. */
  select(query: StatsQuery): Sql;
}

const figure = z.coerce.number();

export const selectedRow = z.object({
  /** Number of leading dimensions that the row is grouped by. */
  level: figure.default(0),
  /** Values of all dimensions; those beyond `level` are meaningless. */
  key: z.array(z.string()).default([]),
  /** In the order of `RowFacts`. */
  facts: z.array(figure),
  facts_before: z.array(figure).default([]),
});

type SelectedRow = z.infer<typeof selectedRow>;

const pageRow = selectedRow.extend({ total: figure, found: figure });

/** The total comes first. */
export const rowsStatement = (query: StatsQuery, select: Sql): Query<SelectedRow> => ({
  name: query.name,
  row: selectedRow,
  sql:
    (query.dimensions ?? []).length === 0
      ? select
      : sql`${select}
ORDER BY level, ${orderBy(query)}${limitBy(query)}`,
});

function limitBy(query: StatsQuery): Sql {
  const { limit, limitWithin } = query;
  if (limit === undefined) return sql``;
  if (limitWithin !== undefined) {
    return sql`
LIMIT ${integer(limit)} BY level, arraySlice(key, 1, ${integer(limitWithin)})`;
  }
  return sql`
LIMIT ${integer(limit + (listLevels(query).includes(0) ? 1 : 0))}`;
}

/** Each row has the number of rows on all pages, and the first metric of the total. */
export const pageStatement = (query: StatsQuery, select: Sql, offset: number): Query<z.infer<typeof pageRow>> => ({
  name: query.name,
  row: pageRow,
  sql: sql`SELECT * FROM (
  SELECT *, max(if(level = 0, facts.1, 0)) OVER () AS total, count() OVER () - 1 AS found
  FROM (
${select}
  )
)
WHERE level > 0
ORDER BY ${orderBy(query)}
LIMIT ${integer(query.limit ?? 0)} OFFSET ${integer(offset)}`,
});

function orderBy(query: StatsQuery): Sql {
  const names = query.nameSql === undefined ? [] : [sql`row_name`];
  return join([...orderMetrics(query, rowFacts([query])), ...names, sql`key`], ', ');
}

/** The leading columns of an ORDER BY. */
export function orderMetrics(
  { metrics: [first], order, thenBy }: StatsQuery,
  { now, before }: RowFacts,
): readonly Sql[] {
  const descending = [first, ...(thenBy === undefined ? [] : [thenBy])].map(
    (metric) => sql`${orderMetric(metric, now)} DESC`,
  );
  if (order === undefined) return descending;
  const value = orderMetric(order.by, now);
  const change = order.isChange ? sql`${value} - ${orderMetric(order.by, before, 'facts_before')}` : value;
  return [sql`${change} ${trusted(order.direction === 'asc' ? 'ASC' : 'DESC')}`, ...descending];
}

/** The metric that orders rows, in SQL. `names` is the order of their facts. */
export function orderMetric(name: MetricName, names: readonly Fact[], column?: FactColumn): Sql {
  const { fact, per } = findMetric(name);
  const at = (each: Fact) => factAt(names, each, column);
  return per === undefined || per === 'everyone' ? at(fact) : sql`${at(fact)} / greatest(1, ${at(per)})`;
}

type FactColumn = 'facts' | 'facts_before';

const factAt = (names: readonly Fact[], fact: Fact, column: FactColumn = 'facts'): Sql =>
  trusted(`${column}.${names.indexOf(fact) + 1}`);

/** `key` is the SQL of each dimension, or of the leading ones. */
export function keyColumns(query: StatsQuery, level: Sql, key: readonly Sql[]): readonly Sql[] {
  const { dimensions = [], nameSql } = query;
  if (dimensions.length === 0) return [];
  const texts = key.map((each) => sql`toString(${each})`);
  return [
    sql`${level} AS level`,
    key.length === 0 ? sql`CAST([], 'Array(String)') AS key` : sql`[${join(texts, ', ')}] AS key`,
    ...(nameSql === undefined ? [] : [sql`${key.length < dimensions.length ? sql`''` : nameSql(key)} AS row_name`]),
  ];
}

export function rowConditions(
  query: StatsQuery,
  { names = rowFacts([query]), toColumn = columnSql }: RowColumns = {},
): readonly Sql[] {
  const { search, skipsMissing, having, keepsEarlier } = query;
  const has = (fact: Fact): Sql => {
    const now = sql`${factAt(names.now, fact)} > 0`;
    return keepsEarlier ? any([now, sql`${factAt(names.before, fact, 'facts_before')} > 0`]) : now;
  };
  return [
    ...(skipsMissing ? [sql`arrayExists(each -> each != '', key)`] : []),
    ...(having === undefined ? [] : [has(having)]),
    ...(search === undefined ? [] : [filterSql(search, toColumn)]),
  ];
}

interface RowColumns {
  readonly names?: RowFacts;
  readonly toColumn?: (dimension: DimensionName) => Sql;
}

/** Keeps the total, and rows for which all conditions hold. */
export const havingSql = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0
    ? sql``
    : sql`
HAVING level = 0 OR ${all(conditions)}`;

/** Facts of the range and of the comparison, each in the order of `facts`. */
export interface RowFacts {
  readonly now: readonly Fact[];
  readonly before: readonly Fact[];
}

/** Combines the facts of several queries. */
export const rowFacts = (queries: readonly StatsQuery[]): RowFacts => ({
  now: listFacts(queries.flatMap(({ metrics }) => metrics)),
  // Returning visitors of the comparison are slow to count.
  before: listFacts(queries.flatMap(({ metrics, comparison }) => (comparison === undefined ? [] : metrics))).filter(
    (fact) => fact !== 'returning',
  ),
});

export function toAnswer({ now, before }: RowFacts, rows: readonly SelectedRow[]): Answer {
  const read = ({ level, key, facts, facts_before }: SelectedRow): Row => ({
    key: key.slice(0, level),
    now: toFacts(now, facts),
    before: toFacts(before, facts_before),
  });
  const total = rows.find(({ level }) => level === 0);
  return {
    total: total === undefined ? EMPTY_ROW : read(total),
    rows: rows.filter(({ level }) => level > 0).map(read),
  };
}

export const toFacts = (names: readonly Fact[], values: readonly number[]): Facts =>
  values.length === 0
    ? NO_FACTS
    : { ...NO_FACTS, ...Object.fromEntries(names.map((name, place) => [name, values[place]])) };

const pointsRow = z.object({ points: z.array(z.tuple([figure, z.array(figure)])) });

/**
 * Reads facts by a number, such as the start of a day, from a SELECT with the columns `at` and `facts`. They come in one row:
 * reading a row for each of a year's hours would take longer than the query.
 */
export async function readPoints(
  clickhouse: ClickHouse,
  name: string,
  select: Sql,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await clickhouse.query({
    name,
    row: pointsRow,
    sql: sql`SELECT groupArray((at, facts)) AS points
FROM (
${select}
)`,
  });
  return new Map(rows.flatMap(({ points }) => points));
}

export const tuple = (columns: readonly Sql[]): Sql => sql`tuple(${join(columns, ', ')})`;
