import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Session } from 'chdb';
import { memoizePromise } from '../lib/memoize.js';
import { encodeParameter, literal } from './parameter-text.js';
import { BI_DATABASE, type CheckedStatement, type Reader, type ReaderResult, type ReaderStatement } from './reader.js';
import { readerError } from './reader-error.js';
import { type GatedStatement, ONLY_READS, passGate, refused, withFormat } from './reader-gate.js';
import { readerParameters, readerSettings, readerText } from './reader-settings.js';
import { openResult } from './result-file.js';
import { findParameters } from './statement-parameters.js';

/** The role of the sessions of BI tools; see `clickhouse/embedded-users.xml`. */
const ROLE = 'bi';

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
  readonly makeViews: () => Promise<void>;
}

/**
 * Returns a reader of the embedded engine. Each statement has a session of its own, which gives up its rights before it sees the
 * statement: nothing of one statement reaches another.
 */
export function embeddedReader({ open, results, folder, makeViews }: EmbeddedReaderDeps): Reader {
  const native = loadNative();
  const ready = memoizePromise(makeViews);

  async function run(statement: ReaderStatement): Promise<ReaderResult> {
    await ready();
    const path = join(results, randomUUID());
    const session = open();
    let shape: string | undefined;
    try {
      await restrict(session, statement);
      const gated = await gate(native, session, statement.text);
      ({ shape } = gated);
      const format = gated.format ?? statement.format;
      // A stream of the engine would start on the calling thread.
      await session.queryAsync(withFormat(gated, format, `INTO OUTFILE ${literal(path)} `));
      return { format, shape: gated.shape, ...(await openResult(path)) };
    } catch (error) {
      await rm(path, { force: true });
      throw readerError(error, shape, folder);
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
      throw readerError(error, undefined, folder);
    } finally {
      session.close();
    }
  }
  return { ready, run, check, close: async () => undefined };
}

/** Takes a session's rights away for good: `readonly` comes last, and nothing can be set afterwards. */
async function restrict(
  session: Session,
  { parameters, ...scope }: Pick<ReaderStatement, 'websiteIds' | 'parameters' | 'settings'>,
): Promise<void> {
  const settings = readerSettings(scope);
  await session.queryAsync(`SET ROLE ${ROLE}`);
  await session.queryAsync(`USE ${BI_DATABASE}`);
  for (const [name, value] of readerParameters(parameters)) {
    await session.queryAsync(`SET param_${name} = ${literal(value)}`);
  }
  const list = Object.entries(settings).map(([name, value]) => `${name} = ${literal(String(value))}`);
  await session.queryAsync(`SET ${list.join(', ')}`);
}

async function gate(native: Native, session: Session, text: string): Promise<GatedStatement> {
  const statement = readerText(text);
  const { statementCount, queryClass } = await native.DurableClassifyAsync(readConnection(session), statement);
  // The formatter says where a syntax error is.
  const formatted = await format(session, statement);
  if (statementCount !== 1 || queryClass !== 0) throw refused(ONLY_READS, 164, 'READONLY');
  return passGate(formatted);
}

const readConnection = (session: Session): unknown =>
  (session as unknown as { readonly connection: unknown }).connection;

async function format(session: Session, statement: string): Promise<string> {
  await session.queryAsync(`SET param_footfall_statement = ${literal(encodeParameter(statement))}`);
  const result = await session.queryAsync('SELECT formatQuerySingleLine({footfall_statement:String})', {
    format: 'TSVRaw',
  });
  return result.text().replace(/\n$/, '');
}
