import { Session } from 'chdb';
import { Pool } from '../../src/clickhouse/pool.js';
import { type Answer, type HttpServer, listen, type Statement } from './http-server.js';

/** So many statements run at once: each holds one of libuv's threads. */
const AT_ONCE = 3;

/**
 * Stands in for a ClickHouse server: its HTTP interface over the embedded engine. Each statement has a session of its
 * own, so that settings and parameters end with it, as they do on a server.
 */
export async function standIn(folder: string): Promise<HttpServer> {
  // The engine stops with its last session; this one keeps it running between statements.
  const running = new Session(folder);
  const places = new Pool(Array.from({ length: AT_ONCE }, () => folder));
  const server = await listen((statement) => places.use(() => run(folder, statement)));
  return {
    url: server.url,
    close: async () => {
      await server.close();
      await places.drain(() => undefined);
      running.close();
    },
  };
}

async function run(folder: string, { text, parameters, settings }: Statement): Promise<Answer> {
  const session = new Session(folder);
  try {
    const assignments = Object.entries({ ...parameters, ...settings }).map(([name, value]) => assignment(name, value));
    if (assignments.length > 0) await session.queryAsync(`SET ${assignments.join(', ')}`);
    return { output: (await session.queryAsync(text)).bytes() };
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
