import { literal } from './parameter-text.js';
import type { ReaderStatement } from './reader.js';
import { refused } from './reader-gate.js';

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

const LIMITS: Readonly<Record<string, string | number>> = {
  ...READER_LIMITS,
  max_memory_usage: 500_000_000,
  max_bytes_before_external_group_by: 150_000_000,
  max_bytes_before_external_sort: 150_000_000,
  max_result_bytes: 200_000_000,
  max_threads: 2,
  // Blocks of a result are re-framed on the main thread, one at a time.
  max_block_size: 8_192,
  session_timezone: 'UTC',
  max_temporary_data_on_disk_size_for_query: 5_000_000_000,
  allow_introspection_functions: 0,
  // All accounts are one user, and the cache leaves out of its key which websites a statement may see.
  use_query_cache: 0,
};

/** The engine takes no parameter above 256 KiB. */
const MAX_PARAMETER_BYTES = 200_000;

/** The statement is a parameter where it is formatted, and escaped there. */
const MAX_STATEMENT_BYTES = 100_000;

/**
 * Returns the settings of a statement: limits, what its client chose of `CLIENT_SETTINGS`, and its websites. With `readonly`, the
 * statement cannot change any of them.
 *
 * @throws ReaderError for an account with too many websites
 */
export function readerSettings({
  websiteIds,
  settings,
}: Pick<ReaderStatement, 'websiteIds' | 'settings'>): Readonly<Record<string, string | number>> {
  if (websiteIds.length > MAX_READER_WEBSITES) {
    throw refused(`An account with over ${MAX_READER_WEBSITES} websites cannot be read`, 497, 'ACCESS_DENIED');
  }
  const chosen = Object.entries(settings).filter(
    ([name, value]) => CLIENT_SETTINGS.has(name) && isWithinLimits(name, value),
  );
  return { ...LIMITS, ...Object.fromEntries(chosen), log_comment: websiteIds.join(','), readonly: 1 };
}

function isWithinLimits(name: string, value: string): boolean {
  if (!Object.hasOwn(READER_LIMITS, name)) return true;
  const most = READER_LIMITS[name as keyof typeof READER_LIMITS];
  // 0 is no limit.
  return Number(value) > 0 && Number(value) <= most;
}

/**
 * Returns the values of parameters by name, as fields that ClickHouse takes. Names that no statement can have are left out.
 *
 * @throws ReaderError for a value that is too long
 */
export function readerParameters(parameters: ReaderStatement['parameters']): ReadonlyMap<string, string> {
  const names = Object.keys(parameters).filter((name) => /^\w{1,200}$/.test(name));
  return new Map(
    names.map((name) => {
      // A client's value comes escaped as a field. A lone NUL would end the statement.
      const value = (parameters[name] ?? '').toWellFormed().replaceAll('\0', '\\0');
      if (Buffer.byteLength(literal(value)) > MAX_PARAMETER_BYTES) {
        throw refused(`The parameter ${name} has more than ${MAX_PARAMETER_BYTES} bytes`, 36, 'BAD_ARGUMENTS');
      }
      return [name, value];
    }),
  );
}

/**
 * Returns the text of a statement as ClickHouse can read it.
 *
 * @throws ReaderError for a text that is too long
 */
export function readerText(text: string): string {
  if (Buffer.byteLength(text) > MAX_STATEMENT_BYTES) {
    throw refused(`A statement has at most ${MAX_STATEMENT_BYTES} bytes`, 62, 'SYNTAX_ERROR');
  }
  return text.toWellFormed().replaceAll('\0', '');
}
