import { millisecondsInDay } from 'date-fns/constants';
import { z } from 'zod';
import type { VisitorIdRotation } from '../../collect/visitors/rotation.js';
import { type Bucket, localDate, type Range, startOfDay, startOfWeek } from '../../time/index.js';
import { findDimension } from '../dimensions.js';
import { everyPart, type Filter, isOfTraits } from '../filters.js';
import { filterBody } from '../rows/filter-schema.js';
import { parseFilter } from '../rows/parse-filter.js';
import { parseRanges, type ResolvedRanges } from '../rows/parse-ranges.js';
import { Problems } from '../rows/problems.js';
import { findTimeDimension } from '../rows/time-dimensions.js';
import { type BehaviorContext, scopeFields } from './behavior-body.js';

export const MAX_COHORTS = 60;
export const MAX_PERIODS = 60;

export const cohortIntervals = ['day', 'week', 'month'] as const;

export type CohortInterval = (typeof cohortIntervals)[number];

/** The body of a retention table; filters are checked by {@link parseCohorts}. */
export const cohortsBody = scopeFields.extend({
  interval: z
    .enum(cohortIntervals)
    .describe('Local days, weeks from Monday, or months. The range has at most 60 of them'),
  filters: scopeFields.shape.filters.describe("Traits of each visitor's first session"),
  returned: filterBody
    .optional()
    .describe('Which events count as a return, as a filter on one event; by default, all of them')
    .meta({ examples: [{ dimension: 'page', operator: 'is', values: ['/pricing'] }] }),
  limit: z
    .int(`must be a whole number from 1 to ${MAX_COHORTS}`)
    .min(1)
    .max(MAX_COHORTS)
    .optional()
    .describe('Cohorts of the answer, the latest ones; by default all'),
});

export type CohortsBody = z.output<typeof cohortsBody>;

/** What retention depends on besides the website. */
export interface CohortsContext extends BehaviorContext {
  readonly visitorIdRotation: VisitorIdRotation;
}

/** Periods are numbered from 0, the first cohort. */
export interface Cohorts {
  readonly websiteId: string;
  readonly filter: Filter | undefined;
  readonly returned: Filter | undefined;
  /** The cohorts, and the periods after them until the present one; named by their local date or month. */
  readonly periods: readonly Bucket[];
  /** The end of the last period, epoch milliseconds. */
  readonly end: number;
  readonly cohorts: number;
  /** The period that has not ended; undefined if all have. */
  readonly running: number | undefined;
}

/**
 * Checks everything of a body. Values of filters are still as typed.
 *
 * @throws AppError `invalid` that lists every problem
 */
export function parseCohorts(
  body: CohortsBody,
  context: CohortsContext,
): { readonly cohorts: Cohorts; readonly ranges: ResolvedRanges } {
  const { websiteId, references, visitorIdRotation } = context;
  const problems = new Problems();
  if (visitorIdRotation === 'daily') {
    problems.add(
      '',
      'visitor_ids_change_daily',
      'There is no retention where visitor IDs change daily (VISITOR_ID_ROTATION): no visitor is recognized on another day',
    );
  }
  const ranges = parseRanges(body, context, problems);
  const filter = parseFilter(body.filters, 'filters', problems, references);
  if (filter !== undefined) checkTraits(filter, problems);
  const returned = parseFilter(body.returned, 'returned', problems, references);
  const split = ranges && splitPeriods(ranges.range, body.interval, context);
  if (ranges !== undefined && (split === undefined || split.cohorts > MAX_COHORTS)) {
    const longer = cohortIntervals.slice(cohortIntervals.indexOf(body.interval) + 1);
    problems.add('interval', 'range_too_long', `the range must have at most ${MAX_COHORTS} ${body.interval}s`, longer);
  }
  problems.throwIfAny();
  return { cohorts: { websiteId, filter, returned, ...split! }, ranges: ranges! };
}

function checkTraits(filter: Filter, problems: Problems): void {
  if (isOfTraits(filter)) return;
  const names: string[] = [];
  everyPart(filter, (part) => {
    if ('hasDone' in part) names.push('hasDone');
    if ('pageview' in part) names.push('page');
    if ('dimension' in part && !isOfTraits(part)) names.push(findDimension(part.dimension).label.toLowerCase());
    return true;
  });
  const message = `cohorts are filtered by traits of the first session, not by ${[...new Set(names)].join(' or ')}`;
  problems.add('filters', 'does_not_combine', message, ['entryPage', 'country', 'referrer']);
}

const MAX_DAYS: Readonly<Record<CohortInterval, number>> = { day: 1, week: 7, month: 31 };

/** Periods beyond the last one that is needed: days can be skipped, and the last period needs an end. */
const MARGIN = 3;

/** Undefined for a range with far too many cohorts, of which nothing is computed. */
function splitPeriods(range: Range, interval: CohortInterval, { zone, now }: BehaviorContext) {
  const { split, rowName } = findTimeDimension(interval);
  const first = startOfPeriod(range.start, interval, zone);
  const length = MAX_DAYS[interval] * millisecondsInDay;
  if (range.end - first > (MAX_COHORTS + MARGIN) * length) return undefined;
  const until = Math.min(Math.max(now, range.end) + MARGIN * length, range.end + (MAX_PERIODS + MARGIN) * length);
  const all = split({ start: first, end: until }, zone);
  const cohorts = range.start < range.end ? all.filter(({ start }) => start < range.end).length : 0;
  const present = all.findLastIndex(({ start }) => start <= now);
  const count = Math.max(cohorts, Math.min(present + 1, cohorts + MAX_PERIODS - 1));
  const periods = all.slice(0, count).map(({ start, label }) => ({ start, label: String(rowName?.(label) ?? label) }));
  return {
    cohorts,
    periods,
    end: all[count]?.start ?? until,
    running: present < count ? present : undefined,
  };
}

function startOfPeriod(instant: number, interval: CohortInterval, zone: string): number {
  const date = localDate(instant, zone);
  const first = { day: date, week: startOfWeek(date), month: `${date.slice(0, 7)}-01` }[interval];
  return startOfDay(Date.parse(first) / millisecondsInDay, zone);
}
