import { type Sql, sql, trusted } from '../../clickhouse/sql.js';
import type { Fact } from '../metrics.js';
import type { StatsQuery } from '../query.js';
import type { TableColumns } from './conditions.js';

/** Sums over the matching rows. */
type RowFact = 'pageviews' | 'events' | 'clicks';

/** Facts of sessions that began in the range and have a matching event in it. */
export type SessionFact = 'sessions' | 'bounces' | 'duration';

export const isSessionFact = (fact: Fact): fact is SessionFact =>
  fact === 'sessions' || fact === 'bounces' || fact === 'duration';

/**
 * A table with rows of events or of parts of sessions. Both have the columns `visitor_id`, `session_start`, those of the traits,
 * and the additive facts of sessions, with `duration` in milliseconds.
 */
export interface Table extends TableColumns {
  /** Whether it has what the query needs. */
  canAnswer(query: StatsQuery): boolean;
  readonly epochMs: Sql;
  readonly sums: Readonly<Record<RowFact, (when: Sql | undefined) => Sql>>;
}

/** A sum of rows that are added up already. */
export const sumColumn =
  (column: string) =>
  (when: Sql | undefined): Sql =>
    when === undefined ? trusted(`sum(${column})`) : sql`sumIf(${trusted(column)}, ${when})`;
