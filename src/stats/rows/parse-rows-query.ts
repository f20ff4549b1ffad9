import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { z } from 'zod';
import type { Count } from '../../daily-visitors/dimensions.js';
import { suggestNames } from '../../lib/mistyped.js';
import { rangeNames } from '../../time/index.js';
import type { DimensionName } from '../dimensions.js';
import type { Filter, SavedFilter } from '../filters.js';
import { filterBody } from './filter-schema.js';
import { GOAL_LIMITS, goalsWithinLimits } from './goal-limits.js';
import { dimensionName, metricName, orderName } from './name-schemas.js';
import {
  findReference,
  isRowDimension,
  NO_REFERENCES,
  parseFilter,
  type References,
  rowDimensions,
  unfilteredDimensions,
} from './parse-filter.js';
import { comparisonModes, type GivenRanges, parseRanges, type ResolvedRanges } from './parse-ranges.js';
import { Problems, within } from './problems.js';
import { isOfReturning, isRowMetric, needsGoal, REVENUE, type RowMetric, rowMetricNames } from './row-metrics.js';
import { includes, type RowOrder, type RowsQuery, type WebsiteRanges } from './rows-query.js';
import { findTimeDimension, isTimeName, type TimeName, timeDimensions } from './time-dimensions.js';

export const MAX_LIMIT = 10_000;
const DEFAULT_LIMIT = 100;
export const MAX_DIMENSIONS = 4;
const MAX_METRICS = 20;

/** A cursor has the values of a row, such as four long addresses. */
const MAX_CURSOR_LENGTH = 200_000;

/** The body of a query; what depends on the website, and names, are checked by {@link parseRowsQuery}. */
export const rowsQueryBody = z.object({
  range: z
    .string()
    .meta({ enum: [...rangeNames] })
    .optional()
    .describe(
      `Instead of \`from\` and \`to\`: ${rangeNames.join(', ')}. All end today, except yesterday and lastMonth; 24h ends with the running hour`,
    )
    .meta({ examples: ['30d'] }),
  from: z.string().optional().describe('First day, `YYYY-MM-DD`, or a date-time, as for statistics'),
  to: z.string().optional().describe('Last day, included; or a date-time, excluded'),
  metrics: z
    .array(metricName)
    .min(1, 'must have at least one metric')
    .max(MAX_METRICS, `must have at most ${MAX_METRICS} metrics`)
    .default(['visitors'])
    .describe(
      'Names of metrics, `sum:NAME` and `avg:NAME` of a numeric property, or `revenue:EUR`; `revenue` stands for each currency of the range',
    )
    .meta({ examples: [['visitors', 'bounceRate']] }),
  dimensions: z
    .array(dimensionName)
    .max(MAX_DIMENSIONS, `must have at most ${MAX_DIMENSIONS} dimensions`)
    .default([])
    .describe('Names of dimensions, at most one of them of time, or `property:NAME`')
    .meta({ examples: [['country', 'day']] }),
  filters: filterBody.optional().meta({ examples: [{ dimension: 'page', operator: 'contains', values: ['/docs'] }] }),
  goal: z.string().optional().describe('Id of the goal of conversions'),
  comparison: z
    .strictObject({
      mode: z.enum(comparisonModes),
      from: z.string().optional(),
      to: z.string().optional(),
      matchWeekday: z.boolean().optional().describe('Moves the compared range by up to three days'),
    })
    .optional(),
  orderBy: z
    .array(z.strictObject({ by: orderName, direction: z.enum(['asc', 'desc']).default('desc') }))
    .max(MAX_DIMENSIONS + MAX_METRICS)
    .optional()
    .describe('By default the dimension of time, or the first metric down, and then the dimensions'),
  limit: z
    .int(`must be a whole number from 1 to ${MAX_LIMIT}`)
    .min(1)
    .max(MAX_LIMIT)
    .default(DEFAULT_LIMIT)
    .describe('Rows of a page'),
  cursor: z.string().max(MAX_CURSOR_LENGTH).nullish().describe('`nextCursor` of the page before'),
  include: z.array(z.enum(includes)).default([]).describe('What the answer has besides rows'),
});

export type RowsQueryBody = z.output<typeof rowsQueryBody>;

