import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres, { type Options, type Sql } from 'postgres';
import type { Postgres } from './postgres.js';
import * as schema from './schema.js';

/** Any number every Footfall process agrees on and nobody else takes: `foot` in ASCII. */
const MIGRATION_LOCK = 0x666f6f74;

/** The same, for the one process that makes the rollups. */
const TASK_LOCK = MIGRATION_LOCK + 1;

/** The same, for what takes turns under a name. */
const TURN_LOCK = MIGRATION_LOCK + 2;

/** Seconds that statements under way are given when the pool closes. */
const CLOSE_TIMEOUT = 5;

const quiet: Options<Record<string, never>> = { onnotice: () => {} };

/** Opens a pool of connections to the server at `url`, and tries one of them. */
export async function openServer(url: string): Promise<Postgres> {
  const client = postgres(url, quiet);
  await client`select 1`;
  return {
    kind: 'server',
    db: drizzle({ client, schema }),
    listen: (channel, onPayload, onListening) => listen(client, channel, onPayload, onListening),
    exclusively: (task) => exclusively(url, task),
    inTurn: (name, task) => inTurn(url, name, task),
    migrate: (folder) => migrateLocked(url, folder),
    close: () => client.end({ timeout: CLOSE_TIMEOUT }),
  };
}

/** TRICKY: after a reconnect the client's own `unlisten` no longer finds its listener: what it still hears is ignored here. */
async function listen(
  client: Sql,
  channel: string,
  onPayload: (payload: string) => void,
  onListening: () => void = () => {},
): Promise<() => Promise<void>> {
  let stopped = false;
  const unlessStopped =
    <T extends readonly unknown[]>(callback: (...values: T) => void) =>
    (...values: T) => {
      if (!stopped) callback(...values);
    };
  const { unlisten } = await client.listen(channel, unlessStopped(onPayload), unlessStopped(onListening));
  return async () => {
    stopped = true;
    await unlisten();
  };
}

async function exclusively(url: string, task: (lost: AbortSignal) => Promise<void>): Promise<boolean> {
  const lost = new AbortController();
  const onclose = () => lost.abort(new Error('PostgreSQL ended the connection that held the lock'));
  return onOwnConnection(url, { onclose }, async (connection) => {
    const [lock] = await connection`select pg_try_advisory_lock(${TASK_LOCK}) as taken`;
    if (lock?.taken !== true) return false;
    await task(lost.signal);
    return true;
  });
}

/** Two names of one hash take turns as well. */
const inTurn = <Result>(url: string, name: string, task: () => Promise<Result>): Promise<Result> =>
  onOwnConnection(url, {}, async (connection) => {
    await connection`select pg_advisory_lock(${TURN_LOCK}, hashtext(${name}))`;
    return task();
  });

const migrateLocked = (url: string, folder: string): Promise<void> =>
  onOwnConnection(url, {}, async (connection) => {
    await connection`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle({ client: connection }), { migrationsFolder: folder });
  });

/** A lock belongs to its connection, which a task therefore has for itself, for as long as it takes: closing it frees the lock. */
async function onOwnConnection<Result>(
  url: string,
  options: Options<Record<string, never>>,
  task: (connection: Sql) => Promise<Result>,
): Promise<Result> {
  const connection = postgres(url, { ...quiet, max: 1, max_lifetime: null, ...options });
  try {
    return await task(connection);
  } finally {
    await connection.end();
  }
}
