import { LOCAL, type Sql, trusted } from './sql.js';

interface TableFacts {
  /** Such rows are deleted with their website. */
  readonly isOfWebsites: boolean;
  /** Fed by blocks of events, so that repeating a block would count it twice. */
  readonly countsBlocks: boolean;
}

/** All ClickHouse tables, for code that clears, checks or repeats something in each. */
export const tables = {
  events: { isOfWebsites: true, countsBlocks: true },
  visits: { isOfWebsites: true, countsBlocks: true },
  // Idempotent: repeated rows merge to the same latest time and traits.
  sessions: { isOfWebsites: true, countsBlocks: false },
  daily_visitors: { isOfWebsites: true, countsBlocks: true },
  usage: { isOfWebsites: false, countsBlocks: true },
  drops: { isOfWebsites: true, countsBlocks: false },
  import_lines: { isOfWebsites: false, countsBlocks: false },
  import_sessions: { isOfWebsites: false, countsBlocks: false },
  deleted_events: { isOfWebsites: true, countsBlocks: false },
  websites: { isOfWebsites: true, countsBlocks: false },
  migrations: { isOfWebsites: false, countsBlocks: false },
} as const satisfies Record<string, TableFacts>;

/** Tables that the program inserts into and deletes from. */
export type Table = keyof typeof tables;

const names = Object.keys(tables) as readonly Table[];

export const websiteTables = names.filter((name) => tables[name].isOfWebsites);

/** Blocks of events must not be inserted into these twice. */
export const countedTables = names.filter((name) => tables[name].countsBlocks);

/**
 * On a cluster, it becomes the name of the shard's own table in the condition of a delete, which each shard runs on its
 * own rows.
 */
export const tableName = (table: Table): Sql => trusted(`${table}${LOCAL}`);
