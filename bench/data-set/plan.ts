import { createHash } from 'node:crypto';
import type { Range } from '../../src/time/index.js';

/** The inputs of a data set; the same options create the same rows. */
export interface DataSetOptions {
  /** To within a percent. */
  readonly events: number;
  /** Websites whose visitors are counted by the day, the largest first. All by default. */
  readonly countedWebsites?: number;
}

export interface PlannedWebsite {
  readonly id: string;
  readonly domain: string;
  readonly pages: number;
}

export const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_MONTH = Date.UTC(2025, 5, 1);
const CLOSED_MONTHS = 12;

/** Blocks of today's events that are never merged: a running service has about as many small parts. */
const LIVE_BLOCKS = 10;

export const SMALL_WEBSITES = 300;
export const LARGE_SHARE = 0.6;

/** Average rows per session: pageviews, and occasionally an exit, a custom event or a leave. */
export const EVENTS_A_SESSION = 2.7;

export const dataStart = FIRST_MONTH;

/** Start of the last day, in UTC like all times here. */
export const today = Date.UTC(2026, 5, 18);

/** The end of the data, which is the current time for every query: within a day and a month, as in a running service. */
export const dataEnd = today + 13 * 60 * 60 * 1000 + 40 * 60 * 1000;

/** The closed months. They are created once, and merged. */
export const closedMonths: readonly Range[] = Array.from({ length: CLOSED_MONTHS }, (_, index) => ({
  start: monthAfter(index),
  end: monthAfter(index + 1),
}));

/** The current month, which every run rebuilds: a kept data set would have merged its parts. */
export const liveMonth: Range = { start: monthAfter(CLOSED_MONTHS), end: dataEnd };

/** The live month without today. */
export const liveDays: Range = { start: liveMonth.start, end: today };

/** Today in blocks, each half as long as the one before: merges leave parts of such sizes behind. */
export const liveBlocks: readonly Range[] = Array.from({ length: LIVE_BLOCKS }, (_, index) => ({
  start: timeToday(1 - 0.5 ** index),
  end: index === LIVE_BLOCKS - 1 ? dataEnd : timeToday(1 - 0.5 ** (index + 1)),
}));

export const dataZone = 'UTC';

/** UTC days of the data set, as epoch milliseconds of their starts. */
export const days: readonly number[] = Array.from(
  { length: Math.ceil((dataEnd - dataStart) / DAY_MS) },
  (_, index) => dataStart + index * DAY_MS,
);

/** The large website first. */
export const plannedWebsites: readonly PlannedWebsite[] = [
  { id: websiteId(0), domain: 'large.example', pages: 10_000 },
  ...Array.from({ length: SMALL_WEBSITES }, (_, index) => ({
    id: websiteId(index + 1),
    domain: `small-${index + 1}.example`,
    pages: 200,
  })),
];

/** Each website's share of all sessions: the small ones share the rest of the large one as 1, 1/2, 1/3 … */
export const websiteShares: readonly number[] = plannedWebsites.map((_, index) =>
  index === 0 ? LARGE_SHARE : ((1 - LARGE_SHARE) * Math.log((index + 1) / index)) / Math.log(SMALL_WEBSITES + 1),
);

export const largeWebsite = plannedWebsites[0]!;

/** A website with about 10,000 of 10 million events in 90 days. */
export const smallWebsite = plannedWebsites[18]!;

function monthAfter(index: number): number {
  const first = new Date(FIRST_MONTH);
  return Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index);
}

/** A whole second, `part` (0 to 1) of today's elapsed time. */
function timeToday(part: number): number {
  return today + Math.floor(((dataEnd - today) * part) / 1000) * 1000;
}

/** The same in every run, and far from the other websites' in the sorting key. */
function websiteId(index: number): string {
  const hex = createHash('md5').update(`website ${index}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
