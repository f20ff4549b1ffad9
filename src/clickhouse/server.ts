import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import {
  type ClickHouseClient,
  type ClickHouseClientConfigOptions,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client';
import { Watchdog } from '../lib/watchdog.js';
import { type ClickHouse, ClickHouseError, type Insert, type Query } from './clickhouse.js';
import { rowBatches } from './row-batches.js';
import {
  clusterSettings,
  commandSettings,
  fileSettings,
  insertSettings,
  querySettings,
  readSettings,
  streamSettings,
} from './settings.js';
import { type Compiled, compile, type Sql, sql, trusted } from './sql.js';
import { tableName } from './tables.js';

const REQUEST_TIMEOUT_MS = 300_000;

/**
 * Progress headers keep the connection of a long statement alive: the client closes it after `REQUEST_TIMEOUT_MS`
 * without data. An hour of header lines stays below Node's limit of 16 KiB.
 */
const progressSettings = { send_progress_in_http_headers: 1, http_headers_progress_interval_ms: '110000' } as const;

/** Enough for writes besides all queries: see `queued.ts`. */
const MAX_CONNECTIONS = 24;

/**
 * A server refuses a form with a longer field (`http_max_field_value_size`), and a URL of a megabyte. Parameters are sent as
 * a form when they are long, unless the statement, which is then a field too, is longer.
 */
const MAX_FIELD_BYTES = 128 * 1024;

/** What the client adds to a statement. */
const MAX_FORMAT_BYTES = 100;

/** The watchdog aborts pings earlier. */
const PING_TIMEOUT_MS = 5_000;

type ClientOptions = Pick<ClickHouseClientConfigOptions, 'max_open_connections' | 'request_timeout'>;

/**
 * Connects to a ClickHouse server or cluster over HTTP.
 *
 * @param url may contain user, password and database: `http://user:password@host:8123/database`
 * @param cluster name of the cluster whose every shard a delete must reach; undefined for a single server
 * @param warn called when the server stops answering, and when it answers again
 */
export function openServer(
  url: string,
  cluster: string | undefined,
  warn: (message: string) => void = () => {},
): ClickHouse {
  const server = connectWatched(url, cluster, warn);
  const exec = (query: string, query_params: Compiled['parameters'], clickhouse_settings: ClickHouseSettings) =>
    server.run((client, abort_signal) => client.exec({ query, query_params, clickhouse_settings, abort_signal }));
  const command = (statement: Sql, local = ''): Promise<void> =>
    server.run(async (client, abort_signal) => {
      const { text, parameters } = compile(statement, local);
      const clickhouse_settings = { ...commandSettings, ...progressSettings };
      await client.command({ query: text, query_params: parameters, clickhouse_settings, abort_signal });
    });
  /** On a cluster, the named table is a `Distributed` one without rows; the rows are in `…_local` on each shard. */
  const [local, on] = cluster === undefined ? ['', sql``] : ['_local', trusted(` ON CLUSTER '${cluster}'`)];

  return {
    query: async <Row>({ name, sql, row, isForInsert }: Query<Row>): Promise<readonly Row[]> => {
      const { text, parameters } = compile(sql);
      const settings = isForInsert ? readSettings : querySettings;
      const clickhouse_settings = { ...settings, readonly: '1', log_comment: name };
      const query = { query: text, query_params: parameters, clickhouse_settings, format: 'JSONEachRow' } as const;
      const use_multipart_params_auto = Buffer.byteLength(text) < MAX_FIELD_BYTES - MAX_FORMAT_BYTES;
      const rows = await server.run(async (client, abort_signal) =>
        (await client.query({ ...query, use_multipart_params_auto, abort_signal })).json<unknown>(),
      );
      return rows.map((each) => row.parse(each));
    },
    async *stream<Row>({ name, sql, row }: Query<Row>) {
      const { text, parameters } = compile(sql);
      const settings = { ...streamSettings, readonly: '1', log_comment: name };
      const { stream } = await exec(`${text}\nFORMAT JSONEachRow`, parameters, settings);
      yield* rowBatches(readChunks(stream), row);
    },
    async *readFile({ name, sql, format }) {
      const { text, parameters } = compile(sql);
      const settings = { ...fileSettings, ...progressSettings, readonly: '1', log_comment: name };
      const { stream } = await exec(`${text}\nFORMAT ${format}`, parameters, settings);
      yield* readChunks(stream);
    },
    insert: ({ table, columns, body, token }: Insert) =>
      server.run(async (client, abort_signal) => {
        if (body.length === 0) return;
        const query = `INSERT INTO ${table} (${columns.join(', ')}) FORMAT JSONCompactEachRow`;
        const clickhouse_settings = { ...insertSettings, insert_deduplication_token: token };
        const values = Readable.from([body], { objectMode: false });
        const { stream } = await client.exec({ query, values, clickhouse_settings, abort_signal });
        stream.resume();
        await finished(stream);
      }),
    sync: async () => {},
    delete: (table, condition) => command(sql`ALTER TABLE ${tableName(table)}${on} DELETE WHERE ${condition}`, local),
    dropPartition: (table, partition) =>
      command(sql`ALTER TABLE ${tableName(table)}${on} DROP PARTITION ${partition}`, local),
    command: (statement) => command(statement),
    version: () => undefined,
    ping: server.ping,
    close: server.close,
  };
}

/** Connects with a client that is replaced when the server stops answering. */
function connectWatched(url: string, cluster: string | undefined, warn: (message: string) => void) {
  const connect = (options: ClientOptions = {}): ClickHouseClient =>
    createClient({
      url,
      application: 'footfall',
      request_timeout: REQUEST_TIMEOUT_MS,
      max_open_connections: MAX_CONNECTIONS,
      clickhouse_settings: cluster === undefined ? {} : clusterSettings,
      // By default the client logs every error, with the rows and SQL that ClickHouse quotes.
      log: { level: ClickHouseLogLevel.OFF },
      ...options,
    });
  let client = connect();
  const pings = connect({ max_open_connections: 1, request_timeout: PING_TIMEOUT_MS });
  const ping = async (abort_signal: AbortSignal) => {
    const answer = await pings.ping({ select: false, abort_signal });
    if (!answer.success) throw answer.error;
  };
  const watchdog = new Watchdog({
    name: 'ClickHouse',
    ping,
    onAway: () => {
      // Also closes the connections of running statements.
      void client.close();
      client = connect();
    },
    warn,
  });
  const converted = async <T>(work: (away: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      return await watchdog.run(work);
    } catch (error) {
      throw clickhouseError(error);
    }
  };
  return {
    /** Throws ClickHouseError. */
    run: <T>(work: (client: ClickHouseClient, away: AbortSignal) => Promise<T>): Promise<T> =>
      converted((away) => work(client, away)),
    ping: () => converted(ping),
    close: async () => {
      await watchdog.close();
      await Promise.all([client.close(), pings.close()]);
    },
  };
}

/** When the reader stops, the connection is closed, and ClickHouse stops the statement. */
async function* readChunks(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch (error) {
    throw clickhouseError(error);
  } finally {
    stream.destroy();
  }
}

function clickhouseError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && /^\d+$/.test(String(error.code)) ? Number(error.code) : undefined;
  return new ClickHouseError(error.message, code, error);
}
