import { type Comparison, comparedStarts, comparisonOf, type RowStart } from './comparison.js';
import { fraction, percentage, rounded } from './exact.js';
import { filterValue } from './filters.js';
import type { Counted, Session } from './sessions.js';
import {
  addDays,
  type Bucket,
  dayBuckets,
  dayStart,
  hourBuckets,
  localDate,
  minuteBuckets,
  offsetOf,
} from './zones.js';

type Value = string | number | boolean | null;

export type Filter =
  | { readonly dimension: string; readonly operator: string; readonly values: readonly Value[] }
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] }
  | { readonly not: Filter }
  | { readonly hasDone: Filter }
  /** What a goal matches: in its pages, `*` stands for any characters. */
  | { readonly goal: Filter }
  | { readonly segment: Filter };

/** The mistakes that a query could make and that the tests must notice. */
export const QUERY_MUTANTS = [
  'visits-that-began-before',
  'weeks-from-sunday',
  'days-of-utc',
  'has-done-ever',
  'conversions-without-the-filter',
  'conversions-on-the-row-alone',
  'orders-counted-twice',
  'orders-of-the-range-alone',
  'returning-since-the-range',
  'percentage-without-the-filter',
  'goal-left-in-the-divisor',
  '365-days-for-a-year',
] as const;

export interface RowsQuestion {
  readonly mutant?: (typeof QUERY_MUTANTS)[number];
  readonly zone: string;
  readonly range: { readonly start: number; readonly end: number };
  readonly dimensions: readonly string[];
  readonly filter: Filter | undefined;
  readonly goal: Filter | undefined;
  /** Of the dimension `goal`, by id. */
  readonly goals?: Readonly<Record<string, Filter>>;
  /** The id of the website. */
  readonly website?: string;
  /** Where rows of time begin; by default, with their time. */
  readonly starts?: readonly RowStart[];
}

const TIMES = ['minute', 'hour', 'day', 'week', 'month', 'weekday', 'hourOfDay'];

export const isTime = (name: string): boolean => TIMES.includes(name);

/** Dimensions of the session that no filter of the endpoints has. */
const OF_SESSIONS: Readonly<Record<string, (session: Session) => string | null>> = {
  utmSource: ({ traits }) => traits.utmSource,
  utmMedium: ({ traits }) => traits.utmMedium,
  utmCampaign: ({ traits }) => traits.utmCampaign,
  ref: ({ traits }) => traits.ref,
  region: ({ traits }) => traits.region,
  browserVersion: ({ traits }) => traits.browserVersion,
  osVersion: ({ traits }) => traits.osVersion,
  utmContent: ({ traits }) => traits.utmContent,
  utmTerm: ({ traits }) => traits.utmTerm,
  exitPage: ({ exitPage }) => exitPage,
  screen: ({ traits }) => traits.screen,
};

/** What an event has of a dimension, as the interface shows it. */
export function shownValue(name: string, event: Counted): Value {
  if (name.startsWith('property:')) return (event.props[name.slice(9)] ?? null) as Value;
  if (name === 'hostname') return event.hostname;
  if (name === 'link') return event.link === '' ? null : event.link;
  const ofSession = OF_SESSIONS[name];
  if (ofSession !== undefined) return ofSession(event.session);
  return filterValue(name as Parameters<typeof filterValue>[0], event);
}

/** Events that have no row of such a dimension. */
function isOutside(name: string, event: Counted): boolean {
  if (name === 'event' || name.startsWith('property:')) return event.type !== 'custom';
  return name === 'link' && event.type !== 'exit';
}

function timeOf(name: string, instant: number, question: RowsQuestion): Value {
  const { zone: own, starts, mutant } = question;
  if (starts !== undefined) return starts.findLast(({ start }) => start <= instant)?.name ?? null;
  const zone = mutant === 'days-of-utc' ? 'UTC' : own;
  const date = localDate(zone, instant);
  if (name === 'day') return date;
  if (name === 'month') return date.slice(0, 7);
  const weekday = new Date(date).getUTCDay() || 7;
  if (name === 'weekday') return weekday;
  if (name === 'week') return addDays(date, mutant === 'weeks-from-sunday' ? -(weekday % 7) : 1 - weekday);
  if (name === 'hourOfDay') return new Date(instant + offsetOf(zone, instant)).getUTCHours();
  return bucketsOf(name, question).findLast(({ start }) => start <= instant)?.name ?? null;
}

