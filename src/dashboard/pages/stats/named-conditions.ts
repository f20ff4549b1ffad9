import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import { inLanguage } from '../../../lib/language/language.js';
import { findDimension, toParts } from '../../../stats/dimensions.js';
import { hull } from '../../../stats/sources/conditions.js';
import type { Range } from '../../../time/index.js';
import type { PageContext } from './page-context.js';
import { propertyValues } from './property-values.js';
import { toScope } from './read-figures.js';
import { findValuesLike } from './suggest-values.js';
import { isPartial, isProperty, type ViewCondition, type ViewFilter } from './view-filter.js';

/**
 * Converts filters to stored values. Countries and languages are stored as codes, but people search for parts of names:
 * a part becomes all codes in a range, by default that of the view and of its comparison, whose English name or code contains
 * it. Parts of other names are converted before they are in an address, which means the same to everyone.
 */
export const toConditions = (
  clickhouse: ClickHouse,
  shown: PageContext,
  filters: readonly ViewFilter[],
  range?: Range,
): Promise<readonly ViewCondition[]> =>
  Promise.all(
    filters.map(async (filter) => {
      const { dimension, operator, values } = filter;
      if (isProperty(dimension) && !isPartial(operator)) return { ...filter, values: values.flatMap(propertyValues) };
      if (!isPartial(operator)) return filter;
      if (!findDimension(dimension).isCode) {
        return { ...filter, values: values.flatMap((text) => toParts(dimension, text)) };
      }
      const scope = toScope({ ...shown, conditions: [], segment: undefined });
      const everything = { ...scope, range: range ?? hull(scope.range, shown.comparison?.ofChart.range) };
      const codes = await inLanguage('en', () =>
        Promise.all(values.map((text) => findValuesLike(clickhouse, everything, dimension, text))),
      );
      return {
        ...filter,
        operator: operator === 'contains' ? 'is' : 'is_not',
        values: [...new Set(codes.flat().map(({ value }) => value))],
      };
    }),
  );
