import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { type DimensionName, filterNames, findDimension, propertyName, toParts } from './dimensions.js';
import type { Filter } from './filters.js';
import type { Filters } from './query.js';
import { findSpelling, findValues } from './reports/find-values.js';

/**
 * Resolves filters to stored values. A value that the website has is kept, and any other is normalized to the
 * collector's spelling. So a row of a list is always found under its own name, even when an import uses another
 * spelling.
 */
export async function resolveFilters(clickhouse: ClickHouse, websiteId: string, filters: Filters): Promise<Filters> {
  const resolved = filterNames.flatMap((name) => {
    const value = filters[name];
    if (value === undefined) return [];
    return [resolveValues(clickhouse, websiteId, name, [value]).then(([found]) => [name, found] as const)];
  });
  return Object.fromEntries(await Promise.all(resolved));
}

/** Resolves the values of a filter of any kind, and the parts of values to those that are stored. */
export async function resolveFilter(
  clickhouse: ClickHouse,
  websiteIds: readonly string[],
  filter: Filter,
): Promise<Filter> {
  const resolve = (part: Filter) => resolveFilter(clickhouse, websiteIds, part);
  if ('and' in filter) return { and: await Promise.all(filter.and.map(resolve)) };
  if ('or' in filter) return { or: await Promise.all(filter.or.map(resolve)) };
  if ('not' in filter) return { not: await resolve(filter.not) };
  if ('hasDone' in filter) return { hasDone: await resolve(filter.hasDone) };
  if ('visitors' in filter || propertyName(filter.dimension) !== undefined) return filter;
  const { dimension, operator } = filter;
  const texts = filter.values.filter((value) => typeof value === 'string');
  const others = filter.values.filter((value) => typeof value !== 'string');
  if (operator === 'contains' || operator === 'contains_not') {
    return { dimension, operator, values: [...others, ...texts.flatMap((text) => toParts(dimension, text))] };
  }
  if (operator !== 'is' && operator !== 'is_not') return filter;
  const resolved = await Promise.all(websiteIds.map((id) => resolveValues(clickhouse, id, dimension, texts)));
  return { dimension, operator, values: [...new Set([...others, ...resolved.flat()])] };
}

/** In the order of the values. */
export async function resolveValues(
  clickhouse: ClickHouse,
  websiteId: string,
  name: DimensionName,
  values: readonly string[],
): Promise<readonly string[]> {
  const { isSpelledAsStored } = findDimension(name);
  const others = isSpelledAsStored ? values : values.filter((value) => spellFilterValue(name, value) !== value);
  if (others.length === 0) return values;
  const stored = await findValues(clickhouse, websiteId, name, others);
  const resolved = values.map(async (value) => {
    if (stored.has(value)) return value;
    if (isSpelledAsStored) return (await findSpelling(clickhouse, websiteId, name, value)) ?? value;
    return spellFilterValue(name, value);
  });
  return Promise.all(resolved);
}

/** Normalizes a value to the collector's spelling. Accepts names of codes, and any case. */
export const spellFilterValue = (name: DimensionName, value: string): string =>
  findDimension(name).spell?.(value) ?? value;
