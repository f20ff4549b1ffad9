import { dimensions, type ViewDimension, viewDimensions } from '../../../stats/dimensions.js';
import type { Condition, Filter } from '../../../stats/filters.js';
import { MAX_FILTER_LENGTH } from '../../../stats/filters.js';
import type { RowFilters } from '../../../stats/query.js';
import { filterKey, filterOperators, type ViewFilter } from './view-filter.js';

/** Any of the values may match. No one types longer lists. */
export const MAX_FILTER_VALUES = 100;

/** A repeated parameter has several values. Invalid values are ignored, and reported. */
export function readFilters(parameters: URLSearchParams, notices: string[]): readonly ViewFilter[] {
  return viewDimensions.flatMap((dimension) =>
    filterOperators.flatMap((operator): ViewFilter[] => {
      const given = unique(parameters.getAll(filterKey({ dimension, operator })).filter((text) => text !== ''));
      const values = given.filter(isFilterValue).slice(0, MAX_FILTER_VALUES);
      if (given.length > MAX_FILTER_VALUES) {
        notices.push(`${dimensions[dimension].label} has more than ${MAX_FILTER_VALUES} values; using the first ones.`);
      } else if (values.length < given.length) {
        notices.push(`The value to filter by is too long: ${dimensions[dimension].label}.`);
      }
      return values.length === 0 ? [] : [{ dimension, operator, values }];
    }),
  );
}

export const isFilterValue = (text: string): boolean => text !== '' && text.length <= MAX_FILTER_LENGTH;

/** Merges the values of a filter with the same dimension and operator. */
export function addFilter(filters: readonly ViewFilter[], added: ViewFilter): readonly ViewFilter[] {
  const same = filters.find((each) => filterKey(each) === filterKey(added));
  return [...removeFilter(filters, added), { ...added, values: unique([...(same?.values ?? []), ...added.values]) }];
}

/** Compares dimension and operator. */
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
  filters.filter(({ dimension, operator }) => operator !== 'is' || row[dimension] === undefined);

/** Exactly the row with these values. */
export const isSelected = (filters: readonly ViewFilter[], row: RowFilters): boolean =>
  rowFilters(row).every(({ dimension, values: [value] }) => soleValue(filters, dimension) === value);

/** Only custom events, which have no pageviews. */
export const areOfEvents = (filters: readonly ViewFilter[]): boolean =>
  filters.some(({ dimension, operator }) => dimension === 'event' && (operator === 'is' || operator === 'contains'));

/** Undefined when the dimension may have any or several values. */
export function soleValue(filters: readonly ViewFilter[], dimension: ViewDimension): string | undefined {
  const is = filters.find((each) => each.dimension === dimension && each.operator === 'is');
  return is?.values.length === 1 ? is.values[0] : undefined;
}

/** Combines them; undefined without filters. */
export const toFilter = (filters: readonly Condition[]): Filter | undefined =>
  filters.length === 0 ? undefined : { and: filters };

const rowFilters = (row: RowFilters): readonly ViewFilter[] =>
  viewDimensions.flatMap((dimension): ViewFilter[] => {
    const value = row[dimension];
    return value === undefined ? [] : [{ dimension, operator: 'is', values: [value] }];
  });

const unique = (values: readonly string[]): readonly string[] => [
  ...new Set(values.map((value) => value.toWellFormed())),
];