/** A website as a query needs it. */
export interface QueryWebsite {
  readonly id: string;
  readonly timezone: string;
  readonly count: Count | undefined;
  /** Epoch milliseconds; undefined without events. */
  readonly firstEvent: number | undefined;
}

/**
 * Checks names, and resolves ranges and references. Values of filters are still as typed.
 *
 * @param now epoch milliseconds
 * @throws AppError `invalid` that lists every problem, each with its field, code and suggestions
 */
export function parseRowsQuery(
  body: RowsQueryBody,
  websites: readonly QueryWebsite[],
  now: number,
  references: References = NO_REFERENCES,
): RowsQuery {
  const problems = new Problems();
  const metrics = parseMetrics(body, problems);
  const dimensions = parseDimensions(body, metrics, problems);
  const filter = parseFilter(body.filters, 'filters', problems, references);
  const goal = parseGoal(body, references, problems);
  const goals = dimensions.includes('goal') ? listGoals(websites, references, problems) : undefined;
  const orderBy = parseOrder(body, metrics, dimensions, problems);
  const hasComparison = body.comparison !== undefined || body.include.includes('comparison');
  const comparison = hasComparison ? (body.comparison ?? ({ mode: 'previous' } as const)) : undefined;
  const ranges = parseAllRanges({ ...body, comparison }, websites, now, problems);
  if (ranges.length === websites.length) checkTime(dimensions, websites, ranges, problems);
  problems.throwIfAny();
  const resolved = websites.map(
    ({ id, timezone, count }, place): WebsiteRanges => ({ ...ranges[place]!, websiteId: id, zone: timezone, count }),
  );
  const revenueAt = body.metrics.includes(REVENUE) ? body.metrics.indexOf(REVENUE) : undefined;
  const include = new Set(body.include);
  return { websites: resolved, metrics, revenueAt, dimensions, filter, goal, goals, orderBy, include };
}

/** One for each website, unless there is a problem: those of the first one that has any are named. */
function parseAllRanges(
  given: GivenRanges,
  websites: readonly QueryWebsite[],
  now: number,
  problems: Problems,
): readonly ResolvedRanges[] {
  const ranges: ResolvedRanges[] = [];
  for (const { timezone: zone, firstEvent } of websites) {
    const found = parseRanges(given, { zone, now, firstEvent }, problems);
    if (found === undefined) break;
    ranges.push(found);
  }
  return ranges;
}

function parseMetrics({ metrics, goal }: RowsQueryBody, problems: Problems): readonly RowMetric[] {
  return metrics.flatMap((name, place): RowMetric[] => {
    const field = within('metrics', place);
    if (metrics.indexOf(name) < place) problems.add(field, 'repeated', 'must not be repeated');
    if (name === REVENUE) return [];
    if (!isRowMetric(name)) {
      problems.addUnknown(field, 'metric', name, [...rowMetricNames, REVENUE, 'revenue:EUR', 'sum:NAME', 'avg:NAME']);
      return [];
    }
    if (needsGoal(name) && goal === undefined) problems.add(field, 'needs_goal', `${name} needs a goal`);
    return [name];
  });
}

type RowDimension = DimensionName | TimeName;

function parseDimensions(
  { dimensions }: RowsQueryBody,
  metrics: readonly RowMetric[],
  problems: Problems,
): readonly RowDimension[] {
  const known = [...rowDimensions, ...unfilteredDimensions, ...Object.keys(timeDimensions), 'property:NAME'];
  const found = dimensions.flatMap((name, place): RowDimension[] => {
    const field = within('dimensions', place);
    if (dimensions.indexOf(name) < place) problems.add(field, 'repeated', 'must not be repeated');
    if (isTimeName(name) || isRowDimension(name)) return [name];
    const unfiltered = unfilteredDimensions.find((each) => each === name);
    if (unfiltered !== undefined) return [unfiltered];
    problems.addUnknown(field, 'dimension', name, known);
    return [];
  });
  const times = found.filter(isTimeName);
  if (times.length > 1) {
    problems.add('dimensions', 'does_not_combine', 'at most one may be of time', [...new Set(times)]);
  }
  const [time] = times;
  if (time !== undefined && findTimeDimension(time).repeats && metrics.some(isOfReturning)) {
    const nearest = time === 'weekday' ? 'day' : 'hour';
    problems.add('dimensions', 'does_not_combine', `returning visitors have no ${time}`, [nearest]);
  }
  return found;
}

