import { integer, ofWebsite, type Sql, sql, string, trusted } from '../../clickhouse/sql.js';
import { type Count, dimensionName, isCounted, storedDay } from '../../daily-visitors/dimensions.js';
import { localDay, type Range } from '../../time/index.js';
import { columnName } from '../dimensions.js';
import { all } from '../filters.js';
import type { Fact } from '../metrics.js';
import type { Scope, StatsQuery } from '../query.js';

/** A range of stored days, half-open. */
export interface Days {
  readonly first: number;
  readonly end: number;
}

export const toDays = (query: Pick<Scope, 'count'>, { start, end }: Range): Days => ({
  first: toDay(query, start),
  end: toDay(query, end),
});

export const toDay = ({ count }: Pick<Scope, 'count'>, start: number): number =>
  storedDay(localDay(start, requireCount(count).zone));

/**
 * Sums a fact over rows. A visitor of several days counts once, on the first day in the range.
 *
 * @param start the first day of the rows' range
 * @param when a condition for the rows
 */
export function factSql(fact: Fact, start: Sql, when?: Sql): Sql {
  const conditions = when === undefined ? [] : [when];
  if (fact === 'visitors') return sql`sumIf(visitors, ${all([sql`previous_day < ${start}`, ...conditions])})`;
  if (fact === 'returning') return sql`sumIf(visitors, ${all([isReturningSince(start), ...conditions])})`;
  return when === undefined ? sql`sum(${trusted(fact)})` : sql`sumIf(${trusted(fact)}, ${when})`;
}

/** Matches rows whose visitors were active on the website before a day, with any value. */
const isReturningSince = (day: Sql): Sql => sql`(previous_day > 0 AND previous_day < ${day} OR first_day < ${day})`;

interface CountedValue {
  readonly columns: readonly string[];
  readonly value: string;
}

/**
 * Returns the filter's single, non-empty value, or the row of all visitors without a filter; undefined for any other
 * filter.
 */
export function filteredValue({ filter }: Pick<Scope, 'filter'>): CountedValue | undefined {
  if (filter === undefined) return { columns: [], value: '' };
  const [only, ...others] = 'and' in filter ? filter.and : [filter];
  if (only === undefined || others.length > 0 || !('operator' in only)) return undefined;
  const columns = [columnName(only.dimension)];
  const [value, ...more] = only.values;
  if (only.operator !== 'is' || typeof value !== 'string' || value === '' || more.length > 0 || !isCounted(columns))
    return undefined;
  return { columns, value };
}

export const ofCount = ({ websiteId, count }: Pick<Scope, 'websiteId' | 'count'>): Sql =>
  sql`${ofWebsite(websiteId)} AND generation = ${integer(requireCount(count).generation)}`;

export const ofValue = ({ columns, value }: CountedValue): Sql =>
  columns.length === 0
    ? sql`dimension = ''`
    : sql`dimension = ${string(dimensionName(columns))} AND value = ${string(value)}`;

export const onDays = ({ first, end }: Days): Sql => sql`day >= ${integer(first)} AND day < ${integer(end)}`;

function requireCount(count: Count | undefined): Count {
  if (count === undefined) throw new Error('only a complete count can be queried');
  return count;
}

/** For ClickHouse's query log. */
export const joinNames = (queries: readonly StatsQuery[]): string =>
  [...new Set(queries.map(({ name }) => name))].join(' + ');
