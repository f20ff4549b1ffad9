import {
  judgeSilence,
  judgeSpike,
  MIN_SPIKE_VISITORS,
  type TrafficHistory,
} from '../../src/notifications/traffic-rules.js';
import { seeded } from '../oracle/random.js';

/** Minutes of a step. */
const STEP = 5;
const HOUR = 60 / STEP;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const HALF_HOUR = HOUR / 2;

/** Alerts of one kind are so far apart. */
const PAUSE = 12 * HOUR;

const WEEKS = 26;

/** A website whose traffic is made up. */
export interface Profile {
  readonly name: string;
  readonly visitorsPerDay: number;
}

export const PROFILES: readonly Profile[] = [
  { name: '10 visitors a day', visitorsPerDay: 10 },
  { name: '100 visitors a day', visitorsPerDay: 100 },
  { name: '2,000 visitors a day', visitorsPerDay: 2_000 },
  { name: '50,000 visitors a day', visitorsPerDay: 50_000 },
];

/** What happens to a website, from a step on. */
interface Incident {
  readonly kind: 'spike' | 'silence';
  readonly at: number;
  /** Of a spike: how many times the usual it is at most. */
  readonly times: number;
}

export interface Report {
  readonly months: number;
  readonly falseSpikes: number;
  readonly falseSilences: number;
  readonly spikes: Readonly<Record<number, Found>>;
  readonly silences: Found;
}

/** Incidents, how many were reported, and after how many minutes, sorted. */
export interface Found {
  readonly happened: number;
  readonly delays: readonly number[];
}

const SPIKE_TIMES = [3, 5, 10];
const SPIKE_STEPS = 3 * HOUR;
const SILENCE_STEPS = 12 * HOUR;

type Random = () => number;

/** A number that is nearly normal, by sums alone: `Math.cos` differs in its last digit between versions of Node. */
function normal(random: Random): number {
  let sum = -6;
  for (let each = 0; each < 12; each++) sum += random();
  return sum;
}

/** A number of visitors that come independently. */
function poisson(mean: number, random: Random): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count++;
  return count;
}

/** The share of a day's visitors in a step: few at night, most in the early evening, less on weekends. */
function rhythm(step: number): number {
  const hour = (step % DAY) / HOUR;
  const day = 0.12 + Math.exp(-((hour - 11) * (hour - 11)) / 12) * 0.8 + Math.exp(-((hour - 20) * (hour - 20)) / 10);
  const isWeekend = Math.floor(step / DAY) % 7 >= 5;
  return (day * (isWeekend ? 0.7 : 1)) / 147;
}

/** Half a year of visitors by step: rhythm, growth, good and bad days, holidays, and two incidents in three weeks. */
function traffic({ visitorsPerDay }: Profile, incidents: readonly Incident[], random: Random): readonly number[] {
  const counts: number[] = [];
  let [day, hour] = [1, 0];
  for (let step = 0; step < WEEKS * WEEK; step++) {
    if (step % DAY === 0) day = Math.exp(0.15 * normal(random)) * (random() < 0.03 ? 0.45 : 1);
    if (step % HALF_HOUR === 0) hour = 0.8 * hour + 0.1 * normal(random);
    const growth = Math.exp((0.015 * step) / WEEK);
    const mean = visitorsPerDay * growth * day * Math.exp(hour) * rhythm(step);
    counts.push(poisson(mean * incidentFactor(incidents, step), random));
  }
  return counts;
}

function incidentFactor(incidents: readonly Incident[], step: number): number {
  const now = incidents.find(
    ({ kind, at }) => at <= step && step < at + (kind === 'spike' ? SPIKE_STEPS : SILENCE_STEPS),
  );
  if (now === undefined) return 1;
  if (now.kind === 'silence') return 0;
  // Up within 20 minutes, and down by half each hour.
  const since = step - now.at;
  return 1 + (now.times - 1) * Math.min(1, (since + 1) / 4) * Math.exp(-Math.LN2 * Math.max(0, (since - 4) / HOUR));
}

function plan(random: Random): readonly Incident[] {
  const incidents: Incident[] = [];
  // From the fourth week on.
  for (let week = 3; week < WEEKS; week++) {
    const at = Math.floor((week + 0.1 + random() * 0.7) * WEEK);
    if (week % 3 === 2) incidents.push({ kind: 'silence', at, times: 0 });
    else incidents.push({ kind: 'spike', at, times: SPIKE_TIMES[Math.floor(random() * SPIKE_TIMES.length)]! });
  }
  return incidents;
}