const SPLITS: Readonly<Record<string, typeof dayBuckets>> = {
  minute: minuteBuckets,
  hour: hourBuckets,
  hourOfDay: hourBuckets,
};

/** A day has many minutes, and each is looked up for every event. */
const knownBuckets = new Map<string, readonly Bucket[]>();

function bucketsOf(name: string, { zone, range: { start, end } }: RowsQuestion): readonly Bucket[] {
  const key = `${name} ${zone} ${start} ${end}`;
  const found = knownBuckets.get(key) ?? (SPLITS[name] ?? dayBuckets)(zone, start, end);
  knownBuckets.set(key, found);
  return found;
}

/** All rows of a range by a time, in order, also those without events. */
export function rowStarts(name: string, question: RowsQuestion): readonly RowStart[] {
  const isNamed = name === 'minute' || name === 'hour';
  const starts = bucketsOf(name, question).map(
    (bucket): RowStart => ({ start: bucket.start, name: isNamed ? bucket.name : timeOf(name, bucket.start, question) }),
  );
  const rows = [...new Map(starts.toReversed().map((row) => [row.name, row])).values()].toReversed();
  return hasRepeats(name) ? rows.toSorted((one, other) => Number(one.name) - Number(other.name)) : rows;
}

const hasRepeats = (name: string): boolean => name === 'weekday' || name === 'hourOfDay';

/** The instant before which a visitor must have come to be returning, by the row's time. */
function startOf(name: string | undefined, value: Value, question: RowsQuestion): number {
  const { zone, range, starts, mutant } = question;
  if (name === undefined || mutant === 'returning-since-the-range') return range.start;
  if (hasRepeats(name)) return 0;
  if (starts !== undefined || name === 'hour' || name === 'minute') {
    return (starts ?? rowStarts(name, question)).find((each) => each.name === value)?.start ?? 0;
  }
  const date = name === 'month' ? `${value}-01` : String(value);
  return Math.max(range.start, dayStart(zone, date));
}

export function passes(filter: Filter, event: Counted, inRange: readonly Counted[]): boolean {
  if ('and' in filter) return filter.and.every((each) => passes(each, event, inRange));
  if ('or' in filter) return filter.or.some((each) => passes(each, event, inRange));
  if ('not' in filter) return !passes(filter.not, event, inRange);
  if ('hasDone' in filter) {
    return inRange.some((other) => other.visitor === event.visitor && passes(filter.hasDone, other, inRange));
  }
  if ('segment' in filter) return passes(filter.segment, event, inRange);
  if ('goal' in filter) return matchesGoal(filter.goal, event);
  return meets(filter, event, (own, value) => own === value);
}

/** A goal's page is that of a pageview. */
export function matchesGoal(match: Filter, event: Counted): boolean {
  if ('and' in match) return match.and.every((each) => matchesGoal(each, event));
  if ('or' in match) return match.or.some((each) => matchesGoal(each, event));
  if ('not' in match) return !matchesGoal(match.not, event);
  if (!('dimension' in match)) throw new Error('a goal is a filter on one event');
  if (match.dimension !== 'page') return meets(match, event, (own, value) => own === value);
  return event.type === 'pageview' && meets(match, event, (own, value) => fits(String(own), String(value)));
}

/** `*` stands for any characters, also for none. */
function fits(text: string, pattern: string): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return text === '';
  if (first !== '*') return text.startsWith(first) && fits(text.slice(first.length), rest.join(''));
  return Array.from({ length: text.length + 1 }, (_, at) => text.slice(at)).some((end) => fits(end, rest.join('')));
}

type Condition = Extract<Filter, { readonly dimension: string }>;

function meets(filter: Condition, event: Counted, is: (own: Value, value: Value) => boolean): boolean {
  // Every condition on a property is on custom events, which alone have any.
  if (filter.dimension.startsWith('property:') && event.type !== 'custom') return false;
  const own = shownValue(filter.dimension, event);
  const [operator, isNegated] = filter.operator.endsWith('_not')
    ? [filter.operator.slice(0, -4), true]
    : [filter.operator, false];
  const found = filter.values.some((value) => {
    switch (operator) {
      case 'is':
        return is(own, value);
      case 'contains':
        return typeof own === 'string' && own.toLowerCase().includes(String(value).toLowerCase());
      case 'matches':
        return typeof own === 'string' && new RegExp(String(value), 'u').test(own);
      case 'greater':
        return typeof own === 'number' && own > Number(value);
      default:
        return typeof own === 'number' && own < Number(value);
    }
  });
  return found !== isNegated;
}

