import { parseCurrency } from '../collect/sessions/revenue.js';
import type { Text } from '../lib/language/translate.js';
import { change, quotient } from '../lib/rounding.js';

/**
 * The sums that sources compute over the matching events, in this order: visitors, those of them with an event before
 * the range, pageviews, all events, clicks on outbound links; then of the sessions that began in the range and have a
 * matching event in it, each counted whole: their number, those with exactly one pageview, and their durations in
 * milliseconds; then of the query's goal: the events that match it, and their visitors; then of the matching pageviews:
 * the milliseconds that they were visible, those with a report of it, their furthest depths, and those with one.
 */
export const facts = [
  'visitors',
  'returning',
  'pageviews',
  'events',
  'clicks',
  'sessions',
  'bounces',
  'duration',
  'conversions',
  'converted',
  'pageTime',
  'pageReports',
  'scrollDepth',
  'scrollReports',
] as const;

export type ReportFact = 'pageTime' | 'pageReports' | 'scrollDepth' | 'scrollReports';

export const isReportFact = (fact: Fact): fact is ReportFact =>
  fact === 'pageTime' || fact === 'pageReports' || fact === 'scrollDepth' || fact === 'scrollReports';

/** Of a numeric property of events: its sum, and the number of events that have it. */
export type NumberFact = `sum:${string}` | `count:${string}`;

/** The sum of revenue in a currency. */
export type RevenueFact = `revenue:${string}`;

export type Fact = (typeof facts)[number] | NumberFact | RevenueFact;

/** Undefined for a fact of no currency. */
export const factCurrency = (fact: Fact): string | undefined => /^revenue:(.*)$/.exec(fact)?.[1];

/** Whether only `events` has it, and in a pass of its own. */
export const isOnlyOfEvents = (fact: Fact): boolean =>
  isReportFact(fact) || factProperty(fact) !== undefined || factCurrency(fact) !== undefined;

/** The property of a fact; undefined for a fact of no property. */
export const factProperty = (fact: Fact): string | undefined => /^(?:sum|count):(.*)$/s.exec(fact)?.[1];

/** `everyone` is the visitors without the filter's conditions on custom events: the denominator of shares. */
export type Facts = Readonly<Record<Exclude<Fact, NumberFact | RevenueFact> | 'everyone', number>> &
  Readonly<Partial<Record<NumberFact | RevenueFact, number>>>;

export const NO_FACTS: Facts = Object.fromEntries([...facts, 'everyone'].map((fact) => [fact, 0])) as Facts;

/** The facts must be of different events, and of no property. */
export const addFacts = (some: Facts, more: Facts = NO_FACTS): Facts =>
  Object.fromEntries(
    (Object.keys(NO_FACTS) as (keyof Facts)[]).map((fact) => [fact, (some[fact] ?? 0) + (more[fact] ?? 0)]),
  ) as Facts;

/** Digits kept, and how many units of the fact make one of the metric. */
const units = {
  count: { digits: 0, size: 1 },
  average: { digits: 2, size: 1 },
  /** 0 to 1. */
  share: { digits: 4, size: 1 },
  /** Of a property, in its own unit: as exact as a sum of doubles. */
  amount: { digits: 6, size: 1 },
  seconds: { digits: 2, size: 1000 },
} as const;

export const metricUnits = Object.keys(units) as (keyof typeof units)[];

/** A fact, or the quotient of two facts. */
export interface Metric {
  /** In English, as the definition. */
  readonly label: string;
  readonly definition: string;
  readonly unit: keyof typeof units;
  readonly fact: Fact;
  readonly per?: Fact | 'everyone';
  /** Whether a decrease is good. */
  readonly isBetterLow?: true;
  /** Whether rows without what it is divided by have null, since 0 would be a figure. */
  readonly isNullOfNone?: true;
}

