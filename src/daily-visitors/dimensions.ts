import { sessionTraits } from '../clickhouse/session-traits.js';

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
  ['utm_source', 'utm_medium', 'utm_campaign', 'ref'],
  ['country'],
  ['city'],
  ['city', 'country'],
  ['browser'],
  ['os'],
  ['device'],
  ['language'],
];

/** Returns the name of a combination of columns in `daily_visitors`. */
export const dimensionName = (columns: readonly string[]): string => columns.join(',');

/** Returns whether visitors are counted by the combination of columns. */
export const isCounted = (columns: readonly string[]): boolean =>
  countedDimensions.some((each) => dimensionName(each) === dimensionName(columns));

/**
 * The counts of a website that its events are added to: a generation number unique per website, and the time zone of the days.
 */
export interface Count {
  readonly generation: number;
  /** IANA name. */
  readonly zone: string;
}