export interface ExpectedRow {
  readonly key: readonly Value[];
  readonly metrics: Readonly<Record<string, number | null>>;
}

/** An event is in the rows of all goals that it matches. */
function keysOfEvent(event: Counted, question: RowsQuestion): readonly Value[][] {
  const valuesOf = (name: string): readonly Value[] => {
    if (isTime(name)) return [timeOf(name, event.time, question)];
    if (name === 'website') return [question.website ?? null];
    if (name !== 'goal') return [shownValue(name, event)];
    return Object.entries(question.goals ?? {}).flatMap(([id, match]) => (matchesGoal(match, event) ? [id] : []));
  };
  return question.dimensions.reduce<Value[][]>(
    (keys, name) => keys.flatMap((key) => valuesOf(name).map((value) => [...key, value])),
    [[]],
  );
}

const EMPTY = { start: 0, end: 0 };

/** The rows of the compared range by those of the main one, and whether a row without events there is still one. */
export function comparedRowsOf(ever: readonly Counted[], question: RowsQuestion, comparison: Comparison) {
  const { zone, range, dimensions, mutant } = question;
  const compared = comparisonOf(zone, range, comparison, mutant === '365-days-for-a-year');
  const before = { ...question, range: compared.range };
  const name = dimensions.find(isTime);
  const isMapped = name !== undefined && !hasRepeats(name);
  const starts = isMapped ? comparedStarts(rowStarts(name, question), range, compared) : undefined;
  const names = name === undefined ? [] : (starts ?? rowStarts(name, before)).map((row) => row.name);
  const [total] = rowsOf(ever, { ...before, dimensions: [] });
  const [none] = rowsOf(ever, { ...before, dimensions: [], range: EMPTY });
  return {
    rows: rowsOf(ever, { ...before, ...(starts !== undefined && { starts }) }),
    total: total!.metrics,
    none: none!.metrics,
    isRow: (key: readonly unknown[]) => dimensions.length === 1 && names.some((each) => each === key[0]),
  };
}

/** Rows by brute force, in no order; with a dimension of time alone, only those that have events. */
export function rowsOf(ever: readonly Counted[], question: RowsQuestion): readonly ExpectedRow[] {
  const { range, dimensions, filter, goal, mutant } = question;
  const inRange = ever.filter(({ time }) => time >= range.start && time < range.end);
  const done = mutant === 'has-done-ever' ? ever : inRange;
  const chosen = inRange.filter((event) => filter === undefined || passes(filter, event, done));
  const timeName = dimensions.find(isTime);
  const rows = new Map<string, { key: Value[]; events: Counted[] }>();
  for (const event of chosen) {
    if (dimensions.some((name) => isOutside(name, event))) continue;
    for (const key of keysOfEvent(event, question)) {
      const row = rows.get(JSON.stringify(key)) ?? { key, events: [] };
      rows.set(JSON.stringify(key), row);
      row.events.push(event);
    }
  }
  const times = new Map<number, Value>();
  const timeAt = (instant: number): Value => {
    if (!times.has(instant)) times.set(instant, timeOf(timeName!, instant, question));
    return times.get(instant)!;
  };
  const everyone = mutant === 'percentage-without-the-filter' ? inRange : chosen;
  const total = new Set(everyone.map(({ visitor }) => visitor)).size;
  const paid = paidEvents(mutant === 'orders-of-the-range-alone' ? inRange : ever, mutant === 'orders-counted-twice');
  const found = dimensions.length === 0 && rows.size === 0 ? [{ key: [], events: [] }] : [...rows.values()];
  return found.map(({ key, events }) => {
    const time = timeName === undefined ? null : (key[dimensions.indexOf(timeName)] ?? null);
    const isInTime = (instant: number) => timeName === undefined || timeAt(instant) === time;
    const members = new Set(events.map(({ session }) => session));
    const first = mutant === 'visits-that-began-before' ? Number.NEGATIVE_INFINITY : range.start;
    const began = [...members].filter(({ start }) => start >= first && start < range.end && isInTime(start));
    const candidates = mutant === 'conversions-without-the-filter' ? inRange : chosen;
    const isOfRow = (event: Counted) =>
      mutant === 'conversions-on-the-row-alone' ? events.includes(event) : members.has(event.session);
    const converting =
      goal === undefined
        ? []
        : candidates.filter((event) => isOfRow(event) && isInTime(event.time) && matchesGoal(goal, event));
    const since = startOf(timeName, time, question);
    return {
      key,
      metrics: metricsOf(
        events,
        began,
        converting,
        {
          total,
          paid,
          couldConvert:
            mutant === 'goal-left-in-the-divisor' ? events.filter((each) => converting.includes(each)) : events,
        },
        (visitor) => ever.some((each) => each.visitor === visitor && each.time < since),
      ),
    };
  });
}

