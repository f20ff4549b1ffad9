import { isDeepStrictEqual } from 'node:util';
import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import type { Definition } from '../../../definitions/definitions.js';
import { t } from '../../../lib/language/translate.js';
import { metricValue } from '../../../stats/metrics.js';
import type { Scope } from '../../../stats/query.js';
import { type List, readList } from '../../../stats/reports/list.js';
import { lists } from '../../../stats/reports/lists.js';
import { type GoalFields, goalMatch } from './goal-match.js';

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
  const isGoal = (each: GoalFields) => goals.some(({ match }) => isDeepStrictEqual(match, goalMatch(each)));
  return [
    ...events.map((each) => ({ ...each, ...NO_PROPERTY, kind: 'event', name: each.value })),
    ...links.map((each) => ({
      ...each,
      ...NO_PROPERTY,
      kind: 'link',
      name: t('Clicked {link}', { link: each.value }),
    })),
    ...pages.map((each) => ({ ...each, ...NO_PROPERTY, kind: 'page', name: t('Saw {page}', { page: each.value }) })),
  ].filter((each) => each.count > 0 && !isGoal(each));
}

const NO_PROPERTY = { property: '', propertyValue: '' };

async function readValues<Named extends object>(
  clickhouse: ClickHouse,
  scope: Scope,
  list: List<Named>,
  metric: 'events' | 'clicks' | 'pageviews',
  limit: number,
) {
  const { rows } = await readList(clickhouse, scope, list, limit);
  return rows.map(({ named, facts }) => ({
    value: String(Object.values(named).at(-1)),
    count: metricValue(metric, facts),
  }));
}
