import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Parameter, type Sql, sql, uuid } from '../../src/clickhouse/sql.js';
import type { TestService } from './test-service.js';

const tableRow = z.object({ table: z.string() });
const countRow = z.object({ rows: z.coerce.number() });

/** Names come from ClickHouse's own list of its tables. */
const named = (name: string): Sql => ({ chunks: [name], parameters: [] });

async function count(service: TestService, table: string, condition: Sql): Promise<number> {
  const statement = sql`SELECT count() AS rows FROM ${named(table)} WHERE ${condition}`;
  const [found] = await service.clickhouse.query({ name: 'test', sql: statement, row: countRow });
  return found?.rows ?? 0;
}

/** Every table of ClickHouse that has something of the visits to websites. What `websites` has comes from PostgreSQL. */
export async function websiteTables({ clickhouse }: TestService): Promise<readonly string[]> {
  const tables = await clickhouse.query({
    name: 'test',
    sql: sql`SELECT table FROM system.columns
WHERE database = currentDatabase() AND name = 'website_id' AND table NOT LIKE '%_from_%'
  AND table NOT LIKE 'websites%'
ORDER BY table`,
    row: tableRow,
  });
  if (tables.length === 0) throw new Error('ClickHouse has no table of a website');
  return tables.map(({ table }) => table);
}

/** Merges now what the engine would merge in its own time: some tables have fewer rows then. */
export async function mergeRows(service: TestService): Promise<void> {
  for (const table of await websiteTables(service)) {
    await service.clickhouse.command(sql`OPTIMIZE TABLE ${named(table)} FINAL`);
  }
}

/** Rows of a website in each of them. Nothing of a table without any. */
export async function storedRows(service: TestService, websiteId: string): Promise<Readonly<Record<string, number>>> {
  const id: Parameter = uuid(websiteId);
  const tables = await websiteTables(service);
  const counts = await Promise.all(
    tables.map(async (table) => [table, await count(service, table, sql`website_id = ${id}`)] as const),
  );
  return Object.fromEntries(counts.filter(([, rows]) => rows > 0));
}

/** Rows that imports have left where their lines wait. */
export async function stagedRows(service: TestService): Promise<Readonly<Record<string, number>>> {
  const tables = ['import_lines', 'import_sessions'];
  const counts = await Promise.all(tables.map(async (table) => [table, await count(service, table, sql`1`)] as const));
  return Object.fromEntries(counts.filter(([, rows]) => rows > 0));
}

/** The files of the data folder, beside those of the engine, that have the text in them. One that goes meanwhile is in the engine. */
export async function filesWith(service: TestService, text: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of ['journal', 'blocks']) {
    for (const name of await readdir(join(service.folder, folder))) {
      const content = await readFile(join(service.folder, folder, name)).catch(emptyIfGone);
      if (content.includes(text)) found.push(`${folder}/${name}`);
    }
  }
  return found;
}

function emptyIfGone(error: NodeJS.ErrnoException): Buffer {
  if (error.code !== 'ENOENT') throw error;
  return Buffer.alloc(0);
}
