import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres, { type Options, type Sql } from 'postgres';
import { parse as parseArray } from 'postgres-array';
import { Watchdog } from '../lib/watchdog.js';
import { Listeners } from './listeners.js';
import type { Postgres } from './postgres.js';
import * as schema from './schema.js';
import { Sockets } from './sockets.js';
import { serializers } from './storable.js';

/** A lock number that all Footfall processes share and no other program uses: `foot` in ASCII. */
const MIGRATION_LOCK = 0x666f6f74;

/** Lock numbers for named locks. */
const TURN_LOCK = MIGRATION_LOCK + 1;
const FREE_TURN_LOCK = MIGRATION_LOCK + 2;

/** Seconds that running statements have to finish when the pool closes. */
const CLOSE_TIMEOUT = 5;

/** Seconds before a lost connection is retried. postgres.js would wait up to twenty. */
const backoff = (): number => 0.25;

/** `text[]`, by its number in every PostgreSQL. Drizzle writes such arrays as text, but reads back slashes in them wrongly. */
const TEXT_ARRAY = {
  to: 1009,
  from: [1009],
  serialize: (text: string) => text,
  parse: (text: string) => parseArray(text),
};

type ClientOptions = Options<Record<string, never>>;

/**
 * Opens a pool of connections to the server at `url`, and tries one of them. While the server does not answer, every statement
 * fails at once.
 *
 * @param warn called when the server stops answering, and when it answers again
 */
export async function openServer(url: string, warn: (message: string) => void = () => {}): Promise<Postgres> {
  let watchdog: Watchdog | undefined;
  const sockets = new Sockets(() => watchdog?.isAway ?? false);
  const connect = (options: ClientOptions = {}): Sql => openClient(url, sockets, options);
  const openPool = (): Sql => {
    const client = connect();
    drizzleWith(client);
    return client;
  };

  let pool = openPool();
  await pool`select 1`;
  const listeners = new Listeners();
  const pings = openPings(url);
  watchdog = new Watchdog({
    name: 'PostgreSQL',
    ping: pings.ping,
    onAway: () => {
      // Running statements fail with their pool. Its connections could otherwise wait forever, also to be closed.
      void pool.end({ timeout: 0 });
      sockets.cut();
      pool = openPool();
      listeners.moveTo(pool);
    },
    warn,
  });
  return {
    kind: 'server',
    // Always uses the current pool: prepared statements of callers outlive a pool.
    db: drizzleWith(new Proxy(pool, { get: (_, name) => Reflect.get(pool, name) })),
    listen: (channel, onPayload, onListening = () => {}) => listeners.add(pool, { channel, onPayload, onListening }),
    withNamedLock: (name, task) => withNamedLock(connect, name, task),
    tryWithNamedLock: (name, task) => tryWithNamedLock(connect, name, task),
    migrate: (folder) => migrateLocked(connect, folder),
    close: async () => {
      await watchdog?.close();
      await pings.close();
      await pool.end({ timeout: CLOSE_TIMEOUT });
      sockets.cut();
    },
  };
}

/** TRICKY: Drizzle sets on the client how dates are read and how JSON is written, each time. */
function drizzleWith(client: Sql) {
  const db = drizzle({ client, schema });
  Object.assign(client.options.serializers, serializers);
  return db;
}

type Connect = (options?: ClientOptions) => Sql;

function openClient(url: string, sockets: Sockets, options: ClientOptions): Sql {
  const all = {
    onnotice: () => {},
    backoff,
    socket: sockets.connect,
    // TRICKY: postgres.js asks each new connection for the types of arrays; one that is lost meanwhile is an unhandled rejection,
    // which would end the process. The one type of array that the schema has is named here instead.
    fetch_types: false,
    types: { texts: TEXT_ARRAY },
    ...options,
  };
  return postgres(url, all);
}

/** Pings with a minimal query on a separate connection, which is replaced after an error. */
function openPings(url: string) {
  const sockets = new Sockets();
  const open = () => openClient(url, sockets, { max: 1, max_lifetime: null });
  let client = open();
  const end = async () => {
    const ended = client.end({ timeout: 0 });
    sockets.cut();
    await ended;
  };
  return {
    ping: async (late: AbortSignal) => {
      const replace = () => {
        void end();
        client = open();
      };
      late.addEventListener('abort', replace, { once: true });
      await client`select 1`;
    },
    close: end,
  };
}

/** Two names with the same hash share a lock. */
const withNamedLock = <Result>(
  connect: Connect,
  name: string,
  task: (isHeld: () => Promise<boolean>) => Promise<Result>,
): Promise<Result> =>
  onOwnConnection(connect, async (connection) => {
    const [locked] = await connection`
select pg_advisory_lock(${TURN_LOCK}, hashtext(${name})), pg_backend_pid() as process`;
    return task(async () => {
      // A connection that is lost is replaced by another one, without the lock.
      const [current] = await connection`select pg_backend_pid() as process`;
      return current?.process === locked?.process;
    });
  });

const tryWithNamedLock = <Result>(connect: Connect, name: string, task: () => Promise<Result>) =>
  onOwnConnection(connect, async (connection): Promise<Result | undefined> => {
    const [taken] = await connection`select pg_try_advisory_lock(${FREE_TURN_LOCK}, hashtext(${name})) as is_free`;
    return taken?.is_free ? task() : undefined;
  });

const migrateLocked = (connect: Connect, folder: string): Promise<void> =>
  onOwnConnection(connect, async (connection) => {
    await connection`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle({ client: connection }), { migrationsFolder: folder });
  });

/** Runs a task on its own connection for as long as it takes. A lock belongs to its connection: closing it frees the lock. */
async function onOwnConnection<Result>(connect: Connect, task: (connection: Sql) => Promise<Result>): Promise<Result> {
  const connection = connect({ max: 1, max_lifetime: null });
  try {
    return await task(connection);
  } finally {
    await connection.end();
  }
}
