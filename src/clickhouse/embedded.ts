import { randomUUID } from 'node:crypto';
import { open, rm, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Session } from 'chdb';
import { makeFolder } from '../lib/durable-files.js';
import { acceptBlocks } from './accepted-blocks.js';
import {
  type ClickHouse,
  ClickHouseError,
  type FileQuery,
  type Insert,
  type Query,
  TIMEOUT_EXCEEDED,
} from './clickhouse.js';
import { finishDeletes } from './finish-deletes.js';
import { emptyFolder } from './folders.js';
import { type Column, columnsQuery, insertFile } from './insert-file.js';
import { literal, parameterText } from './parameter-text.js';
import { Pool } from './pool.js';
import { rowBatches } from './row-batches.js';
import {
  commandSettings,
  fileSettings,
  insertSettings,
  querySettings,
  readSettings,
  type Settings,
  streamSettings,
} from './settings.js';
import { type Compiled, compile, type Sql, sql } from './sql.js';
import { InsertSync } from './sync-inserts.js';
import { tableName } from './tables.js';
import { forgetUnfinished, isUnfinished, unfinishedInserts } from './unfinished-inserts.js';

const READERS = 2;
const STREAMERS = 2;

/** The engine reads table settings only from a file. It is beside `src/` and `dist/`. */
const CONFIGURATION = fileURLToPath(new URL('../../clickhouse/embedded.xml', import.meta.url));

/** Roles and row policies of the views, as on a server. The engine reads them only with a configuration file. */
const USERS = fileURLToPath(new URL('../../clickhouse/embedded-users.xml', import.meta.url));

/**
 * Cache of uncompressed blocks, in bytes: queries of a small website read the same few blocks of every part repeatedly.
 */
const UNPACKED_BYTES = 16 * 1024 * 1024;

/**
 * Maximum merges and deletes of parts in progress per background thread (there are two). The engine's default of two
 * makes it pause for up to a second while more parts wait, as during a delete.
 */
export const MERGES_PER_THREAD = 16;

/** Queries that read many rows bypass the cache, so that they do not evict blocks that are read repeatedly. */
const keptUnpacked: Settings = { use_uncompressed_cache: 1, merge_tree_max_rows_to_use_cache: 100_000 };

/** An eighth of the memory, within bounds: larger groupings continue on disk, which takes up to twice as long. */
export function groupedInMemory(): Settings {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const { max_bytes_before_external_group_by: least = 0 } = readSettings;
  return { max_bytes_before_external_group_by: Math.min(Math.max(Math.floor(memory / 8), least), 500_000_000) };
}

/** Opens ClickHouse inside this process, in a folder that it locks. */
export async function openEmbedded(folder: string, warn = (_: string): void => {}): Promise<ClickHouse> {
  await makeFolder(folder);
  await removeUnfinished(folder, warn);
  const pools = await openPools(folder);
  const { administrators, writers, pings, readers, lookups, streamers, exporters } = pools;
  // From here on both folders belong to this process alone. A killed process may have left rows of an insert, which its
  // journal or its caller still has.
  const inserts = await emptyFolder(resolve(`${folder}-inserts`));
  await readers.use((session) => finishDeletes((query) => ask(session, query), warn));
  const inserted = new InsertSync(folder);
  const sync = (): Promise<void> => engine(inserted.run());
  await sync();
  await acceptBlocks(folder);

  let isClosed = false;
  const writes = new Writes();
  const columnsIn = cachedColumns();
  const command = (statement: Sql): Promise<void> =>
    writes.count(administrators, async (session) => {
      const compiled = compile(statement);
      await run(session, compiled);
      // A new table of the same name numbers its blocks from 1 again.
      if (compiled.text.startsWith('DROP TABLE')) await acceptBlocks(folder);
    });

  return {
    query: (query) => (query.isForInsert ? lookups : readers).use((session) => ask(session, query)),
    stream: (query) =>
      streamers.useFor((session) => askStreaming(session, query, join(inserts, randomUUID()), () => isClosed)),
    readFile: (query) => readFile(exporters, query, join(inserts, randomUUID()), () => isClosed),
    insert: ({ table, columns, body, token }: Insert) =>
      writes.count(writers, async (session) => {
        if (body.length === 0) return;
        const rows = join(inserts, randomUUID());
        try {
          await engine(writeFile(rows, body));
          await engine(session.queryAsync(`SET insert_deduplication_token = ${literal(token)}`));
          await run(session, compile(insertFile({ table, columns }, rows, await columnsIn(session, table, columns))));
        } finally {
          await rm(rows, { force: true });
        }
      }),
    sync,
    delete: (table, condition) => command(sql`ALTER TABLE ${tableName(table)} DELETE WHERE ${condition}`),
    dropPartition: (table, partition) => command(sql`ALTER TABLE ${tableName(table)} DROP PARTITION ${partition}`),
    command,
    version: () => writes.version,
    ping: async () => {
      await pings.use((session) => run(session, compile(sql`SELECT 1`)));
    },
    close: async () => {
      isClosed = true;
      await closePools(pools);
      await rm(inserts, { recursive: true, force: true });
      await sync();
      await acceptBlocks(folder);
    },
  };
}

/** Removes the parts that a killed process or a power loss has left incomplete. */
async function removeUnfinished(folder: string, warn: (message: string) => void): Promise<void> {
  if (!isUnfinished(await unfinishedInserts(folder))) return;
  // A process that can open the engine holds the folder alone. The open engine may merge unfinished parts, so they
  // are searched for again.
  (await openSession(folder, {})).close();
  await forgetUnfinished(await unfinishedInserts(folder), warn);
}

type Pools = Awaited<ReturnType<typeof openPools>>;

