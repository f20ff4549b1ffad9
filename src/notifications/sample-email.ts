import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { recentTraffic } from '../stats/reports/traffic.js';
import { visitorsChart } from '../stats/reports/visitors-chart.js';
import { type Bucket, lastWeek, localDay, type Range, startOfDay } from '../time/index.js';
import type { Website } from '../websites/website.js';
import type { NotificationContext } from './context.js';
import type { SummaryView } from './emailed-views.js';
import type { Email } from './mail/mailer.js';
import { noticeEmail } from './notice-email.js';
import type { NewNotice } from './notice-repository.js';
import { readWeeklySummary, topDrop } from './read-weekly-summary.js';
import type { Topic } from './topics.js';
import { describeSpike, MAX_SILENCE_MS, WINDOW_MS } from './traffic-alerts.js';
import { TrafficHistories } from './traffic-history.js';
import { findUsual } from './traffic-rules.js';

/**
 * Renders an email about the last complete week or day at `now`, epoch milliseconds, regardless of settings and rules.
 * A summary can be of a view, with stored values. Without an event in the last seven days, the silence begins with the day.
 */
export async function sampleEmail(
  deps: Pick<NotificationContext, 'clickhouse' | 'baseUrl' | 'links'>,
  website: Website,
  topic: Topic,
  to: string,
  now: number,
  view?: SummaryView,
): Promise<Email> {
  return noticeEmail(deps, website, { topic, ...(await readSample(deps.clickhouse, website, topic, now, view)) }, to);
}

async function readSample(
  clickhouse: ClickHouse,
  website: Website,
  topic: Topic,
  now: number,
  view?: SummaryView,
): Promise<Pick<NewNotice, 'kind' | 'content'>> {
  if (topic === 'weekly-summary') {
    return {
      kind: 'week',
      content: await readWeeklySummary(clickhouse, website, lastWeek(now, website.timezone), now, view),
    };
  }
  const { timezone } = website;
  const day = localDay(now, timezone);
  const range = { start: startOfDay(day - 1, timezone), end: startOfDay(day, timezone) };
  const peak = await findPeak(clickhouse, website, range);
  const histories = new TrafficHistories(clickhouse);
  if (peak === undefined) {
    const { end } = range;
    const found = await recentTraffic(clickhouse, [website.id], { start: end - MAX_SILENCE_MS, end });
    const silence = { start: found.get(website.id)?.lastEvent ?? range.start, end };
    const expected = findUsual(await histories.read(website, silence)) ?? 0;
    const dropped = await topDrop(clickhouse, website.id, silence);
    return { kind: 'silence', content: { since: silence.start, until: end, expected, dropped } };
  }
  const usual = findUsual(await histories.read(website, peak.range)) ?? 0;
  const spike = { usual, times: usual === 0 ? undefined : peak.visitors / usual };
  return { kind: 'spike', content: await describeSpike(clickhouse, website, peak.range, peak.visitors, spike) };
}

/** The half hour with the most visitors; undefined without visitors. */
async function findPeak(
  clickhouse: ClickHouse,
  { id: websiteId }: Website,
  range: Range,
): Promise<{ readonly range: Range; readonly visitors: number } | undefined> {
  const buckets: Bucket[] = [];
  for (let start = range.start; start < range.end; start += WINDOW_MS) buckets.push({ start, label: String(start) });
  const { data } = await visitorsChart(clickhouse, { websiteId, range, filter: undefined }, buckets);
  const peak = data.reduce((most, each) => (each.visitors > most.visitors ? each : most), { date: '', visitors: 0 });
  if (peak.visitors === 0) return undefined;
  const start = Number(peak.date);
  return { range: { start, end: Math.min(start + WINDOW_MS, range.end) }, visitors: peak.visitors };
}
