import type { Random } from './random.js';
import type { Rhythm } from './site.js';

/** Campaigns and launches repeat after so many days. */
const CYCLE_DAYS = 90;
/** The launch is on a Tuesday, in a week that a new demo shows among its last 30 days. */
const LAUNCH_WEEK = 68;
const TUESDAY = 2;
/** Growth ends here, in cycles. */
const MAX_GROWTH = 1.5;

export interface DayPlan {
  /** From 0 on the first day of a cycle to 1 on the last. */
  readonly progress: number;
  readonly ordinaryVisits: number;
  readonly launchVisits: number;
}

const weekday = (date: string): number => new Date(date).getUTCDay();

/**
 * Plans the visits of a day: a weekly rhythm, gentle growth, and a launch in each cycle.
 *
 * @param date `YYYY-MM-DD`
 * @param index number of days since the first
 */
export function planDay(date: string, index: number, rhythm: Rhythm, random: Random): DayPlan {
  const [first, last] = rhythm.visits;
  const growth = Math.min(MAX_GROWTH, index / (CYCLE_DAYS - 1));
  const trend = first + (last - first) * growth;
  const chance = 0.9 + 0.2 * random();
  const inCycle = index % CYCLE_DAYS;
  const sinceTuesday = (weekday(date) - TUESDAY + 7) % 7;
  const isAfterLaunch = inCycle - sinceTuesday >= LAUNCH_WEEK && inCycle - sinceTuesday < LAUNCH_WEEK + 7;
  return {
    progress: inCycle / (CYCLE_DAYS - 1),
    ordinaryVisits: Math.round(trend * (rhythm.weekdays[weekday(date)] ?? 1) * chance),
    launchVisits: isAfterLaunch ? (rhythm.launch[sinceTuesday] ?? 0) : 0,
  };
}