/**
 * A session runs one statement at a time, so there are pools of sessions: read-only ones for queries, for long results
 * and for the lookups of inserts; a writer; one for long statements; one for pings.
 */
async function openPools(folder: string) {
  const open = async (count: number, settings: Settings): Promise<Pool<Session>> =>
    new Pool(await Promise.all(Array.from({ length: count }, () => openSession(folder, settings))));
  return {
    administrators: await open(1, commandSettings),
    writers: await open(1, insertSettings),
    // Readiness must not queue behind queries.
    pings: await open(1, readSettings),
    readers: await open(READERS, { ...querySettings, ...keptUnpacked, ...groupedInMemory(), readonly: 1 }),
    lookups: await open(1, { ...readSettings, ...keptUnpacked, readonly: 1 }),
    streamers: await open(STREAMERS, { ...streamSettings, readonly: 1 }),
    exporters: await open(1, { ...fileSettings, readonly: 1 }),
  };
}

async function closePools({ streamers, exporters, ...others }: Pools): Promise<void> {
  // Readers of open streams may be slow or gone.
  streamers.abandon((session) => session.close());
  exporters.abandon((session) => session.close());
  await Promise.all(Object.values(others).map((pool) => pool.drain((session) => session.close())));
}

/** Counts all that writes. */
class Writes {
  #version = 0;
  #underWay = 0;

  async count(pool: Pool<Session>, work: (session: Session) => Promise<void>): Promise<void> {
    this.#version += 1;
    this.#underWay += 1;
    try {
      await pool.use(work);
    } finally {
      this.#underWay -= 1;
    }
  }

  get version(): number | undefined {
    return this.#underWay === 0 ? this.#version : undefined;
  }
}

/** Returns a function that reads a table's columns. They are read again after a migration has added a column. */
function cachedColumns() {
  const known = new Map<Insert['table'], readonly Column[]>();
  return async (session: Session, table: Insert['table'], wanted: readonly string[]): Promise<readonly Column[]> => {
    const found = known.get(table) ?? [];
    if (wanted.every((column) => found.some(({ name }) => name === column))) return found;
    const columns = await ask(session, columnsQuery(table));
    known.set(table, columns);
    return columns;
  };
}

const newSession = (folder: string): Session => new Session(folder, { connectionArgs: connectionArgs() });

const connectionArgs = (): string[] => [
  `--config-file=${CONFIGURATION}`,
  `--users_config=${USERS}`,
  '--display_name=footfall',
  `--uncompressed_cache_size=${UNPACKED_BYTES}`,
  `--background_merges_mutations_concurrency_ratio=${MERGES_PER_THREAD}`,
];

async function openSession(folder: string, settings: Settings): Promise<Session> {
  const session = newSession(folder);
  for (const [name, value] of Object.entries(settings)) await engine(session.queryAsync(`SET ${name} = ${value}`));
  return session;
}

async function ask<Row>(session: Session, { sql, row }: Query<Row>): Promise<readonly Row[]> {
  const lines = await run(session, compile(sql));
  return lines.split('\n').flatMap((line) => (line === '' ? [] : [row.parse(JSON.parse(line))]));
}

/** Reads a long result from a file: starting an engine stream takes up to 90 ms on the main thread. */
async function* askStreaming<Row>(
  session: Session,
  { sql, row }: Query<Row>,
  path: string,
  isClosed: () => boolean,
): AsyncGenerator<readonly Row[]> {
  const end = performance.now() + Number(streamSettings.max_execution_time) * 1_000;
  try {
    const { text, parameters } = compile(sql);
    await run(session, { text: `${text}\nINTO OUTFILE ${literal(path)} FORMAT JSONEachRow`, parameters });
    yield* rowBatches(readChunks(path, end, isClosed), row);
  } finally {
    await rm(path, { force: true });
  }
}

/** The file is written first and read afterwards, so that the session is free for the next query. */
async function* readFile(
  exporters: Pool<Session>,
  { sql, format }: FileQuery,
  path: string,
  isClosed: () => boolean,
): AsyncGenerator<Uint8Array> {
  try {
    const { text, parameters } = compile(sql);
    const statement = { text: `${text}\nINTO OUTFILE ${literal(path)} FORMAT ${format}`, parameters };
    await exporters.use((session) => run(session, statement));
    yield* readChunks(path, performance.now() + Number(fileSettings.max_execution_time) * 1_000, isClosed);
  } finally {
    await rm(path, { force: true });
  }
}

/** @param end deadline of the reader, on the clock of `performance` */
async function* readChunks(path: string, end: number, isClosed: () => boolean): AsyncGenerator<Uint8Array> {
  const file = await engine(open(path));
  for await (const chunk of file.createReadStream()) {
    if (isClosed()) throw new ClickHouseError('ClickHouse is closed', undefined, undefined);
    if (performance.now() > end)
      throw new ClickHouseError('The answer was read too slowly', TIMEOUT_EXCEEDED, undefined);
    yield chunk;
  }
}

async function setParameters(session: Session, parameters: Compiled['parameters']): Promise<void> {
  const assignments = Object.entries(parameters).map(([name, value]) => `param_${name} = ${parameterText(value)}`);
  if (assignments.length > 0) await engine(session.queryAsync(`SET ${assignments.join(', ')}`));
}

async function run(session: Session, { text, parameters }: Compiled): Promise<string> {
  await setParameters(session, parameters);
  return (await engine(session.queryAsync(text, { format: 'JSONEachRow' }))).text();
}

async function engine<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw clickhouseError(error);
  }
}

function clickhouseError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'clickhouseCode' in error && typeof error.clickhouseCode === 'number' ? error.clickhouseCode : undefined;
  return new ClickHouseError(error.message, code, error, 'embedded');
}
