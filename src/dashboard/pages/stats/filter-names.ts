import { joinOr } from '../../../lib/language/formats.js';
import { type Text, t } from '../../../lib/language/translate.js';
import { dimensionLabel, displayValue } from '../../../stats/dimensions.js';
import type { Operator } from '../../../stats/filters.js';
import { withVisibleMarks } from './name.js';
import { type FilterDimension, type FilterOperator, isPartial, type ViewFilter } from './view-filter.js';
import { alternatives, requirements } from './view-filters.js';

/** As in "Page contains /blog". */
export const operatorLabels: Readonly<Record<FilterOperator, Text>> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  contains_not: 'does not contain',
};

const conditions: Readonly<Record<Operator, Text>> = {
  is: '{dimension} is {values}',
  is_not: '{dimension} is not {values}',
  contains: '{dimension} contains {values}',
  contains_not: '{dimension} does not contain {values}',
  matches: '{dimension} matches {values}',
  matches_not: '{dimension} does not match {values}',
  greater: '{dimension} is greater than {values}',
  less: '{dimension} is less than {values}',
};

export const isKnownOperator = (operator: string): operator is Operator => Object.hasOwn(conditions, operator);

/** As in `Country is Germany or France`. A newer process may have stored an unknown operator. */
export const conditionText = (
  operator: string,
  texts: { readonly dimension: string; readonly values: string },
): string => (isKnownOperator(operator) ? t(conditions[operator], texts) : `${texts.dimension} ${texts.values}`);

/** As in `Germany or France`. */
export const filterValues = ({ dimension, operator, values }: ViewFilter): string =>
  joinOr(values.map((value) => filterValue(dimension, value, operator)));

/** Anyone can send a property of any name. */
export const filterLabel = (name: FilterDimension): string => withVisibleMarks(dimensionLabel(name));

/** As in `Country is Germany or France`. */
export const filterText = (filter: ViewFilter): string =>
  conditionText(filter.operator, { dimension: filterLabel(filter.dimension), values: filterValues(filter) });

/** As in `a or b or c`: commas would look like those between the texts of several filters. */
export const joinOrWithoutCommas = ([first = '', ...others]: readonly string[]): string =>
  others.reduce((joined, next) => t('{first} or {second}', { first: joined, second: next }), first);

/** As in `(Country is Germany or Browser is Firefox)` and `OS is Linux`. */
export function filterTexts(filters: readonly ViewFilter[], hasSegment = false): readonly string[] {
  const anyFilters = joinOrWithoutCommas(alternatives(filters).map(filterText));
  const others = requirements(filters).map(filterText);
  const isAlone = others.length === 0 && !hasSegment;
  return [...(anyFilters === '' ? [] : [isAlone ? anyFilters : `(${anyFilters})`]), ...others];
}

/** Codes have names; a part of a value stays as it was typed. */
export function filterValue(name: FilterDimension, value: string, operator: FilterOperator = 'is'): string {
  return withVisibleMarks(isPartial(operator) ? value : displayValue(name, value));
}
