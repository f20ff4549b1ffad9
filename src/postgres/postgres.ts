import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.js';

/**
 * What verbs work on, whichever driver is behind it, a transaction included. The result of `execute` differs between
 * the drivers and so is `unknown`: use the query builder.
 */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** One open database. Inside `db.transaction` use its argument alone: on the embedded engine `db` would deadlock. */
export interface Postgres {
  readonly kind: 'embedded' | 'server';
  readonly db: Database;

  /** Another number than before once something may have changed. Undefined where other processes change things too. */
  readonly changes?: () => number;

  /**
   * Calls `onPayload` with each notification on `channel` until the returned function is called. `onListening` is
   * called at the start and whenever a lost connection listens again: notifications between the two are lost, so
   * reload there what they keep fresh. Neither may throw.
   */
  listen(channel: string, onPayload: (payload: string) => void, onListening?: () => void): Promise<() => Promise<void>>;

  /** Runs a task when no other process runs one of the same name. */
  withNamedLock<Result>(name: string, task: () => Promise<Result>): Promise<Result>;

  /** The same, but does nothing and returns undefined while another process runs one. */
  tryWithNamedLock<Result>(name: string, task: () => Promise<Result>): Promise<Result | undefined>;

  /** Applies the pending migrations of `folder`, one process at a time. */
  migrate(folder: string): Promise<void>;

  close(): Promise<void>;
}
