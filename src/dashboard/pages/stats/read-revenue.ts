import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import { answer } from '../../../stats/answer.js';
import type { Filter } from '../../../stats/filters.js';
import type { Scope } from '../../../stats/query.js';
import { countPayers, findRevenueMetrics } from '../../../stats/reports/revenue-metrics.js';
import type { Range } from '../../../time/index.js';
import { orFailure } from './or-failure.js';

/** Revenue in one currency, and that of the comparison range. */
export interface Revenue {
  readonly currency: string;
  readonly now: number;
  readonly before: number;
}

/**
 * Revenue of the matching events of a goal, by currency; empty if there is none in the range. The currency of most visitors is
 * first, so that no single visitor chooses it.
 */
export async function readRevenue(
  clickhouse: ClickHouse,
  scope: Scope,
  { goal, comparison }: { readonly goal: Filter; readonly comparison: Range | undefined },
): Promise<readonly Revenue[]> {
  const { websiteId, range } = scope;
  const metrics = await findRevenueMetrics(clickhouse, [{ websiteId, range }]);
  const [first, ...others] = metrics;
  if (first === undefined) return [];
  const filter = { and: [...(scope.filter === undefined ? [] : [scope.filter]), goal] };
  const ofGoal = { ...scope, name: 'stats/revenue', filter };
  const { total } = await answer(clickhouse, { ...ofGoal, metrics: [first, ...others], comparison });
  const revenue = metrics
    .map((metric) => ({
      currency: metric.slice('revenue:'.length),
      now: total.now[metric] ?? 0,
      before: total.before[metric] ?? 0,
    }))
    .filter(({ now }) => now !== 0);
  if (revenue.length < 2) return revenue;
  // Amounts that are read are shown, in whatever order.
  const payers = await orFailure(countPayers(clickhouse, ofGoal));
  if ('failure' in payers) return revenue;
  const count = ({ currency }: Revenue): number => payers.get(currency) ?? 0;
  return revenue.toSorted((one, other) => count(other) - count(one));
}
