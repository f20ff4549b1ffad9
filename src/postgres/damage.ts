import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { errorCode, withCauses } from '../lib/outage.js';
import type { Database } from './postgres.js';
import * as schema from './schema.js';

/** PostgreSQL's codes for damaged files: data_corrupted, index_corrupted. */
const DAMAGE_CODES: ReadonlySet<unknown> = new Set(['XX001', 'XX002']);

/** SQLSTATE classes of lost connections, missing resources and shutdowns, which say nothing about the files. */
const OUTAGE_STATE = /^(?:08|53|57)\w{3}$/;

export const isDamage = (error: unknown): boolean =>
  withCauses(error).some((each) => DAMAGE_CODES.has(errorCode(each)));

/** Reads all rows, but no indexes. Returns the names of the tables that cannot be read. */
export async function findDamagedTables(db: Database): Promise<readonly string[]> {
  const damaged: string[] = [];
  for (const table of Object.values(schema)) {
    if (!is(table, PgTable)) continue;
    try {
      // Converting to text unpacks every value.
      await db.select({ rows: sql`count(${sql.identifier(getTableName(table))}::text)` }).from(table);
    } catch (error) {
      if (withCauses(error).some((each) => OUTAGE_STATE.test(String(errorCode(each))))) throw error;
      damaged.push(getTableName(table));
    }
  }
  return damaged;
}
