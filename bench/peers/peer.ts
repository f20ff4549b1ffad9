import type { Range } from '../../src/time/index.js';
import type { CaseQuery, Endpoint } from '../questions/case.js';
import type { PostedName } from '../questions/posted.js';

export type Report = CaseQuery & { readonly endpoint: Endpoint };

/** Another analytics service: its layout of the same events in ClickHouse, and its queries. */
export interface Peer {
  readonly name: string;
  /** The database of its tables, beside ours in the same engine. */
  readonly database: string;
  /** Its tables, as its own migrations leave them, without columns that the bench has no data for. */
  readonly layout: readonly string[];
  /** Copies a range of our events into the peer's tables. */
  fill(range: Range): readonly string[];
  /** Undefined when the peer has no such report, or none with these filters. */
  statements(report: Report): readonly string[] | undefined;
  /** Those that the peer can answer. */
  readonly posted: PostedStatements;
}

export type PostedStatement = (query: CaseQuery) => readonly string[];

export type PostedStatements = Readonly<Partial<Record<PostedName, PostedStatement>>>;

/** In seconds, the precision of all peers. */
export const second = (epochMs: number): string => `toDateTime(${epochMs / 1000}, 'UTC')`;

export const quoted = (value: string): string => `'${value}'`;

/** Our events that peers record too. They have no leaves. */
export const ourEvents = (range: Range): string =>
  `FROM default.events WHERE ${within('time', range)} AND type != 'leave'`;

export const within = (column: string, { start, end }: Range): string =>
  `${column} >= ${second(start)} AND ${column} < ${second(end)}`;
