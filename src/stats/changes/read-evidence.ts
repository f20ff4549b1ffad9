import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { AppError } from '../../lib/errors.js';
import { t } from '../../lib/language/translate.js';
import type { Change } from './change-scope.js';
import { toConversions } from './change-scope.js';
import { keepValues, MIN_SHARE } from './keep-values.js';
import { readCombinations } from './read-combinations.js';
import { readHistory } from './read-history.js';
import type { ChangeMetric, Counted, Evidence } from './setting.js';

/** Reads all counts of a change: those by day, and then the combinations of the values that matter. */
export async function readEvidence(
  clickhouse: ClickHouse,
  { scope, calendar }: Change,
  metric: ChangeMetric,
): Promise<Evidence> {
  const isGoal = metric === 'conversions';
  const ofGoal = toConversions(scope);
  const [visits, pageviews, conversions] = await Promise.all([
    readHistory(clickhouse, { scope, calendar }, 'visits'),
    metric === 'pageviews' ? readHistory(clickhouse, { scope, calendar }, 'pageviews') : undefined,
    isGoal ? readHistory(clickhouse, { scope: ofGoal, calendar }, 'conversions') : undefined,
  ]);
  const histories = [visits, pageviews, conversions].filter((each) => each !== undefined);
  // Where parts are many and small, fewer of them are told apart.
  for (const share of [MIN_SHARE, 4 * MIN_SHARE, 16 * MIN_SHARE]) {
    const values = keepValues(histories, calendar, share);
    const [cube, goalCube] = await Promise.all([
      readCombinations(clickhouse, scope, isGoal ? 'visits' : metric, values),
      isGoal ? readCombinations(clickhouse, ofGoal, metric, values) : undefined,
    ]);
    if (cube === undefined || (isGoal && goalCube === undefined)) continue;
    const traffic: Counted = { history: pageviews ?? visits, cube };
    const goal = goalCube && { history: conversions!, cube: goalCube };
    return { metric, calendar, visits, traffic, goal };
  }
  throw new AppError('unavailable', [t('There are too many combinations of traits: choose a shorter range')]);
}
