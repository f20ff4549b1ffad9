import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { AppError } from '../../lib/errors.js';
import { dimensions, type FilterName, filterNames } from '../../stats/dimensions.js';
import { resolveFilters } from '../../stats/filter-values.js';
import { type Filters, parseFilters, type Scope } from '../../stats/query.js';
import {
  hourErrors,
  isMoment,
  lengthErrors,
  MOMENT_PATTERN,
  MOMENT_RULE,
  namedRange,
  parseRange,
  type Range,
} from '../../time/index.js';
import { completeCount } from '../../websites/count.js';
import type { Website } from '../../websites/website.js';
import type { GivenQuery } from '../query.js';

const DEFAULT_LIMIT = 10;

/** No value is longer: of the link of a campaign, four parameters of 255 characters, each of up to nine characters when encoded. */
export const MAX_FILTER_LENGTH = 10_000;

const text = z
  .string()
  .max(MAX_FILTER_LENGTH, `must have at most ${MAX_FILTER_LENGTH.toLocaleString('en')} characters`)
  .optional();

const filters = Object.fromEntries(filterNames.map((name) => [name, text.describe(dimensions[name].filter)])) as Record<
  FilterName,
  typeof text
>;

const moment = (description: string, example: string) =>
  z
    .string()
    .refine(isMoment, MOMENT_RULE)
    .meta({ description, examples: [example], pattern: MOMENT_PATTERN });

export const rangeParameters = z.object({
  from: moment(
    "First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. " +
      'From 1970 to 2100',
    '2026-03-01',
  ),
  to: moment(
    'Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it',
    '2026-03-31',
  ),
});

/** The parameters of every statistic: docs/api-specification.md, section 4.3. */
export const statsParameters = rangeParameters.extend(filters);

export type StatsParameters = z.infer<typeof statsParameters>;

/** The parameters of a breakdown. */
export const listParameters = statsParameters.extend({
  limit: z
    .string()
    .default(String(DEFAULT_LIMIT))
    .refine((limit) => limit === 'all' || isWhole(limit), 'must be a whole number from 1, or all')
    .meta({
      description: 'Maximum number of rows; `all` returns every row. Totals are of all rows',
      pattern: '^(?:all|[1-9][0-9]{0,14})$',
    }),
});

const isWhole = (text: string): boolean => /^\d{1,15}$/.test(text) && Number(text) > 0;

/** Returns the largest number of rows; undefined for all. */
export const parseLimit = ({ limit }: z.infer<typeof listParameters>): number | undefined =>
  limit === 'all' ? undefined : Number(limit);

/** Returns errors in `from` and `to` taken together, in the website's time zone. The schema checks each one alone. */
export const rangeErrors = (given: GivenQuery, website: Website): readonly string[] => errorsIn(given, website, false);

/** Returns the same errors for a range that is split into hours. */
export const hourlyRangeErrors = (given: GivenQuery, website: Website): readonly string[] =>
  errorsIn(given, website, true);

function errorsIn({ from = '', to = '' }: GivenQuery, { timezone }: Website, isHourly: boolean): readonly string[] {
  if (!isMoment(from) || !isMoment(to)) return [];
  try {
    const range = namedRange(from, to, timezone);
    return [...lengthErrors(from, to, timezone), ...(isHourly ? hourErrors(range, timezone) : [])];
  } catch (error) {
    if (error instanceof AppError) return error.messages;
    throw error;
  }
}

/** The chosen events of a request, in the website's own time zone, and its comparison range. */
export interface Asked {
  readonly scope: Scope;
  readonly comparison: Range;
}

/** Returns what a request is about. Throws where `rangeErrors` finds any. `now` is epoch milliseconds. */
export async function readScope(
  clickhouse: ClickHouse,
  website: Website,
  parameters: StatsParameters,
  now: number,
): Promise<Asked> {
  const { range, comparison } = parseRange(parameters.from, parameters.to, website.timezone, now);
  const filter = parseFilters(await resolveFilters(clickhouse, website.id, givenFilters(parameters)));
  return { scope: { websiteId: website.id, range, filter, count: completeCount(website) }, comparison };
}

const givenFilters = (parameters: StatsParameters): Filters =>
  Object.fromEntries(
    filterNames.flatMap((name) => (parameters[name] === undefined ? [] : [[name, parameters[name]] as const])),
  );
