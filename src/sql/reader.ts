import type { StatementParameter } from './statement-parameters.js';

/** A statement of a BI tool, which may contain anything. */
export interface ReaderStatement {
  readonly text: string;
  /** The websites whose rows it may see: UUIDs of this program. */
  readonly websiteIds: readonly string[];
  /** Values of `{name:Type}` by name, each escaped as a tab-separated field, as ClickHouse's HTTP interface expects them. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Settings the client wishes. Those that are not in `CLIENT_SETTINGS` are ignored, because drivers send many. */
  readonly settings: Readonly<Record<string, string>>;
  /** The format of a statement without `FORMAT`. */
  readonly format: string;
  /** ClickHouse's protocol whose blocks of the format Native the client reads; 0 for those of a file. */
  readonly protocol?: number;
  /** Aborted when the client has gone. */
  readonly signal?: AbortSignal;
}

/** The answer of a statement. It comes while the statement runs, so that its chunks may still end in a ReaderError. */
export interface ReaderResult {
  /** The format that the statement, or else the client, has named. */
  readonly format: string;
  /** The statement without its values, for a log. */
  readonly shape: string;
  /** The statement waits while they are not read, and is ended when they are returned. */
  readonly chunks: AsyncGenerator<Uint8Array>;
}

/** A statement that would be run. */
export interface CheckedStatement extends Pick<ReaderResult, 'shape'> {
  /** The format that it names itself. */
  readonly format: string | undefined;
  readonly parameters: readonly StatementParameter[];
}

/** Runs read-only statements on the `bi` views, limited to the given websites. */
export interface Reader {
  /** Statements that may run at the same time. */
  readonly places: number;
  /**
   * Makes sure that statements can run, without running one.
   *
   * @throws AppError `unavailable` with the reason why none can, such as a ClickHouse server that does not keep accounts apart
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
  /** Ends all statements. */
  close(): Promise<void>;
}

/** An error of a statement for its author. The message has no path, and no SQL but the author's own. */
export class ReaderError extends Error {
  override readonly name = 'ReaderError';

  constructor(
    message: string,
    /** ClickHouse's error code. */
    readonly code: number,
    /** Its name, such as `UNKNOWN_TABLE`. */
    readonly codeName: string,
    /** The statement without its values, for a log; undefined if it was refused before it ran. */
    readonly shape?: string,
  ) {
    super(message);
  }
}

/** Returns the error of a statement whose answer has no reader any more. */
export const clientHasLeft = (shape?: string): ReaderError =>
  new ReaderError('The client has left', 394, 'QUERY_WAS_CANCELLED', shape);

/** The database of the views. */
export const BI_DATABASE = 'bi';
