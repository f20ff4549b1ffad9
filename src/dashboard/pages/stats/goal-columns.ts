import { findDimension } from '../../../stats/dimensions.js';
import type { StatsQuery } from '../../../stats/query.js';
import { conversionQuery, type List } from '../../../stats/reports/list.js';
import { comparedRange } from './comparison-choice.js';
import type { PageContext } from './page-context.js';

/** What `conversionQuery` adds, and the comparison of the view. */
export type GoalColumns = Pick<StatsQuery, 'metrics' | 'thenBy' | 'goal' | 'comparison'>;

/** Undefined without a goal. */
export const goalColumns = ({ goal, comparison }: Pick<PageContext, 'goal' | 'comparison'>): GoalColumns | undefined =>
  goal && { ...conversionQuery(goal.filter), comparison: comparedRange(comparison) };

/** Whether rows have conversions, and their rate and change. */
export const isOfGoal = ({ by: { goal } }: Pick<List, 'by'>): boolean => goal !== undefined;

/** Whether a conversion counts in each row of its visit, since a visit has several pages. */
export const repeatsConversions = (list: Pick<List, 'by'>): boolean => isOfGoal(list) && !isOfSessions(list);

/** Whether each session is in one row. */
export const isOfSessions = ({ by: { dimensions = [] } }: Pick<List, 'by'>): boolean =>
  dimensions.every((name) => findDimension(name).of === 'session');
