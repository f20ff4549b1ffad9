import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import { inLanguage } from '../../../lib/language/language.js';
import { findDimension, toParts } from '../../../stats/dimensions.js';
import { listValues } from '../../../stats/rows/list-values.js';
import { hull } from '../../../stats/sources/conditions.js';
import { propertyValues } from '../../../stats/typed-values.js';
import type { Range } from '../../../time/index.js';
import type { PageContext } from './page-context.js';
import { toScope } from './read-figures.js';
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
      const own = shown.range.ranges.range;
      const within = range ?? hull(own, shown.comparison?.ofChart.range);
      return inLanguage('en', () => withCodes(clickhouse, shown, filter, within));
    }),
  );

/** More than there are countries, or languages of real visitors. */
const MAX_CODES = 1_000;

/** Replaces parts of names by the codes whose names contain them, among those of the range. */
export async function withCodes(
  clickhouse: ClickHouse,
  shown: PageContext,
  filter: ViewFilter,
  range: Range,
): Promise<ViewFilter> {
  const { dimension, operator, values } = filter;
  const scope = { ...toScope({ ...shown, conditions: [], segment: undefined }), range };
  const codes = await listValues(clickhouse, scope, dimension, values, MAX_CODES);
  return {
    ...filter,
    operator: operator === 'contains' ? 'is' : 'is_not',
    values: codes.map(({ value }) => String(value)),
  };
}
