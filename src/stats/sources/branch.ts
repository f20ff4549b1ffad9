import { join, type Sql, sql, string, trusted } from '../../clickhouse/sql.js';
import { columnSql } from '../dimensions.js';
import { filterSql } from '../filters.js';
import type { Fact } from '../metrics.js';
import type { StatsQuery } from '../query.js';
import { withVisitors } from './conditions.js';
import type { Table } from './table.js';

interface PartRows {
  readonly query: StatsQuery;
  /** Whether its rows are those of the comparison. */
  readonly isBefore?: boolean;
}

/** A query and the table that its branches read. */
export interface Part extends PartRows {
  readonly table: Table;
}

/** A query that is answered from `daily_visitors`, where visitors are exact. */
export interface DailyPart extends PartRows {
  readonly table: 'daily_visitors';
}

export type QueryPart = Part | DailyPart;

export const isDaily = (part: QueryPart): part is DailyPart => part.table === 'daily_visitors';

/** Selects the columns of `columns`, with its own facts. */
export type Branch = (part: Part, names: readonly Fact[], own: readonly Fact[]) => Sql;

export const keyName = (place: number): Sql => trusted(`k${place}`);
export const factName = (place: number): Sql => trusted(`f${place}`);

/** The columns of a branch: the key, the row of the bucket, and the facts, 0 where another branch has them. */
export function columns(
  { query, isBefore = false }: PartRows,
  names: readonly Fact[],
  { key, at, facts }: { readonly key: readonly Sql[]; readonly at: Sql; readonly facts: ReadonlyMap<Fact, Sql> },
): Sql {
  return join(
    [
      ...key.map((each, place) => sql`${each} AS ${keyName(place)}`),
      ...(query.buckets === undefined ? [] : [sql`${at} AS at`]),
      sql`${trusted(isBefore ? '1' : '0')} AS is_before`,
      ...names.map((fact, place) => sql`${facts.get(fact) ?? trusted('0')} AS ${factName(place)}`),
    ],
    ', ',
  );
}

/** By the columns that `columns` names. */
export function groupBy({ dimensions = [], buckets }: StatsQuery): Sql {
  const by = [...dimensions.map((_, place) => keyName(place)), ...(buckets === undefined ? [] : [sql`at`])];
  return by.length === 0 ? sql`` : sql`\nGROUP BY ${join(by, ', ')}`;
}

/** @param goal the SQL of the dimension `goal`: by default, it repeats an event for each goal that it matches */
export const keySql = (query: StatsQuery, goal = sql`arrayJoin(${goalsSql(query)})`): readonly Sql[] =>
  (query.dimensions ?? []).map((name) => (name === 'goal' ? goal : columnSql(name)));

/** The ids of the goals that an event matches. */
export const goalsSql = (query: StatsQuery): Sql => {
  const { goals = [] } = query;
  const ids = goals.map(({ id, filter }) => sql`if(${filterSql(withVisitors(filter, query))}, ${string(id)}, '')`);
  return ids.length === 0 ? sql`emptyArrayString()` : sql`arrayFilter(each -> each != '', [${join(ids, ', ')}])`;
};
