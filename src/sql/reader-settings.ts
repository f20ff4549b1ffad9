import { literal } from '../clickhouse/parameter-text.js';
import type { ReaderStatement } from './reader.js';
import { refused } from './reader-gate.js';

const FLAG = /^(?:[01]|true|false)$/i;
const NUMBER = /^\d{1,19}$/;
const NAME = /^[\w+\-/]{0,64}$/;

/** Settings that only affect output, which clients may choose, and patterns of their values. */
export const CLIENT_SETTINGS: Readonly<Record<string, RegExp>> = {
  aggregate_functions_null_for_empty: FLAG,
  date_time_output_format: NAME,
  extremes: FLAG,
  join_use_nulls: FLAG,
  limit: NUMBER,
  max_execution_time: NUMBER,
  max_result_rows: NUMBER,
  offset: NUMBER,
  output_format_binary_encode_types_in_binary_format: FLAG,
  output_format_binary_write_json_as_string: FLAG,
  output_format_json_escape_forward_slashes: FLAG,
  output_format_json_named_tuples_as_objects: FLAG,
  output_format_json_quote_64bit_integers: FLAG,
  output_format_json_quote_denormals: FLAG,
  output_format_native_encode_types_in_binary_format: FLAG,
  output_format_native_write_json_as_string: FLAG,
  prefer_column_name_to_alias: FLAG,
  result_overflow_mode: NAME,
  session_timezone: NAME,
};

/**
 * Limits of one statement; a client may choose lower ones. The time is below the 30 seconds after which many clients
 * give up.
 */
export const READER_LIMITS = {
  max_execution_time: 25,
  max_result_rows: 1_000_000,
} as const;

/** Maximum number of websites of an account: their list is a session setting. */
export const MAX_READER_WEBSITES = 5_000;

/** Bytes per statement, where the machine has enough. */
export const MAX_STATEMENT_MEMORY = 500_000_000;

/** Share of a statement's memory beyond which grouping and sorting continue on disk. */
const EXTERNAL_SHARE = 0.3;

const LIMITS: Readonly<Record<string, string | number>> = {
  ...READER_LIMITS,
  max_result_bytes: 200_000_000,
  max_threads: 2,
  // Blocks of a result are re-framed on the main thread, one at a time.
  max_block_size: 8_192,
  session_timezone: 'UTC',
  max_temporary_data_on_disk_size_for_query: 5_000_000_000,
  allow_introspection_functions: 0,
  // The number of rows read would reveal how many others have.
  output_format_write_statistics: 0,
  // All accounts are one user to the engine, and the cache's key does not include the websites of a statement.
  use_query_cache: 0,
};

export const MAX_PARAMETERS = 100;

/** The engine accepts no parameter above 256 KiB. */
const MAX_PARAMETER_BYTES = 200_000;

/** The statement is passed as an escaped parameter for formatting. */
const MAX_STATEMENT_BYTES = 100_000;

export interface ReaderScope extends Pick<ReaderStatement, 'websiteIds' | 'settings'> {
  /** Bytes. */
  readonly memory?: number;
}

/**
 * Returns the settings of a statement: limits, the client's choices from `CLIENT_SETTINGS`, and its websites. With
 * `readonly`, the statement cannot change any of them.
 *
 * @throws ReaderError for an account with too many websites, and for a malformed value
 */
export function readerSettings({
  websiteIds,
  settings,
  memory = MAX_STATEMENT_MEMORY,
}: ReaderScope): Readonly<Record<string, string | number>> {
  if (websiteIds.length > MAX_READER_WEBSITES) {
    throw refused('An account with over {count} websites cannot be read', 497, 'ACCESS_DENIED', {
      count: MAX_READER_WEBSITES,
    });
  }
  return {
    ...LIMITS,
    max_memory_usage: memory,
    max_bytes_before_external_group_by: Math.round(memory * EXTERNAL_SHARE),
    max_bytes_before_external_sort: Math.round(memory * EXTERNAL_SHARE),
    ...clientSettings(settings),
    log_comment: websiteIds.join(','),
    readonly: 1,
  };
}

/** Drivers send many others, and higher limits: both are ignored. */
function clientSettings(settings: ReaderStatement['settings']): Record<string, string | number> {
  const chosen: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(settings)) {
    const form = Object.hasOwn(CLIENT_SETTINGS, name) ? CLIENT_SETTINGS[name] : undefined;
    if (form === undefined || value === '') continue;
    if (!form.test(value)) throw refused('The setting {name} has no valid value', 36, 'BAD_ARGUMENTS', { name });
    if (form !== NUMBER) chosen[name] = value;
    // Passes the parsed number: the engine reads other notations, such as 1e-9, as 0, which means no limit.
    else if (isWithinLimits(name, Number(value))) chosen[name] = Number(value);
  }
  return chosen;
}

function isWithinLimits(name: string, value: number): boolean {
  if (!Number.isSafeInteger(value)) return false;
  if (!Object.hasOwn(READER_LIMITS, name)) return true;
  // 0 means no limit.
  return value > 0 && value <= READER_LIMITS[name as keyof typeof READER_LIMITS];
}

/**
 * Encodes values as ClickHouse fields. Names that no statement can have are dropped.
 *
 * @throws ReaderError for a value that is too long, and for too many parameters
 */
export function readerParameters(parameters: ReaderStatement['parameters']): ReadonlyMap<string, string> {
  const names = Object.keys(parameters).filter((name) => /^\w{1,200}$/.test(name));
  if (names.length > MAX_PARAMETERS) {
    throw refused('A statement has at most {count} parameters', 36, 'BAD_ARGUMENTS', { count: MAX_PARAMETERS });
  }
  return new Map(
    names.map((name) => {
      // Values arrive as escaped fields. A lone NUL would end the statement.
      const value = (parameters[name] ?? '').toWellFormed().replaceAll('\0', '\\0');
      if (Buffer.byteLength(literal(value)) > MAX_PARAMETER_BYTES) {
        throw refused('The parameter {name} has more than {count} bytes', 36, 'BAD_ARGUMENTS', {
          name,
          count: MAX_PARAMETER_BYTES,
        });
      }
      return [name, value];
    }),
  );
}

/**
 * Removes what ClickHouse cannot read.
 *
 * @throws ReaderError for a text that is too long
 */
export function readerText(text: string): string {
  if (Buffer.byteLength(text) > MAX_STATEMENT_BYTES) {
    throw refused('A statement has at most {count} bytes', 62, 'SYNTAX_ERROR', { count: MAX_STATEMENT_BYTES });
  }
  return text.toWellFormed().replaceAll('\0', '');
}