/** Runs the rules over a website's half year, once a step, as the service does. */
export function simulate(profile: Profile, seed: number): Report {
  const random = seeded(seed).next;
  const incidents = plan(random);
  const counts = traffic(profile, incidents, random);
  const sums = [0];
  for (const count of counts) sums.push(sums.at(-1)! + count);
  const between = (start: number, end: number): number => sums[end]! - sums[start]!;
  const historyOf = (start: number, end: number): TrafficHistory => {
    const at = (shift: number) => (start - shift >= 0 ? [between(start - shift, end - shift)] : []);
    const isLong = end - start > DAY;
    return {
      weekly: [1, 2, 3, 4, 5, 6, 7, 8].flatMap((weeks) => at(weeks * WEEK)),
      daily: isLong ? [] : [1, 2, 3, 4, 5, 6].flatMap((days) => at(days * DAY)),
    };
  };

  const found = new Map<Incident, number>();
  let [falseSpikes, falseSilences, lastSpike, lastVisit, reported] = [0, 0, -PAUSE, 0, false];
  const find = (kind: Incident['kind'], step: number, length: number) => {
    const incident = incidents.find((each) => each.kind === kind && each.at <= step && step < each.at + length);
    if (incident === undefined) return false;
    if (!found.has(incident)) found.set(incident, (step + 1 - incident.at) * STEP);
    return true;
  };
  for (let step = HALF_HOUR; step < counts.length; step++) {
    const end = step + 1;
    const visitors = between(end - HALF_HOUR, end);
    if (counts[step]! > 0) [lastVisit, reported] = [end, false];
    if (
      visitors >= MIN_SPIKE_VISITORS &&
      end - lastSpike >= PAUSE &&
      judgeSpike(visitors, historyOf(end - HALF_HOUR, end)) !== undefined
    ) {
      lastSpike = end;
      if (!find('spike', step, SPIKE_STEPS + HOUR)) falseSpikes++;
    }
    const isSilent = visitors === 0 && end - lastVisit < WEEK && !reported;
    if (isSilent && judgeSilence(historyOf(lastVisit, end)) !== undefined) {
      reported = true;
      if (!find('silence', step, SILENCE_STEPS)) falseSilences++;
    }
  }
  const among = (chosen: readonly Incident[]): Found => ({
    happened: chosen.length,
    delays: chosen.flatMap((each) => found.get(each) ?? []).toSorted((a, b) => a - b),
  });
  return {
    months: (WEEKS * 7) / 30.4,
    falseSpikes,
    falseSilences,
    spikes: Object.fromEntries(
      SPIKE_TIMES.map((times) => [times, among(incidents.filter((each) => each.times === times))]),
    ),
    silences: among(incidents.filter(({ kind }) => kind === 'silence')),
  };
}

/** Adds reports up. */
export function addUp(reports: readonly Report[]): Report {
  const join = (all: readonly Found[]): Found => ({
    happened: all.reduce((sum, { happened }) => sum + happened, 0),
    delays: all.flatMap(({ delays }) => delays).toSorted((a, b) => a - b),
  });
  const sum = (value: (report: Report) => number) => reports.reduce((total, report) => total + value(report), 0);
  return {
    months: sum(({ months }) => months),
    falseSpikes: sum((report) => report.falseSpikes),
    falseSilences: sum((report) => report.falseSilences),
    spikes: Object.fromEntries(SPIKE_TIMES.map((times) => [times, join(reports.map(({ spikes }) => spikes[times]!))])),
    silences: join(reports.map(({ silences }) => silences)),
  };
}

const SEEDS = 10;

/** Simulates half a year of a website, several times. */
export const simulateAll = (profile: Profile): Report =>
  addUp(Array.from({ length: SEEDS }, (_, index) => simulate(profile, index + 1)));

/** Returns the rows of the table in docs/emails.md. */
export function toTable(reports: readonly { readonly profile: Profile; readonly report: Report }[]): readonly string[] {
  const show = ({ happened, delays }: Found) => {
    const share = `${delays.length} of ${happened}`;
    const middle = delays[Math.floor(delays.length / 2)];
    return middle === undefined ? share : `${share}, ${middle} min`;
  };
  return reports.map(({ profile, report }) => {
    const falsely = (count: number) => `${count} in ${Math.round(report.months)} months`;
    const spikes = SPIKE_TIMES.map((times) => show(report.spikes[times]!));
    const cells = [
      profile.name,
      ...spikes,
      show(report.silences),
      falsely(report.falseSpikes),
      falsely(report.falseSilences),
    ];
    return `| ${cells.join(' | ')} |`;
  });
}
