import { type FilterName, filterNames } from '../../src/stats/dimensions.js';
import { parseRange, type Range } from '../../src/time/index.js';
import { DAY_MS, dataEnd, today } from '../data-set/plan.js';
import type { PostedName } from './posted.js';

/** The lists, each with one grouping. */
export const listNames = [
  'countries',
  'pages',
  'referrers',
  'browsers',
  'devices',
  'campaigns',
  'cities',
  'entry-pages',
  'exit-links',
  'os',
  'languages',
  'custom-events',
] as const;

export type ListName = (typeof listNames)[number];

export type Endpoint = 'main' | 'visitors-chart' | 'channels' | ListName;

export const endpoints: readonly Endpoint[] = ['main', 'visitors-chart', 'channels', ...listNames];

/** A row of the bench: one kind of query, measured over several ranges. */
export interface Case {
  /** `page` is the dashboard's page of a website. */
  readonly endpoint: Endpoint | PostedName | 'page';
  readonly days: number;
  readonly filters: readonly FilterName[];
  /** Whether the range ends today, as in most requests, or with a past day. */
  readonly untilNow: boolean;
  /** Whether it is about a website of about a hundredth of the events, as most are. */
  readonly isSmall?: true;
  /** How often the same range is opened in a row: the last time is measured, and compared with the first. */
  readonly openings?: number;
}

/** One query of a case: whole days of UTC, half-open, epoch milliseconds. */
export interface CaseQuery extends Range {
  readonly endpoint: Case['endpoint'];
  readonly websiteId: string;
  /** The comparison range of `main`, and the whole range before it. */
  readonly comparison: Range;
  readonly previous: Range;
  readonly filters: Readonly<Partial<Record<FilterName, string>>>;
  /** Rows of a list; undefined for all. */
  readonly limit: number | undefined;
}

/** As in `30 days until now`. */
export const rangeName = ({ days, untilNow }: Case): string =>
  `${days} ${days === 1 ? 'day' : 'days'}${untilNow ? ' until now' : ''}`;

/** As in `pages 365 days, browser + country`. */
export const caseName = (each: Case): string =>
  [
    `${each.isSmall ? 'small ' : ''}${each.endpoint} ${rangeName(each)}`,
    ...(each.filters.length === 0 ? [] : [each.filters.join(' + ')]),
    ...(each.openings === undefined ? [] : [`opened ${each.openings} times`]),
  ].join(', ');

/** The value of each measured filter: neither the most frequent one nor a rare one. Peers have no links of campaigns. */
const values: Readonly<Partial<Record<FilterName, string>>> = {
  referrer: 'Facebook',
  channel: 'Organic Social',
  campaign: 'Campaign 3',
  page: '/about/the-story-of-number-4',
  entryPage: '/about/the-story-of-number-4',
  country: 'DE',
  city: 'City US 2',
  browser: 'Firefox',
  os: 'Android',
  device: 'mobile',
  language: 'de-DE',
};

export const measuredFilters = filterNames.filter((name) => values[name] !== undefined);

/** A range until now that is at least this long can lose some days. */
const LONG_DAYS = 30;

/** Each turn has another range, so that no cache has the result. */
export function queryAt(each: Case, websiteId: string, turn: number): CaseQuery {
  const { range, previous, comparison } = parseRange(...daysAt(each, turn), 'UTC', dataEnd);
  return {
    endpoint: each.endpoint,
    websiteId,
    ...range,
    previous,
    comparison,
    filters: Object.fromEntries(each.filters.map((name) => [name, values[name]])),
    limit: 10,
  };
}

/**
 * Returns the first and last day of a range. Closed ranges move back by a day per turn, a single day by a week. Long ranges
 * until now alternately begin earlier and later; short ones end in the future, which has no data.
 */
function daysAt({ days, untilNow }: Case, turn: number): readonly [from: string, to: string] {
  const day = (offset: number) => dayText(today + offset * DAY_MS);
  if (!untilNow) {
    const last = -1 - turn * (days === 1 ? 7 : 1);
    return [day(last - days + 1), day(last)];
  }
  if (days < LONG_DAYS) return [day(1 - days), day(turn)];
  return [day(1 - days + (turn % 2 === 0 ? -turn / 2 : (turn + 1) / 2)), day(0)];
}

/** `YYYY-MM-DD`. */
export const dayText = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
