import type { StatementParameter } from './statement-parameters.js';

/** A statement of a user, which may contain anything. */
export interface ReaderStatement {
  readonly text: string;
  /** UUIDs of the websites whose rows the statement may read. */
  readonly websiteIds: readonly string[];
  /** Values of `{name:Type}` by name, each escaped as a tab-separated field, as ClickHouse's HTTP interface expects them. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Requested by the client. Those not in `CLIENT_SETTINGS` are ignored, because drivers send many. */
  readonly settings: Readonly<Record<string, string>>;
  /** The format of a statement without `FORMAT`. */
  readonly format: string;
  /** Protocol version for blocks of the format Native; 0 for the file format. */
  readonly protocol?: number;
  /** Aborted when the client has disconnected. */
  readonly signal?: AbortSignal;
}

/** Streamed while the statement runs, so its chunks may still end in a ReaderError. */
export interface ReaderResult {
  /** Named by the statement, else by the client. */
  readonly format: string;
  /** The statement without its values, for the log. */
  readonly shape: string;
  /** Unread chunks pause the statement; returning the generator ends it. */
  readonly chunks: AsyncGenerator<Uint8Array>;
}

export interface CheckedStatement extends Pick<ReaderResult, 'shape'> {
  /** The FORMAT in the statement. */
  readonly format: string | undefined;
  readonly parameters: readonly StatementParameter[];
}

/** Runs read-only statements on the `bi` views, limited to the given websites. */
export interface Reader {
  /** Maximum number of concurrent statements. */
  readonly places: number;
  /**
   * Checks that statements can run.
   *
   * @throws AppError `unavailable` with the reason why none can, such as a ClickHouse server that does not isolate
   *   accounts
   */
  ready(): Promise<void>;
  /**
   * Runs a statement.
   *
   * @throws ReaderError, and what `ready` throws
   */
  run(statement: ReaderStatement): Promise<ReaderResult>;
  /**
   * Parses a statement without running it. Does not check that tables, columns, or types exist.
   *
   * @throws ReaderError when it would be refused, and what `ready` throws
   */
  check(text: string): Promise<CheckedStatement>;
  close(): Promise<void>;
}

/** An error to show to the author of a statement. The message has no path, and no SQL except the author's. */
export class ReaderError extends Error {
  override readonly name = 'ReaderError';

  constructor(
    message: string,
    /** ClickHouse's error code. */
    readonly code: number,
    /** For example `UNKNOWN_TABLE`. */
    readonly codeName: string,
    /** The statement without its values, for a log; undefined if it was refused before it ran. */
    readonly shape?: string,
  ) {
    super(message);
  }
}

/** For a statement whose client has disconnected. */
export const clientHasLeft = (shape?: string): ReaderError =>
  new ReaderError('The client has left', 394, 'QUERY_WAS_CANCELLED', shape);

export const BI_DATABASE = 'bi';
