import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { type ClickHouse, ClickHouseError, type Insert, type Query } from './clickhouse.js';
import { clusterSettings, commandSettings, insertSettings, readSettings } from './settings.js';
import { compile, type Sql, sql, trusted } from './sql.js';
import { tableName } from './table-name.js';

const REQUEST_TIMEOUT_MS = 300_000;

/**
 * Speaks to a ClickHouse server or cluster over HTTP.
 *
 * @param url user, password and database may stand in it: `http://user:password@host:8123/database`
 * @param cluster name of the cluster whose every shard a delete must reach; undefined for a single server
 */
export function openServer(url: string, cluster: string | undefined): ClickHouse {
  const client: ClickHouseClient = createClient({
    url,
    application: 'footfall',
    request_timeout: REQUEST_TIMEOUT_MS,
    clickhouse_settings: cluster === undefined ? {} : clusterSettings,
    // By itself it prints every failure, and with it the rows and SQL that ClickHouse quotes.
    log: { level: ClickHouseLogLevel.OFF },
  });

  const command = (statement: Sql): Promise<void> =>
    server(async () => {
      const { text, parameters } = compile(statement);
      await client.command({ query: text, query_params: parameters, clickhouse_settings: { ...commandSettings } });
    });

  return {
    query: async <Row>({ name, sql, row }: Query<Row>): Promise<readonly Row[]> => {
      const { text, parameters } = compile(sql);
      const clickhouse_settings = { ...readSettings, readonly: '1', log_comment: name };
      const query = { query: text, query_params: parameters, clickhouse_settings, format: 'JSONEachRow' } as const;
      const rows = await server(async () => (await client.query(query)).json<unknown>());
      return rows.map((each) => row.parse(each));
    },
    insert: ({ table, columns, body, token }: Insert) =>
      server(async () => {
        if (body.length === 0) return;
        const query = `INSERT INTO ${table} (${columns.join(', ')}) FORMAT JSONCompactEachRow`;
        const clickhouse_settings = { ...insertSettings, insert_deduplication_token: token };
        const values = Readable.from([body], { objectMode: false });
        const { stream } = await client.exec({ query, values, clickhouse_settings });
        stream.resume();
        await finished(stream);
      }),
    delete: (table, condition) => command(sql`ALTER TABLE ${storage(table, cluster)} DELETE WHERE ${condition}`),
    dropPartition: (table, partition) =>
      command(sql`ALTER TABLE ${storage(table, cluster)} DROP PARTITION ${partition}`),
    command,
    version: () => undefined,
    ping: () =>
      server(async () => {
        const answer = await client.ping();
        if (!answer.success) throw answer.error;
      }),
    close: () => client.close(),
  };
}

/** On a cluster the named table is a `Distributed` one without rows of its own; they lie in `…_local` on each shard. */
function storage(table: Parameters<typeof tableName>[0], cluster: string | undefined): Sql {
  if (cluster === undefined) return tableName(table);
  return trusted(`${table}_local ON CLUSTER '${cluster}'`);
}

async function server<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = 'code' in error && /^\d+$/.test(String(error.code)) ? Number(error.code) : undefined;
    throw new ClickHouseError(error.message, code, error);
  }
}
