import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { dropNames, isDropReason } from '../collect/drops.js';
import { inLanguage } from '../lib/language/language.js';
import { oneLine } from '../lib/text.js';
import { answer } from '../stats/answer.js';
import { sentenceText } from '../stats/changes/sentence.js';
import type { SavedFilter } from '../stats/filters.js';
import { metricChange, metricValue } from '../stats/metrics.js';
import { type Campaign, campaignDetail, campaignTitle, countryName, linkName } from '../stats/names.js';
import type { Scope } from '../stats/query.js';
import { drops } from '../stats/reports/drops.js';
import { firstEventAt } from '../stats/reports/first-event.js';
import { type List, readList } from '../stats/reports/list.js';
import { lists } from '../stats/reports/lists.js';
import { mainQuery, toMain } from '../stats/reports/main.js';
import { visitorsChart } from '../stats/reports/visitors-chart.js';
import { dayBuckets, parseRange, type Range } from '../time/index.js';
import { completeCount } from '../websites/count.js';
import type { Website } from '../websites/website.js';
import { type FindVisitorsChange, visitorsChangeFinder } from './find-change.js';
import type { Row, WeeklySummary } from './mail/notice-content.js';

/** Local days, both included, `YYYY-MM-DD`. */
export interface Week {
  readonly from: string;
  readonly to: string;
}

const MAX_ROWS = 5;

/** Emails never show longer names. */
const MAX_NAME = 300;

interface SummaryOptions {
  readonly findChange?: FindVisitorsChange;
  /** Limits the summary to a segment, with stored values. */
  readonly segment?: SavedFilter | undefined;
}

/**
 * The same figures as in the API, with its names. What people read instead, and sentences, are in the current language.
 * `now` is epoch milliseconds.
 */
export async function readWeeklySummary(
  clickhouse: ClickHouse,
  website: Website,
  week: Week,
  now: number,
  { findChange = visitorsChangeFinder(clickhouse), segment }: SummaryOptions = {},
): Promise<WeeklySummary> {
  const { range, comparison } = parseRange(week.from, week.to, website.timezone, now);
  const scope: Scope = { websiteId: website.id, range, filter: segment?.filter, count: completeCount(website) };
  const { total } = await answer(clickhouse, mainQuery(scope, comparison));
  const main = toMain(total);
  const firstEvent = await firstEventAt(clickhouse, website.id);
  const isComparable = firstEvent !== undefined && firstEvent <= comparison.start;
  const figure = (now: number, before: number, change: number) => ({
    now,
    before,
    change: isComparable ? change : null,
  });
  return {
    ...week,
    ...(segment && { segment: { id: segment.id, name: oneLine(segment.name, MAX_NAME) } }),
    visitors: figure(main.totalVisitors, main.previousTotalVisitors, main.visitorsChange),
    visits: figure(total.now.sessions, total.before.sessions, metricChange('visits', total.now, total.before)),
    pageviews: figure(main.totalPageviews, main.previousTotalPageviews, main.pageviewsChange),
    bounceRate: figure(main.bounceRate, main.previousBounceRate, main.bounceRateChange),
    durationSeconds: figure(
      main.averageSessionDurationSeconds,
      main.previousAverageSessionDurationSeconds,
      main.sessionDurationChange,
    ),
    days: await readDays(clickhouse, scope, website.timezone, comparison),
    pages: await readRows(clickhouse, scope, lists.pages, ({ page }) => page),
    sources: await readRows(clickhouse, scope, lists.referrers, ({ referrer }) => referrer),
    countries: await readRows(
      clickhouse,
      scope,
      lists.countries,
      ({ countryName: name }) => name,
      ({ country }) => countryName(country),
    ),
    outboundLinks: await readRows(
      clickhouse,
      scope,
      lists['exit-links'],
      ({ url }) => url,
      ({ url }) => linkName(url),
    ),
    campaigns: await readRows(clickhouse, scope, lists.campaigns, ({ name }) => name, campaignLabel),
    customEvents: await readRows(clickhouse, scope, lists['custom-events'], ({ name }) => name),
    dropped: main.totalVisitors > 0 || segment ? null : await topDrop(clickhouse, website.id, range),
    ...(isComparable && main.totalVisitors > 0
      ? explainWeek(await findChange(website, { range, before: comparison, filter: segment?.filter, now }))
      : {}),
  };
}

const explainWeek = (found: Awaited<ReturnType<FindVisitorsChange>>): Pick<WeeklySummary, 'whatChanged'> =>
  found?.isJudged ? { whatChanged: sentenceText(found.sentence) } : {};

const campaignLabel = (named: Campaign): string =>
  [campaignTitle(named.campaign), campaignDetail(named)].filter((text) => text !== '').join(': ');

/** Beside the visitors of the same day a week before. */
async function readDays(
  clickhouse: ClickHouse,
  scope: Scope,
  zone: string,
  comparison: Range,
): Promise<WeeklySummary['days']> {
  const earlier = { ...scope, range: comparison };
  const days = await visitorsChart(clickhouse, scope, dayBuckets(scope.range, zone));
  const before = await visitorsChart(clickhouse, earlier, dayBuckets(comparison, zone));
  return days.data.map(({ date, visitors }, index) => ({ date, visitors, before: before.data[index]?.visitors ?? 0 }));
}

/** With the API's names, which are English, and a label in the current language where the displayed name differs. */
export async function readRows<Named extends object>(
  clickhouse: ClickHouse,
  scope: Scope,
  list: List<Named>,
  nameOf: (named: Named) => string,
  labelOf?: (named: Named) => string,
): Promise<Row[]> {
  const { rows } = await inLanguage('en', () => readList(clickhouse, scope, list, MAX_ROWS));
  return rows.map(({ named, facts, percentage }) => {
    const name = oneLine(nameOf(named), MAX_NAME);
    const label = labelOf && oneLine(labelOf(named), MAX_NAME);
    return {
      name,
      ...(label !== undefined && label !== name && { label }),
      value: metricValue(list.by.metrics[0], facts),
      percentage,
    };
  });
}

/** Its reason is in English. */
export async function topDrop(
  clickhouse: ClickHouse,
  websiteId: string,
  range: Range,
): Promise<{ reason: string; events: number } | null> {
  const { drops: found } = await drops(clickhouse, websiteId, range);
  const [first] = found;
  if (first === undefined) return null;
  return { reason: isDropReason(first.reason) ? dropNames[first.reason] : first.reason, events: first.events };
}
