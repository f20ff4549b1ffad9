import { type Filter, listConditions } from '../filters.js';
import { MAX_TEXT_LENGTH } from './parse-filter.js';

/** Of all goals of a statement together, in which they are several times. */
const MAX_GOAL_VALUES = 1_000;

/** As in an error message. */
export const GOAL_LIMITS = `at most ${MAX_GOAL_VALUES.toLocaleString('en')} values and ${MAX_TEXT_LENGTH.toLocaleString('en')} characters`;

/** Returns the first goals, as many as one statement takes. */
export function goalsWithinLimits<Goal>(goals: readonly Goal[], filterOf: (goal: Goal) => Filter): readonly Goal[] {
  let values = 0;
  let length = 0;
  const end = goals.findIndex((goal) => {
    for (const condition of listConditions(filterOf(goal))) {
      values += condition.values.length;
      for (const value of condition.values) length += String(value).length;
    }
    return values > MAX_GOAL_VALUES || length > MAX_TEXT_LENGTH;
  });
  return end < 0 ? goals : goals.slice(0, end);
}
