import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { dropNames, isDropReason } from '../ingest/drops.js';
import type { Row, WeeklySummary } from '../mail/notice-content.js';
import { oneLine } from '../mail/one-line.js';
import { type Campaign, campaignDetail, campaignTitle, linkName } from '../stats/names.js';
import type { StatsQuery } from '../stats/query.js';
import { drops } from '../stats/reports/drops.js';
import { firstEventAt } from '../stats/reports/first-event.js';
import { type List, lists, readList } from '../stats/reports/lists.js';
import { toMain, visitsChange } from '../stats/reports/main.js';
import { visitorsChart } from '../stats/reports/visitors-chart.js';
import { totals } from '../stats/totals.js';
import { dayBuckets, parseRange, type Range } from '../time/index.js';
import { completeCount } from '../websites/count.js';
import type { Website } from '../websites/website.js';

/** Local days, both included, `YYYY-MM-DD`. */
export interface Week {
  readonly from: string;
  readonly to: string;
}

const MAX_ROWS = 5;

/** No email shows more. */
const MAX_NAME = 300;

/** Reads the figures of a week: those of the API for the same days. `now` is epoch milliseconds. */
export async function readWeeklySummary(
  clickhouse: ClickHouse,
  website: Website,
  week: Week,
  now: number,
): Promise<WeeklySummary> {
  const { range, comparison } = parseRange(week.from, week.to, website.timezone, now);
  const query: StatsQuery = { websiteId: website.id, range, filter: undefined, count: completeCount(website) };
  const found = await totals(clickhouse, query, comparison);
  const main = toMain(found);
  const firstEvent = await firstEventAt(clickhouse, website.id);
  const isComparable = firstEvent !== undefined && firstEvent <= comparison.start;
  const figure = (now: number, before: number, change: number) => ({
    now,
    before,
    change: isComparable ? change : null,
  });
  return {
    ...week,
    visitors: figure(main.totalVisitors, main.previousTotalVisitors, main.visitorsChange),
    visits: figure(found.now.sessions, found.previous.sessions, visitsChange(found)),
    pageviews: figure(main.totalPageviews, main.previousTotalPageviews, main.pageviewsChange),
    bounceRate: figure(main.bounceRate, main.previousBounceRate, main.bounceRateChange),
    durationSeconds: figure(
      main.averageSessionDurationSeconds,
      main.previousAverageSessionDurationSeconds,
      main.sessionDurationChange,
    ),
    days: await readDays(clickhouse, query, website.timezone, comparison),
    pages: await readRows(clickhouse, query, lists.pages, ({ page }) => page),
    sources: await readRows(clickhouse, query, lists.referrers, ({ referrer }) => referrer),
    countries: await readRows(clickhouse, query, lists.countries, ({ countryName }) => countryName),
    outboundLinks: await readRows(
      clickhouse,
      query,
      lists['exit-links'],
      ({ url }) => url,
      ({ url }) => linkName(url),
    ),
    campaigns: await readRows(clickhouse, query, lists.campaigns, ({ name }) => name, campaignLabel),
    customEvents: await readRows(clickhouse, query, lists['custom-events'], ({ name }) => name),
    dropped: main.totalVisitors > 0 ? null : await topDrop(clickhouse, website.id, range),
  };
}

const campaignLabel = (named: Campaign): string =>
  [campaignTitle(named.campaign), campaignDetail(named)].filter((text) => text !== '').join(': ');

/** Reads the visitors of each day beside those of the same day a week before. */
async function readDays(
  clickhouse: ClickHouse,
  query: StatsQuery,
  zone: string,
  comparison: Range,
): Promise<WeeklySummary['days']> {
  const earlier = { ...query, range: comparison };
  const days = await visitorsChart(clickhouse, query, dayBuckets(query.range, zone));
  const before = await visitorsChart(clickhouse, earlier, dayBuckets(comparison, zone));
  return days.data.map(({ date, visitors }, index) => ({ date, visitors, before: before.data[index]?.visitors ?? 0 }));
}

/** Reads the first rows of a list, with the names of the API, and labels where people read others. */
export async function readRows<Named extends object>(
  clickhouse: ClickHouse,
  query: StatsQuery,
  list: List<Named>,
  nameOf: (named: Named) => string,
  labelOf?: (named: Named) => string,
): Promise<Row[]> {
  const { rows } = await readList(clickhouse, query, list, MAX_ROWS);
  const [metric] = list.breakdown.metrics;
  return rows.map(({ named, figures, percentage }) => ({
    name: oneLine(nameOf(named), MAX_NAME),
    ...(labelOf !== undefined && { label: oneLine(labelOf(named), MAX_NAME) }),
    value: figures[metric],
    percentage,
  }));
}

/** Reads the most frequent reason for which events were not counted. */
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
