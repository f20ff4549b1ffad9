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

/** Advisory lock number, shared by all Footfall processes and used by no other program: `foot` in ASCII. */
const MIGRATION_LOCK = 0x666f6f74;

const TURN_LOCK = MIGRATION_LOCK + 1;
const FREE_TURN_LOCK = MIGRATION_LOCK + 2;

/** Seconds that running statements get to finish when the pool closes. */
const CLOSE_TIMEOUT = 5;

/** Seconds before a reconnect. postgres.js would wait up to twenty. */
const backoff = (): number => 0.25;

/** `text[]`, by its OID in every PostgreSQL. Drizzle writes such arrays as text, but misreads slashes in them. */
const TEXT_ARRAY = {
  to: 1009,
  from: [1009],
  serialize: (text: string) => text,
  parse: (text: string) => parseArray(text),
};

type ClientOptions = Options<Record<string, never>>;

/**
 * Opens a pool of connections, and tests one of them. While the server does not answer, every statement fails at once.
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
      // Running statements fail with their pool. Otherwise its connections could wait forever, even to be closed.
      void pool.end({ timeout: 0 });
      sockets.cut();
      pool = openPool();
      listeners.moveTo(pool);
    },
    warn,
  });
  return {
    kind: 'server',
    // Always uses the current pool: callers' prepared statements outlive a pool.
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

/** TRICKY: Drizzle configures the client's parsing of dates and writing of JSON each time. */
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
    // TRICKY: postgres.js queries the array types on each new connection; losing that connection is an unhandled
    // rejection, which would end the process. The schema's only array type is therefore declared here.
    fetch_types: false,
    types: { texts: TEXT_ARRAY },
    ...options,
  };
  return postgres(url, all);
}

/** Uses a minimal query on a separate connection, which is replaced after an error. */
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
      // A lost connection is replaced by another one, without the lock.
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

/** Runs a task on its own connection for as long as it takes. Closing the connection frees its locks. */
async function onOwnConnection<Result>(connect: Connect, task: (connection: Sql) => Promise<Result>): Promise<Result> {
  const connection = connect({ max: 1, max_lifetime: null });
  try {
    return await task(connection);
  } finally {
    await connection.end();
  }
}
