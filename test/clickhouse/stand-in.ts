import { Session } from 'chdb';
import { Pool } from '../../src/clickhouse/pool.js';
import { type Answer, type HttpServer, listen, type Statement } from './http-server.js';

/** So many statements run at once: each holds one of libuv's threads. */
const AT_ONCE = 3;

/** How a stand-in differs from a single server. */
export interface StandInOptions {
  /** Arguments that the engine is opened with, in the form of `clickhouse local`. */
  readonly connectionArgs?: string[];
  /** Settings of every session, which those of a statement come on top of. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Says what is run in place of a statement. */
  readonly adapt?: (text: string) => readonly string[];
}

/**
 * Stands in for a ClickHouse server: its HTTP interface over the embedded engine. Each statement has a session of its
 * own, so that settings and parameters end with it, as they do on a server.
 */
export async function standIn(folder: string, options: StandInOptions = {}): Promise<HttpServer> {
  const { connectionArgs = [], adapt = (text) => [text], settings = {} } = options;
  const open = () => new Session(folder, { connectionArgs });
  // The engine stops with its last session; this one keeps it running between statements.
  const running = open();
  const places = new Pool(Array.from({ length: AT_ONCE }, () => open));
  const run = (statement: Statement) =>
    places.use((place) =>
      answer(place(), adapt(statement.text), { ...settings, ...statement.parameters, ...statement.settings }),
    );
  const server = await listen(run);
  return {
    url: server.url,
    close: async () => {
      await server.close();
      await places.drain(() => undefined);
      running.close();
    },
  };
}

/** Runs statements in a session, and answers what the last one does. */
async function answer(
  session: Session,
  statements: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Answer> {
  try {
    const assignments = Object.entries(settings).map(([name, value]) => assignment(name, value));
    if (assignments.length > 0) await session.queryAsync(`SET ${assignments.join(', ')}`);
    let output: Uint8Array = new Uint8Array();
    for (const text of statements) output = (await session.queryAsync(text)).bytes();
    return { output };
  } catch (error) {
    if (!(error instanceof Error && 'clickhouseCode' in error)) throw error;
    return { error: error.message, code: Number(error.clickhouseCode) };
  } finally {
    session.close();
  }
}

function assignment(name: string, value: string): string {
  if (!/^\w+$/.test(name)) throw new Error(`no name of a setting: ${name}`);
  return `${name} = '${value.replace(/[\\']/g, '\\$&').replaceAll('\0', '\\0')}'`;
}
