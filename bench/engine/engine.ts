import { join } from 'node:path';
import { Session } from 'chdb';
import { groupedInMemory } from '../../src/clickhouse/embedded.js';
import { readSettings } from '../../src/clickhouse/settings.js';

/** As many concurrent statements as the service's pool of readers runs. */
const SESSIONS = 2;

/** The bench's own access to the engine of a service in this process: same folder, same limits, separate sessions. */
export interface Engine {
  /** Runs up to `atOnce` statements concurrently. Returns the milliseconds until all are done. */
  ask(statements: readonly string[], atOnce?: number): Promise<number>;
  rows<Row>(statement: string): Promise<readonly Row[]>;
  /** JSON rows, one per line. */
  text(statement: string): Promise<Buffer>;
  /** Inserts JSON lines. Returns the milliseconds. */
  insertJson(table: string, lines: Buffer): Promise<number>;
  /** Runs a statement that changes data or tables, in its own session without limits. */
  run(statement: string): Promise<void>;
  close(): void;
}

/** Opens sessions on a data folder beside those of the service. */
export async function openEngine(folder: string): Promise<Engine> {
  const path = join(folder, 'clickhouse');
  const readers = Array.from({ length: SESSIONS }, () => new Session(path));
  const writer = new Session(path);
  for (const reader of readers) {
    for (const [name, value] of Object.entries({ ...readSettings, ...groupedInMemory() }))
      await reader.queryAsync(`SET ${name} = ${value}`);
  }
  const answer = async (reader: Session, statement: string, format: string) =>
    (await reader.queryAsync(statement, { format })).text();
  return {
    ask: async (statements, atOnce = SESSIONS) => {
      const began = performance.now();
      const queue = [...statements];
      await Promise.all(
        readers.slice(0, atOnce).map(async (reader) => {
          for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
            await answer(reader, next, 'JSONEachRow');
          }
        }),
      );
      return performance.now() - began;
    },
    rows: async <Row>(statement: string) =>
      (JSON.parse(await answer(readers[0]!, statement, 'JSON')) as { readonly data: readonly Row[] }).data,
    text: async (statement) => Buffer.from((await writer.queryAsync(statement, { format: 'JSONEachRow' })).bytes()),
    insertJson: async (table, lines) => {
      const began = performance.now();
      await writer.insert({ table, values: lines, format: 'JSONEachRow' });
      return performance.now() - began;
    },
    run: async (statement) => {
      await writer.queryAsync(statement);
    },
    close: () => {
      for (const session of [...readers, writer]) session.close();
    },
  };
}
