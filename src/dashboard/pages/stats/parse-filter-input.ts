import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import { currentLanguage } from '../../../lib/language/language.js';
import { findDimension } from '../../../stats/dimensions.js';
import { resolveValues } from '../../../stats/filter-values.js';
import { findValues } from '../../../stats/reports/find-values.js';
import { findListedValues } from '../../../stats/rows/list-values.js';
import { MAX_VALUES } from '../../../stats/rows/parse-filter.js';
import { propertyValues } from '../../../stats/typed-values.js';
import { filterValue } from './filter-names.js';
import { withCodes } from './named-conditions.js';
import type { PageContext } from './page-context.js';
import { toScope } from './read-figures.js';
import { suggestValues } from './suggest-values.js';
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
 * A single text that is no stored value is completed if it is a part of one value; otherwise the filter becomes a search
 * for values that contain it, so that it is no dead end.
 */
export async function applyTypedFilter(
  clickhouse: ClickHouse,
  shown: PageContext,
  typed: ViewFilter,
): Promise<AppliedFilter> {
  const { dimension, operator, values: _, ...alternative } = typed;
  if (isPartial(operator)) {
    const filter = await toCodes(clickhouse, shown, typed);
    return { filter, isChanged: filter !== typed };
  }
  const values = await findTyped(clickhouse, shown, dimension, typed.values);
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
    values: values.map(({ value, text, isKnown }) =>
      isKnown ? filterValue(dimension, value) : toSearchText(dimension, value, text),
    ),
  };
  return {
    filter: isWhole ? whole : await toCodes(clickhouse, shown, partial),
    isChanged: !isWhole || values.some(({ isCompleted }) => isCompleted),
  };
}

/**
 * An address, which people in another language may open, has English names of countries and languages: parts of other names
 * become the codes that the website has had. With a filter of these codes already, both would select more than either.
 */
async function toCodes(clickhouse: ClickHouse, shown: PageContext, filter: ViewFilter): Promise<ViewFilter> {
  const { dimension } = filter;
  if (currentLanguage() === 'en' || isProperty(dimension) || !findDimension(dimension).isCode) return filter;
  const { start, end } = shown.range.ranges.range;
  const converted = await withCodes(clickhouse, shown, filter, { start: shown.firstEvent ?? start, end });
  const { length } = converted.values;
  return hasKey(shown.view.filters, converted) || length === 0 || length > MAX_VALUES ? filter : converted;
}

interface FoundValue {
  /** As stored. */
  readonly value: string;
  /** As typed. */
  readonly text: string;
  readonly isKnown: boolean;
  readonly isCompleted: boolean;
}

/** In the order of the texts, with a few statements for all of them. */
async function findTyped(
  clickhouse: ClickHouse,
  shown: PageContext,
  dimension: FilterDimension,
  texts: readonly string[],
): Promise<readonly FoundValue[]> {
  const found = await findStored(clickhouse, shown, dimension, texts);
  const [unknown, ...others] = found.filter(({ isKnown }) => !isKnown);
  // Each would need a list of its own.
  if (unknown === undefined || others.length > 0) return found;
  const completed = await completeText(clickhouse, shown, dimension, unknown.text);
  return found.map((each) => (each === unknown ? (completed ?? each) : each));
}

async function findStored(
  clickhouse: ClickHouse,
  shown: PageContext,
  dimension: FilterDimension,
  texts: readonly string[],
): Promise<readonly FoundValue[]> {
  const values = await resolveValues(clickhouse, [shown.website.id], dimension, texts);
  // Numbers and booleans have no parts to be found by.
  const isWhole = (value: string) => isProperty(dimension) && propertyValues(value).length > 1;
  const searched = values.filter((value) => !isWhole(value));
  const stored = await readStored(clickhouse, shown, dimension, searched);
  return values.map((value, place) => {
    const isKnown = isWhole(value) || stored.has(value);
    return { value, text: texts[place]!, isKnown, isCompleted: false };
  });
}

async function readStored(
  clickhouse: ClickHouse,
  shown: PageContext,
  dimension: FilterDimension,
  values: readonly string[],
): Promise<ReadonlySet<string>> {
  if (values.length === 0) return new Set();
  const { aggregate, storedAs = dimension } = findDimension(dimension);
  return aggregate === undefined && !isProperty(dimension)
    ? findValues(clickhouse, [shown.website.id], storedAs, values)
    : findListedValues(clickhouse, toScope(shown), dimension, values);
}

/** Undefined if the text is no part of a value, or of several. */
async function completeText(
  clickhouse: ClickHouse,
  shown: PageContext,
  dimension: FilterDimension,
  text: string,
): Promise<FoundValue | undefined> {
  const suggested = await suggestValues(clickhouse, toScope(shown), dimension, text);
  // A list's search covers more than the name: cities by their country too.
  const names = suggested.map(({ name }) => name);
  const [only, ...others] = names.filter((name) => name.toLowerCase().includes(text.toLowerCase()));
  if (only === undefined || others.length > 0) return undefined;
  const [found] = await findStored(clickhouse, shown, dimension, [only]);
  return found?.isKnown ? { ...found, isCompleted: true } : undefined;
}

/** Replaces a typed code by the name of its country or language: a code alone is a part of other names. */
function toSearchText(dimension: FilterDimension, value: string, text: string): string {
  if (!findDimension(dimension).isCode) return text;
  const name = filterValue(dimension, value);
  return name === value ? text : name;
}
