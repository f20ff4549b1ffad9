import { isDeepStrictEqual } from 'node:util';
import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import type { Definition } from '../../../definitions/definitions.js';
import { metricValue } from '../../../stats/metrics.js';
import type { Scope } from '../../../stats/query.js';
import { type List, readList } from '../../../stats/reports/list.js';
import { lists } from '../../../stats/reports/lists.js';
import { type GoalFields, type GoalKind, goalMatch, suggestGoalName } from './goal-match.js';

/** What could be a goal, and how often it happened. */
export interface SeenGoal extends GoalFields {
  readonly count: number;
}

/** As many as a person looks through. */
const [MAX_EVENTS, MAX_LINKS, MAX_PAGES] = [10, 3, 3];

/** Custom events first, since someone wrote them on purpose; then outbound links and pages. */
export async function readSeenGoals(
  clickhouse: ClickHouse,
  scope: Scope,
  goals: readonly Definition[],
): Promise<readonly SeenGoal[]> {
  const seen = await Promise.all([
    readValues(clickhouse, scope, lists['custom-events'], 'events', MAX_EVENTS),
    readValues(clickhouse, scope, lists['exit-links'], 'clicks', MAX_LINKS),
    readValues(clickhouse, scope, lists.pages, 'pageviews', MAX_PAGES),
  ]);
  const [events = [], links = [], pages = []] = seen;
  const hasMatch = (each: GoalFields) => goals.some(({ match }) => isDeepStrictEqual(match, goalMatch(each)));
  const isGoal = (each: GoalFields) =>
    hasMatch(each) || (each.kind === 'link' && hasMatch({ ...each, kind: 'link-part' }));
  const toGoal = (kind: GoalKind) => (each: { readonly value: string; readonly count: number }) => ({
    ...each,
    ...NO_PROPERTY,
    kind,
    name: suggestGoalName(kind, each.value),
  });
  return [...events.map(toGoal('event')), ...links.map(toGoal('link')), ...pages.map(toGoal('page'))].filter(
    (each) => each.count > 0 && !isGoal(each),
  );
}

const NO_PROPERTY = { property: '', propertyValue: '' };

async function readValues(
  clickhouse: ClickHouse,
  scope: Scope,
  list: List,
  metric: 'events' | 'clicks' | 'pageviews',
  limit: number,
) {
  const { rows } = await readList(clickhouse, scope, list, limit);
  return rows.map(({ key: [value = ''], now }) => ({ value, count: metricValue(metric, now) }));
}
