import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { integer, join, type Sql, sql, string } from '../../clickhouse/sql.js';
import { decodeValues, dimensionName } from '../../daily-visitors/dimensions.js';
import { columnName, type DimensionName } from '../dimensions.js';
import { all, any } from '../filters.js';
import type { Fact } from '../metrics.js';
import { type Answer, listLevels, type StatsQuery } from '../query.js';
import { type Days, factSql, joinNames, ofCount, onDays, toDays } from './daily-conditions.js';
import { orderMetric, rowConditions, rowFacts, selectedRow, toAnswer, tuple } from './source.js';

const listRow = z.object({
  dimension: z.string(),
  value: z.string(),
  facts: selectedRow.shape.facts,
  facts_before: selectedRow.shape.facts_before,
});

/** Answers queries by dimensions about the same days, which have the same first metric. */
export async function answerLists(clickhouse: ClickHouse, queries: readonly StatsQuery[]): Promise<readonly Answer[]> {
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
export function selectLists(queries: readonly StatsQuery[], named: readonly Sql[]): Sql {
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
export const valueAt = ({ dimensions = [] }: StatsQuery, place: number): Sql =>
  dimensions.length === 1
    ? sql`value`
    : sql`replaceAll(replaceAll(splitByChar('\t', value)[${integer(place + 1)}], '%09', '\t'), '%25', '%')`;

const strings = (values: readonly string[]): Sql =>
  join(
    values.map((value) => sql`${string(value)}`),
    ', ',
  );

/** Returns the dimensions of `daily_visitors` that a query's levels are. */
export const listDimensions = (query: StatsQuery): readonly string[] =>
  listLevels(query).map((level) => dimensionName((query.dimensions ?? []).slice(0, level).map(columnName)));
