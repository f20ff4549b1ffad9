import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.js';

/**
 * A database or a transaction, with either driver. The result of `execute` differs between the drivers and is
 * `unknown`: use the query builder.
 */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** Inside `db.transaction` use only its argument: on the embedded engine `db` would deadlock. */
export interface Postgres {
  readonly kind: 'embedded' | 'server';
  readonly db: Database;

  /** A number that changes whenever data may have changed. Undefined when other processes may write too. */
  readonly changes?: () => number;

  /**
   * Calls `onPayload` with each notification on `channel` until the returned function is called. `onListening` is called at the
   * start and after each reconnect. Notifications in between are lost, so reload the data there. Neither callback may throw.
   */
  listen(channel: string, onPayload: (payload: string) => void, onListening?: () => void): Promise<() => Promise<void>>;

  /**
   * Runs a task while no other process runs one of the same name. The lock is lost with its connection: a task that
   * must then stop calls `isHeld`.
   */
  withNamedLock<Result>(name: string, task: (isHeld: () => Promise<boolean>) => Promise<Result>): Promise<Result>;

  /** Like `withNamedLock`, but returns undefined at once while another process runs a task. */
  tryWithNamedLock<Result>(name: string, task: () => Promise<Result>): Promise<Result | undefined>;

  /** One process at a time. */
  migrate(folder: string): Promise<void>;

  close(): Promise<void>;
}

/** PostgreSQL's `unique_violation`. */
const UNIQUE_VIOLATION = '23505';

/** A statement failed because it would have duplicated a unique value. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === UNIQUE_VIOLATION;

/** The clock is epoch milliseconds. */
export async function aboutPostgres(db: Database): Promise<{ readonly version: string; readonly clock: number }> {
  const [about] = await db
    .select({
      version: sql<string>`current_setting('server_version')`,
      clock: sql`extract(epoch from clock_timestamp()) * 1000`.mapWith(Number),
    })
    .from(sql`(select 1) as one`);
  if (about === undefined) throw new Error('PostgreSQL gave no row for one');
  return about;
}
