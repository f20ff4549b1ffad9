import { isDeepStrictEqual } from 'node:util';
import { t } from '../../../lib/language/translate.js';
import { dimensionLabel, type PropertyName, viewDimensions } from '../../../stats/dimensions.js';
import { type Filter, listParts, MAX_FILTER_LENGTH, type SavedFilter } from '../../../stats/filters.js';
import type { RowFilters } from '../../../stats/query.js';
import {
  type FilterDimension,
  type FilterId,
  filterKey,
  filterOperators,
  isProperty,
  type ViewCondition,
  type ViewFilter,
} from './view-filter.js';

/** Any of the values may match. No one types longer lists. */
export const MAX_FILTER_VALUES = 100;

/** A repeated parameter has several values. Invalid values are ignored, and reported. */
export function readFilters(parameters: URLSearchParams, notices: string[]): readonly ViewFilter[] {
  const dimensions = [...viewDimensions, ...listProperties(parameters, notices)];
  const ids = ([{ isAlternative: true }, {}] as const).flatMap((alternative) =>
    dimensions.flatMap((dimension) =>
      filterOperators.map((operator): FilterId => ({ dimension, operator, ...alternative })),
    ),
  );
  const filters = ids.flatMap((id): ViewFilter[] => {
    const { dimension } = id;
    const given = unique(parameters.getAll(filterKey(id)).filter((text) => text !== ''));
    const values = given.filter(isFilterValue).slice(0, MAX_FILTER_VALUES);
    if (given.length > MAX_FILTER_VALUES) {
      notices.push(
        t('{filter} has more than {count} values; using the first ones.', {
          filter: dimensionLabel(dimension),
          count: MAX_FILTER_VALUES,
        }),
      );
    } else if (values.length < given.length) {
      notices.push(t('The value to filter by is too long: {filter}.', { filter: dimensionLabel(dimension) }));
    }
    return values.length === 0 ? [] : [{ ...id, values }];
  });
  return isTyping(parameters) ? filters : requireLoneAlternative(filters);
}

/** Whether the form is adding a filter, or asks for suggestions: a single alternative may then get a second one. */
function isTyping(parameters: URLSearchParams): boolean {
  const values = parameters.getAll('value');
  return parameters.has('by') && (values.length === 0 || values.some((value) => value.trim() !== ''));
}

/** Whether a typed filter is an alternative. */
export const readAlternative = (parameters: URLSearchParams): Pick<ViewFilter, 'isAlternative'> =>
  parameters.get('any') === '1' ? { isAlternative: true } : {};

/** Makes a single alternative a requirement, unless a requirement has its key: their values would be merged. */
export function requireLoneAlternative(filters: readonly ViewFilter[]): readonly ViewFilter[] {
  const [only, ...others] = alternatives(filters);
  if (only === undefined || others.length > 0) return filters;
  const joined = withoutAlternative(only);
  return hasKey(filters, joined) ? filters : [joined, ...removeFilter(filters, only)];
}

export const hasKey = (filters: readonly ViewFilter[], filter: ViewFilter): boolean =>
  filters.some((each) => filterKey(each) === filterKey(filter));

export const alternatives = <Each extends ViewCondition>(conditions: readonly Each[]): readonly Each[] =>
  conditions.filter(({ isAlternative }) => isAlternative);

/** Those that must all match. */
export const requirements = <Each extends ViewCondition>(conditions: readonly Each[]): readonly Each[] =>
  conditions.filter(({ isAlternative }) => !isAlternative);

export function withoutAlternative<Each extends ViewCondition>({ isAlternative: _, ...condition }: Each) {
  return condition;
}

/** All filters as alternatives. */
export const matchAny = (filters: readonly ViewFilter[]): readonly ViewFilter[] =>
  filters.map((filter) => ({ ...filter, isAlternative: true }));

/** All filters as requirements; undefined where two of them would become one, of which any value may match. */
export function matchAll(filters: readonly ViewFilter[]): readonly ViewFilter[] | undefined {
  const all = filters.map(withoutAlternative);
  return new Set(all.map(filterKey)).size < all.length ? undefined : all;
}

/**
 * Leaves out filters, and with one alternative all of them: the others alone would select less, where leaving out a filter
 * selects more.
 */
export function leaveOut<Each extends ViewCondition>(
  conditions: readonly Each[],
  isRefused: (condition: Each) => boolean,
): readonly Each[] {
  const hasRefused = alternatives(conditions).some(isRefused);
  return conditions.filter((each) => (each.isAlternative ? !hasRefused : !isRefused(each)));
}

/** Conditions as parts of a filter that must all match. */
export function combineConditions(conditions: readonly ViewCondition[]): readonly Filter[] {
  const anyFilters = alternatives(conditions).map(withoutAlternative);
  return [...(anyFilters.length === 0 ? [] : [{ or: anyFilters }]), ...requirements(conditions)];
}

