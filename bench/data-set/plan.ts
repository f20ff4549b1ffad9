import { createHash } from 'node:crypto';

/** What a data set is made from; the same options make the same rows. */
export interface DataSetOptions {
  /** Rows of `events` to make, to within a percent. */
  readonly events: number;
  /** The large website's part of them, 0 to 1. */
  readonly largeShare: number;
}

export interface PlannedWebsite {
  readonly id: string;
  readonly domain: string;
  readonly pages: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_MONTH = Date.UTC(2025, 6, 1);
const MONTHS = 12;

export const SMALL_WEBSITES = 300;
export const LARGE_SHARE = 0.6;

/** Rows that a session has on average: pageviews, and now and then an exit, a custom event or a leave. */
export const EVENTS_A_SESSION = 2.7;

/** Half-open, in epoch milliseconds, UTC. */
export interface Month {
  readonly start: number;
  readonly end: number;
}

export const months: readonly Month[] = Array.from({ length: MONTHS }, (_, index) => ({
  start: monthAfter(index),
  end: monthAfter(index + 1),
}));

export const dataStart = monthAfter(0);
export const dataEnd = monthAfter(MONTHS);

/** The time zone of all websites. */
export const dataZone = 'UTC';

/** UTC days of the data set, as epoch milliseconds of their starts. */
export const days: readonly number[] = Array.from(
  { length: (dataEnd - dataStart) / DAY_MS },
  (_, index) => dataStart + index * DAY_MS,
);

/** The large website first. */
export const plannedWebsites: readonly PlannedWebsite[] = [
  { id: idOf(0), domain: 'large.example', pages: 10_000 },
  ...Array.from({ length: SMALL_WEBSITES }, (_, index) => ({
    id: idOf(index + 1),
    domain: `small-${index + 1}.example`,
    pages: 200,
  })),
];

/** Each website's part of all sessions: the small ones share what the large one leaves as 1, 1/2, 1/3 … */
export const sharesOf = ({ largeShare }: DataSetOptions): readonly number[] =>
  plannedWebsites.map((_, index) =>
    index === 0 ? largeShare : ((1 - largeShare) * Math.log((index + 1) / index)) / Math.log(SMALL_WEBSITES + 1),
  );

export const largeWebsite = plannedWebsites[0]!;

/** The middle one of the small websites. */
export const smallWebsite = plannedWebsites[SMALL_WEBSITES / 2]!;

function monthAfter(index: number): number {
  const first = new Date(FIRST_MONTH);
  return Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index);
}

/** A UUID that is the same in every run, and no neighbour of the other websites' in the sorting key. */
function idOf(index: number): string {
  const hex = createHash('md5').update(`website ${index}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
