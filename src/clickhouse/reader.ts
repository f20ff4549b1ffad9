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
}

/** The result of a statement, in a file until its chunks are read or returned. */
export interface ReaderResult {
  /** The format that the statement, or else the client, has named. */
  readonly format: string;
  /** The statement without its values, for a log. */
  readonly shape: string;
  readonly bytes: number;
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
  /**
   * Runs a statement.
   *
   * @throws ReaderError
   */
  run(statement: ReaderStatement): Promise<ReaderResult>;
  /**
   * Parses a statement without running it. Does not check that tables, columns, or types exist.
   *
   * @throws ReaderError when it would be refused
   */
  check(text: string): Promise<CheckedStatement>;
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

/** The database of the views. */
export const BI_DATABASE = 'bi';

/** Settings that a client may choose, because they change how a result is written and not what is read. */
export const CLIENT_SETTINGS: ReadonlySet<string> = new Set([
  'aggregate_functions_null_for_empty',
  'date_time_output_format',
  'extremes',
  'join_use_nulls',
  'limit',
  'max_execution_time',
  'max_result_rows',
  'offset',
  'output_format_binary_encode_types_in_binary_format',
  'output_format_binary_write_json_as_string',
  'output_format_json_escape_forward_slashes',
  'output_format_json_named_tuples_as_objects',
  'output_format_json_quote_64bit_integers',
  'output_format_json_quote_denormals',
  'output_format_native_encode_types_in_binary_format',
  'output_format_native_write_json_as_string',
  'prefer_column_name_to_alias',
  'result_overflow_mode',
  'session_timezone',
]);

/** Limits of one statement. A client may choose less. */
export const READER_LIMITS = {
  max_execution_time: 30,
  max_result_rows: 1_000_000,
} as const;

/** Websites of one account that a statement can be limited to: their list is a setting of its session. */
export const MAX_READER_WEBSITES = 5_000;
