import { createHash } from 'node:crypto';
import { millisecondsInMinute } from 'date-fns/constants';
import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import { byLanguage, inLanguage } from '../../../lib/language/language.js';
import { answerTogether } from '../../../stats/answer.js';
import { type Facts, metricValue } from '../../../stats/metrics.js';
import type { Answer, Scope, StatsQuery } from '../../../stats/query.js';
import type { ListPath } from '../../../stats/reports/lists.js';
import { visitorsNow } from '../../../stats/reports/visitors-now.js';
import { chosenEvents } from '../../../stats/sources/events.js';
import { minuteBuckets, type Range } from '../../../time/index.js';
import type { Website } from '../../../websites/website.js';
import { type LatestEvent, readLatestEvents } from '../stats/latest-events.js';
import { listReader } from '../stats/list-reader.js';
import { shownLists } from '../stats/shown-lists.js';
import type { ShownRow } from '../stats/shown-row.js';

const MINUTES = 30;
const LIST_ROWS = 10;
const LATEST_EVENTS = 30;

const realtimeLists = ['pages', 'referrers', 'countries', 'custom-events'] as const satisfies readonly ListPath[];

export interface RealtimeList {
  readonly path: (typeof realtimeLists)[number];
  readonly rows: readonly ShownRow[];
}

export interface RealtimeMinute {
  /** As in the API: local time with its offset. */
  readonly label: string;
  readonly visitors: number;
  readonly pageviews: number;
}

export interface Realtime {
  /** Of the last five minutes. */
  readonly visitorsNow: number;
  readonly visitors: number;
  readonly pageviews: number;
  /** The last one is in progress. */
  readonly minutes: readonly RealtimeMinute[];
  readonly lists: readonly RealtimeList[];
  /** Latest first. */
  readonly latest: readonly LatestEvent[];
}

/** Thirty minutes of the clock, with the one in progress. `now` is epoch milliseconds. */
export function realtimeRange(now: number): Range {
  const end = (Math.floor(now / millisecondsInMinute) + 1) * millisecondsInMinute;
  return { start: end - MINUTES * millisecondsInMinute, end };
}

/** The figures in the language of the caller. `now` is epoch milliseconds. */
export async function readRealtime(
  clickhouse: ClickHouse,
  { id, timezone }: Pick<Website, 'id' | 'timezone'>,
  now: number,
): Promise<() => Realtime> {
  const range = realtimeRange(now);
  const scope: Scope = { websiteId: id, range, filter: undefined };
  const totals: StatsQuery = { ...scope, name: 'stats/realtime', metrics: ['visitors', 'pageviews'] };
  const buckets = minuteBuckets(range, timezone);
  const readers = realtimeLists.map((path) => ({ path, reader: listReader(shownLists[path]) }));
  const [totalsAnswer, minutesAnswer, ...listAnswers] = answerTogether(clickhouse, [
    totals,
    { ...totals, buckets },
    ...readers.map(({ reader }) => reader.query(scope, LIST_ROWS)),
  ]) as [Promise<Answer>, Promise<Answer>, ...Promise<Answer>[]];
  const [visitors, { total }, { rows: minutes }, lists, latest] = await Promise.all([
    visitorsNow(clickhouse, id, now),
    totalsAnswer,
    minutesAnswer,
    Promise.all(listAnswers),
    readLatestEvents(clickhouse, { name: 'stats/latest-events', chosen: chosenEvents(scope), limit: LATEST_EVENTS }),
  ]);
  return byLanguage(() => ({
    visitorsNow: visitors,
    ...toCounts(total.now),
    minutes: buckets.map(({ label }, at) => ({ label, ...toCounts(minutes[at]!.now) })),
    lists: readers.map(({ path, reader }, place) => ({ path, rows: reader.rows(lists[place]!, total.now) })),
    latest,
  }));
}

const toCounts = (facts: Facts) => ({
  visitors: metricValue('visitors', facts),
  pageviews: metricValue('pageviews', facts),
});

/** Differs between different figures, and is the same in all languages. */
export const realtimeState = (figures: () => Realtime): string =>
  createHash('sha256')
    .update(JSON.stringify(inLanguage('en', figures)))
    .digest('base64url')
    .slice(0, 16);
