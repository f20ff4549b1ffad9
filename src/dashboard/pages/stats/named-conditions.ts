import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import { findDimension, toParts } from '../../../stats/dimensions.js';
import type { Condition } from '../../../stats/filters.js';
import { hull } from '../../../stats/sources/conditions.js';
import type { PageContext } from './page-context.js';
import { toScope } from './read-figures.js';
import { findValuesLike } from './suggest-values.js';
import { isPartial, type ViewFilter } from './view-filter.js';

/**
 * Converts filters to stored values. Countries and languages are stored as codes, but people search for parts of names:
 * a part becomes all codes in the range and its comparison range whose name or code contains it.
 */
export const toConditions = (
  clickhouse: ClickHouse,
  shown: PageContext,
  filters: readonly ViewFilter[],
): Promise<readonly Condition[]> =>
  Promise.all(
    filters.map(async (filter) => {
      const { dimension, operator, values } = filter;
      if (!isPartial(operator)) return filter;
      if (!findDimension(dimension).isCode) {
        return { ...filter, values: values.flatMap((text) => toParts(dimension, text)) };
      }
      const scope = toScope({ ...shown, conditions: [] });
      const everything = { ...scope, range: hull(scope.range, shown.comparison?.ofChart.range) };
      const codes = await Promise.all(values.map((text) => findValuesLike(clickhouse, everything, dimension, text)));
      return { dimension, operator: operator === 'contains' ? 'is' : 'is_not', values: [...new Set(codes.flat())] };
    }),
  );