const MAX_PROPERTIES = 10;

/** Properties that the parameters filter by, with or without an operator, in their order. */
function listProperties(parameters: URLSearchParams, notices: string[]): readonly PropertyName[] {
  const names = [...parameters.keys()].flatMap((key) => {
    const [, name] = PROPERTY_KEY.exec(key) ?? [];
    return name === undefined ? [] : [name as PropertyName];
  });
  const properties = [...new Set(names)];
  if (properties.length > MAX_PROPERTIES)
    notices.push(t('Filters by more than {count} properties; using the first ones.', { count: MAX_PROPERTIES }));
  return properties.slice(0, MAX_PROPERTIES);
}

/** Longer names are not stored. */
const PROPERTY_KEY = /^(?:any\.)?(property:.{1,64}?)(?:\.(?:is_not|contains|contains_not))?$/s;

export const isFilterValue = (text: string): boolean => text !== '' && text.length <= MAX_FILTER_LENGTH;

/** Merges the values of a filter with the same key. */
export function addFilter(filters: readonly ViewFilter[], added: ViewFilter): readonly ViewFilter[] {
  const same = filters.find((each) => filterKey(each) === filterKey(added));
  return [...removeFilter(filters, added), { ...added, values: unique([...(same?.values ?? []), ...added.values]) }];
}

/** Removes the filter, or replaces one with the same key by it. */
export function toggleFilter(filters: readonly ViewFilter[], toggled: ViewFilter): readonly ViewFilter[] {
  const others = removeFilter(filters, toggled);
  return hasFilter(filters, toggled) ? others : [...others, toggled];
}

export const hasFilter = (filters: readonly ViewFilter[], filter: ViewFilter): boolean =>
  filters.some((each) => isDeepStrictEqual(each, filter));

/** Compares keys. */
export const removeFilter = (filters: readonly ViewFilter[], removed: ViewFilter): readonly ViewFilter[] =>
  filters.filter((each) => filterKey(each) !== filterKey(removed));

/** Selects the row with these values, or clears the selection if it is selected already. */
export const toggleRow = (filters: readonly ViewFilter[], row: RowFilters): readonly ViewFilter[] =>
  isSelected(filters, row) ? withoutRow(filters, row) : selectRow(filters, row);

/** Replaces other values of its dimensions. */
export const selectRow = (filters: readonly ViewFilter[], row: RowFilters): readonly ViewFilter[] => [
  ...withoutRow(filters, row),
  ...rowFilters(row),
];

const withoutRow = (filters: readonly ViewFilter[], row: RowFilters): readonly ViewFilter[] =>
  filters.filter(
    ({ dimension, operator, isAlternative }) => isAlternative || operator !== 'is' || row[dimension] === undefined,
  );

/** Exactly the row with these values. */
export const isSelected = (filters: readonly ViewFilter[], row: RowFilters): boolean =>
  rowFilters(row).every(({ dimension, values: [value] }) => soleValue(filters, dimension) === value);

/** What selects the events of a view, with stored values. */
export interface Selection {
  /** The view's filters. */
  readonly conditions: readonly ViewCondition[];
  /** The view's segment. */
  readonly segment: SavedFilter | undefined;
}

/** Whether only custom events are selected, which have no pageviews. */
export const isOfEvents = (shown: Selection): boolean => selectsEvents(toFilter(shown));

const selectsEvents = (filter: Filter | undefined): boolean =>
  listParts(filter).some((part) =>
    'or' in part
      ? part.or.length > 0 && part.or.every(selectsEvents)
      : 'dimension' in part &&
        (isProperty(part.dimension) || (part.dimension === 'event' && ['is', 'contains'].includes(part.operator))),
  );

/** Undefined when the dimension may have any or several values. */
export function soleValue(filters: readonly ViewFilter[], dimension: FilterDimension): string | undefined {
  const is = requirements(filters).find((each) => each.dimension === dimension && each.operator === 'is');
  return is?.values.length === 1 ? is.values[0] : undefined;
}

/** Combines filters and segment; undefined without them. */
export function toFilter({ conditions, segment }: Selection): Filter | undefined {
  const parts = [...combineConditions(conditions), ...(segment === undefined ? [] : [segment])];
  return parts.length === 0 ? undefined : { and: parts };
}

const rowFilters = (row: RowFilters): readonly ViewFilter[] =>
  [...viewDimensions, ...Object.keys(row).filter(isProperty)].flatMap((dimension): ViewFilter[] => {
    const value = row[dimension];
    return value === undefined ? [] : [{ dimension, operator: 'is', values: [value] }];
  });

const unique = (values: readonly string[]): readonly string[] => [
  ...new Set(values.map((value) => value.toWellFormed())),
];
