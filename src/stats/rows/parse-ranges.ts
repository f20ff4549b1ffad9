import { millisecondsInDay } from 'date-fns/constants';
import { AppError } from '../../lib/errors.js';
import {
  daysToSameWeekday,
  instantYearBefore,
  isDayStart,
  localDate,
  localDay,
  moveDays,
  namedDays,
  parseRange,
  type Range,
  type RangeMoment,
  type Ranges,
  rangeNames,
  rangeYearBefore,
  startOfDay,
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
  readonly comparison: Comparison | undefined;
  /** The end that was asked for: days that have not begun are cut off the range. Epoch milliseconds. */
  readonly askedEnd: number;
}

/** A compared range. */
export interface Comparison {
  readonly mode: GivenComparison['mode'];
  readonly range: Range;
  /** The instant that an instant of the main range is compared with. Epoch milliseconds; never decreases. */
  readonly toCompared: (instant: number) => number;
  /** In days, if a custom range is of another length: only means a day are alike then. */
  readonly days?: { readonly now: number; readonly before: number };
}

/** Undefined where there is a problem. */
export function parseRanges(given: GivenRanges, moment: RangeMoment, problems: Problems): ResolvedRanges | undefined {
  const asked = parseMainRange(given, moment, problems);
  if (asked === undefined) return undefined;
  const ranges = clip(asked, given, moment, problems);
  const comparison = parseComparison(given.comparison, ranges, moment, problems);
  return { range: ranges.range, comparison, askedEnd: asked.range.end };
}

function parseMainRange({ range, from, to }: GivenRanges, moment: RangeMoment, problems: Problems): Ranges | undefined {
  if (range === undefined) {
    if (from !== undefined && to !== undefined) return parse('', from, to, moment, problems);
    const missing = from === undefined && to === undefined;
    if (missing) problems.add('range', 'required', `is required: ${rangeNames.join(', ')}, or from and to`);
    else problems.add(from === undefined ? 'from' : 'to', 'required', 'is required: from and to belong together');
    return undefined;
  }
  if (from !== undefined || to !== undefined) {
    problems.add('range', 'does_not_combine', 'must not be combined with from and to', ['range', 'from and to']);
    return undefined;
  }
  const name = rangeNames.find((each) => each === range);
  if (name === undefined) {
    problems.addUnknown('range', 'range', range, rangeNames);
    return undefined;
  }
  const days = namedDays(name, moment);
  return parse('', days.from, days.to, moment, problems);
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

/** Cuts off what follows today, before the range is compared. */
function clip(ranges: Ranges, { from }: GivenRanges, moment: RangeMoment, problems: Problems): Ranges {
  const { zone, now } = moment;
  const { start, end } = ranges.range;
  const today = localDate(now, zone);
  const tomorrow = moveDays(startOfLocalDay(today, zone), 1, zone);
  if (end <= tomorrow || from === undefined) return ranges;
  const nothing = { start, end: start };
  if (start >= tomorrow) return { range: nothing, previous: nothing, comparison: nothing };
  const to = /^[0-9-]{10}$/.test(from) ? today : new Date(tomorrow).toISOString();
  return parse('', from, to, moment, problems) ?? ranges;
}

/** Undefined without a comparison, and where there is a problem. */
export function parseComparison(
  given: GivenComparison | undefined,
  ranges: Ranges,
  moment: RangeMoment,
  problems: Problems,
): Comparison | undefined {
  if (given === undefined || given.mode === 'none') return undefined;
  const { range } = ranges;
  const { zone } = moment;
  const compared = findCompared(given, ranges, moment, problems);
  if (compared === undefined) return undefined;
  const days = given.matchWeekday ? daysToSameWeekday(compared, range, zone) : 0;
  const moved = { start: moveDays(compared.start, days, zone), end: moveDays(compared.end, days, zone) };
  // A range is not compared with itself.
  const isMoved = days !== 0 && moved.start !== range.start;
  const { start } = compared;
  const lengths = given.mode === 'custom' ? differentDays(range, compared, moment) : {};
  const toCompared = (() => {
    if (given.mode === 'year') return (instant: number) => instantYearBefore(instant, zone);
    const isOfDays = [range.start, start].every((each) => isDayStart(each, zone));
    const back = localDay(range.start, zone) - localDay(start, zone);
    return (instant: number) => (isOfDays ? moveDays(instant, -back, zone) : instant - (range.start - start));
  })();
  const { mode } = given;
  if (!isMoved) return { mode, range: compared, toCompared, ...lengths };
  return { mode, range: moved, ...lengths, toCompared: (instant) => moveDays(toCompared(instant), days, zone) };
}

function findCompared(
  { mode, from, to }: GivenComparison,
  { range, comparison }: Ranges,
  moment: RangeMoment,
  problems: Problems,
): Range | undefined {
  if (mode === 'previous') return comparison;
  if (mode === 'year') return rangeYearBefore(range, moment.zone);
  if (from !== undefined && to !== undefined) return parse('comparison', from, to, moment, problems)?.range;
  problems.add('comparison', 'required', 'from and to are required for mode custom');
  return undefined;
}

/**
 * Local days, each as long as any other, and of a day under way what has passed; a range of instants has fractions of days
 * of 24 hours. None for ranges of one length.
 */
function differentDays(range: Range, compared: Range, { zone, now }: RangeMoment): Pick<Comparison, 'days'> {
  const isOfDays = [range, compared].every(({ start, end }) => [start, end].every((each) => isDayStart(each, zone)));
  const countDays = (start: number, end: number): number => {
    if (!isOfDays) return (end - start) / millisecondsInDay;
    const last = localDay(end, zone);
    return last - localDay(start, zone) + (end - startOfDay(last, zone)) / millisecondsInDay;
  };
  if (countDays(range.start, range.end) === countDays(compared.start, compared.end)) return {};
  const [passed, before] = [range, compared].map(({ start, end }) =>
    countDays(start, Math.max(start, Math.min(end, now))),
  );
  return { days: { now: passed!, before: before! } };
}
