import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import { answer } from '../../../stats/answer.js';
import { metricValue } from '../../../stats/metrics.js';
import { toConditions } from './named-conditions.js';
import type { PageContext } from './page-context.js';
import { toScope } from './read-figures.js';
import type { PartSuggestion } from './suggestions.js';
import type { FilterDimension, FilterOperator } from './view-filter.js';

/** Counts the visitors with a value that contains the text, whether a filter selects or excludes them. */
export async function suggestPart(
  clickhouse: ClickHouse,
  shown: PageContext,
  dimension: FilterDimension,
  operator: FilterOperator,
  text: string,
): Promise<PartSuggestion> {
  const contains = { dimension, operator: 'contains', values: [text] } as const;
  const conditions = [...shown.conditions, ...(await toConditions(clickhouse, shown, [contains]))];
  const { total } = await answer(clickhouse, {
    ...toScope({ ...shown, conditions }),
    name: 'stats/matching',
    metrics: ['visitors'],
  });
  const isNegative = operator === 'is_not' || operator === 'contains_not';
  return { text, operator: isNegative ? 'contains_not' : 'contains', visitors: metricValue('visitors', total.now) };
}
