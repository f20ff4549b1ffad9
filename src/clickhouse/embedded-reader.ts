import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Session } from 'chdb';
import { withCleanup } from '../lib/with-cleanup.js';
import { literal } from './parameter-text.js';
import {
  BI_DATABASE,
  type CheckedStatement,
  CLIENT_SETTINGS,
  MAX_READER_WEBSITES,
  READER_LIMITS,
  type Reader,
  ReaderError,
  type ReaderResult,
  type ReaderStatement,
} from './reader.js';
import { type GatedStatement, ONLY_READS, passGate, refused } from './reader-gate.js';
import { findParameters } from './statement-parameters.js';

/** The role of the sessions of BI tools; see `clickhouse/embedded-users.xml`. */
const ROLE = 'bi';

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
};

/** The engine takes no parameter above 256 KiB. */
const MAX_PARAMETER_BYTES = 200_000;

/** The statement is a parameter where it is formatted, and escaped there. */
const MAX_STATEMENT_BYTES = 100_000;

/** How the engine's own parser classifies a text. */
interface Classified {
  readonly statementCount: number;
  /** 0 for SELECT, SHOW, DESCRIBE, EXISTS and EXPLAIN that write nowhere. */
  readonly queryClass: number;
}

interface Native {
  DurableClassifyAsync(connection: unknown, sql: string): Promise<Classified>;
}

/** TRICKY: chdb uses its classifier for itself and has no types for it. `clickhouse/reader.test.ts` holds what it returns. */
const loadNative = (): Native => {
  const require = createRequire(import.meta.url);
  const loader = require.resolve('chdb/package.json').replace('package.json', 'dist/loader.js');
  return (require(loader) as { loadNative(): Native }).loadNative();
};

export interface EmbeddedReaderDeps {
  /** Opens a session with all rights. */
  readonly open: () => Session;
  /** The folder for results while they are read. */
  readonly results: string;
  /** Takes the paths of this machine out of a message. */
  readonly folder: string;
}

/**
 * Returns a reader of the embedded engine. Each statement has a session of its own, which gives up its rights before it sees the
 * statement: nothing of one statement reaches another.
 */
export function embeddedReader({ open, results, folder }: EmbeddedReaderDeps): Reader {
  const native = loadNative();

  async function run(statement: ReaderStatement): Promise<ReaderResult> {
    if (statement.websiteIds.length > MAX_READER_WEBSITES)
      throw refused(`An account with over ${MAX_READER_WEBSITES} websites cannot be read`, 497, 'ACCESS_DENIED');
    const path = join(results, randomUUID());
    const session = open();
    let shape: string | undefined;
    try {
      await restrict(session, statement);
      const gated = await gate(native, session, statement.text);
      ({ shape } = gated);
      const format = gated.format ?? statement.format;
      await session.queryAsync(intoFile(gated, path, format));
      return { format, shape: gated.shape, ...(await openResult(path)) };
    } catch (error) {
      await rm(path, { force: true });
      throw readerError(error, folder, shape);
    } finally {
      session.close();
    }
  }

  async function check(text: string): Promise<CheckedStatement> {
    const session = open();
    try {
      await restrict(session, { websiteIds: [], parameters: {}, settings: {} });
      const { format, shape, text: formatted } = await gate(native, session, text);
      return { format, shape, parameters: findParameters(formatted) };
    } catch (error) {
      throw readerError(error, folder);
    } finally {
      session.close();
    }
  }
  return { run, check };
}

/** Takes a session's rights away for good: `readonly` comes last, and nothing can be set afterwards. */
async function restrict(
  session: Session,
  { websiteIds, parameters, settings }: Pick<ReaderStatement, 'websiteIds' | 'parameters' | 'settings'>,
): Promise<void> {
  const chosen = Object.entries(settings).filter(
    ([name, value]) => CLIENT_SETTINGS.has(name) && isWithinLimits(name, value),
  );
  const assigned = { ...LIMITS, ...Object.fromEntries(chosen), log_comment: websiteIds.join(','), readonly: 1 };
  const names = Object.keys(parameters).filter((name) => /^\w{1,200}$/.test(name));
  await session.queryAsync(`SET ROLE ${ROLE}`);
  await session.queryAsync(`USE ${BI_DATABASE}`);
  // A client's value comes escaped as a field. A lone NUL would end the statement.
  for (const name of names) {
    const value = literal((parameters[name] ?? '').toWellFormed().replaceAll('\0', '\\0'));
    if (Buffer.byteLength(value) > MAX_PARAMETER_BYTES) {
      throw refused(`The parameter ${name} has more than ${MAX_PARAMETER_BYTES} bytes`, 36, 'BAD_ARGUMENTS');
    }
    await session.queryAsync(`SET param_${name} = ${value}`);
  }
  const list = Object.entries(assigned).map(([name, value]) => `${name} = ${literal(String(value))}`);
  await session.queryAsync(`SET ${list.join(', ')}`);
}

