import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { integer, join, type Sql, sql, string, strings } from '../../clickhouse/sql.js';
import { areOfCampaign, dimensionName, mayBeEmpty } from '../../daily-visitors/dimensions.js';
import { decodeValueSql, decodeValues } from '../../daily-visitors/values.js';
import { columnName, type DimensionName } from '../dimensions.js';
import { all, any } from '../filters.js';
import type { Fact } from '../metrics.js';
import { type Answer, listLevels, type StatsQuery } from '../query.js';
import { type Days, factSql, joinNames, ofCount, onDays, toDays } from './daily-conditions.js';
import { orderMetrics, rowConditions, rowFacts, selectedRow, toAnswer, tuple } from './source.js';

const listRow = z.object({
  list: z.string(),
  value: z.string(),
  facts: selectedRow.shape.facts,
  facts_before: selectedRow.shape.facts_before,
});

/** The queries have the same days, the same first metric and the same order. */
export async function answerLists(clickhouse: ClickHouse, queries: readonly StatsQuery[]): Promise<readonly Answer[]> {
  const rows = await clickhouse.query({ name: joinNames(queries), row: listRow, sql: listsSql(queries) });
  return queries.map((query) => {
    const levels = new Map(listLevels(query).map((level, place) => [listDimensions(query)[place]!, level]));
    const columns = listColumns(query);
    const own = rows.flatMap(({ list, value, ...facts }) => {
      const level = levels.get(list);
      return level === undefined ? [] : [{ level, key: [...decodeValues(columns.slice(0, level), value)], ...facts }];
    });
    const { total, rows: found } = toAnswer(rowFacts(queries), own);
    return { total, rows: query.limitWithin === undefined ? found.slice(0, query.limit) : found };
  });
}

/** Each list's total comes first. */
function listsSql(queries: readonly StatsQuery[]): Sql {
  const query = queries[0]!;
  const limits = queries.flatMap(({ limit }) => limit ?? []);
  const limit = Math.min(...limits);
  // A list with a larger limit is read completely: each value is a group of its own.
  const longer = queries.filter((each) => each.limit !== limit).flatMap(listDimensions);
  const group = (() => {
    if (query.limitWithin !== undefined) {
      return sql`, arraySlice(splitByChar('\t', value), 1, ${integer(query.limitWithin)})`;
    }
    return longer.length === 0 ? sql`` : sql`, if(list IN (${strings(longer)}), value, '')`;
  })();
  const hasNames = queries.some(({ nameSql }) => nameSql !== undefined);
  return sql`${selectLists(queries, [sql`list`, sql`value`])}
ORDER BY list, ${join(orderMetrics(query, rowFacts(queries)), ', ')}${hasNames ? sql`, row_name` : sql``}, value${
    limits.length === 0
      ? sql``
      : sql`
LIMIT ${integer(limit)} BY list${group}`
  }`;
}

/**
 * Rows of all queries in one SELECT.
 *
 * @param named the columns that name a row, made of `value` and `list`, its dimension
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
  const rows = [
    ofCount(query),
    sql`dimension IN (${strings([...new Set(queries.flatMap(listDimensions))])})`,
    any(ranges.map(onDays)),
    ...queries
      .filter(leavesOutEmpty)
      .map((each) => sql`(dimension != ${string(dimensionName(listColumns(each)))} OR value != '')`),
  ];
  const conditions = [
    ...(comparison === undefined || query.keepsEarlier ? [] : [sql`max(${onDays(days!)})`]),
    ...queries.flatMap((each) => {
      const { dimensions = [] } = each;
      const toColumn = (name: DimensionName) => decodeValueSql(listColumns(each), dimensions.indexOf(name));
      // Rows without a value are left out above.
      const ofQuery = rowConditions({ ...each, skipsMissing: false }, { names: { now, before }, toColumn });
      if (ofQuery.length === 0 || queries.length === 1) return ofQuery;
      return [sql`(list NOT IN (${strings(listDimensions(each))}) OR ${all(ofQuery)})`];
    }),
  ];
  const { list, group } = groups(queries);
  return sql`WITH ${list} AS list
SELECT ${join(columns, ', ')}
FROM daily_visitors
WHERE ${all(rows)}
GROUP BY ${group}${
    conditions.length === 0
      ? sql``
      : sql`
HAVING list = '' OR ${all(conditions)}`
  }`;
}

/**
 * Returns the grouping, and the SQL of a row's dimension. Rows of a single dimension without an empty value are grouped by their value
 * alone, which takes a quarter less: then only the total has an empty one.
 */
function groups(queries: readonly StatsQuery[]): { readonly list: Sql; readonly group: Sql } {
  const dimensions = [...new Set(queries.flatMap(listDimensions))];
  const [only, ...others] = dimensions.filter((name) => name !== '');
  const areFilled = queries.every((query) => query.skipsMissing === true || !mayBeEmpty(listColumns(query)));
  if (only === undefined || others.length > 0 || !areFilled) {
    return { list: sql`dimension`, group: sql`dimension, value` };
  }
  const name = sql`${string(only)}`;
  return { list: dimensions.includes('') ? sql`if(value = '', '', ${name})` : name, group: sql`value` };
}

const leavesOutEmpty = (query: StatsQuery): boolean => query.skipsMissing === true && mayBeEmpty(listColumns(query));

/** Undefined when no query orders rows by name. */
function rowName(queries: readonly StatsQuery[]): readonly Sql[] {
  const named = queries.filter(({ nameSql }) => nameSql !== undefined);
  if (named.length === 0) return [];
  if (queries.length === 1) return [sql`${toName(named[0]!)} AS row_name`];
  const names = named.map((query) => sql`list IN (${strings(listDimensions(query))}), ${toName(query)}`);
  return [sql`multiIf(${join(names, ', ')}, '') AS row_name`];
}

/** A campaign's link is its name. */
function toName(query: StatsQuery): Sql {
  const columns = listColumns(query);
  if (areOfCampaign(columns)) return sql`value`;
  return query.nameSql!(columns.map((_, place) => decodeValueSql(columns, place)));
}

export const listColumns = ({ dimensions = [] }: StatsQuery): readonly string[] => dimensions.map(columnName);

/** As named in `daily_visitors`. */
export const listDimensions = (query: StatsQuery): readonly string[] =>
  listLevels(query).map((level) => dimensionName(listColumns(query).slice(0, level)));
