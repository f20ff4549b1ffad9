import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Session } from 'chdb';
import { makeFolder } from '../lib/durable-files.js';
import { acceptBlocks } from './accepted-blocks.js';
import { type ClickHouse, ClickHouseError, type Insert, type Query } from './clickhouse.js';
import { finishDeletes } from './finish-deletes.js';
import { type Column, columnsOf, insertFile } from './insert-file.js';
import { literal, parameterText } from './parameter-text.js';
import { Pool } from './pool.js';
import { rowBatches } from './row-batches.js';
import { commandSettings, insertSettings, readSettings, type Settings, streamSettings } from './settings.js';
import { type Compiled, compile, type Sql, sql } from './sql.js';
import { InsertSync } from './sync-inserts.js';
import { tableName } from './tables.js';
import { forgetUnfinished, isUnfinished, unfinishedInserts } from './unfinished-inserts.js';

const READERS = 2;
const STREAMERS = 2;

/** The number that ClickHouse has for a query that took too long. */
const TIMEOUT_EXCEEDED = 159;

/** Settings of tables, which the engine takes from a file alone. It lies beside `src/` and `dist/`. */
const CONFIGURATION = fileURLToPath(new URL('../../clickhouse/embedded.xml', import.meta.url));

/** What the engine keeps of unpacked blocks: a small website's questions read the same few blocks of every part again and again. */
const UNPACKED_BYTES = 16 * 1024 * 1024;

/**
 * How many merges and deletes of parts each of its two threads for them may have under way. It would
 * have two, and pause up to a second whenever more parts wait, as those of a delete do.
 */
const MERGES_PER_THREAD = 16;

/** What reads many rows stays out of that memory, where it would take the place of what is read again. */
const keptUnpacked: Settings = { use_uncompressed_cache: 1, merge_tree_max_rows_to_use_cache: 100_000 };

/**
 * Opens ClickHouse inside this process, under a folder that it locks. One session runs one statement at a time, hence
 * the pools: readers, readers of long answers and one of what inserts need, which can change nothing, a writer, one for statements that
 * may take long, one for pings.
 */
export async function openEmbedded(folder: string, warn = (_: string): void => {}): Promise<ClickHouse> {
  await makeFolder(folder);
  if (isUnfinished(await unfinishedInserts(folder))) {
    // Whoever can open the engine has the folder alone. Open for a moment, it may merge what must go: so that is found again.
    (await openSession(folder, {})).close();
    await forgetUnfinished(await unfinishedInserts(folder), warn);
  }
  const sessions = (count: number, settings: Settings): Promise<Session[]> =>
    Promise.all(Array.from({ length: count }, () => openSession(folder, settings)));
  const administrators = new Pool(await sessions(1, commandSettings));
  const writers = new Pool(await sessions(1, insertSettings));
  // Readiness must not wait behind queries.
  const pings = new Pool(await sessions(1, readSettings));
  const readers = new Pool(await sessions(READERS, { ...readSettings, ...keptUnpacked, readonly: 1 }));
  const lookups = new Pool(await sessions(1, { ...readSettings, ...keptUnpacked, readonly: 1 }));
  const streamers = new Pool(await sessions(STREAMERS, { ...streamSettings, readonly: 1 }));
  // Now the folder is this process's alone, and so is this one.
  const inserts = await emptyFolder(resolve(`${folder}-inserts`));
  await readers.use((session) => finishDeletes((query) => ask(session, query), warn));
  const inserted = new InsertSync(folder);
  const sync = (): Promise<void> => engine(inserted.run());
  await sync();
  await acceptBlocks(folder);

  let isClosed = false;
  let [version, underWay] = [0, 0];
  /** Whatever is written goes this way: nobody else can write. */
  const write = async (pool: Pool<Session>, work: (session: Session) => Promise<void>): Promise<void> => {
    version += 1;
    underWay += 1;
    try {
      await pool.use(work);
    } finally {
      underWay -= 1;
    }
  };

  const command = (statement: Sql): Promise<void> =>
    write(administrators, async (session) => {
      await run(session, compile(statement));
    });

  const known = new Map<Insert['table'], readonly Column[]>();
  /** The columns of a table, read once, and once more when a migration has added one. */
  const columnsIn = async (session: Session, table: Insert['table'], wanted: readonly string[]) => {
    const found = known.get(table) ?? [];
    if (wanted.every((column) => found.some(({ name }) => name === column))) return found;
    const columns = await ask(session, columnsOf(table));
    known.set(table, columns);
    return columns;
  };

  return {
    query: (query) => (query.isForInsert ? lookups : readers).use((session) => ask(session, query)),
    stream: (query) =>
      streamers.useFor((session) => askStreaming(session, query, join(inserts, randomUUID()), () => isClosed)),
    insert: ({ table, columns, body, token }: Insert) =>
      write(writers, async (session) => {
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
    version: () => (underWay === 0 ? version : undefined),
    ping: async () => {
      await pings.use((session) => run(session, compile(sql`SELECT 1`)));
    },
    close: async () => {
      // Whoever reads them may be slow, or gone.
      isClosed = true;
      streamers.abandon((session) => session.close());
      await Promise.all(
        [readers, lookups, writers, administrators, pings].map((pool) => pool.drain((session) => session.close())),
      );
      await rm(inserts, { recursive: true, force: true });
      await sync();
      await acceptBlocks(folder);
    },
  };
}

/** A killed process may have left rows of an insert in it, which its journal or its caller has still. */
async function emptyFolder(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  return folder;
}

async function openSession(folder: string, settings: Settings): Promise<Session> {
  const connectionArgs = [
    `--config-file=${CONFIGURATION}`,
    `--uncompressed_cache_size=${UNPACKED_BYTES}`,
    `--background_merges_mutations_concurrency_ratio=${MERGES_PER_THREAD}`,
  ];
  const session = new Session(folder, { connectionArgs });
  for (const [name, value] of Object.entries(settings)) await engine(session.queryAsync(`SET ${name} = ${value}`));
  return session;
}

async function ask<Row>(session: Session, { sql, row }: Query<Row>): Promise<readonly Row[]> {
  const lines = await run(session, compile(sql));
  return lines.split('\n').flatMap((line) => (line === '' ? [] : [row.parse(JSON.parse(line))]));
}

/** Reads a long answer from a file: a stream of the engine is begun in the main thread, which took it up to 90 ms. */
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
    yield* rowBatches(chunksOf(path, end, isClosed), row);
  } finally {
    await rm(path, { force: true });
  }
}

/** @param end when its reader has had time enough, on the clock of `performance` */
async function* chunksOf(path: string, end: number, isClosed: () => boolean): AsyncGenerator<Uint8Array> {
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
