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
  /** Says what a session runs first for a user with a password, or refuses them. By default, every user has all rights. */
  readonly signIn?: (user: string) => readonly string[] | undefined;
}

/**
 * Stands in for a ClickHouse server: its HTTP interface over the embedded engine. Each statement has a session of its
 * own, so that settings and parameters end with it, as they do on a server.
 */
export async function standIn(folder: string, options: StandInOptions = {}): Promise<HttpServer> {
  const { connectionArgs = [], adapt = (text) => [text], settings = {}, signIn = () => [] } = options;
  const open = () => new Session(folder, { connectionArgs });
  // The engine stops with its last session; this one keeps it running between statements.
  const running = open();
  const places = new Pool(Array.from({ length: AT_ONCE }, () => open));
  const run = async ({ text, user, database, isForm, ...given }: Statement): Promise<Answer> => {
    const first = signIn(user);
    if (first === undefined) return NOT_AUTHENTICATED;
    const fields = [...[given.parameters, given.settings].flatMap(Object.values), ...(isForm ? [text] : [])];
    if (fields.some(isTooLong)) return TOO_LONG;
    // Together, parameters could be longer than a statement may be.
    const parameters = Object.entries(given.parameters).flatMap(([name, value]) => setting({ [name]: value }));
    const all = [...parameters, ...setting({ ...settings, ...given.settings })];
    return places.use((place) => answer(place(), [...first, ...use(database), ...all, ...adapt(text)]));
  };
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

/** A server's `http_max_field_value_size`. */
const isTooLong = (value: string): boolean => Buffer.byteLength(value) > 128 * 1024;

const TOO_LONG: Answer = { error: 'Code: 1000. DB::Exception: Field value too long. (POCO_EXCEPTION)', code: 1000 };

const NOT_AUTHENTICATED: Answer = {
  error: 'Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)',
  code: 516,
};

/** Runs statements in a session, and answers what the last one does. */
async function answer(session: Session, statements: readonly string[]): Promise<Answer> {
  try {
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

const use = (database: string | undefined): readonly string[] => {
  if (database === undefined) return [];
  if (!/^\w+$/.test(database)) throw new Error(`no name of a database: ${database}`);
  return [`USE ${database}`];
};

function setting(settings: Readonly<Record<string, string>>): readonly string[] {
  const assignments = Object.entries(settings).map(([name, value]) => assignment(name, value));
  return assignments.length === 0 ? [] : [`SET ${assignments.join(', ')}`];
}

function assignment(name: string, value: string): string {
  if (!/^\w+$/.test(name)) throw new Error(`no name of a setting: ${name}`);
  return `${name} = '${value.replace(/[\\']/g, '\\$&').replaceAll('\0', '\\0')}'`;
}
