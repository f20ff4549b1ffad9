import { float, join, type Sql, sql, string } from '../clickhouse/sql.js';
import { columnSql, type DimensionName, findDimension, propertyName } from './dimensions.js';

/**
 * No value is longer: a campaign link has four parameters of 255 characters, each up to nine characters when encoded.
 */
export const MAX_FILTER_LENGTH = 10_000;

/**
 * `contains` ignores case; `matches` takes RE2 regular expressions; `greater` and `less` compare numeric properties. A
 * condition holds if any of its values matches.
 */
export const operators = [
  'is',
  'is_not',
  'contains',
  'contains_not',
  'matches',
  'matches_not',
  'greater',
  'less',
] as const;

export type Operator = (typeof operators)[number];

/** Null is a missing value. Only properties have numbers and booleans. */
export type Value = string | number | boolean | null;

export interface Condition {
  readonly dimension: DimensionName;
  readonly operator: Operator;
  readonly values: readonly Value[];
}

export interface SavedFilter {
  readonly kind: 'segment' | 'goal';
  readonly id: string;
  readonly name: string;
  readonly filter: Filter;
}

/** Selects events. An empty `and` selects all of them, an empty `or` none. */
export type Filter =
  | Condition
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] }
  | { readonly not: Filter }
  /** All events of visitors with at least one such event in the range. */
  | { readonly hasDone: Filter }
  /** What a segment or goal of the website selects, with its id and name. */
  | SavedFilter
  /** Pageviews whose page meets the condition. In values of `is`, `*` stands for any characters. Only goals have it. */
  | { readonly pageview: Condition }
  /** All events whose `key` a subquery selects: of visitors, or of visitors in a period. Only `conditions.ts` makes it, of `hasDone`. */
  | { readonly visitors: Sql; readonly key: Sql };

/**
 * Compiles a filter to a condition on columns of `events`, and of `visits` if it can answer it. A leave, which no
 * statistic counts as an event, passes like the view that it is of.
 *
 * @param toColumn the SQL of a dimension of rows, which have a property as JSON; by default the column of that name
 */
export function filterSql(filter: Filter, toColumn?: (dimension: DimensionName) => Sql): Sql {
  if ('and' in filter) return all(filter.and.map((each) => filterSql(each, toColumn)));
  if ('or' in filter) return any(filter.or.map((each) => filterSql(each, toColumn)));
  if ('not' in filter) return sql`NOT (${filterSql(filter.not, toColumn)})`;
  if ('visitors' in filter) return sql`${filter.key} IN (${filter.visitors})`;
  if ('hasDone' in filter) throw new Error('hasDone has no range here');
  if ('filter' in filter) return filterSql(filter.filter, toColumn);
  if ('pageview' in filter) return sql`(type IN ('pageview', 'leave') AND ${patternSql(filter.pageview)})`;
  const property = propertyName(filter.dimension);
  if (property !== undefined && toColumn === undefined) return propertyCondition(property, filter);
  return conditionSql(filter, (toColumn ?? columnSql)(filter.dimension));
}

function conditionSql({ dimension, operator, values }: Condition, column: Sql): Sql {
  const texts = values.map((value) => string(value === null ? '' : String(value)));
  switch (operator) {
    case 'is': {
      const [value, ...others] = texts;
      if (value !== undefined && others.length === 0) return sql`${column} = ${value}`;
      return any(texts.map((each) => sql`${column} = ${each}`));
    }
    case 'contains':
      return any(texts.map((text) => sql`positionCaseInsensitiveUTF8(${column}, ${text}) > 0`));
    case 'matches':
      // A missing value matches nothing, not even a pattern of nothing.
      return any(texts.map((text) => sql`(${column} != '' AND match(${column}, ${text}))`));
    case 'is_not':
    case 'contains_not':
    case 'matches_not':
      return sql`NOT (${conditionSql({ dimension, operator: opposite[operator], values }, column)})`;
    case 'greater':
    case 'less':
      throw new Error('only properties are numeric');
    default:
      return operator satisfies never;
  }
}

/** Like `conditionSql` for pages, with `*` in values of `is`. */
function patternSql({ dimension, operator, values }: Condition): Sql {
  const column = columnSql(dimension);
  if (operator === 'is_not') return sql`NOT (${patternSql({ dimension, operator: 'is', values })})`;
  if (operator !== 'is') return conditionSql({ dimension, operator, values }, column);
  return any(
    values.map((value) => {
      const text = String(value ?? '');
      return isPattern(text) ? sql`${column} LIKE ${string(likePattern(text))}` : sql`${column} = ${string(text)}`;
    }),
  );
}

/** Whether a goal's page stands for many. */
export const isPattern = (value: string): boolean => value.includes('*');

const likePattern = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&').replaceAll(/\*+/g, '%');

/**
 * Only custom events have properties: every condition is on these. A property keeps the type that it was sent with: the
 * text `404` is not the number.
 */
const propertyCondition = (name: string, condition: Condition): Sql =>
  sql`(type = 'custom' AND ${propertyValueCondition(name, condition)})`;