export const metrics = {
  visitors: {
    label: 'Visitors',
    definition: 'Unique visitors with at least one event in this period.',
    unit: 'count',
    fact: 'visitors',
  },
  visits: {
    label: 'Visits',
    definition: 'Visits that began in this period. A visit ends after 30 minutes without activity.',
    unit: 'count',
    fact: 'sessions',
  },
  pageviews: {
    label: 'Pageviews',
    definition: 'Pages that were opened, repeat views included.',
    unit: 'count',
    fact: 'pageviews',
  },
  viewsPerVisit: {
    label: 'Views per visitor',
    definition: 'Pageviews divided by visitors.',
    unit: 'average',
    fact: 'pageviews',
    per: 'visitors',
  },
  bounceRate: {
    label: 'Bounce rate',
    definition: 'Share of visits with exactly one pageview.',
    unit: 'share',
    fact: 'bounces',
    per: 'sessions',
    isBetterLow: true,
  },
  averageSessionDurationSeconds: {
    label: 'Visit duration',
    definition: 'Average time from the first to the last activity of a visit.',
    unit: 'seconds',
    fact: 'duration',
    per: 'sessions',
  },
  returningVisitors: {
    label: 'Returning visitors',
    definition: 'Visitors who came before this period, too.',
    unit: 'count',
    fact: 'returning',
  },
  returningVisitorRate: {
    label: 'Returning visitor rate',
    definition: 'Share of visitors who came before this period, too.',
    unit: 'share',
    fact: 'returning',
    per: 'visitors',
  },
  averageSecondsOnPage: {
    label: 'Time on page',
    definition: 'Average time that pages were visible, of the pageviews that reported it; at most 30 minutes each.',
    unit: 'seconds',
    fact: 'pageTime',
    per: 'pageReports',
    isNullOfNone: true,
  },
  timeReported: {
    label: 'Time reported',
    definition: 'Share of pageviews that reported how long they were visible.',
    unit: 'share',
    fact: 'pageReports',
    per: 'pageviews',
  },
  scrollDepth: {
    label: 'Scroll depth',
    definition: 'Average of how far pages were scrolled, 0 to 100, of the pageviews that reported it.',
    unit: 'average',
    fact: 'scrollDepth',
    per: 'scrollReports',
    isNullOfNone: true,
  },
  events: { label: 'Events', definition: 'Events that match the filters.', unit: 'count', fact: 'events' },
  clicks: { label: 'Clicks', definition: 'Clicks on outbound links.', unit: 'count', fact: 'clicks' },
  conversions: {
    label: 'Conversions',
    definition: 'Events that match the goal.',
    unit: 'count',
    fact: 'conversions',
  },
  convertedVisitors: {
    label: 'Converted visitors',
    definition: 'Visitors with an event that matches the goal.',
    unit: 'count',
    fact: 'converted',
  },
  goalConversionRate: {
    label: 'Conversion rate',
    definition: 'Share of visitors with an event that matches the goal. The filters apply to both.',
    unit: 'share',
    fact: 'converted',
    per: 'visitors',
  },
  conversionRate: {
    label: 'Conversion rate',
    definition: 'Share of visitors with such an event. Other filters apply to all visitors.',
    unit: 'share',
    fact: 'visitors',
    per: 'everyone',
  },
} as const satisfies Record<string, Metric & { readonly label: Text; readonly definition: Text }>;

/** The sum or the average of a numeric property of events, such as `sum:price`. */
export type NumberMetric = `sum:${string}` | `avg:${string}`;

/** Revenue in a currency, such as `revenue:EUR`. */
export type RevenueMetric = `revenue:${string}`;

export type MetricName = keyof typeof metrics | NumberMetric | RevenueMetric;

/** Longer names of properties are not stored. */
const NUMBER_METRIC = /^(sum|avg):(.{1,64})$/s;

export const isRevenueMetric = (name: string): name is RevenueMetric =>
  name.startsWith('revenue:') && parseCurrency(name.slice(8)) === name.slice(8);

export const isNumberMetric = (name: string): name is NumberMetric => NUMBER_METRIC.test(name);

export function findMetric(name: MetricName): Metric {
  if (isRevenueMetric(name)) {
    const currency = name.slice(8);
    return {
      label: `Revenue in ${currency}`,
      definition: `Revenue of custom events in ${currency}.`,
      unit: 'amount',
      fact: name,
    };
  }
  const [, kind, property = ''] = NUMBER_METRIC.exec(name) ?? [];
  if (kind === undefined) return metrics[name as keyof typeof metrics];
  const sum = { unit: 'amount', fact: `sum:${property}` } as const;
  return kind === 'sum'
    ? {
        ...sum,
        label: `Sum of ${property}`,
        definition: `Sum of the property ${property}.`,
      }
    : {
        ...sum,
        label: `Average ${property}`,
        definition: `Average of the property ${property}, of the events that have it.`,
        per: `count:${property}`,
      };
}

/** In the order of `facts`, those of properties and currencies last. */
export const listFacts = (names: readonly MetricName[]): readonly Fact[] => {
  const needed = new Set(names.map(findMetric).flatMap(({ fact, per = fact }) => [fact, per]));
  const ofProperties = [...needed].filter(
    (fact): fact is NumberFact | RevenueFact =>
      fact !== 'everyone' && (factProperty(fact) !== undefined || factCurrency(fact) !== undefined),
  );
  return [...facts.filter((fact) => needed.has(fact)), ...ofProperties];
};

/** Rounded once. 0 when the divisor is 0. */
export function metricValue(name: MetricName, values: Facts): number {
  const { part, of } = ratio(name, values);
  const { unit } = findMetric(name);
  const { digits, size } = units[unit];
  if (unit === 'amount') return of === 0 ? 0 : Number((part / of).toFixed(digits));
  return quotient(part, of * size, digits);
}

/** True for an average or share of nothing, which is neither zero nor better or worse. */
export const isOfNothing = (name: MetricName, values: Facts): boolean =>
  findMetric(name).per !== undefined && ratio(name, values).of === 0;

/** Null for a metric that says nothing of no events. */
export const metricOrNull = (name: MetricName, values: Facts): number | null =>
  findMetric(name).isNullOfNone && isOfNothing(name, values) ? null : metricValue(name, values);

/** In percent, computed from unrounded facts. */
export const metricChange = (name: MetricName, now: Facts, before: Facts): number =>
  change(ratio(name, now), ratio(name, before));

function ratio(name: MetricName, values: Facts) {
  const { fact, per, unit } = findMetric(name);
  const [part = 0, of = 0] = [values[fact], per === undefined ? 1 : values[per]];
  // Either number of visitors may be an estimate.
  return { part: unit === 'share' ? Math.min(part, of) : part, of };
}
