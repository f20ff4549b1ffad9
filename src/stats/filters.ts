import { join, type Sql, sql, string } from '../clickhouse/sql.js';
import { columnOf, type DimensionName, dimensionOf } from './dimensions.js';

/** `contains` takes no notice of case; `matches` takes regular expressions of RE2. Each holds for any of the values. */
export type Operator = 'is' | 'is_not' | 'contains' | 'contains_not' | 'matches' | 'matches_not';

export interface Condition {
  readonly dimension: DimensionName;
  readonly operator: Operator;
  readonly values: readonly string[];
}

/** Which events are chosen. All of no filters choose everything, any of no filters nothing. */
export type Filter =
  | Condition
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] }
  | { readonly not: Filter };

/** A filter as a condition on columns that `events` has, and `visits` where it is about traits of sessions alone. */
export function filterSql(filter: Filter): Sql {
  if ('and' in filter) return all(filter.and.map(filterSql));
  if ('or' in filter) return any(filter.or.map(filterSql));
  if ('not' in filter) return sql`NOT (${filterSql(filter.not)})`;
  return conditionSql(filter);
}

function conditionSql({ dimension, operator, values }: Condition): Sql {
  const column = columnOf(dimension);
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
      return sql`NOT (${conditionSql({ dimension, operator: opposite[operator], values })})`;
    default:
      return operator satisfies never;
  }
}

const opposite = { is_not: 'is', contains_not: 'contains', matches_not: 'matches' } as const;

/** Whether a filter is about traits of sessions alone: then all events of a session pass it, or none does. */
export function isOfSessions(filter: Filter): boolean {
  if ('and' in filter) return filter.and.every(isOfSessions);
  if ('or' in filter) return filter.or.every(isOfSessions);
  if ('not' in filter) return isOfSessions(filter.not);
  return dimensionOf(filter.dimension).of === 'session';
}

/** A filter in two parts, both of which must hold: on sessions, and on what else a single event says. */
export function split(filter: Filter | undefined): {
  readonly sessions: readonly Sql[];
  readonly events: readonly Sql[];
} {
  const parts = filter === undefined ? [] : 'and' in filter ? filter.and : [filter];
  return {
    sessions: parts.filter(isOfSessions).map(filterSql),
    events: parts.filter((part) => !isOfSessions(part)).map(filterSql),
  };
}

/** All conditions at once; of none, true. */
export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : join(conditions, ' AND ');

/** Any of the conditions; of none, false. */
export const any = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`false` : sql`(${join(conditions, ' OR ')})`;
