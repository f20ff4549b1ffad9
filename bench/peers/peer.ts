import type { Range } from '../../src/time/index.js';
import type { Asked, Endpoint } from '../questions/case.js';

/** A query of one report. */
export type Report = Asked & { readonly endpoint: Endpoint };

/** Another analytics service: how it lays out the same events in ClickHouse, and what it asks there. */
export interface Peer {
  readonly name: string;
  /** The database that holds its tables, beside ours in the same engine. */
  readonly database: string;
  /** Its tables, as its own migrations leave them, without what the bench has no data for. */
  readonly layout: readonly string[];
  /** Returns the statements that bring a range of our events into its tables. */
  fill(range: Range): readonly string[];
  /** Returns what it asks for a query; undefined where it has no such report, or none that can be filtered so. */
  statements(asked: Report): readonly string[] | undefined;
}

/** Seconds are what all of them keep. */
export const second = (epochMs: number): string => `toDateTime(${epochMs / 1000}, 'UTC')`;

export const quoted = (value: string): string => `'${value}'`;

/** Our events that the others know too: a leave is none of theirs. */
export const ourEvents = (range: Range): string =>
  `FROM default.events WHERE ${within('time', range)} AND type != 'leave'`;

export const within = (column: string, { start, end }: Range): string =>
  `${column} >= ${second(start)} AND ${column} < ${second(end)}`;
