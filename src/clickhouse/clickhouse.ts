import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { z } from 'zod';
import { type Parameter, type Sql, sql, string } from './sql.js';
import type { Table } from './tables.js';

/** A ClickHouse query as a value: its name, its SQL and the shape of its rows. */
export interface Query<Row> {
  /** Shows in ClickHouse's query log as `log_comment`. */
  readonly name: string;
  readonly sql: Sql;
  readonly row: z.ZodType<Row>;
  /** Whether an insert waits for the result. Such a query runs beside user queries, not behind them. */
  readonly isForInsert?: boolean;
  /** Aborted when no client waits for the result any more. */
  readonly signal?: AbortSignal;
}

/** The formats of files for export. */
export type FileFormat = 'CSVWithNames' | 'Parquet';

/** A query whose result is a file. */
export interface FileQuery {
  readonly name: string;
  readonly sql: Sql;
  readonly format: FileFormat;
  /** Aborted when no client waits for the result any more. */
  readonly signal?: AbortSignal;
}

/** Rows to insert into a table: one JSON array per line, in the order of `columns`. */
export interface Insert {
  readonly table: Table;
  readonly columns: readonly string[];
  readonly body: Uint8Array;
  /** An insert with the same token never happens twice, neither in the table nor in the tables fed by its views. */
  readonly token: string;
}

/**
 * The only client of ClickHouse. The embedded engine and a server implement the same interface, and no code outside this folder
 * knows which one runs. Every method throws ClickHouseError; rows of an undeclared shape throw zod's error.
 */
export interface ClickHouse {
  /** Runs a read-only query, within limits of time and memory. */
  query<Row>(query: Query<Row>): Promise<readonly Row[]>;
  /**
   * Runs a query like `query`, and returns the rows in small batches at the reader's pace. The engine waits for the reader, and
   * the statement ends when the reader stops.
   */
  stream<Row>(query: Query<Row>): AsyncIterable<readonly Row[]>;
  /** Runs a read-only query of any length, and returns its result as a file, at the reader's pace. */
  readFile(query: FileQuery): AsyncIterable<Uint8Array>;
  /** Inserts all rows or none. */
  insert(insert: Insert): Promise<void>;
  /**
   * Resolves when every insert and delete before the call survives a power loss, and a repeated insert is recognized as one.
   * Call it before discarding data that could be inserted again. A server does this itself, as far as it is configured to.
   */
  sync(): Promise<void>;
  /** Physically deletes the rows, and waits until they are gone. */
  delete(table: Table, condition: Sql): Promise<void>;
  /** Drops a whole partition at once. Unlike `delete`, it costs nothing per row or part. The partition may be missing. */
  dropPartition(table: Table, partition: Parameter): Promise<void>;
  /** Runs a statement that changes data or tables. */
  command(statement: Sql): Promise<void>;
  /**
   * Returns a number that changes with every write: while it is the same, all rows are the same. Returns undefined when changes
   * cannot be detected: during a write, and when other processes write too.
   */
  version(): number | undefined;
  /** Resolves when ClickHouse answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** An error of ClickHouse. `message` may quote rows and SQL: never send it in a response. */
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

/** Returns whether ClickHouse could not be reached at all, so that the error says nothing about the statement. */
export const isUnreachable = (error: unknown): boolean => error instanceof ClickHouseError && error.code === undefined;

/** Returns a client for one request: when its signal is aborted, since who sent it has left, queries that wait are dropped. */
export function withSignal(clickhouse: ClickHouse, signal: AbortSignal): ClickHouse {
  // Node warns of more than ten listeners, and a page asks more queries at once.
  setMaxListeners(0, signal);
  return {
    ...clickhouse,
    query: (query) => clickhouse.query({ ...query, signal }),
    stream: (query) => clickhouse.stream({ ...query, signal }),
    readFile: (query) => clickhouse.readFile({ ...query, signal }),
  };
}

/**
 * Inserts the rows of a query, even if an equal block was inserted before and deleted since: the insert is never taken for a
 * repeat. Its token still shows whether a power loss cut the insert off.
 *
 * @param into the table, and its columns in the order of the rows
 */
export const insertRows = (clickhouse: ClickHouse, into: Sql, rows: Sql): Promise<void> =>
  clickhouse.command(sql`INSERT INTO ${into}
${rows}
SETTINGS insert_deduplication_token = ${string(randomUUID())}`);
