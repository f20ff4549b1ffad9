/** Visitors at the same local time, weeks and days before, as far as the website was tracked. */
export interface TrafficHistory {
  /** 1 to 8 weeks before. */
  readonly weekly: readonly number[];
  /** 1 to 6 days before. */
  readonly daily: readonly number[];
}

/** Far more visitors than usual. */
export interface Spike {
  /** Median of earlier intervals. */
  readonly usual: number;
  /** Multiple of the usual; undefined where the usual is 0. */
  readonly times: number | undefined;
}

/** Minimum number of visitors of a spike, however low the usual is. */
export const MIN_SPIKE_VISITORS = 20;

/** With this many weeks, days in between are ignored: they may be other days of the week. */
const MIN_WEEKS = 3;

/** A spike is this many spreads above the usual. */
const MIN_SPREADS = 7.5;

/** The spread of a normal distribution, per median absolute deviation. */
const SPREAD_PER_DEVIATION = 1.4826;

/** Relative variation of half hours beyond chance: weather, holidays, a mention somewhere. */
const USUAL_VARIATION = 0.25;

/**
 * Returns the spike, if the number of visitors is one; undefined for ordinary traffic, and on the first day.
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

/** The spread of the samples, but at least that of chance and usual variation. */
function findSpread(samples: readonly number[], usual: number): number {
  const deviation = median(samples.map((sample) => Math.abs(sample - usual)));
  const least = Math.sqrt(Math.max(usual, 1) + (usual * USUAL_VARIATION) ** 2);
  // Fewer samples make the usual less certain.
  return Math.max(deviation * SPREAD_PER_DEVIATION, least) * Math.sqrt(1 + 1 / samples.length);
}

/** A silence is reported only if half of the earlier intervals had more visitors. */
const MIN_EXPECTED = 20;
const MIN_EXPECTED_AT_FIRST = 30;

/** Every earlier interval, holidays included, must have had this many. */
const MIN_EVER = 6;

/**
 * Returns the expected number of visitors; undefined when a silence is not unusual.
 *
 * @param history of intervals as long as the silence
 */
export function judgeSilence(history: TrafficHistory): number | undefined {
  const samples = chooseSamples(history);
  if (samples.length === 0 || Math.min(...samples) < MIN_EVER) return undefined;
  const usual = median(samples);
  return usual >= (samples.length < MIN_WEEKS ? MIN_EXPECTED_AT_FIRST : MIN_EXPECTED) ? usual : undefined;
}

/** The median of earlier visitors; undefined without a history. */
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
