import type { FilterName } from '../../src/stats/dimensions.js';
import { dataEnd } from '../data-set/plan.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The lists, each of which groups by one thing. */
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
] as const;

export type ListName = (typeof listNames)[number];

export type Endpoint = 'main' | 'chart-day' | 'chart-hour' | 'channels' | ListName;

export const endpoints: readonly Endpoint[] = ['main', 'chart-day', 'chart-hour', 'channels', ...listNames];

/** A row of the bench: one kind of question, to be asked over several ranges of the same size. */
export interface Case {
  readonly endpoint: Endpoint;
  readonly days: number;
  readonly filters: readonly FilterName[];
  /** Undefined for all rows of a list. */
  readonly limit: 10 | undefined;
  readonly zone: string;
  /** Whether the range ends now, as most that are asked for do, and not with a day that is over for long. */
  readonly untilNow?: true;
}

/** One question of a case: whole days, half-open, epoch milliseconds; of UTC, whatever the website's zone. */
export interface Asked {
  readonly endpoint: Endpoint;
  readonly websiteId: string;
  readonly start: number;
  readonly end: number;
  /** Start of the period that `main` compares with; it ends where the range starts. */
  readonly previous: number;
  readonly filters: Readonly<Partial<Record<FilterName, string>>>;
  readonly limit: 10 | undefined;
  readonly zone: string;
}

/** `30 days until now`. */
export const spanOf = ({ days, untilNow }: Case): string =>
  `${days} ${days === 1 ? 'day' : 'days'}${untilNow ? ' until now' : ''}`;

/** `pages 365 days, page + country, all`. */
export const nameOf = (each: Case): string =>
  [
    `${each.endpoint} ${spanOf(each)}`,
    ...(each.filters.length === 0 ? [] : [each.filters.join(' + ')]),
    ...(each.limit === undefined ? ['all'] : []),
    ...(each.zone === 'UTC' ? [] : [each.zone]),
  ].join(', ');

/** The value that each filter asks for: neither the most frequent one nor a rare one. */
const values: Readonly<Record<FilterName, string>> = {
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

/**
 * The question of a case that is asked at a turn: each time the range lies a day earlier, a single day a week. What ends now
 * begins earlier and later by turns.
 */
export function askedAt(each: Case, websiteId: string, turn: number): Asked {
  const earlier = each.untilNow ? (turn % 2 === 0 ? turn / 2 : -(turn + 1) / 2) : 1 + turn * (each.days === 1 ? 7 : 1);
  const start = dataEnd - (earlier + each.days) * DAY_MS;
  const end = each.untilNow ? dataEnd : start + each.days * DAY_MS;
  return {
    endpoint: each.endpoint,
    websiteId,
    start,
    end,
    previous: start - (end - start),
    filters: Object.fromEntries(each.filters.map((name) => [name, values[name]])),
    limit: each.limit,
    zone: each.zone,
  };
}
