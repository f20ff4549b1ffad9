import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MERGES_PER_THREAD } from '../../src/clickhouse/embedded.js';
import { readMigrations } from '../../src/clickhouse/migration-file.js';
import { tables } from '../../src/clickhouse/tables.js';
import type { ServerUsers } from '../sql/server-users.js';
import type { HttpServer } from './http-server.js';
import { standIn } from './stand-in.js';

/** The name of the cluster that the two shards make up. */
export const CLUSTER = 'main';

const MIGRATIONS = fileURLToPath(new URL('../../clickhouse/', import.meta.url));

/** A replica is local to the engine, and read without a connection, when it has the engine's own address and port. */
const PORT = 9000;

const SHARDS = [0, 1];

/** The sharding key of tables whose rows may lie on any shard: their views hand on the shard of what they read. */
const ANY_SHARD = 'rand()';

/**
 * Stands in for a ClickHouse cluster of two shards: both are in one embedded engine, and keep their rows in the same tables.
 *
 * The engine takes two replicas of its own address for two shards, runs what is asked of a `Distributed` table once on each, and
 * sends what is inserted to the shard that the sharding key says. The column `row_shard` says on which shard a row lies, and a
 * filter shows each shard its own rows alone. So a statement finds what it would find on two servers.
 *
 * What it does not have: connections between the shards, replicas, `ON CLUSTER`, and settings of two servers.
 *
 * @param users keeps users; without it, making one is refused, as for a user without the right to
 */
export async function twoShards(users?: ServerUsers): Promise<HttpServer> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-two-shards-'));
  const shardingKeys = await readShardingKeys();
  const server = await standIn(folder, {
    connectionArgs: connectionArgs(),
    settings: {
      additional_table_filters: filtersByShard(),
      // By itself, the engine would run an `INSERT … SELECT` on each shard without the number of the shard.
      parallel_distributed_insert_select: '0',
    },
    adapt: (statement) => adapt(statement, shardingKeys, users),
    ...(users !== undefined && { signIn: users.signIn }),
  });
  return {
    // As most servers' URLs, with a database.
    url: `${server.url}/default`,
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Roles and row policies, which the engine reads only beside a configuration. */
const USERS = fileURLToPath(new URL('../../clickhouse/embedded-users.xml', import.meta.url));

const connectionArgs = (): string[] => [
  '--config-file=/nonexistent',
  `--users_config=${USERS}`,
  `--tcp_port=${PORT}`,
  `--background_merges_mutations_concurrency_ratio=${MERGES_PER_THREAD}`,
  ...SHARDS.flatMap((shard) => {
    const replica = `--remote_servers.${CLUSTER}.shard[${shard}].replica`;
    return [`${replica}.host=127.0.0.1`, `${replica}.port=${PORT}`];
  }),
];

/** Where a statement runs on no shard, `shardNum()` is 0, and it sees the rows of both. */
const filtersByShard = (): string =>
  `{${[...Object.keys(tables).map((table) => `default.${table}_local`), ...POLICED]
    .map((table) => `'${table}': 'shardNum() = 0 OR row_shard = shardNum() - 1'`)
    .join(', ')}}`;

/** The tables of the views for BI tools read these through an engine that leaves filters of theirs aside. */
const POLICED = ['events', 'visits', 'daily_visitors', 'websites'].map((table) => `bi_rows.${table}_local`);

/** The sharding keys of all tables, as their migrations have them. */
async function readShardingKeys(): Promise<ReadonlyMap<string, string>> {
  const templates = (await readMigrations(MIGRATIONS)).map(({ template }) => template);
  const found = [...templates.join('\n').matchAll(/\{\{distributed:(\w+):([^}]+)\}\}/g)];
  return new Map([['migrations', 'version'], ...found.map(([, table = '', key = '']) => [table, key] as const)]);
}

/** What a statement for a cluster is in an engine whose shards keep their rows in the same tables. */
function adapt(
  statement: string,
  shardingKeys: ReadonlyMap<string, string>,
  users: ServerUsers | undefined,
): readonly string[] {
  // The rows of an insert are no SQL.
  if (statement.startsWith('INSERT')) return [statement];
  const text = statement.replace(/ ?ON CLUSTER '\w+'/, '');
  if (users?.take(text) === true) return [];

  if (/^ALTER TABLE \w+_local DELETE WHERE /.test(text)) return [deleteByShard(text)];
  if (/^ALTER TABLE \w+_local DROP PARTITION /.test(text)) {
    return SHARDS.map((shard) => text.replace(/PARTITION (\S+)/, `PARTITION (${shard}, $1)`));
  }
  if (/^(--.*\n)*CREATE MATERIALIZED VIEW/.test(text)) return [viewByShard(text, shardingKeys)];
  const table = /^(?:--.*\n)*CREATE TABLE IF NOT EXISTS (\w+)_local/.exec(text)?.[1];
  return [table === undefined ? text : tableByShard(text, table, shardingKeys.get(table))];
}

/** A table with the column `row_shard`. Each shard's rows are parts of their own, with tokens of their own. */
function tableByShard(text: string, table: string, key: string | undefined): string {
  if (key === undefined) throw new Error(`${table} has no sharding key`);
  const kind = key === ANY_SHARD ? 'DEFAULT' : 'MATERIALIZED';
  const partition = /^PARTITION BY (.+)\n/m.exec(text)?.[1];
  return text
    .replace(/Replicated(\w*MergeTree)/, '$1')
    .replace(/\breplicated_deduplication_window = /, 'non_replicated_deduplication_window = ')
    .replace(/, replicated_deduplication_window_seconds = \d+/, '')
    .replace(/_local\s*\(/, (head) => `${head}\n  row_shard UInt8 ${kind} ${shardBy(key)},`)
    .replace(/^PARTITION BY .+\n/m, '')
    .replace(/^ORDER BY/m, `PARTITION BY (row_shard${partition === undefined ? '' : `, ${partition}`})\nORDER BY`);
}

/** The shard of a row. A key that is no integer is not refused here, but by the table in front, as on real shards. */
const shardBy = (key: string): string => `toUInt8(ifNull(toUInt64OrNull(toString(${key})), 0) % ${SHARDS.length})`;

/** What a view makes of a shard's rows stays on the shard. */
function viewByShard(text: string, shardingKeys: ReadonlyMap<string, string>): string {
  const target = / TO (\w+)_local AS$/m.exec(text)?.[1] ?? '';
  return shardingKeys.get(target) === ANY_SHARD
    ? text.replace(/^SELECT /m, 'SELECT row_shard, ').replace(/^GROUP BY /m, 'GROUP BY row_shard, ')
    : text;
}

/** A delete, which on a cluster each shard runs by itself: its sub-queries find the shard's own rows in tables of the shard. */
function deleteByShard(text: string): string {
  const [, head, condition = ''] = /^(.+? DELETE WHERE )(.*)$/s.exec(text) ?? [];
  const conditions = SHARDS.map((shard) => {
    const ofShard = condition.replace(/\bFROM (\w+_local)\b/g, `FROM (SELECT * FROM $1 WHERE row_shard = ${shard})`);
    return `(row_shard = ${shard} AND (${ofShard}))`;
  });
  return `${head}${conditions.join(' OR ')}`;
}
