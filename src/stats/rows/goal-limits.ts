import { everyPart, type Filter, listConditions } from '../filters.js';
import { MAX_CONDITIONS, MAX_TEXT_LENGTH } from './parse-filter.js';

/** Of all goals of a statement together, in which they are several times. */
const MAX_GOAL_VALUES = 1_000;

/** Each `hasDone` is a subquery. No filter has more on its own. */
const MAX_DONE = MAX_CONDITIONS;

/** As in an error message. */
export const GOAL_LIMITS = `at most ${MAX_GOAL_VALUES.toLocaleString('en')} values and ${MAX_TEXT_LENGTH.toLocaleString('en')} characters`;

/** Returns the first goals, as many as one statement takes. */
export function goalsWithinLimits<Goal>(goals: readonly Goal[], filterOf: (goal: Goal) => Filter): readonly Goal[] {
  let values = 0;
  let length = 0;
  let done = 0;
  const end = goals.findIndex((goal) => {
    const filter = filterOf(goal);
    done += countDone(filter);
    for (const condition of listConditions(filter)) {
      values += condition.values.length;
      for (const value of condition.values) length += String(value).length;
    }
    return values > MAX_GOAL_VALUES || length > MAX_TEXT_LENGTH || done > MAX_DONE;
  });
  return end < 0 ? goals : goals.slice(0, end);
}

/** Those within others included. */
function countDone(filter: Filter): number {
  let count = 0;
  everyPart(filter, (part) => {
    if ('hasDone' in part) count += 1 + countDone(part.hasDone);
    return true;
  });
  return count;
}
