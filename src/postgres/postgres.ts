import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.js';

/**
 * The database that functions work on, with any driver; may also be a transaction. The result of `execute` differs between the
 * drivers and is `unknown`: use the query builder.
 */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** An open database. Inside `db.transaction` use only its argument: on the embedded engine `db` would deadlock. */
export interface Postgres {
  readonly kind: 'embedded' | 'server';
  readonly db: Database;

  /** Returns a number that changes whenever data may have changed. Undefined when other processes may write too. */
  readonly changes?: () => number;

  /**
   * Calls `onPayload` with each notification on `channel` until the returned function is called. `onListening` is called at the
   * start and after each reconnect. Notifications in between are lost, so reload the data there. Neither callback may throw.
   */
  listen(channel: string, onPayload: (payload: string) => void, onListening?: () => void): Promise<() => Promise<void>>;

  /**
   * Runs a task when no other process runs one of the same name. The lock is lost with its connection: a task that must not go on
   * then asks whether it is still held.
   */
  withNamedLock<Result>(name: string, task: (isHeld: () => Promise<boolean>) => Promise<Result>): Promise<Result>;

  /** Runs a task like `withNamedLock`, but returns undefined at once while another process runs one. */
  tryWithNamedLock<Result>(name: string, task: () => Promise<Result>): Promise<Result | undefined>;

  /** Applies the pending migrations of `folder`, one process at a time. */
  migrate(folder: string): Promise<void>;

  close(): Promise<void>;
}
