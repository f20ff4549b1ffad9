import { withDeadline } from '../../../clickhouse/clickhouse.js';
import { t } from '../../../lib/language/translate.js';
import { planChange } from '../../../stats/changes/change-scope.js';
import { addFacts, type ChangeWithFacts, findChange } from '../../../stats/changes/find-change.js';
import { MAX_CHANGE_DAYS } from '../../../stats/changes/parse-changes.js';
import type { ChangeMetric } from '../../../stats/changes/setting.js';
import { explainPattern } from '../../../stats/rows/patterns.js';
import { completeCount } from '../../../websites/count.js';
import { listSystemNotes } from '../../../websites/system-notes.js';
import type { Visit } from '../../page-route.js';
import { type Failure, orFailure } from './or-failure.js';
import { type PageContext, whyRowsNotCompared } from './page-context.js';
import { countDays } from './range-choice.js';
import { toFilter } from './view-filters.js';

/** Only the owner sees facts. */
export type ShownChange = ChangeWithFacts | Failure;

/** Of all its queries together. A page loads its sections again after half a minute. */
const DEADLINE_MS = 20_000;

/** The reason for which a view has no sentence. */
export function whyNotExplained(shown: PageContext): string | undefined {
  const reason = whyRowsNotCompared(shown);
  if (reason !== undefined) return reason;
  if (shown.comparison?.days !== undefined) return t('the two periods are of different lengths');
  return countDays(shown.range) > MAX_CHANGE_DAYS ? t('this period is longer than a year') : undefined;
}

/** Explains the change of a compared view. */
export async function readChange(visit: Visit<'figures'>, shown: PageContext): Promise<ShownChange> {
  const { place, deps, context } = visit;
  const { website, range, goal, firstEvent } = shown;
  const comparison = shown.comparison!;
  const now = deps.now();
  const { id: websiteId, timezone: zone } = website;
  const filter = toFilter(shown);
  const compared = { range: range.ranges.range, comparison, filter, goal };
  const change = planChange({ websiteId, count: completeCount(website), zone, ...compared }, now);
  const read = async () => {
    // Others of the same link may be waited for first.
    const clickhouse = withDeadline(visit.clickhouse, DEADLINE_MS);
    const found = await findChange(clickhouse, change, chooseMetric(shown), { now, firstEvent });
    if (!place.own) return { ...found, facts: [] };
    return addFacts(clickhouse, change, found, await listSystemNotes(deps.db, websiteId));
  };
  return orFailure((place.changes?.run(read, context.req.raw.signal) ?? read()).catch(explainPattern));
}

/** That of the chart, if its change can be explained. */
const chooseMetric = ({ view: { metric }, goal }: PageContext): ChangeMetric =>
  (['visitors', 'visits', 'pageviews'] as const).find((each) => each === metric) ??
  (goal === undefined ? 'visitors' : 'conversions');
