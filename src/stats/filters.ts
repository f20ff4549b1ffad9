import { join, type Sql, sql, string } from '../clickhouse/sql.js';
import { columnSql, type DimensionName, findDimension } from './dimensions.js';

/**
 * No value is longer: a campaign link has four parameters of 255 characters, each up to nine characters when encoded.
 */
export const MAX_FILTER_LENGTH = 10_000;

/** `contains` ignores case; `matches` takes RE2 regular expressions. A condition holds if any of its values matches. */
export type Operator = 'is' | 'is_not' | 'contains' | 'contains_not' | 'matches' | 'matches_not';

export interface Condition {
  readonly dimension: DimensionName;
  readonly operator: Operator;
  readonly values: readonly string[];
}

/** Selects events. An empty `and` selects all of them, an empty `or` none. */
export type Filter =
  | Condition
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] }
  | { readonly not: Filter };

/**
 * Compiles a filter to a condition on columns of `events`, and of `visits` if it uses only session traits.
 *
 * @param toColumn the SQL of a dimension where it is not a column of that name
 */
export function filterSql(filter: Filter, toColumn: (dimension: DimensionName) => Sql = columnSql): Sql {
  if ('and' in filter) return all(filter.and.map((each) => filterSql(each, toColumn)));
  if ('or' in filter) return any(filter.or.map((each) => filterSql(each, toColumn)));
  if ('not' in filter) return sql`NOT (${filterSql(filter.not, toColumn)})`;
  return conditionSql(filter, toColumn(filter.dimension));
}

function conditionSql({ dimension, operator, values }: Condition, column: Sql): Sql {
  switch (operator) {
    case 'is': {
      const [value, ...others] = values;
      if (value !== undefined && others.length === 0) return sql`${column} = ${string(value)}`;
      return any(values.map((each) => sql`${column} = ${string(each)}`));
    }
    case 'contains':
      return any(values.map((value) => sql`positionCaseInsensitiveUTF8(${column}, ${string(value)}) > 0`));
    case 'matches':
      return any(values.map((value) => sql`match(${column}, ${string(value)})`));
    case 'is_not':
    case 'contains_not':
    case 'matches_not':
      return sql`NOT (${conditionSql({ dimension, operator: opposite[operator], values }, column)})`;
    default:
      return operator satisfies never;
  }
}

const opposite = { is_not: 'is', contains_not: 'contains', matches_not: 'matches' } as const;

/** Whether the filter uses only session traits: then either all events of a session pass it, or none. */
export function isOfSessions(filter: Filter): boolean {
  if ('and' in filter) return filter.and.every(isOfSessions);
  if ('or' in filter) return filter.or.every(isOfSessions);
  if ('not' in filter) return isOfSessions(filter.not);
  return findDimension(filter.dimension).of === 'session';
}

/** Drops the conditions on custom events: the rest selects the visitors of whom those with the event are a share. */
export function withoutEventNames(filter: Filter | undefined): Filter | undefined {
  if (filter === undefined) return undefined;
  const others = ('and' in filter ? filter.and : [filter]).filter(
    (part) => !('dimension' in part && part.dimension === 'event'),
  );
  return others.length === 0 ? undefined : { and: others };
}

/** Splits a filter into two parts, both of which must hold: conditions on sessions, and conditions on single events. */
export function split(filter: Filter | undefined): {
  readonly sessions: readonly Sql[];
  readonly events: readonly Sql[];
} {
  const parts = filter === undefined ? [] : 'and' in filter ? filter.and : [filter];
  return {
    sessions: parts.filter(isOfSessions).map((part) => filterSql(part)),
    events: parts.filter((part) => !isOfSessions(part)).map((part) => filterSql(part)),
  };
}

/** Without conditions, true. */
export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : join(conditions, ' AND ');

/** Without conditions, false. */
export const any = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`false` : sql`(${join(conditions, ' OR ')})`;
