import { sessionTraits } from '../clickhouse/session-traits.js';
import { QUARTER_MS } from '../time/index.js';
import { campaignColumns } from './campaign-link.js';

/** The columns by whose values daily visitors are counted. */
export const countedColumns = [...sessionTraits, 'campaign'] as const;

export type CountedColumn = (typeof countedColumns)[number];

/** A session's value in each of these columns. */
export type CountedValues = Readonly<Record<CountedColumn, string>>;

/**
 * The dimensions of `daily_visitors`: none for all visitors, each column by its values, and combinations of columns. After an
 * addition, the counts of every website must be rebuilt: `footfall rebuild`.
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

/** The dimensions of single events, which are the columns of the same names. A visitor can have several values in a session. */
const eventDimensions = ['path', 'name'] as const;

export type EventDimension = (typeof eventDimensions)[number];

/** The dimension by the quarter of an hour in which the visitors' day began, or an event happened. */
export const QUARTER = 'quarter';

/** Returns the quarter of an hour of an instant as a value of that dimension. Later ones are greater as texts too. */
export const quarterValue = (instant: number): string => String(Math.floor(instant / QUARTER_MS)).padStart(7, '0');

/** All columns of a campaign together, as a dimension: its values are links. */
const CAMPAIGN = campaignColumns.join(',');

/** Returns the name of a combination of columns in `daily_visitors`. */
export function dimensionName(columns: readonly string[]): string {
  const name = columns.join(',');
  return name === 'campaign_link' ? CAMPAIGN : name;
}

/** Returns whether the columns are those of a campaign, or its link. */
export const areOfCampaign = (columns: readonly string[]): boolean => dimensionName(columns) === CAMPAIGN;

/** Returns whether a value in the columns can be empty: a visit can be without a campaign. All other traits have a name for unknown. */
export const mayBeEmpty = (columns: readonly string[]): boolean =>
  areOfCampaign(columns) || dimensionName(columns) === 'campaign';

/** Returns whether visitors are counted by the combination of columns. */
export const isCounted = (columns: readonly string[]): boolean =>
  isOfEvents(columns) || countedDimensions.some((each) => dimensionName(each) === dimensionName(columns));

/** Returns whether the columns are those of a dimension of single events. */
export const isOfEvents = (columns: readonly string[]): boolean =>
  eventDimensions.some((name) => name === dimensionName(columns));

/** Stands for no day, as a previous day. */
export const NO_DAY = 0;

/** Stands for no first day: of visitors who had not come before, and of those with a previous day. */
export const NO_FIRST_DAY = 65_535;

/** Returns the stored number of a local day: 1 for 1970-01-01 and for the day before, which is the first of the west. */
export const storedDay = (day: number): number => Math.max(1, day + 1);

/**
 * The counts of a website that its events are added to: a generation number unique per website, and the time zone of the days.
 */
export interface Count {
  readonly generation: number;
  /** IANA name. */
  readonly zone: string;
}
