import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { answer } from '../answer.js';
import { resolveFilter } from '../filter-values.js';
import type { SavedFilter } from '../filters.js';
import { metricValue, NO_FACTS } from '../metrics.js';
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
  goals: readonly SavedFilter[],
): Promise<readonly GoalCount[]> {
  const { total, counts } = await countSaved(clickhouse, scope, goals);
  return counts.map(({ id, name, facts: { events, visitors } }) => {
    const converted = { ...total, converted: visitors };
    return { id, name, conversions: events, visitors, rate: metricValue('goalConversionRate', converted) };
  });
}

/** Visitors of all, and of segments by their ids. Without those that one statement does not take, as in {@link countGoals}. */
export interface SegmentSizes {
  readonly all: number;
  readonly sizes: ReadonlyMap<string, number>;
}

export async function countSegments(
  clickhouse: ClickHouse,
  scope: Scope,
  segments: readonly SavedFilter[],
): Promise<SegmentSizes> {
  const { total, counts } = await countSaved(clickhouse, scope, segments);
  return { all: total.visitors, sizes: new Map(counts.map(({ id, facts }) => [id, facts.visitors])) };
}

async function countSaved(clickhouse: ClickHouse, scope: Scope, all: readonly SavedFilter[]) {
  const saved = goalsWithinLimits(all, ({ filter }) => filter);
  if (saved.length === 0) return { total: NO_FACTS, counts: [] };
  const resolved = await resolveFilter(clickhouse, [scope.websiteId], { or: saved.map(({ filter }) => filter) });
  const filters = 'or' in resolved ? resolved.or : [];
  const { total, rows } = await answer(clickhouse, {
    ...scope,
    name: 'stats/goals',
    metrics: ['events', 'visitors'],
    dimensions: ['goal'],
    levels: [1, 0],
    goals: saved.map((each, place) => ({ ...each, filter: filters[place] ?? each.filter })),
  });
  const counts = saved.map(({ id, name }) => ({
    id,
    name,
    facts: rows.find(({ key }) => key[0] === id)?.now ?? NO_FACTS,
  }));
  return { total: total.now, counts };
}
