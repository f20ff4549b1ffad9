import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { type FilterName, filterNames, findDimension } from './dimensions.js';
import type { Filters } from './query.js';
import { findSpelling, findValues } from './reports/find-values.js';

/**
 * Resolves filters to stored values. A value that the website has is kept, and any other is normalized to the
 * collector's spelling. So a row of a list is always found under its own name, even when an import uses another
 * spelling.
 */
export async function resolveFilters(clickhouse: ClickHouse, websiteId: string, given: Filters): Promise<Filters> {
  const resolved = filterNames.flatMap((name) => {
    const value = given[name];
    if (value === undefined) return [];
    return [resolveValues(clickhouse, websiteId, name, [value]).then(([found]) => [name, found] as const)];
  });
  return Object.fromEntries(await Promise.all(resolved));
}

/** In the order of the values. */
export async function resolveValues(
  clickhouse: ClickHouse,
  websiteId: string,
  name: FilterName,
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
export const spellFilterValue = (name: FilterName, value: string): string =>
  findDimension(name).spell?.(value) ?? value;
