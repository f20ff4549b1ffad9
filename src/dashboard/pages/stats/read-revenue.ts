import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import { answer } from '../../../stats/answer.js';
import type { Filter } from '../../../stats/filters.js';
import type { RevenueMetric } from '../../../stats/metrics.js';
import type { Scope } from '../../../stats/query.js';
import { findCurrencies } from '../../../stats/reports/find-currencies.js';
import type { Range } from '../../../time/index.js';

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
  const metrics = (await findCurrencies(clickhouse, [{ websiteId, range }])).map(
    (currency): RevenueMetric => `revenue:${currency}`,
  );
  const [first, ...others] = metrics;
  if (first === undefined) return [];
  const ofGoal = {
    ...scope,
    name: 'stats/revenue',
    filter: { and: [...(scope.filter === undefined ? [] : [scope.filter]), goal] },
  };
  const [{ total }, payers] = await Promise.all([
    answer(clickhouse, { ...ofGoal, metrics: [first, ...others], comparison }),
    others.length === 0 ? undefined : answer(clickhouse, { ...ofGoal, ...BY_CURRENCY }),
  ]);
  const countPayers = ({ currency }: Revenue): number =>
    (payers?.rows ?? [])
      .filter(({ key: [value] }) => value?.toUpperCase() === `"${currency}"`)
      .reduce((sum, { now }) => sum + now.visitors, 0);
  return metrics
    .map((metric) => ({
      currency: metric.slice('revenue:'.length),
      now: total.now[metric] ?? 0,
      before: total.before[metric] ?? 0,
    }))
    .filter(({ now }) => now !== 0)
    .toSorted((one, other) => countPayers(other) - countPayers(one));
}

/** The property is as it was sent, in any case. There are fewer currencies. */
const BY_CURRENCY = { metrics: ['visitors'], dimensions: ['property:currency'], limit: 1_000 } as const;
