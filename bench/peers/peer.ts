import type { Month } from '../data-set/plan.js';
import type { Asked } from '../questions/case.js';

/** Another analytics service: how it lays out the same events in ClickHouse, and what it asks there. */
export interface Peer {
  readonly name: string;
  /** The database that holds its tables, beside ours in the same engine. */
  readonly database: string;
  /** Its tables, as its own migrations leave them, without what the bench has no data for. */
  readonly layout: readonly string[];
  /** Statements that bring one month of our events into its tables. */
  fill(month: Month): readonly string[];
  /** What it asks for a question; undefined where it has no such report, or none that can be filtered so. */
  statements(asked: Asked): readonly string[] | undefined;
}

/** Seconds are what all of them keep. */
export const second = (epochMs: number): string => `toDateTime(${epochMs / 1000}, 'UTC')`;

export const quoted = (value: string): string => `'${value}'`;

/** Our events that the others know too: a leave is none of theirs. */
export const ourEvents = (month: Month): string =>
  `FROM default.events WHERE ${within('time', month)} AND type != 'leave'`;

export const within = (column: string, { start, end }: Month): string =>
  `${column} >= ${second(start)} AND ${column} < ${second(end)}`;
