/**
 * The process that runs user SQL: its own engine over the service's parts, one statement at a time. It has no key, no
 * PostgreSQL and no journal. `sql-process.ts` starts, watches and ends it.
 */
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Session } from 'chdb';
import { encodeParameter, literal } from '../clickhouse/parameter-text.js';
import { readFifo } from '../lib/fifo.js';
import { inLanguage } from '../lib/language/language.js';
import { reframeNative } from './native-format.js';
import { BI_DATABASE, ReaderError } from './reader.js';
import { readerError } from './reader-error.js';
import { type GatedStatement, ONLY_READS, passGate, refused, withFormat } from './reader-gate.js';
import { SqlEngine } from './sql-engine.js';
import {
  ANSWERS,
  BLOCKS,
  PROCESS_ID,
  type SentSqlRequest,
  type SqlMessage,
  type SqlProcessOptions,
  type SqlRequest,
  type SqlStatement,
  sqlProcessTitle,
} from './sql-messages.js';

/** The role of the sessions of statements; see `clickhouse/embedded-users.xml`. */
const ROLE = 'bi';

const options = JSON.parse(process.argv[2] ?? '') as SqlProcessOptions;
const send = (message: SqlMessage): void => void process.send?.(message);

process.title = sqlProcessTitle(options.folder);
// TRICKY: `process.exit()` would wait for a running statement, however long it takes.
const end = () => process.kill(process.pid, 'SIGKILL');
process.on('disconnect', end);
if (!process.connected) end();
// Terminals and supervisors signal every process. The service ends this one after its running statements.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
// Makes the kernel's OOM killer choose this process first. Raising the score needs no right; it exists only on Linux.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);

try {
  await writeFile(join(options.folder, PROCESS_ID), String(process.pid));
  const engine = await SqlEngine.open(options.store, join(options.folder, 'engine'));
  process.on('message', (request: SentSqlRequest) => {
    inLanguage(request.language, () => answer(engine, request)).then(
      (fingerprint) => send({ kind: 'done', ...(fingerprint !== undefined && { fingerprint }) }),
      (error: unknown) => send(toFailure(error)),
    );
  });
  send({ kind: 'ready' });
} catch (error) {
  process.send?.(toFailure(error), () => process.exit(1));
}

async function answer(engine: SqlEngine, request: SqlRequest): Promise<string | undefined> {
  await engine.catchUp();
  if (request.kind === 'fingerprint') return engine.fingerprint(request.table, request.part);
  let shape: string | undefined;
  try {
    const gated = await gate(engine, request.kind === 'check' ? request.text : request.statement.text);
    ({ shape } = gated);
    send({ kind: 'begun', text: gated.text, shape: gated.shape, format: gated.format });
    if (request.kind === 'run') await run(engine, request, gated);
    return undefined;
  } catch (error) {
    throw readerError(error, shape, [options.store, options.folder]);
  }
}

/** Uses a session that never runs the text. */
async function gate(engine: SqlEngine, text: string): Promise<GatedStatement> {
  const session = engine.openSession();
  try {
    const { statementCount, queryClass } = await engine.classify(session, text);
    await session.queryAsync(`SET param_statement = ${literal(encodeParameter(text))}`);
    // The formatter reports the position of a syntax error.
    const formatted = await session.queryAsync('SELECT formatQuerySingleLine({statement:String})', {
      format: 'TSVRaw',
    });
    if (statementCount !== 1 || queryClass !== 0) throw refused(ONLY_READS, 164, 'READONLY');
    return passGate(formatted.text().replace(/\n$/, ''));
  } finally {
    session.close();
  }
}

async function run(
  engine: SqlEngine,
  { statement, protocol, ...request }: SqlRequest & { readonly kind: 'run' },
  gated: GatedStatement,
): Promise<void> {
  const format = gated.format ?? request.format;
  const session = engine.openSession();
  try {
    await restrict(session, statement, COUNTS_BEFORE_LIMIT.test(format) ? { exact_rows_before_limit: 1 } : {});
    await write(session, gated, format, protocol);
  } finally {
    session.close();
  }
}

/**
 * Formats that report the rows before `LIMIT`: without counting them, the number would depend on other accounts' rows.
 * Counting reads all rows, so it is enabled only for these formats.
 */
const COUNTS_BEFORE_LIMIT = /^(?:JSON(?!Lines|.*EachRow)|XML)/i;

/** Irreversibly reduces a session's rights: `readonly` comes last, and nothing can be set afterwards. */
async function restrict(
  session: Session,
  { settings, parameters }: SqlStatement,
  more: SqlStatement['settings'],
): Promise<void> {
  const values = [...parameters].map(([name, value]) => `param_${name} = ${literal(value)}`);
  const list = Object.entries({ ...more, ...settings }).map(([name, value]) => `${name} = ${literal(String(value))}`);
  await session.queryAsync(`SET ROLE ${ROLE}; USE ${BI_DATABASE}; SET ${[...values, ...list].join(', ')}`);
}

/** Writes the result to the service's pipe. The engine waits while the pipe is full. */
async function write(session: Session, gated: GatedStatement, format: string, protocol: number): Promise<void> {
  const answers = join(options.folder, ANSWERS);
  const runInto = async (path: string): Promise<void> => {
    await session.queryAsync(withFormat(gated, format, `INTO OUTFILE ${literal(path)} APPEND `));
  };
  if (format !== 'Native' || protocol === 0) return runInto(answers);
  const path = join(options.folder, BLOCKS);
  const blocks = await readFifo(path);
  const framing = pipeline(blocks.bytes, (bytes) => reframeNative(bytes, protocol), createWriteStream(answers));
  const [written, framed] = await Promise.allSettled([runInto(path).finally(() => blocks.end()), framing]);
  // A block that cannot be framed also ends the statement, whose own error says less.
  if (framed.status === 'rejected' && framed.reason instanceof ReaderError) throw framed.reason;
  if (written.status === 'rejected') throw written.reason;
  if (framed.status === 'rejected') throw framed.reason;
}

function toFailure(error: unknown): SqlMessage {
  if (error instanceof ReaderError) {
    const { message, code, codeName, shape } = error;
    return { kind: 'failed', message, error: { code, codeName, shape } };
  }
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}
