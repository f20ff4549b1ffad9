import { type Facts, metricValue } from '../../../stats/metrics.js';
import type { StatsQuery } from '../../../stats/query.js';
import { comparedRange } from './comparison-choice.js';
import type { PageContext } from './page-context.js';
import { type Conversions, valueBefore } from './shown-row.js';

/** What makes a list's query one of a goal's conversions. */
export type GoalColumns = Pick<StatsQuery, 'metrics' | 'thenBy' | 'goal' | 'comparison'>;

/** Undefined without a goal. */
export const goalColumns = ({ goal, comparison }: Pick<PageContext, 'goal' | 'comparison'>): GoalColumns | undefined =>
  goal && {
    metrics: ['conversions', 'visitors', 'goalConversionRate'],
    thenBy: 'visitors',
    goal: goal.filter,
    comparison: comparedRange(comparison),
  };

/** The figures of a row of a list with such columns. */
export const conversionFigures = (
  now: Facts,
  before: Facts,
): { readonly value: number; readonly conversions: Conversions } => ({
  value: now.visitors,
  conversions: {
    count: now.conversions,
    rate: metricValue('goalConversionRate', now),
    before: valueBefore('conversions', { before }),
  },
});
