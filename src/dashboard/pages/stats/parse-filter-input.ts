import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import { currentLanguage } from '../../../lib/language/language.js';
import { findDimension } from '../../../stats/dimensions.js';
import { resolveValues } from '../../../stats/filter-values.js';
import { findValues } from '../../../stats/reports/find-values.js';
import { MAX_VALUES } from '../../../stats/rows/parse-filter.js';
import { filterValue } from './filter-names.js';
import type { PageContext } from './page-context.js';
import { propertyValues } from './property-values.js';
import { toScope } from './read-figures.js';
import { findValuesLike, suggestValues } from './suggest-values.js';
import { type FilterDimension, isPartial, isProperty, type ViewFilter } from './view-filter.js';
import { hasKey } from './view-filters.js';

/** For filters that compare whole values: people type names rather than codes, in any case. */
export const resolveViewFilters = (
  clickhouse: ClickHouse,
  websiteId: string,
  filters: readonly ViewFilter[],
): Promise<readonly ViewFilter[]> =>
  Promise.all(
    filters.map(async (filter) => {
      const { dimension, operator, values } = filter;
      if (isPartial(operator) || isProperty(dimension)) return filter;
      const resolved = await resolveValues(clickhouse, [websiteId], dimension, values);
      return { ...filter, values: [...new Set(resolved)] };
    }),
  );

/** The filter as applied, and whether it differs from what was typed. */
export interface AppliedFilter {
  readonly filter: ViewFilter;
  readonly isChanged: boolean;
}

/**
 * Text that is no stored value is completed if it is a part of a single value; otherwise the filter becomes a search
 * for values that contain it, so that it is no dead end.
 */
export async function applyTypedFilter(
  clickhouse: ClickHouse,
  shown: PageContext,
  typed: ViewFilter,
): Promise<AppliedFilter> {
  const { dimension, operator, values: _, ...alternative } = typed;
  if (isPartial(operator)) {
    const filter = await withCodes(clickhouse, shown, typed);
    return { filter, isChanged: filter !== typed };
  }
  const values = await Promise.all(typed.values.map((text) => findValue(clickhouse, shown, dimension, text)));
  const isWhole = values.every(({ isKnown }) => isKnown);
  const whole: ViewFilter = {
    ...alternative,
    dimension,
    operator,
    values: [...new Set(values.map(({ value }) => value))],
  };
  const partial: ViewFilter = {
    ...whole,
    operator: operator === 'is' ? 'contains' : 'contains_not',
    values: values.map(({ value, text, isKnown }) => (isKnown ? filterValue(dimension, value) : text)),
  };
  return {
    filter: isWhole ? whole : await withCodes(clickhouse, shown, partial),
    isChanged: !isWhole || values.some(({ isCompleted }) => isCompleted),
  };
}

/**
 * An address, which people in another language may open, has English names of countries and languages: parts of other names
 * become the codes that the website has had. With a filter of these codes already, both would select more than either.
 */
async function withCodes(clickhouse: ClickHouse, shown: PageContext, filter: ViewFilter): Promise<ViewFilter> {
  const { dimension, operator, values } = filter;
  if (currentLanguage() === 'en' || isProperty(dimension) || !findDimension(dimension).isCode) return filter;
  const scope = toScope({ ...shown, conditions: [], segment: undefined });
  const everything = { ...scope, range: { ...scope.range, start: shown.firstEvent ?? scope.range.start } };
  const found = await Promise.all(values.map((text) => findValuesLike(clickhouse, everything, dimension, text)));
  const codes = [...new Set(found.flat().map(({ value }) => value))];
  const converted: ViewFilter = { ...filter, operator: operator === 'contains' ? 'is' : 'is_not', values: codes };
  return hasKey(shown.view.filters, converted) || codes.length === 0 || codes.length > MAX_VALUES ? filter : converted;
}

interface FoundValue {
  /** As stored. */
  readonly value: string;
  /** A part of the intended values. */
  readonly text: string;
  readonly isKnown: boolean;
  readonly isCompleted: boolean;
}

async function findValue(
  clickhouse: ClickHouse,
  shown: PageContext,
  dimension: FilterDimension,
  text: string,
): Promise<FoundValue> {
  const [value = text] = await resolveValues(clickhouse, [shown.website.id], dimension, [text]);
  const isStored = async (each: string) => {
    // Numbers and booleans have no parts to be found by.
    if (isProperty(dimension) && propertyValues(each).length > 1) return true;
    const { aggregate, storedAs = dimension } = findDimension(dimension);
    if (aggregate === undefined && !isProperty(dimension)) {
      return (await findValues(clickhouse, [shown.website.id], storedAs, [each])).has(each);
    }
    return (await findValuesLike(clickhouse, toScope(shown), dimension, each)).some((found) => found.value === each);
  };
  if (await isStored(value)) return { value, text, isKnown: true, isCompleted: false };
  const suggested = await suggestValues(clickhouse, toScope(shown), dimension, text);
  // A list's search covers more than the name: cities by their country too.
  const names = suggested.map(({ name }) => name);
  const [only, ...others] = names.filter((name) => name.toLowerCase().includes(text.toLowerCase()));
  if (only !== undefined && others.length === 0) {
    const [completed = only] = await resolveValues(clickhouse, [shown.website.id], dimension, [only]);
    if (await isStored(completed)) return { value: completed, text, isKnown: true, isCompleted: true };
  }
  return { value, text: toSearchText(dimension, value, text), isKnown: false, isCompleted: false };
}

/** Replaces a typed code by the name of its country or language: a code alone is a part of other names. */
function toSearchText(dimension: FilterDimension, value: string, text: string): string {
  if (!findDimension(dimension).isCode) return text;
  const name = filterValue(dimension, value);
  return name === value ? text : name;
}
