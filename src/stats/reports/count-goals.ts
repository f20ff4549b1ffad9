import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { answer } from '../answer.js';
import { resolveFilter } from '../filter-values.js';
import type { SavedFilter } from '../filters.js';
import { metricValue } from '../metrics.js';
import type { Scope } from '../query.js';
import { goalsWithinLimits } from '../rows/goal-limits.js';

export interface GoalCount {
  readonly id: string;
  readonly name: string;
  readonly conversions: number;
  readonly visitors: number;
  /** Of all visitors, 0 to 1. */
  readonly rate: number;
}

/**
 * Counts several goals with one statement, besides those that find the stored spelling of their values. Leaves out the last
 * ones if there are more than one statement takes.
 */
export async function countGoals(
  clickhouse: ClickHouse,
  scope: Scope,
  all: readonly SavedFilter[],
): Promise<readonly GoalCount[]> {
  const goals = goalsWithinLimits(all, ({ filter }) => filter);
  if (goals.length === 0) return [];
  const resolved = await resolveFilter(clickhouse, [scope.websiteId], { or: goals.map(({ filter }) => filter) });
  const filters = 'or' in resolved ? resolved.or : [];
  const { total, rows } = await answer(clickhouse, {
    ...scope,
    name: 'stats/goals',
    metrics: ['events', 'visitors'],
    dimensions: ['goal'],
    levels: [1, 0],
    goals: goals.map((goal, place) => ({ ...goal, filter: filters[place] ?? goal.filter })),
  });
  return goals.map(({ id, name }) => {
    const found = rows.find(({ key }) => key[0] === id)?.now;
    const facts = { ...total.now, converted: found?.visitors ?? 0 };
    return {
      id,
      name,
      conversions: found?.events ?? 0,
      visitors: facts.converted,
      rate: metricValue('goalConversionRate', facts),
    };
  });
}
