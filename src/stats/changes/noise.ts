import type { Calendar } from './calendar.js';
import { HISTORY_DAYS } from './calendar.js';
import { type DailyPart, type History, type Part, partKey } from './counts.js';
import { CHI_MEDIAN, type Contrast, contrast, contrastAlone, median, sum } from './statistics.js';

/** The usual noise: a contrast without any change is `counts + size * ratio` times chi-squared. */
export interface Noise {
  /** Of counts; 1 would be that of independent ones, but a visitor has several visits. */
  readonly counts: number;
  /** Of the ratio of the total. */
  readonly total: number;
  /** Of the ratio of what has all of these values. */
  ofParts(parts: readonly Pick<Part, 'trait' | 'value'>[]): number;
  /** Whether there is enough history; otherwise noise is assumed. */
  readonly isSteady: boolean;
}

const ASSUMED = { counts: 1.3, day: 0.02, drift: 0.004 };
const MIN_DAYS = 21;

/** The test of a part, or of the total itself, in two stretches of time. */
type Test = (now: number, then: number, allNow: number, allThen: number) => Contrast;

/**
 * Learns the noise from the history, by medians, which single events in it do not move: days against the same weekday of
 * the week before, and weeks against the week before (drift).
 */
export function learnNoise({ total, parts }: History, { length, distance, pasts }: Calendar): Noise {
  const weekly = parts.map(({ days }) => compareWeeks(days, total, contrast));
  const counts = learnCounts(weekly);
  const own = new Map<string, number>();
  for (const part of parts) {
    const ratio = learnRatio(compareDays(part.days, total, contrast), counts);
    if (ratio !== undefined) own.set(partKey(part), ratio);
  }
  const day = own.size > 0 ? median([...own.values()]) : ASSUMED.day;
  const drifts = weekly
    .flat()
    .filter(({ size }) => size >= 50)
    .map((each) => excessNoise(each, counts));
  const drift = Math.max(0, (drifts.length >= 6 ? median(drifts) : ASSUMED.drift) - day / 7);
  const scale = Math.max(distance / 7, 0.15) ** 0.4;
  const [perDay, perDrift] = pasts > 0 ? [0.5 * (1 + 1 / pasts), 1.3] : [1, scale];
  const ofPart = (part: Pick<Part, 'trait' | 'value'>) =>
    (Math.max(own.get(partKey(part)) ?? day, day / 2) / length) * perDay + drift * perDrift;
  return {
    counts,
    total: learnTotal(total, counts, length, scale),
    ofParts: (all) => all.reduce((noise, part) => noise + ofPart(part), 0),
    isSteady: total.slice(0, HISTORY_DAYS).filter((count) => count > 0).length >= MIN_DAYS,
  };
}

/** Drift of the total cannot be told from three pairs of weeks alone, so it is drawn to a small one. */
function learnTotal(total: readonly number[], counts: number, length: number, scale: number): number {
  const day = learnRatio(compareDays(total, total, contrastAlone), counts) ?? ASSUMED.day;
  const weeks = compareWeeks(total, total, contrastAlone).map((each) => (each.size ? excessNoise(each, counts) : 0));
  const drift = (Math.min(day, Math.max(0, median(weeks) - day / 7)) + 0.001) / 2;
  return day / length + drift * scale;
}

/** From parts so small that the noise of ratios does not matter. */
function learnCounts(weekly: readonly (readonly Contrast[])[]): number {
  const small = weekly.flat().filter(({ size }) => size >= 4 && size <= 40);
  if (small.length < 12) return ASSUMED.counts;
  return Math.max(1, median(small.map(({ g }) => g)) / CHI_MEDIAN);
}

/** Undefined for too small parts. */
function learnRatio(pairs: readonly Contrast[], counts: number): number | undefined {
  const size = median(pairs.map((pair) => pair.size));
  return size < 5 ? undefined : Math.max(0, median(pairs.map(({ g }) => g)) / CHI_MEDIAN - counts) / size;
}

const excessNoise = ({ g, size }: Contrast, counts: number): number => (g / CHI_MEDIAN - counts) / size;

const compareDays = (days: DailyPart['days'], all: readonly number[], test: Test): readonly Contrast[] =>
  Array.from({ length: HISTORY_DAYS - 7 }, (_, at) => test(days[at + 7]!, days[at]!, all[at + 7]!, all[at]!));

const compareWeeks = (days: DailyPart['days'], all: readonly number[], test: Test): readonly Contrast[] =>
  [7, 14, 21].map((at) =>
    test(sum(days, at, at + 7), sum(days, at - 7, at), sum(all, at, at + 7), sum(all, at - 7, at)),
  );
