import { type Calendar, weekdayFactor } from './calendar.js';
import type { Combinations, Counts, History, Table } from './counts.js';
import { learnNoise, type Noise } from './noise.js';
import { contrastAlone } from './statistics.js';

export const changeMetrics = ['visitors', 'visits', 'pageviews', 'conversions'] as const;

export type ChangeMetric = (typeof changeMetrics)[number];

/** Found with planted changes: test/stats/changes measures what they are worth. Change none without it. */
export const LIMITS = {
  causes: 3,
  /** Parts of which pairs are looked for. */
  candidates: 6,
  /** Counts of a part, times the noise of counts. */
  least: 10,
  /** Of the change, and of the larger range, that a cause is at least. */
  share: 0.05,
  size: 0.01,
  /** Surprise of a part with which pairs begin, of a pair beyond that of a part, and of the total alone. */
  promising: 2.5,
  pair: 0.5,
  alike: 3,
  /** A pair's G is this many times that of the best part, and its parts without it move by less than this share of it. */
  pairG: 1.1,
  only: 0.4,
  /** Two parts are the same sessions, or one covers the other's change, from these shares. */
  same: 0.93,
  cover: 0.6,
} as const;

/** What is counted of a metric. */
export interface Counted {
  readonly history: History;
  readonly cube: Combinations;
}

/** All that is known about a change. */
export interface Evidence {
  readonly metric: ChangeMetric;
  readonly calendar: Calendar;
  /** Of visits, in which silence shows. */
  readonly visits: History;
  /** Of the metric; of conversions, of visits. */
  readonly traffic: Counted;
  /** Of conversions. */
  readonly goal?: Counted | undefined;
}

/** What is left to be explained. */
export interface Left {
  readonly traffic: Table;
  readonly goal: Table | undefined;
}

/** Two counts that a part is tested by; the earlier one is of `times` as many days. */
export interface Comparing {
  readonly later: 'now' | 'before';
  readonly earlier: 'before' | 'pastNow' | 'pastBefore';
  readonly times: number;
  /** -1 where an increase then is a decrease now. */
  readonly turn: 1 | -1;
}

/** What all tests of a change share. */
export interface Setting {
  readonly metric: ChangeMetric;
  readonly noise: Noise;
  readonly goalNoise: Noise | undefined;
  readonly mainNoise: Noise;
  /** How much more the range's weekdays have than those of the range before. */
  readonly factor: number;
  readonly comparisons: readonly Comparing[];
  /** The surprise from which a part is a candidate. */
  readonly bar: number;
  /** The change of a part, without that which its weekdays have usually. */
  excess(part: Counts): number;
  /** Whether an amount matters for the total. */
  isRelevant(amount: number): boolean;
}

/** The usual spread of the total's change, and how many of them it is. */
export interface Spread {
  readonly usual: number;
  readonly surprise: number;
}

export function prepare({ metric, calendar, traffic, goal }: Evidence, total: Counts): Setting & Spread {
  const noise = learnNoise(traffic.history, calendar);
  const goalNoise = goal && learnNoise(goal.history, calendar);
  const mainNoise = goalNoise ?? noise;
  const { pasts } = calendar;
  const hasPast = pasts > 0 && noise.isSteady;
  const factor = weekdayFactor((goal ?? traffic).history.total, calendar, noise.isSteady);
  const expected = total.before * factor;
  const whole = contrastAlone(total.now, expected);
  const spread = mainNoise.counts + whole.size * mainNoise.total;
  const usual = Math.sqrt((total.now + expected) * spread);
  const least = Math.max(
    LIMITS.share * Math.abs(total.now - expected),
    LIMITS.size * Math.max(total.now, expected),
    goal === undefined ? 0 : usual / 2,
  );
  return {
    metric,
    noise,
    goalNoise,
    mainNoise,
    factor,
    comparisons: hasPast
      ? [
          { later: 'now', earlier: 'pastNow', times: pasts, turn: 1 },
          { later: 'before', earlier: 'pastBefore', times: pasts, turn: -1 },
        ]
      : [{ later: 'now', earlier: 'before', times: 1, turn: 1 }],
    bar: findBar(traffic.history, calendar),
    excess: (part) =>
      hasPast ? part.now - part.before - (part.pastNow - part.pastBefore) / pasts : part.now - part.before * factor,
    isRelevant: (amount) => Math.abs(amount) >= least,
    usual,
    surprise: whole.sign * Math.sqrt(whole.g / spread) || 0,
  };
}

/** Higher where more parts could be surprising by chance. */
function findBar({ parts }: History, { places }: Calendar): number {
  const days = [...places.now, ...places.before];
  const large = parts.filter((part) => days.reduce((all, place) => all + part.days[place]!, 0) >= LIMITS.least);
  return Math.max(4, Math.sqrt(2 * Math.log(50 * Math.max(1, large.length))));
}
