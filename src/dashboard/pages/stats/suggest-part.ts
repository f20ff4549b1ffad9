import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import { answer } from '../../../stats/answer.js';
import { metricValue } from '../../../stats/metrics.js';
import type { Scope } from '../../../stats/query.js';
import { toConditions } from './named-conditions.js';
import type { PageContext } from './page-context.js';
import { toScope } from './read-figures.js';
import type { PartSuggestion } from './suggestions.js';
import { type FilterId, filterKey, type ViewFilter } from './view-filter.js';
import { requirements } from './view-filters.js';

/** Counts the visitors with a value that contains the text, whether a filter selects or excludes them. */
export async function suggestPart(
  clickhouse: ClickHouse,
  shown: PageContext,
  { dimension, operator, ...alternative }: FilterId,
  text: string,
): Promise<PartSuggestion> {
  const isNegative = operator === 'is_not' || operator === 'contains_not';
  const applied = { ...alternative, dimension, operator: isNegative ? 'contains_not' : 'contains' } as const;
  const contains = { dimension, operator: 'contains', values: [text] } as const;
  const conditions = [...otherConditions(shown, applied), ...(await toConditions(clickhouse, shown, [contains]))];
  const visitors = await countVisitors(clickhouse, toScope({ ...shown, conditions }));
  return { text, operator: applied.operator, visitors };
}

/** Counts the visitors of the view with these filters in the place of its own. */
export async function countFiltered(
  clickhouse: ClickHouse,
  shown: PageContext,
  filters: readonly ViewFilter[],
): Promise<number> {
  const conditions = await toConditions(clickhouse, shown, filters);
  return countVisitors(clickhouse, toScope({ ...shown, conditions }));
}

async function countVisitors(clickhouse: ClickHouse, scope: Scope): Promise<number> {
  const { total } = await answer(clickhouse, { ...scope, name: 'stats/matching', metrics: ['visitors'] });
  return metricValue('visitors', total.now);
}

/** Without those of a filter that takes one more value, and without other alternatives: any of them may match. */
export function otherConditions({ view, conditions }: PageContext, filter: FilterId) {
  const others = conditions.filter((_, place) => filterKey(view.filters[place]!) !== filterKey(filter));
  return filter.isAlternative ? requirements(others) : others;
}
