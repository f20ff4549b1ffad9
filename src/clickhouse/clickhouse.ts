import type { z } from 'zod';
import type { Parameter, Sql } from './sql.js';

/** One question to ClickHouse as a value: what it is called, what it asks, and what its rows are. */
export interface Query<Row> {
  /** Shows in ClickHouse's query log as `log_comment`. */
  readonly name: string;
  readonly sql: Sql;
  readonly row: z.ZodType<Row>;
}

/** The tables that rows are written to and deleted from. */
export type Table =
  | 'events'
  | 'visitors'
  | 'usage'
  | 'drops'
  | 'import_lines'
  | 'import_sessions'
  | 'arrivals'
  | 'built'
  | 'visitor_numbers'
  | 'page_numbers'
  | 'daily_sessions'
  | 'exit_clicks'
  | 'daily_visitors'
  | 'daily_totals'
  | 'daily_values'
  | 'hourly_visitors'
  | 'migrations';

/** Rows on their way into a table: one JSON array a line, in the order of `columns`. */
export interface Insert {
  readonly table: Table;
  readonly columns: readonly string[];
  readonly body: Uint8Array;
  /** The same token never inserts twice, neither in the table nor in the tables that its views feed. */
  readonly token: string;
}

/**
 * The only door to ClickHouse. The embedded engine and a server stand behind the same one, and nothing outside this
 * folder knows which it is. Every method throws ClickHouseError; rows of another shape than was declared throw zod's.
 */
export interface ClickHouse {
  /** Asks read-only, within limits of time and memory. */
  query<Row>(query: Query<Row>): Promise<readonly Row[]>;
  /** Inserts all rows or none. */
  insert(insert: Insert): Promise<void>;
  /** Really deletes the rows, and waits until they are gone. */
  delete(table: Table, condition: Sql): Promise<void>;
  /** Deletes a whole partition at once: unlike `delete`, it costs nothing per row or part. It need not be there. */
  dropPartition(table: Table, partition: Parameter): Promise<void>;
  /** Runs a statement that changes something. */
  command(statement: Sql): Promise<void>;
  /**
   * A number that changes with every write: while it stands still, so do all rows. Undefined where nobody can tell: while a
   * write is under way, and where other processes write too.
   */
  version(): number | undefined;
  /** Resolves when ClickHouse answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A failure of ClickHouse. `message` may quote rows and SQL: it is for this process alone, never for an answer. */
export class ClickHouseError extends Error {
  override readonly name = 'ClickHouseError';

  constructor(
    message: string,
    /** ClickHouse's own error number; undefined when it could not be reached. */
    readonly code: number | undefined,
    cause: unknown,
  ) {
    super(message, { cause });
  }
}
