import type { z } from 'zod';
import type { Parameter, Sql } from './sql.js';
import type { Table } from './tables.js';

/** One question to ClickHouse as a value: what it is called, what it asks, and what its rows are. */
export interface Query<Row> {
  /** Shows in ClickHouse's query log as `log_comment`. */
  readonly name: string;
  readonly sql: Sql;
  readonly row: z.ZodType<Row>;
  /** Whether an insert waits for the answer: it is asked beside those that people wait for, not behind them. */
  readonly isForInsert?: boolean;
}

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
  /**
   * Asks like `query`, and hands over the rows in small batches as fast as they are read: the engine waits meanwhile, and the statement
   * ends when the reader stops.
   */
  stream<Row>(query: Query<Row>): AsyncIterable<readonly Row[]>;
  /** Inserts all rows or none. */
  insert(insert: Insert): Promise<void>;
  /**
   * Resolves when everything that was inserted and deleted before the call survives a loss of power, and a repeat of an insert is
   * known to be one. For whoever is about to forget what could be repeated. A server sees to this itself as far as it does.
   */
  sync(): Promise<void>;
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
    readonly engine: 'embedded' | 'server' = 'server',
  ) {
    super(message, { cause });
  }
}

/** Whether ClickHouse could not be reached at all, so that the failure says nothing of what was asked of it. */
export const isUnreachable = (error: unknown): boolean => error instanceof ClickHouseError && error.code === undefined;
