import { z } from 'zod';
import { Fault } from '../../errors.js';
import { type FilterName, filterNames } from '../../stats/dimensions.js';
import type { Built, Filters, Period, Question } from '../../stats/question.js';
import {
  hourFaults,
  isMoment,
  lengthFaults,
  MOMENT_RULE,
  namedRange,
  parseRange,
  type Range,
} from '../../time/index.js';
import type { Website } from '../../websites/website.js';
import type { GivenQuery } from '../query.js';

const DEFAULT_LIMIT = 10;

const filterMeanings: Readonly<Record<FilterName, string>> = {
  referrer: 'Referrer source',
  channel: 'Traffic channel',
  campaign: 'Campaign name',
  page: 'Path of the page',
  entryPage: 'Path of the entry page',
  country: 'Country code, such as DE',
  city: 'City name',
  browser: 'Browser name',
  os: 'Operating system',
  device: 'Kind of device',
  language: 'Browser language, such as en-US',
};

const text = z.string().optional();

const filters = Object.fromEntries(
  filterNames.map((name) => [name, text.describe(`${filterMeanings[name]}; compared exactly`)]),
) as Record<FilterName, typeof text>;

const moment = (which: string) => z.string().refine(isMoment, MOMENT_RULE).describe(`${which}: ${MOMENT_RULE}`);

export const rangeQuery = z.object({ from: moment('Start of the range'), to: moment('End of the range') });

/** The parameters of every statistic: section 4.3 of the specification. */
export const statsQuery = rangeQuery.extend(filters);

export type StatsQuery = z.infer<typeof statsQuery>;

/** Those of a breakdown. */
export const listQuery = statsQuery.extend({
  limit: z
    .string()
    .default(String(DEFAULT_LIMIT))
    .refine((limit) => limit === 'all' || isWhole(limit), 'must be a whole number from 1, or all')
    .describe('Results at most, or all'),
});

const isWhole = (text: string): boolean => /^\d{1,15}$/.test(text) && Number(text) > 0;

/** Rows at most; undefined for all. */
export const limitOf = ({ limit }: z.infer<typeof listQuery>): number | undefined =>
  limit === 'all' ? undefined : Number(limit);

/** What is wrong with the two moments together, in the website's zone. Of each by itself the schema says it. */
export const rangeFaults = (given: GivenQuery, website: Website): readonly string[] =>
  faultsIn(given, website, lengthFaults);

/** The same, of a range that is to be cut into hours. */
export const hourlyRangeFaults = (given: GivenQuery, website: Website): readonly string[] =>
  faultsIn(given, website, (range, zone) => [...lengthFaults(range, zone), ...hourFaults(range, zone)]);

function faultsIn(
  { from = '', to = '' }: GivenQuery,
  { timezone }: Website,
  faultsOf: (range: Range, zone: string) => readonly string[],
): readonly string[] {
  if (!isMoment(from) || !isMoment(to)) return [];
  try {
    return faultsOf(namedRange(from, to, timezone), timezone);
  } catch (error) {
    if (error instanceof Fault) return error.messages;
    throw error;
  }
}

/** A question about a website in its own time zone, and the period it is compared with. */
export interface Asked {
  readonly question: Question;
  readonly comparison: Period;
}

/** Throws where `rangeFaults` finds any. */
export function questionOf(website: Website, query: StatsQuery, built: Built | undefined): Asked {
  const { range, previous } = parseRange(query.from, query.to, website.timezone);
  const chosen: Filters = Object.fromEntries(
    filterNames.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
  );
  return { question: { websiteId: website.id, period: range, filters: chosen, built }, comparison: previous };
}