function propertyValueCondition(name: string, { dimension, operator, values }: Condition): Sql {
  const raw = columnSql(dimension);
  const text = sql`JSONExtractString(props, ${string(name)})`;
  const numbers = (comparison: Sql) =>
    sql`(${isNumber(raw)} AND ${any(values.map((value) => sql`${numberSql(name)} ${comparison} ${float(Number(value))}`))})`;
  switch (operator) {
    case 'is':
      return any(
        values.map((value) => {
          if (typeof value === 'string') return sql`(startsWith(${raw}, '"') AND ${text} = ${string(value)})`;
          if (typeof value === 'number') return sql`(${isNumber(raw)} AND ${numberSql(name)} = ${float(value)})`;
          return sql`${raw} = ${string(value === null ? '' : String(value))}`;
        }),
      );
    case 'contains':
    case 'matches':
      return sql`(startsWith(${raw}, '"') AND ${conditionSql({ dimension, operator, values }, text)})`;
    case 'greater':
      return numbers(sql`>`);
    case 'less':
      return numbers(sql`<`);
    case 'is_not':
    case 'contains_not':
    case 'matches_not':
      return sql`NOT (${propertyValueCondition(name, { dimension, operator: opposite[operator], values })})`;
    default:
      return operator satisfies never;
  }
}

/** Of a property's JSON: a number begins with a digit or a minus. */
const isNumber = (raw: Sql): Sql => sql`match(${raw}, '^[-0-9]')`;

/** The number of a property of an event; 0 for an event without it. */
export const numberSql = (property: string): Sql => sql`JSONExtractFloat(props, ${string(property)})`;

/** Whether a custom event has the property as a number. */
export const hasNumber = (property: string): Sql =>
  sql`(type = 'custom' AND ${isNumber(columnSql(`property:${property}`))})`;

const opposite = { is_not: 'is', contains_not: 'contains', matches_not: 'matches' } as const;

/** Whether the filter uses only session traits: then either all events of a session pass it, or none. */
export const isOfTraits = (filter: Filter): boolean =>
  everyPart(filter, (part) => 'dimension' in part && findDimension(part.dimension).of === 'session');

/** Whether `visits` has what the filter needs: traits of the session, and visitors. */
export const isInVisits = (filter: Filter): boolean =>
  everyPart(filter, (part) => !('pageview' in part) && (!('dimension' in part) || hasVisits(part.dimension)));

/** Whether `visits` has the dimension. */
export function hasVisits(name: DimensionName): boolean {
  const { of, isOnlyInEvents } = findDimension(name);
  return of === 'session' && !isOnlyInEvents;
}

/** Whether it has a condition on custom events or links, besides those of `hasDone`. */
export const namesEvents = (filter: Filter): boolean =>
  !everyPart(
    filter,
    (part) =>
      !('dimension' in part) ||
      (!['event', 'link'].includes(part.dimension) && propertyName(part.dimension) === undefined),
  );
/** Whether it needs dimensions that are computed from whole sessions. Those of `hasDone` are of other events. */
export const hasAggregates = (filter: Filter): boolean =>
  !everyPart(filter, (part) => !('dimension' in part) || findDimension(part.dimension).aggregate === undefined);

/** Whether it holds for all parts that are not made of others. */
export function everyPart(filter: Filter, holds: (part: Filter) => boolean): boolean {
  if ('and' in filter) return filter.and.every((each) => everyPart(each, holds));
  if ('or' in filter) return filter.or.every((each) => everyPart(each, holds));
  if ('not' in filter) return everyPart(filter.not, holds);
  if ('filter' in filter) return everyPart(filter.filter, holds);
  return holds(filter);
}

/** All conditions, those of `hasDone`, segments and goals included. */
export function listConditions(filter: Filter): readonly Condition[] {
  const found: Condition[] = [];
  mapConditions(filter, (condition) => {
    found.push(condition);
    return condition;
  });
  return found;
}

/** Replaces all conditions, those of `hasDone`, segments and goals included. */
export function mapConditions(
  filter: Filter,
  change: (condition: Condition, isOfPageview: boolean) => Condition,
): Filter {
  const map = (part: Filter) => mapConditions(part, change);
  if ('and' in filter) return { and: filter.and.map(map) };
  if ('or' in filter) return { or: filter.or.map(map) };
  if ('not' in filter) return { not: map(filter.not) };
  if ('hasDone' in filter) return { hasDone: map(filter.hasDone) };
  if ('filter' in filter) return { ...filter, filter: map(filter.filter) };
  if ('pageview' in filter) return { pageview: change(filter.pageview, true) };
  return 'dimension' in filter ? change(filter, false) : filter;
}

/** The parts that must all match, those of segments included. */
export function listParts(filter: Filter | undefined): readonly Filter[] {
  if (filter === undefined) return [];
  if ('and' in filter) return filter.and.flatMap(listParts);
  return 'filter' in filter && filter.kind === 'segment' ? listParts(filter.filter) : [filter];
}

/** Drops the conditions on custom events: the rest selects the visitors of whom those with the event are a share. */
export function withoutEventNames(filter: Filter | undefined): Filter | undefined {
  if (filter === undefined) return undefined;
  const others = listParts(filter).filter((part) => !isOnEvents(part));
  return others.length === 0 ? undefined : { and: others };
}

function isOnEvents(filter: Filter): boolean {
  const parts = listParts(filter);
  return (
    parts.length > 0 &&
    parts.every((part) =>
      'or' in part
        ? part.or.length > 0 && part.or.every(isOnEvents)
        : 'dimension' in part && (part.dimension === 'event' || propertyName(part.dimension) !== undefined),
    )
  );
}

/** Without conditions, true. */
export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : join(conditions, ' AND ');

/** Without conditions, false. */
export const any = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`false` : sql`(${join(conditions, ' OR ')})`;
