import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { z } from 'zod';
import { type Parameter, type Sql, sql, string } from './sql.js';
import type { Table } from './tables.js';

/** A ClickHouse query as a value: its name, its SQL and the shape of its rows. */
export interface Query<Row> {
  /** `log_comment` in ClickHouse's query log. */
  readonly name: string;
  readonly sql: Sql;
  readonly row: z.ZodType<Row>;
  /** Whether an insert waits for the result. Such a query does not queue behind user queries. */
  readonly isForInsert?: boolean;
  /** Aborted when no client waits for the result any more. */
  readonly signal?: AbortSignal;
}

export type FileFormat = 'CSVWithNames' | 'Parquet';

/** A query whose result is a file. */
export interface FileQuery {
  readonly name: string;
  readonly sql: Sql;
  readonly format: FileFormat;
  /** Aborted when no client waits for the result any more. */
  readonly signal?: AbortSignal;
}

/** One JSON array per line, in the order of `columns`. */
export interface Insert {
  readonly table: Table;
  readonly columns: readonly string[];
  readonly body: Uint8Array;
  /** An insert is never repeated under the same token, neither in the table nor in the tables fed by its views. */
  readonly token: string;
}

/**
 * The only client of ClickHouse, for the embedded engine or a server: no code outside this folder knows which one runs.
 * Every method throws ClickHouseError; rows of an undeclared shape throw zod's error.
 */
export interface ClickHouse {
  /** Read-only, with limits of time and memory. */
  query<Row>(query: Query<Row>): Promise<readonly Row[]>;
  /**
   * Returns the rows in small batches at the reader's pace. The engine waits for the reader, and the statement ends
   * when the reader stops.
   */
  stream<Row>(query: Query<Row>): AsyncIterable<readonly Row[]>;
  /** Read-only, of any length; streams a file at the reader's pace. */
  readFile(query: FileQuery): AsyncIterable<Uint8Array>;
  /** All rows or none. */
  insert(insert: Insert): Promise<void>;
  /**
   * Resolves when every insert and delete before the call survives a power loss, and a repeated insert is recognized as one.
   * Call it before discarding data that could be inserted again. A server does this itself, as far as it is configured to.
   */
  sync(): Promise<void>;
  /** Waits until the rows are physically gone. */
  delete(table: Table, condition: Sql): Promise<void>;
  /** Drops a whole partition at once. Unlike `delete`, it costs nothing per row or part. The partition may be missing. */
  dropPartition(table: Table, partition: Parameter): Promise<void>;
  /** Runs a statement that changes data or tables. */
  command(statement: Sql): Promise<void>;
  /**
   * A number that changes with every write: while it is the same, all rows are the same. Undefined when changes cannot
   * be detected: during a write, and when other processes write too.
   */
  version(): number | undefined;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** `message` may quote rows and SQL: never send it in a response. */
export class ClickHouseError extends Error {
  override readonly name = 'ClickHouseError';

  constructor(
    message: string,
    /** ClickHouse's error number; undefined when ClickHouse could not be reached. */
    readonly code: number | undefined,
    cause: unknown,
    readonly engine: 'embedded' | 'server' = 'server',
  ) {
    super(message, { cause });
  }
}

/** ClickHouse could not be reached at all, so the error says nothing about the statement. */
export const isUnreachable = (error: unknown): boolean => error instanceof ClickHouseError && error.code === undefined;

/**
 * A client for one request: once the signal is aborted, because the requester has disconnected, its waiting queries are
 * dropped.
 */
export function withSignal(clickhouse: ClickHouse, signal: AbortSignal): ClickHouse {
  // Node warns above ten listeners, and a page sends more queries at once.
  setMaxListeners(0, signal);
  return {
    ...clickhouse,
    query: (query) => clickhouse.query({ ...query, signal: either(signal, query.signal) }),
    stream: (query) => clickhouse.stream({ ...query, signal }),
    readFile: (query) => clickhouse.readFile({ ...query, signal }),
  };
}

/** A client may have been made of one that has a signal already. */
const either = (signal: AbortSignal, other: AbortSignal | undefined): AbortSignal =>
  other === undefined ? signal : AbortSignal.any([signal, other]);

/** ClickHouse's TIMEOUT_EXCEEDED. */
export const TIMEOUT_EXCEEDED = 159;

/**
 * A client for an answer of many queries, which must all be done `ms` after this call. Beyond, they throw ClickHouseError,
 * as a single query that takes too long.
 */
export function withDeadline(clickhouse: ClickHouse, ms: number): ClickHouse {
  const end = performance.now() + ms;
  const deadline = AbortSignal.timeout(ms);
  const error = new ClickHouseError('the queries of an answer take too long together', TIMEOUT_EXCEEDED, undefined);
  const passed = new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () => reject(error), { once: true });
  });
  // Nothing may wait for it when it passes.
  passed.catch(() => undefined);
  return {
    ...clickhouse,
    query: async (query) => {
      // Neither clock alone: a busy process sees the signal late, and the signal's timer may be a millisecond early.
      if (deadline.aborted || performance.now() >= end) throw error;
      return Promise.race([clickhouse.query({ ...query, signal: either(deadline, query.signal) }), passed]);
    },
  };
}

/**
 * Inserts a query's rows under a new token, so that the insert never counts as a repeat, even of an equal block that
 * was deleted since. The token still shows whether a power loss interrupted the insert.
 *
 * @param into the table and its columns, in the order of the rows
 */
export const insertRows = (clickhouse: ClickHouse, into: Sql, rows: Sql): Promise<void> =>
  clickhouse.command(sql`INSERT INTO ${into}
${rows}
SETTINGS insert_deduplication_token = ${string(randomUUID())}`);