function isWithinLimits(name: string, value: string): boolean {
  if (!Object.hasOwn(READER_LIMITS, name)) return true;
  const most = READER_LIMITS[name as keyof typeof READER_LIMITS];
  // 0 is no limit.
  return Number(value) > 0 && Number(value) <= most;
}

async function gate(native: Native, session: Session, text: string): Promise<GatedStatement> {
  if (Buffer.byteLength(text) > MAX_STATEMENT_BYTES)
    throw refused(`A statement has at most ${MAX_STATEMENT_BYTES} bytes`, 62, 'SYNTAX_ERROR');
  const statement = text.toWellFormed().replaceAll('\0', '');
  const { statementCount, queryClass } = await native.DurableClassifyAsync(readConnection(session), statement);
  // The formatter says where a syntax error is.
  const formatted = await format(session, statement);
  if (statementCount !== 1 || queryClass !== 0) throw refused(ONLY_READS, 164, 'READONLY');
  return passGate(formatted);
}

const readConnection = (session: Session): unknown =>
  (session as unknown as { readonly connection: unknown }).connection;

async function format(session: Session, statement: string): Promise<string> {
  const escaped = statement.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
  await session.queryAsync(`SET param_footfall_statement = ${literal(escaped)}`);
  const result = await session.queryAsync('SELECT formatQuerySingleLine({footfall_statement:String})', {
    format: 'TSVRaw',
  });
  return result.text().replace(/\n$/, '');
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Returns the statement with its result written to a file: a stream of the engine would start on the calling thread. */
function intoFile({ text, end }: GatedStatement, path: string, format: string): string {
  if (!/^\w{1,64}$/.test(format)) throw refused('Unknown format', 73, 'UNKNOWN_FORMAT');
  const settings = /^ FORMAT \w+(.*)$/s.exec(text.slice(end))?.[1] ?? '';
  return `${text.slice(0, end)} INTO OUTFILE ${literal(path)} FORMAT ${format}${settings}`;
}

async function openResult(path: string): Promise<Pick<ReaderResult, 'bytes' | 'chunks'>> {
  // A result without rows may have no file.
  const bytes = await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
  async function* chunks(): AsyncGenerator<Uint8Array> {
    if (bytes > 0) for await (const chunk of createReadStream(path)) yield chunk as Uint8Array;
  }
  return { bytes, chunks: withCleanup(chunks(), () => rm(path, { force: true })) };
}

/** Returns an error for the author of the statement. */
function readerError(error: unknown, folder: string, shape?: string): unknown {
  if (error instanceof ReaderError || !(error instanceof Error)) return error;
  const code = /^Code: (\d+)\./.exec(error.message)?.[1];
  if (code === undefined) return error;
  const name = /\(([A-Z][A-Z0-9_]+)\)(?: \(version [^)]*\))?\s*$/.exec(error.message)?.[1] ?? 'UNKNOWN_EXCEPTION';
  return new ReaderError(describe(error.message, folder), Number(code), name, shape);
}

/** The wrappings of a message: nested codes before it, its name and the version after it. */
const AROUND = /^(?:Code: \d+\. (?:DB::Exception: )?)+|\.? ?\([A-Z][A-Z0-9_]+\)(?: \(version [^)]*\))?\s*$/g;

/** Where a message goes on with SQL of this program: that of the views, or of the gate. */
const OWN_SQL = /\bbi_rows\b|:? ?While executing|:? In scope (?:WITH|SELECT formatQuery)/i;

const MAX_MESSAGE_LENGTH = 2_000;

function describe(text: string, folder: string): string {
  let message = text;
  for (let before = ''; before !== message; ) {
    before = message;
    message = message.replace(AROUND, '');
  }
  const cut = message.search(OWN_SQL);
  return (cut === -1 ? message : message.slice(0, cut)).replaceAll(folder, '…').slice(0, MAX_MESSAGE_LENGTH);
}