const currencyOf = ({ props }: Counted): string => String(props.currency ?? '').toUpperCase();

/** Custom events with revenue: of each order the first one ever. No two of an order are at the same time. */
function paidEvents(ever: readonly Counted[], isEachCounted: boolean): ReadonlySet<Counted> {
  const all = ever.filter(
    (event) =>
      event.type === 'custom' &&
      /^-?\d+(\.\d+)?$/.test(String(event.props.revenue)) &&
      ['EUR', 'USD', 'JPY'].includes(currencyOf(event)),
  );
  const orderOf = ({ props }: Counted) => props.orderId;
  const isLater = (event: Counted) =>
    orderOf(event) !== undefined && all.some((each) => orderOf(each) === orderOf(event) && each.time < event.time);
  return new Set(all.filter((event) => isEachCounted || !isLater(event)));
}

function metricsOf(
  events: readonly Counted[],
  began: readonly Session[],
  converting: readonly Counted[],
  {
    total,
    paid,
    couldConvert,
  }: { readonly total: number; readonly paid: ReadonlySet<Counted>; readonly couldConvert: readonly Counted[] },
  hasComeBefore: (visitor: string) => boolean,
): Record<string, number | null> {
  const visitors = new Set(events.map(({ visitor }) => visitor));
  const pageviews = events.filter(({ type }) => type === 'pageview').length;
  const converted = new Set(converting.map(({ visitor }) => visitor)).size;
  const amounts = events.flatMap(({ props }) => (typeof props.amount === 'number' ? [props.amount] : []));
  const sum = amounts.reduce((some, more) => some + more, 0);
  const duration = began.reduce((some, session) => some + session.duration, 0);
  const reports = events.flatMap(({ report }) => report ?? []);
  const depths = reports.flatMap(({ scroll }) => scroll ?? []);
  const mean = (of: readonly number[]) =>
    of.length === 0
      ? null
      : rounded(
          fraction(
            of.reduce((some, more) => some + more, 0),
            of.length,
          ),
          2,
        );
  const revenue = (currency: string) => {
    const own = events.filter((event) => paid.has(event) && currencyOf(event) === currency);
    return own.reduce((micros, { props }) => micros + Math.round(Number(props.revenue) * 1e6), 0) / 1e6;
  };
  return {
    'revenue:EUR': revenue('EUR'),
    'revenue:USD': revenue('USD'),
    'revenue:JPY': revenue('JPY'),
    averageSecondsOnPage: mean(reports.map(({ seconds }) => seconds)),
    timeReported: rounded(fraction(reports.length, pageviews), 4),
    scrollDepth: mean(depths),
    visitors: visitors.size,
    pageviews,
    events: events.length,
    visits: began.length,
    viewsPerVisit: rounded(fraction(pageviews, visitors.size), 2),
    bounceRate: rounded(fraction(began.filter((session) => session.pageviews === 1).length, began.length), 4),
    averageSessionDurationSeconds: rounded(fraction(duration, began.length * 1000), 2),
    returningVisitors: [...visitors].filter(hasComeBefore).length,
    percentage: percentage(visitors.size, total),
    conversions: converting.length,
    convertedVisitors: converted,
    conversionRate: rounded(fraction(converted, new Set(couldConvert.map(({ visitor }) => visitor)).size), 4),
    'sum:amount': Number(sum.toFixed(6)),
    'avg:amount': amounts.length === 0 ? 0 : Number((sum / amounts.length).toFixed(6)),
  };
}