/** The goal that conversions are of. It does not filter. */
const parseGoal = ({ goal }: RowsQueryBody, references: References, problems: Problems): Filter | undefined =>
  goal === undefined ? undefined : findReference(goal, 'goal', 'goal', references, problems);

/** The rows of the dimension `goal`: all goals of the website. */
function listGoals(
  websites: readonly QueryWebsite[],
  { goals }: References,
  problems: Problems,
): readonly SavedFilter[] {
  if (websites.length > 1) {
    problems.add('dimensions', 'does_not_combine', 'a query of several websites has no goals', [
      'event',
      'page',
      'link',
    ]);
  }
  const all = [...goals.values()];
  if (goalsWithinLimits(all, (goal) => goal).length < all.length) {
    problems.add('dimensions', 'too_many_values', `all goals together must have ${GOAL_LIMITS}`);
  }
  return all.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function parseOrder(
  { orderBy }: RowsQueryBody,
  metrics: readonly RowMetric[],
  dimensions: readonly RowDimension[],
  problems: Problems,
): readonly RowOrder[] {
  const time = dimensions.find(isTimeName);
  if (orderBy === undefined) {
    const byMetric = metrics.slice(0, 1).map((by) => ({ by, direction: 'desc' }) as const);
    return time === undefined ? byMetric : [{ by: time, direction: 'asc' }, ...byMetric];
  }
  const known: readonly string[] = [...metrics, ...dimensions];
  orderBy.forEach(({ by }, place) => {
    if (known.includes(by)) return;
    if (by === REVENUE) {
      problems.add(
        `orderBy.${place}.by`,
        'does_not_combine',
        'must be revenue in one currency, as a metric of the query',
        ['revenue:EUR'],
      );
      return;
    }
    problems.add(
      `orderBy.${place}.by`,
      'unknown_order',
      'must be a metric or dimension of the query',
      suggestNames(by, known),
    );
  });
  return orderBy;
}

/** A day can have 25 hours. */
const MAX_MINUTE_RANGE_MS = 25 * millisecondsInHour;
const MAX_HOUR_RANGE_MS = 367 * millisecondsInDay;

/** Of all websites together, so that a statement is never longer than the engine takes. */
const MAX_BUCKETS = 50_000;

/** Splits are of a length that fits the range and, of hours, the same in all zones. */
function checkTime(
  dimensions: readonly RowDimension[],
  websites: readonly QueryWebsite[],
  ranges: readonly ResolvedRanges[],
  problems: Problems,
): void {
  const place = dimensions.findIndex(isTimeName);
  const name = dimensions[place];
  if (name === undefined || !isTimeName(name)) return;
  const field = within('dimensions', place);
  const zones = new Set(websites.map(({ timezone }) => timezone));
  if (zones.size > 1 && ['minute', 'hour'].includes(name)) {
    problems.add(field, 'does_not_combine', 'the websites have different time zones', ['day', 'hourOfDay']);
    return;
  }
  const lengths = ranges.flatMap(({ range, comparison }) =>
    [range, ...(comparison === undefined ? [] : [comparison.range])].map(({ start, end }) => end - start),
  );
  const all = lengths.reduce((sum, length) => sum + length, 0);
  if (name === 'minute') {
    if (Math.max(...lengths) <= MAX_MINUTE_RANGE_MS && all / millisecondsInMinute <= MAX_BUCKETS) return;
    problems.add(field, 'range_too_long', 'minutes are for a range of at most a day', ['hour']);
  } else if (name === 'hour' || name === 'hourOfDay') {
    if (Math.max(...lengths) <= MAX_HOUR_RANGE_MS && all / millisecondsInHour <= MAX_BUCKETS) return;
    problems.add(field, 'range_too_long', 'hours are for at most 366 days, of few websites at once', ['day']);
  } else if (all / millisecondsInDay > MAX_BUCKETS) {
    problems.add(field, 'range_too_long', 'must be shorter for so many websites');
  }
}
