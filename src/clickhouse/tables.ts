import { LOCAL, type Sql, trusted } from './sql.js';

/** Facts about a table that the program needs beside its file in `clickhouse/`. */
interface TableFacts {
  /** Whether its rows have a `website_id`, and are deleted with their website. */
  readonly isOfWebsites: boolean;
  /** Whether blocks of events feed it, so that a block inserted twice would be counted twice. */
  readonly countsBlocks: boolean;
}

/** All ClickHouse tables. Code that clears, checks or repeats something in tables uses this list. */
export const tables = {
  events: { isOfWebsites: true, countsBlocks: true },
  visits: { isOfWebsites: true, countsBlocks: true },
  // In equal rows the latest time and any trait are the same.
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

/** Tables that rows are written to and deleted from. */
export type Table = keyof typeof tables;

const names = Object.keys(tables) as readonly Table[];

/** Tables whose rows belong to a website. */
export const websiteTables = names.filter((name) => tables[name].isOfWebsites);

/** Tables in which a block of events must not be inserted twice. */
export const countedTables = names.filter((name) => tables[name].countsBlocks);

/**
 * Returns a table's name as SQL. On a cluster, in the condition of a delete, which each shard runs on its own rows, it becomes
 * the name of the shard's table.
 */
export const tableName = (table: Table): Sql => trusted(`${table}${LOCAL}`);
