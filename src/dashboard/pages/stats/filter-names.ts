import { displayValue, findDimension } from '../../../stats/dimensions.js';
import type { Operator } from '../../../stats/filters.js';
import { withVisibleMarks } from './name.js';
import { type FilterDimension, type FilterOperator, isPartial, type ViewFilter } from './view-filter.js';
import { alternatives, requirements } from './view-filters.js';

/** As in "Page contains /blog". */
export const operatorLabels: Readonly<Record<Operator, string>> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  contains_not: 'does not contain',
  matches: 'matches',
  matches_not: 'does not match',
  greater: 'is greater than',
  less: 'is less than',
};

/** As in `Germany or France`. */
export const filterValues = ({ dimension, operator, values }: ViewFilter): string =>
  EITHER.format(values.map((value) => filterValue(dimension, value, operator)));

const EITHER = new Intl.ListFormat('en', { type: 'disjunction' });

/** Anyone can send a property of any name. */
export const filterLabel = (name: FilterDimension): string => withVisibleMarks(findDimension(name).label);

/** As in `Country is Germany or France`. */
export const filterText = (filter: ViewFilter): string =>
  `${filterLabel(filter.dimension)} ${operatorLabels[filter.operator]} ${filterValues(filter)}`;

/** As in `(Country is Germany or Browser is Firefox)` and `OS is Linux`. */
export function filterTexts(filters: readonly ViewFilter[], hasSegment = false): readonly string[] {
  const anyFilters = alternatives(filters).map(filterText).join(' or ');
  const others = requirements(filters).map(filterText);
  const isAlone = others.length === 0 && !hasSegment;
  return [...(anyFilters === '' ? [] : [isAlone ? anyFilters : `(${anyFilters})`]), ...others];
}

/** Codes have names; a part of a value stays as it was typed. */
export function filterValue(name: FilterDimension, value: string, operator: FilterOperator = 'is'): string {
  return withVisibleMarks(isPartial(operator) ? value : displayValue(name, value));
}
