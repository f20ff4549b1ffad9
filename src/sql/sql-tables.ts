import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { literal } from '../clickhouse/parameter-text.js';

export const SQL_TABLES = ['events', 'visits', 'daily_visitors', 'websites'] as const;

export type SqlTable = (typeof SQL_TABLES)[number];

/** A table of the service's engine, attached by another engine. */
export interface AttachedTable {
  readonly table: SqlTable;
  readonly folder: string;
  readonly statement: string;
}

/** Delay until the attached table notices added and removed parts. */
const REFRESH_SECONDS = 0.5;

/**
 * Describes how another engine attaches a table, read-only, over the parts of the service's engine.
 *
 * @param store the folder of the service's engine, which keeps the definition of each table in a file
 */
export async function attachTable(store: string, table: SqlTable): Promise<AttachedTable> {
  const text = await readFile(join(store, 'metadata', 'default', `${table}.sql`), 'utf8');
  const id = /\bUUID '([0-9a-f]{8}-[0-9a-f-]{27})'/.exec(text)?.[1];
  if (id === undefined) throw new Error(`the definition of the table ${table} has no UUID`);
  const folder = `${join(store, 'store', id.slice(0, 3), id)}/`;
  const [definition = '', settings = ''] = text.slice(text.indexOf('(')).split('\nSETTINGS ');
  const granularity = /\bindex_granularity = \d+/.exec(settings)?.[0];
  // TRICKY: the dictionary of a LowCardinality column bypasses the row policy, and functions run on all of its values.
  // Attached as String, columns are converted where the part is read, so they have no values of other accounts.
  const columns = definition.trim().replace(/LowCardinality\((\w+)\)/g, '$1');
  const chosen = [
    ...(granularity === undefined ? [] : [granularity]),
    'table_disk = 1',
    `refresh_parts_interval = ${REFRESH_SECONDS}`,
    `disk = disk(name = 'parts_of_${table}', type = object_storage, object_storage_type = 'local_blob_storage', metadata_type = 'plain', path = ${literal(folder)}, readonly = 1)`,
  ];
  return { table, folder, statement: `CREATE TABLE ${table} ${columns}\nSETTINGS ${chosen.join(', ')}` };
}

/** Rows of a part to compare when a process starts. */
export const MAX_COMPARED_ROWS = 200_000;

/**
 * Digest of the beginning of a table's part, equal in every engine. There is no row when the engine does not have the
 * part.
 */
export const fingerprintQuery = (table: string, part: string): string =>
  `SELECT concat(toString(count()), ' ', toString(sum(cityHash64(*)))) AS fingerprint FROM ${table}
WHERE _part = ${literal(part)} AND _part_offset < ${MAX_COMPARED_ROWS} HAVING count() > 0`;
