import { isDeepStrictEqual } from 'node:util';
import { type ClickHouse, withSignal } from '../clickhouse/clickhouse.js';
import { type DimensionName, findDimension, propertyName, toParts } from './dimensions.js';
import {
  type Filter,
  isPattern,
  listConditions,
  mapConditions,
  type Operator,
  type SavedFilter,
  type Value,
} from './filters.js';
import { findSpellings, findValues } from './reports/find-values.js';

/**
 * Resolves the values of a filter to stored ones, with one statement for each of its dimensions. A value that any of the
 * websites has is kept, and any other is normalized to the collector's spelling. So a row of a list is always found
 * under its own name, even when an import uses another spelling.
 */
export async function resolveFilter(
  clickhouse: ClickHouse,
  websiteIds: readonly string[],
  filter: Filter,
): Promise<Filter> {
  const typed = new Map<DimensionName, Set<string>>();
  for (const { dimension, operator, values } of listConditions(filter)) {
    if (!isResolved(dimension, operator)) continue;
    const texts = typed.get(dimension) ?? new Set();
    typed.set(dimension, texts);
    for (const value of values) if (typeof value === 'string') texts.add(value);
  }
  const resolved = await Promise.all(
    [...typed].map(async ([dimension, texts]) => {
      const values = [...texts];
      const stored = await resolveValues(clickhouse, websiteIds, dimension, values);
      return [dimension, new Map(values.map((value, place) => [value, stored[place]!]))] as const;
    }),
  );
  const spellings = new Map(resolved);
  return respell(filter, (dimension, value) => spellings.get(dimension)?.get(value) ?? value);
}

/**
 * Runs a read while its filter's values are looked up: first with the usual spelling, which is nearly always right, and
 * again where the website has another one. Queries of the first read that are still waiting are then dropped.
 */
export async function readResolved<Data>(
  clickhouse: ClickHouse,
  websiteIds: readonly string[],
  filter: Filter,
  read: (clickhouse: ClickHouse, resolved: Filter) => Promise<Data>,
): Promise<Data> {
  const likely = respell(filter, spellFilterValue);
  // First, so that it does not wait behind the other one.
  const resolving = resolveFilter(clickhouse, websiteIds, filter);
  const wrong = new AbortController();
  const reading = read(withSignal(clickhouse, wrong.signal), likely);
  // Its error counts only if the values are right.
  reading.catch(() => undefined);
  const resolved = await resolving.catch((error: unknown) => {
    wrong.abort();
    throw error;
  });
  if (isDeepStrictEqual(resolved, likely)) return reading;
  wrong.abort();
  return read(clickhouse, resolved);
}

function respell(filter: Filter, spell: (dimension: DimensionName, value: string) => string): Filter {
  return mapConditions(filter, (condition, isOfPageview) => {
    const { dimension, operator, values } = condition;
    const spellOne = (value: Value): readonly Value[] => {
      if (typeof value !== 'string') return [value];
      if (operator === 'contains' || operator === 'contains_not') return toParts(dimension, value);
      if (!isResolved(dimension, operator)) return [value];
      if (isOfPageview && isPattern(value)) return [spellPattern(dimension, value)];
      return [spell(dimension, value)];
    };
    if (propertyName(dimension) !== undefined) return condition;
    return { dimension, operator, values: [...new Set(values.flatMap(spellOne))] };
  });
}

export const resolveSaved = async (
  clickhouse: ClickHouse,
  websiteId: string,
  saved: SavedFilter,
): Promise<SavedFilter> => ({ ...saved, filter: await resolveFilter(clickhouse, [websiteId], saved.filter) });

/**
 * Normalizes a page with `*`, which at the start can stand for the first slash that the spelling of pages adds. A
 * pattern of which only `*` would be left stays as typed, so that it does not match all pages.
 */
export function spellPattern(dimension: DimensionName, pattern: string): string {
  const spelled = spellFilterValue(dimension, pattern);
  if (!pattern.startsWith('*')) return spelled;
  return /^\/\*+$/.test(spelled) ? pattern : spelled.slice(1);
}

const isResolved = (dimension: DimensionName, operator: Operator): boolean =>
  (operator === 'is' || operator === 'is_not') && propertyName(dimension) === undefined;

/** In the order of the values. */
export async function resolveValues(
  clickhouse: ClickHouse,
  websiteIds: readonly string[],
  name: DimensionName,
  values: readonly string[],
): Promise<readonly string[]> {
  const { stored: spelling, storedAs = name } = findDimension(name);
  const spelled = values.map((value) => spellFilterValue(name, value));
  const unlisted = spelling === undefined ? [] : spelled.filter((value) => !spelling.isListed(value));
  const others = values.filter((value, place) => spelled[place] !== value && !unlisted.includes(spelled[place]!));
  if (others.length + unlisted.length === 0) return values;
  const stored = await findValues(clickhouse, websiteIds, storedAs, [...others, ...unlisted]);
  const missing = unlisted.filter((value) => !stored.has(value));
  const found =
    spelling === undefined || missing.length === 0
      ? undefined
      : await findSpellings(clickhouse, websiteIds, name, spelling, missing);
  return values.map((value, place) => (stored.has(value) ? value : (found?.get(spelled[place]!) ?? spelled[place]!)));
}

/** Normalizes a value to the collector's spelling. Accepts names of codes, and any case. */
export const spellFilterValue = (name: DimensionName, value: string): string =>
  findDimension(name).spell?.(value) ?? value;
