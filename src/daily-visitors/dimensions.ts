import { sessionTraits } from '../clickhouse/session-traits.js';

/** The columns by whose values visitors are counted by the day. */
export const countedColumns = [...sessionTraits, 'campaign'] as const;

export type CountedColumn = (typeof countedColumns)[number];

/** What stands in each of these columns for a session. */
export type CountedValues = Readonly<Record<CountedColumn, string>>;

/**
 * What visitors are counted by in `daily_visitors`: all of them, by each value of a column, and by each combination of values of
 * several. With one more of them, every website has to be counted again: `footfall rebuild`.
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

/** What a combination of columns is called in `daily_visitors`. */
export const dimensionName = (columns: readonly string[]): string => columns.join(',');

/** Whether visitors are counted by the combination of columns. */
export const isCounted = (columns: readonly string[]): boolean =>
  countedDimensions.some((each) => dimensionName(each) === dimensionName(columns));

/** The count of a website that its events are added to: a number that no other count of it has, and whose days it has. */
export interface Count {
  readonly generation: number;
  /** IANA name. */
  readonly zone: string;
}
