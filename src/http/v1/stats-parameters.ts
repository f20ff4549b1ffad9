import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { invalid } from '../../lib/errors.js';
import { dimensions, type FilterName, filterNames } from '../../stats/dimensions.js';
import { resolveFilters } from '../../stats/filter-values.js';
import { MAX_FILTER_LENGTH } from '../../stats/filters.js';
import { type Filters, parseFilters, type Scope } from '../../stats/query.js';
import { isMoment, MOMENT_PATTERN, MOMENT_RULE, parseRange, type Range, type Ranges } from '../../time/index.js';
import { completeCount } from '../../websites/count.js';
import type { Website } from '../../websites/website.js';
import type { GivenQuery } from '../api/query.js';

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

/**
 * Returns a route's parser of the range, in the website's time zone: its AppError lists errors of `from` and `to` in
 * combination. The schema reports the errors of each alone.
 *
 * @param now returns epoch milliseconds
 * @param isHourly returns whether the range is split into hours
 */
export const parseGivenRange =
  (now: () => number, isHourly: (given: GivenQuery) => boolean = () => false) =>
  (given: GivenQuery, { timezone }: Website): Ranges => {
    const { from = '', to = '' } = given;
    // The schema reports this error.
    if (!isMoment(from) || !isMoment(to)) throw invalid();
    return parseRange(from, to, timezone, now(), isHourly(given));
  };

type FilterParameters = Partial<Record<FilterName, string | undefined>>;

/** The matching events of a request, with stored values in its filters. */
export async function readScope(
  clickhouse: ClickHouse,
  website: Website,
  range: Range,
  parameters: FilterParameters,
): Promise<Scope> {
  const filter = parseFilters(await resolveFilters(clickhouse, website.id, givenFilters(parameters)));
  return { websiteId: website.id, range, filter, count: completeCount(website) };
}

const givenFilters = (parameters: FilterParameters): Filters =>
  Object.fromEntries(
    filterNames.flatMap((name) => (parameters[name] === undefined ? [] : [[name, parameters[name]] as const])),
  );
