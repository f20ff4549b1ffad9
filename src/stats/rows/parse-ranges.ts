import { AppError } from '../../lib/errors.js';
import {
  last24Hours,
  localDate,
  namedDays,
  onSameWeekday,
  parseRange,
  type Range,
  type RangeName,
  type Ranges,
  rangeNames,
  rangeYearBefore,
  startOfLocalDay,
} from '../../time/index.js';
import { type Problems, within } from './problems.js';

export const comparisonModes = ['previous', 'year', 'custom', 'none'] as const;

/** As given in the API. */
export interface GivenComparison {
  readonly mode: (typeof comparisonModes)[number];
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly matchWeekday?: boolean | undefined;
}

export interface GivenRanges {
  readonly range?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly comparison?: GivenComparison | undefined;
}

export interface ResolvedRanges {
  readonly range: Range;
  readonly comparison: Range | undefined;
  /** Whether days that have not begun were cut off. */
  readonly isClipped: boolean;
}

/** The zone and first event of a website, by which ranges are resolved. Instants are epoch milliseconds. */
export interface RangeMoment {
  readonly zone: string;
  readonly now: number;
  readonly firstEvent: number | undefined;
}

/** Undefined where there is a problem. */
export function parseRanges(given: GivenRanges, moment: RangeMoment, problems: Problems): ResolvedRanges | undefined {
  const ranges = parseMainRange(given, moment, problems);
  if (ranges === undefined) return undefined;
  const clipped = clip(ranges.range, moment);
  const comparison = parseComparison(given.comparison, ranges, moment, problems);
  return { range: clipped, comparison, isClipped: clipped.end < ranges.range.end };
}

function parseMainRange({ range, from, to }: GivenRanges, moment: RangeMoment, problems: Problems): Ranges | undefined {
  if (range === undefined) {
    if (from !== undefined && to !== undefined) return parse('', from, to, moment, problems);
    problems.add('range', 'required', `is required: ${rangeNames.join(', ')}, or from and to`);
    return undefined;
  }
  if (from !== undefined || to !== undefined) {
    problems.add('range', 'does_not_combine', 'must not be combined with from and to');
    return undefined;
  }
  const name = rangeNames.find((each) => each === range);
  if (name !== undefined) return parseNamed(name, moment, problems);
  problems.addUnknown('range', 'range', range, rangeNames);
  return undefined;
}

function parseNamed(name: RangeName, moment: RangeMoment, problems: Problems): Ranges | undefined {
  const { zone, now, firstEvent = now } = moment;
  if (name === '24h') {
    const { start, end } = last24Hours(now, zone);
    return parse('', new Date(start).toISOString(), new Date(end).toISOString(), moment, problems);
  }
  const { from, to } = namedDays(name, localDate(now, zone), localDate(firstEvent, zone));
  return parse('', from, to, moment, problems);
}

function parse(
  field: string,
  from: string,
  to: string,
  { zone, now }: RangeMoment,
  problems: Problems,
): Ranges | undefined {
  try {
    return parseRange(from, to, zone, now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    for (const problem of error.problems) {
      if (typeof problem === 'string') problems.add(within(field, 'from'), 'invalid_range', problem);
      else problems.add(within(field, problem.field.split(', ')[0]!), 'invalid_range', problem.message);
    }
    return undefined;
  }
}

/** Cuts off days after today, and hours after a range of hours that has not ended. */
function clip({ start, end }: Range, { zone, now }: RangeMoment): Range {
  const today = startOfLocalDay(localDate(now, zone), zone);
  const tomorrow = startOfLocalDay(localDate(today + BEYOND_DAY_MS, zone), zone);
  return { start, end: Math.max(start, Math.min(end, tomorrow)) };
}

/** Longer than a local day, and shorter than two. */
const BEYOND_DAY_MS = 30 * 60 * 60 * 1000;

function parseComparison(
  given: GivenComparison | undefined,
  { range, comparison }: Ranges,
  moment: RangeMoment,
  problems: Problems,
): Range | undefined {
  if (given === undefined || given.mode === 'none') return undefined;
  const compared = (() => {
    if (given.mode === 'previous') return comparison;
    if (given.mode === 'year') return rangeYearBefore(range, moment.zone);
    const { from, to } = given;
    if (from !== undefined && to !== undefined) return parse('comparison', from, to, moment, problems)?.range;
    problems.add('comparison', 'required', 'from and to are required for mode custom');
    return undefined;
  })();
  if (compared === undefined || !given.matchWeekday) return compared;
  return onSameWeekday(compared, range, moment.zone);
}
