import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { dropNames, isDropReason, isPartialReason } from '../collect/drops.js';
import { inLanguage } from '../lib/language/language.js';
import { oneLine } from '../lib/text.js';
import { answer } from '../stats/answer.js';
import { sentenceText } from '../stats/changes/sentence.js';
import type { SavedFilter } from '../stats/filters.js';
import { type MetricName, metricChange, metricValue } from '../stats/metrics.js';
import { countryName } from '../stats/names.js';
import { type Scope, type StatsQuery, websiteScope } from '../stats/query.js';
import { drops } from '../stats/reports/drops.js';
import { firstEventAt } from '../stats/reports/first-event.js';
import { conversionQuery, type Key, type List, readList, type ShownName } from '../stats/reports/list.js';
import { lists } from '../stats/reports/lists.js';
import { mainQuery } from '../stats/reports/main.js';
import { parseComparison } from '../stats/rows/parse-ranges.js';
import { Problems } from '../stats/rows/problems.js';
import { dayBuckets, parseRange, type Range } from '../time/index.js';
import type { Website } from '../websites/website.js';
import type { SummaryView } from './emailed-views.js';
import { changeFinder, type FindNoticeChange } from './find-change.js';
import type { Row, WeeklySummary } from './mail/notice-content.js';

/** Local days, both included, `YYYY-MM-DD`. */
export interface Week {
  readonly from: string;
  readonly to: string;
}

const WEEK_BEFORE = { mode: 'previous', matchWeekday: false } as const;

const MAX_ROWS = 5;

/** Emails never show longer names. */
const MAX_NAME = 300;

/** Goal and segment have stored values. */
interface SummaryOptions extends SummaryView {
  readonly findChange?: FindNoticeChange;
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
  { findChange = changeFinder(clickhouse), goal, segment, comparison: given = WEEK_BEFORE }: SummaryOptions = {},
): Promise<WeeklySummary> {
  const ranges = parseRange(week.from, week.to, website.timezone, now);
  const { range } = ranges;
  const moment = { zone: website.timezone, now, firstEvent: undefined };
  // A week has a comparison of both modes.
  const compared = parseComparison(given, ranges, moment, new Problems())!;
  const comparison = compared.range;
  const scope = websiteScope(website, range, segment?.filter);
  const query = mainQuery(scope, comparison);
  const { total } = await answer(clickhouse, {
    ...query,
    ...(goal && { goal: goal.filter, metrics: [...query.metrics, 'conversions', 'goalConversionRate'] }),
  });
  const firstEvent = await firstEventAt(clickhouse, website.id);
  const isComparable = firstEvent !== undefined && firstEvent <= comparison.start;
  const figure = (metric: MetricName) => ({
    now: metricValue(metric, total.now),
    before: metricValue(metric, total.before),
    change: isComparable ? metricChange(metric, total.now, total.before) : null,
  });
  const hasVisitors = total.now.visitors > 0;
  const rows = (list: List, names?: RowNames) => readRows(clickhouse, scope, ofGoal(list, goal), names);
  const change = { range, comparison: compared, filter: segment?.filter, goal, now };
  return {
    ...week,
    ...(given.mode === 'previous' ? {} : { comparison: given }),
    ...(segment && { segment: toNamed(segment) }),
    ...(goal && {
      goal: { ...toNamed(goal), conversions: figure('conversions'), rate: figure('goalConversionRate') },
    }),
    visitors: figure('visitors'),
    visits: figure('visits'),
    pageviews: figure('pageviews'),
    bounceRate: figure('bounceRate'),
    durationSeconds: figure('averageSessionDurationSeconds'),
    days: await readDays(clickhouse, scope, { zone: website.timezone, comparison, goal }),
    pages: await rows(lists.pages),
    sources: await rows(lists.referrers),
    countries: await rows(lists.countries, {
      name: ([country = '']) => inLanguage('en', () => countryName(country)),
      label: ({ name }) => name,
    }),
    outboundLinks: await rows(lists['exit-links'], { label: ({ name }) => name }),
    campaigns: await rows(lists.campaigns, {
      name: (_, { filters }) => filters?.campaignLink ?? '',
      label: ({ name, detail }) => [name, detail].filter((text) => text !== '').join(': '),
    }),
    customEvents: await rows(lists['custom-events']),
    dropped: hasVisitors || segment ? null : await topDrop(clickhouse, website.id, range),
    ...(isComparable && hasVisitors ? explainWeek(await findChange(website, change)) : {}),
  };
}

const explainWeek = (found: Awaited<ReturnType<FindNoticeChange>>): Pick<WeeklySummary, 'whatChanged'> =>
  found?.isJudged ? { whatChanged: sentenceText(found.sentence) } : {};

const toNamed = ({ id, name }: SavedFilter) => ({ id, name: oneLine(name, MAX_NAME) });

const ofGoal = (list: List, goal: SavedFilter | undefined): List =>
  goal === undefined ? list : { ...list, by: { ...list.by, ...conversionQuery(goal.filter) } };

interface DaysOptions {
  readonly zone: string;
  readonly comparison: Range;
  readonly goal: SavedFilter | undefined;
}

/** The visitors of each day, or the conversions of a goal, beside those of the day that it is compared with. */
async function readDays(
  clickhouse: ClickHouse,
  scope: Scope,
  { zone, comparison, goal }: DaysOptions,
): Promise<WeeklySummary['days']> {
  const metric = goal === undefined ? 'visitors' : 'conversions';
  const read = async (range: Range) => {
    const buckets = dayBuckets(range, zone);
    const query: StatsQuery = { ...scope, range, name: 'stats/chart', metrics: [metric], goal: goal?.filter, buckets };
    const { rows } = await answer(clickhouse, query);
    return rows.map(({ now }, place) => ({ date: buckets[place]!.label, count: metricValue(metric, now) }));
  };
  const before = await read(comparison);
  return (await read(scope.range)).map(({ date, count }, place) => ({
    date,
    visitors: count,
    before: before[place]?.count ?? 0,
  }));
}

interface RowNames {
  /** The API's name of a row, in English: by default its stored value. */
  readonly name?: (key: Key, shown: ShownName) => string;
  /** What people read instead. */
  readonly label?: (shown: ShownName) => string;
}

/** With the API's names, and a label in the current language where it differs. */
export async function readRows(
  clickhouse: ClickHouse,
  scope: Scope,
  list: List,
  { name: nameRow = ([value = '']) => value, label: labelRow }: RowNames = {},
): Promise<Row[]> {
  const { rows } = await readList(clickhouse, scope, list, MAX_ROWS);
  return rows.map(({ key, now, percentage }) => {
    const shown = list.show(key);
    const name = oneLine(nameRow(key, shown), MAX_NAME);
    const label = labelRow && oneLine(labelRow(shown), MAX_NAME);
    return {
      name,
      ...(label !== undefined && label !== name && { label }),
      value: metricValue(list.by.metrics[0], now),
      percentage,
      ...(list.by.goal && { visitors: now.visitors, rate: metricValue('goalConversionRate', now) }),
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
  const first = found.find(({ reason }) => !isPartialReason(reason));
  if (first === undefined) return null;
  return { reason: isDropReason(first.reason) ? dropNames[first.reason] : first.reason, events: first.events };
}
