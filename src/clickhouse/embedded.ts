import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Session } from 'chdb';
import { type ClickHouse, ClickHouseError, type Insert, type Query } from './clickhouse.js';
import { type Column, columnsOf, insertFile } from './insert-file.js';
import { literal, parameterText } from './parameter-text.js';
import { Pool } from './pool.js';
import { commandSettings, insertSettings, readSettings, type Settings } from './settings.js';
import { type Compiled, compile, type Sql, sql } from './sql.js';
import { tableName } from './table-name.js';
import { forgetTokens, unfinishedInserts } from './unfinished-inserts.js';

const READERS = 2;

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
 * the pools: readers behind a read-only door, one writer, one for statements that may take long.
 */
export async function openEmbedded(folder: string): Promise<ClickHouse> {
  await mkdir(folder, { recursive: true });
  if ((await unfinishedInserts(folder)).length > 0) {
    // Whoever can open the engine has the folder alone.
    (await openSession(folder, {})).close();
    await forgetTokens(await unfinishedInserts(folder));
  }
  const sessions = (count: number, settings: Settings): Promise<Session[]> =>
    Promise.all(Array.from({ length: count }, () => openSession(folder, settings)));
  const administrators = new Pool(await sessions(1, commandSettings));
  const writers = new Pool(await sessions(1, insertSettings));
  const readers = new Pool(await sessions(READERS, { ...readSettings, ...keptUnpacked, readonly: 1 }));
  // Now the folder is this process's alone, and so is this one.
  const inserts = await emptyFolder(resolve(`${folder}-inserts`));

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
    query: (query) => readers.use((session) => ask(session, query)),
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
    delete: (table, condition) => command(sql`ALTER TABLE ${tableName(table)} DELETE WHERE ${condition}`),
    dropPartition: (table, partition) => command(sql`ALTER TABLE ${tableName(table)} DROP PARTITION ${partition}`),
    command,
    version: () => (underWay === 0 ? version : undefined),
    ping: async () => {
      await readers.use((session) => run(session, compile(sql`SELECT 1`)));
    },
    close: async () => {
      await Promise.all([readers, writers, administrators].map((pool) => pool.drain((session) => session.close())));
      await rm(inserts, { recursive: true, force: true });
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

async function run(session: Session, { text, parameters }: Compiled): Promise<string> {
  const assignments = Object.entries(parameters).map(([name, value]) => `param_${name} = ${parameterText(value)}`);
  if (assignments.length > 0) await engine(session.queryAsync(`SET ${assignments.join(', ')}`));
  return (await engine(session.queryAsync(text, { format: 'JSONEachRow' }))).text();
}

async function engine<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code =
      'clickhouseCode' in error && typeof error.clickhouseCode === 'number' ? error.clickhouseCode : undefined;
    throw new ClickHouseError(error.message, code, error);
  }
}
