import { millisecondsInDay } from 'date-fns/constants';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { answer } from '../stats/answer.js';
import { firstEventIn } from '../stats/reports/traffic.js';
import type { Website } from '../websites/website.js';
import { MIN_ALERT_INTERVAL_MS, WINDOW_MS } from './traffic-alerts.js';
import { earlierRanges, REACH_MS } from './traffic-history.js';
import { judgeSpike } from './traffic-rules.js';

/** Days that are looked at. */
export const SPIKE_DAYS = 30;

export interface PastSpike {
  /** Start of the half hour, in epoch milliseconds. */
  readonly at: number;
  readonly visitors: number;
  readonly usual: number;
}

/**
 * Returns the spikes of the last 30 days that the traffic alert would have reported, oldest first. It judges full half hours, where
 * the alert judges the last half hour at each minute; as there, only the 58 days before are looked at.
 */
export async function findPastSpikes(
  clickhouse: ClickHouse,
  { id, timezone }: Pick<Website, 'id' | 'timezone'>,
  now: number,
): Promise<readonly PastSpike[]> {
  const end = now - (now % WINDOW_MS);
  const judged = end - SPIKE_DAYS * millisecondsInDay;
  const range = { start: judged - (REACH_MS - (REACH_MS % WINDOW_MS)), end };
  const buckets = [];
  for (let start = range.start; start < end; start += WINDOW_MS) buckets.push({ start, label: '' });
  const firstEvent = await firstEventIn(clickhouse, id, range);
  if (firstEvent === undefined) return [];
  const { rows } = await answer(clickhouse, {
    websiteId: id,
    range,
    filter: undefined,
    name: 'stats/past-spikes',
    metrics: ['visitors'],
    buckets,
  });
  const visitorsAt = (start: number) => rows[(start - range.start) / WINDOW_MS]?.now.visitors ?? 0;
  const active = buckets.map(({ start }) => start).filter((start) => visitorsAt(start) > 0);
  const found: PastSpike[] = [];
  for (let at = judged; at < end; at += WINDOW_MS) {
    if (at < (found.at(-1)?.at ?? 0) + MIN_ALERT_INTERVAL_MS) continue;
    const visitors = visitorsAt(at);
    const judgedRange = { start: at, end: at + WINDOW_MS };
    // The half hour of the website's first event was not tracked from its start.
    const first = Math.max(firstEvent, active.find((start) => start >= judgedRange.end - REACH_MS) ?? end);
    const { weekly, daily } = earlierRanges(judgedRange, timezone, first);
    const history = {
      weekly: weekly.map(({ start }) => visitorsAt(start)),
      daily: daily.map(({ start }) => visitorsAt(start)),
    };
    const spike = judgeSpike(visitors, history);
    if (spike !== undefined) found.push({ at, visitors, usual: spike.usual });
  }
  return found;
}
