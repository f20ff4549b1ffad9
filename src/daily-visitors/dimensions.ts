import { sessionTraits } from '../clickhouse/session-traits.js';
import { QUARTER_MS } from '../time/index.js';
import { campaignColumns } from './campaign-link.js';

/** Daily visitors are counted by the values of these columns. */
export const countedColumns = [...sessionTraits, 'campaign'] as const;

export type CountedColumn = (typeof countedColumns)[number];

export type CountedValues = Readonly<Record<CountedColumn, string>>;

/**
 * Combinations of columns in `daily_visitors`; the empty one is for all visitors. After an addition, every website's
 * counts must be rebuilt: `footfall rebuild`.
 */
export const countedDimensions: readonly (readonly CountedColumn[])[] = [
  [],
  ['entry_path'],
  ['referrer'],
  ['channel'],
  ['channel', 'referrer'],
  ['campaign'],
  campaignColumns,
  ['country'],
  ['city'],
  ['city', 'country'],
  ['browser'],
  ['os'],
  ['device'],
  ['language'],
];

/** Dimensions of single events, with columns of the same names. A session can have several values of each. */
const eventDimensions = ['path', 'name'] as const;

export type EventDimension = (typeof eventDimensions)[number];

/** Groups by the quarter of an hour in which the visitors' day began, or an event happened. */
export const QUARTER = 'quarter';

/** Later quarters are also greater when compared as text. */
export const quarterValue = (instant: number): string => String(Math.floor(instant / QUARTER_MS)).padStart(7, '0');

/** All columns of a campaign as one dimension, whose values are links. */
const CAMPAIGN = campaignColumns.join(',');

/** As stored in `daily_visitors`. */
export function dimensionName(columns: readonly string[]): string {
  const name = columns.join(',');
  return name === 'campaign_link' ? CAMPAIGN : name;
}

/** Also true for a campaign's link. */
export const areOfCampaign = (columns: readonly string[]): boolean => dimensionName(columns) === CAMPAIGN;

/** A visit can have no campaign. All other traits have a name for unknown. */
export const mayBeEmpty = (columns: readonly string[]): boolean =>
  areOfCampaign(columns) || dimensionName(columns) === 'campaign';

export const isCounted = (columns: readonly string[]): boolean =>
  isOfEvents(columns) || countedDimensions.some((each) => dimensionName(each) === dimensionName(columns));

export const isOfEvents = (columns: readonly string[]): boolean =>
  eventDimensions.some((name) => name === dimensionName(columns));

/** A previous day that does not exist. */
export const NO_DAY = 0;

/** No first day: for visitors without earlier activity, and for those with a previous day. */
export const NO_FIRST_DAY = 65_535;

/**
 * The stored number of a local day: 1 for 1970-01-01, and for the day before, with which the epoch begins in the west.
 */
export const storedDay = (day: number): number => Math.max(1, day + 1);

/**
 * Daily visitor counts that events are added to: their generation, unique per website, and the time zone of their days.
 */
export interface Count {
  readonly generation: number;
  readonly zone: string;
}
