/** Visitors of the same stretch of time at the same local hour, weeks and days before. Each is of a time with tracking. */
export interface TrafficHistory {
  /** 1 to 8 weeks before. */
  readonly weekly: readonly number[];
  /** 1 to 6 days before. */
  readonly daily: readonly number[];
}

/** Far more visitors than usual. */
export interface Spike {
  /** The median of earlier stretches. */
  readonly usual: number;
  /** How many times the usual; undefined where there usually is no visitor. */
  readonly times: number | undefined;
}

/** Fewer visitors in half an hour are no spike, however few there usually are. */
export const MIN_SPIKE_VISITORS = 20;

/** From so many weeks on, the days between them are not asked: they may be other days of the week. */
const MIN_WEEKS = 3;

/** A spike is so many spreads above the usual. */
const MIN_SPREADS = 7.5;

/** The spread of a normal distribution, per median absolute deviation. */
const SPREAD_PER_DEVIATION = 1.4826;

/** Beside chance, half hours differ by so much: good and bad days, weather, a mention somewhere. */
const USUAL_VARIATION = 0.25;

/**
 * Returns the spike that so many visitors in the last half hour are; undefined for ordinary traffic, and on the first day.
 *
 * @param visitors in the last half hour
 * @param history of half hours
 */
export function judgeSpike(visitors: number, history: TrafficHistory): Spike | undefined {
  const samples = chooseSamples(history);
  if (samples.length === 0 || visitors < MIN_SPIKE_VISITORS) return undefined;
  const usual = median(samples);
  if (visitors < usual + MIN_SPREADS * findSpread(samples, usual)) return undefined;
  return { usual, times: usual === 0 ? undefined : visitors / usual };
}

/** Returns how far stretches are from the usual: as far as the samples are, and not less than chance and common variation. */
function findSpread(samples: readonly number[], usual: number): number {
  const deviation = median(samples.map((sample) => Math.abs(sample - usual)));
  const least = Math.sqrt(Math.max(usual, 1) + (usual * USUAL_VARIATION) ** 2);
  // The usual itself is known the less, the fewer samples there are.
  return Math.max(deviation * SPREAD_PER_DEVIATION, least) * Math.sqrt(1 + 1 / samples.length);
}

/** So many visitors are expected in a silence that is reported: half of the earlier stretches had more. */
const MIN_EXPECTED = 20;
const MIN_EXPECTED_AT_FIRST = 30;

/** And each earlier stretch, holidays included, had so many. */
const MIN_EVER = 6;

/**
 * Returns the number of visitors that were to be expected in a time without any; undefined where none had to come.
 *
 * @param history of stretches as long as the silence
 */
export function judgeSilence(history: TrafficHistory): number | undefined {
  const samples = chooseSamples(history);
  if (samples.length === 0 || Math.min(...samples) < MIN_EVER) return undefined;
  const usual = median(samples);
  return usual >= (samples.length < MIN_WEEKS ? MIN_EXPECTED_AT_FIRST : MIN_EXPECTED) ? usual : undefined;
}

/** Returns the median of what a website had before; undefined without anything to compare with. */
export function findUsual(history: TrafficHistory): number | undefined {
  const samples = chooseSamples(history);
  return samples.length === 0 ? undefined : median(samples);
}

const chooseSamples = ({ weekly, daily }: TrafficHistory): readonly number[] =>
  weekly.length >= MIN_WEEKS ? weekly : [...weekly, ...daily];

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
