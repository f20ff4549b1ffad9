import type { Random, Weighted } from './random.js';

/** Weight of each hour of a local day: little at night, most at work, some in the evening. */
export const hours: Weighted<number> = [
  6, 4, 3, 2, 2, 4, 10, 22, 40, 54, 60, 58, 50, 56, 60, 58, 52, 44, 36, 32, 32, 28, 20, 11,
].map((weight, hour) => [weight, hour]);

/** Share of a Wednesday's visits, Sunday first. */
const weekdays = [0.48, 0.94, 1, 1, 0.98, 0.84, 0.45];

const VISITS_AT_FIRST = 100;
const VISITS_AT_LAST = 205;

/** Extra visits of a launch, on its day and on the following days. */
const launchVisits = [1100, 380, 150, 70, 30];

export interface Day {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** From 0 on the first day to 1 on the last. */
  readonly progress: number;
  readonly ordinaryVisits: number;
  readonly launchVisits: number;
}

const weekdayOf = (date: string): number => new Date(date).getUTCDay();

const TUESDAY = 2;

/** Plans the visits of each day: a weekly rhythm, gentle growth, and one launch in the last quarter, on a Tuesday. */
export function planDays(dates: readonly string[], random: Random): readonly Day[] {
  const launch = dates.findIndex((date, index) => index >= dates.length * 0.75 && weekdayOf(date) === TUESDAY);
  return dates.map((date, index) => {
    const progress = index / Math.max(1, dates.length - 1);
    const trend = VISITS_AT_FIRST + (VISITS_AT_LAST - VISITS_AT_FIRST) * progress;
    const chance = 0.9 + 0.2 * random();
    return {
      date,
      progress,
      ordinaryVisits: Math.round(trend * weekdays[weekdayOf(date)]! * chance),
      launchVisits: launch < 0 ? 0 : (launchVisits[index - launch] ?? 0),
    };
  });
}
