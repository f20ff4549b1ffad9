import { join, ofWebsite, type Sql, sql, trusted } from '../../clickhouse/sql.js';
import type { Range } from '../../time/index.js';
import { columnSql } from '../dimensions.js';
import { all } from '../filters.js';
import type { Fact } from '../metrics.js';
import { listLevels, type StatsQuery } from '../query.js';
import { hasBegun, hasComeBefore, hull, inRange, isMatching, matching, reached, split } from './conditions.js';
import { havingSql, keyColumns, type RowFacts, rowConditions, tuple } from './source.js';
import { isSessionFact, type Table } from './table.js';

/** One range of a query, and the names of its conditions; without them, all rows that are read match. */
export interface FlatPart {
  readonly range: Range;
  readonly matching?: Sql;
  /** Matches the rows of the sessions that count. */
  readonly begun?: Sql;
}

/**
 * Selects rows in one pass: of a query without buckets and goal, whose dimensions are of sessions if its facts are.
 * Sessions are counted whole, so the table is read past the range's end.
 */
export function selectFlat(table: Table, query: StatsQuery, names: RowFacts): Sql {
  const { websiteId, range, comparison } = query;
  const hasSessions = [...names.now, ...names.before].some(isSessionFact);
  const isPlain = comparison === undefined && !hasSessions;
  const now: FlatPart = isPlain ? { range } : { range, matching: sql`is_chosen`, begun: sql`has_begun` };
  const before: FlatPart[] =
    comparison === undefined ? [] : [{ range: comparison, matching: sql`was_chosen`, begun: sql`had_begun` }];
  const conditions = [now, ...before].flatMap((part) => [
    ...(part.matching === undefined
      ? []
      : [sql`${isMatching(table, { ...query, range: part.range })} AS ${part.matching}`]),
    ...(part.begun === undefined || !hasSessions
      ? []
      : [sql`${hasBegun(table, { ...query, range: part.range })} AS ${part.begun}`]),
  ]);
  const facts = (part: FlatPart, wanted: readonly Fact[]) =>
    tuple(wanted.map((fact) => factSql(table, websiteId, fact, part)));
  const { level, by, key } = groups(query);
  const columns = [
    ...keyColumns(query, level, key),
    sql`${facts(now, names.now)} AS facts`,
    ...before.map((part) => sql`${facts(part, names.before)} AS facts_before`),
  ];
  const isListed = query.keepsEarlier ? sql`max(is_chosen OR was_chosen)` : sql`max(is_chosen)`;
  const read = hasSessions ? reached : inRange;
  const rows = isPlain
    ? matching(table, query)
    : all([ofWebsite(websiteId), read(table, hull(range, comparison)), ...split(query).sessions]);
  return sql`${conditions.length === 0 ? sql`` : sql`WITH ${join(conditions, ',\n  ')}\n`}SELECT ${join(columns, ',\n  ')}
FROM ${table.name}
WHERE ${rows}${by}${key.length === 0 ? sql`` : havingSql([...(isPlain ? [] : [isListed]), ...rowConditions(query)])}`;
}

/** The dimensions of the key, and how rows are grouped by them. */
function groups(query: StatsQuery): { readonly level: Sql; readonly key: readonly Sql[]; readonly by: Sql } {
  const columns = (query.dimensions ?? []).map(columnSql);
  const [level = 0, ...others] = listLevels(query);
  if (others.length === 0) {
    const key = columns.slice(0, level);
    return { level: trusted(`${level}`), key, by: key.length === 0 ? sql`` : sql`\nGROUP BY ${join(key, ', ')}` };
  }
  const sets = listLevels(query).map((each) => sql`(${join(columns.slice(0, each), ', ')})`);
  return {
    level: join([trusted(`${columns.length}`), ...columns.map((column) => sql`grouping(${column})`)], ' - '),
    key: columns,
    by: sql`\nGROUP BY GROUPING SETS (${join(sets, ', ')})`,
  };
}

export function factSql(table: Table, websiteId: string, fact: Fact, { range, matching, begun }: FlatPart): Sql {
  switch (fact) {
    case 'visitors':
      return matching === undefined ? sql`uniq(visitor_id)` : sql`uniqIf(visitor_id, ${matching})`;
    case 'returning':
      return sql`uniqIf(visitor_id, ${all([...(matching === undefined ? [] : [matching]), hasComeBefore(websiteId, range)])})`;
    case 'pageviews':
    case 'events':
    case 'clicks':
      return table.sums[fact](matching);
    case 'sessions':
    case 'bounces':
    case 'duration':
      return sql`sumIf(${trusted(fact)}, ${begun ?? sql`true`})`;
    default:
      throw new Error(`${fact} is not a column of a table`);
  }
}
