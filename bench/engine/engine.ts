import { readFile, writeFile } from 'node:fs/promises';
import { Session } from 'chdb';
import { parameterText } from '../../src/clickhouse/parameter-text.js';
import { readSettings } from '../../src/clickhouse/settings.js';
import type { Compiled } from '../../src/clickhouse/sql.js';

/** As many statements at once as the service's own pool of readers asks. */
const SESSIONS = 2;

/** What a statement took from the engine. */
export interface Effort {
  readonly rowsRead: number;
  readonly bytesRead: number;
  /** Bytes by which the process grew at most. */
  readonly memory: number;
}

/** The bench's own way to the engine of a service that runs in this process: same folder, same limits, other sessions. */
export interface Engine {
  /** Asks the statements of one question at once; milliseconds until all have answered. */
  ask(statements: readonly Compiled[]): Promise<number>;
  /** Asks them one after the other, unmeasured, and tells what they took. */
  effort(statements: readonly Compiled[]): Promise<Effort>;
  rows<Row>(statement: Compiled): Promise<readonly Row[]>;
  /** The rows of a statement as JSON, one a line. */
  text(text: string): Promise<Buffer>;
  /** Milliseconds of an insert of such lines. */
  insertJson(table: string, lines: Buffer): Promise<number>;
  /** Runs a statement that changes something, in its own session without limits. */
  run(text: string): Promise<void>;
  /** Forgets all that the engine has kept in memory; the system still has its files there. */
  dropCaches(): Promise<void>;
  close(): void;
}

const CACHES = [
  'MARK CACHE',
  'UNCOMPRESSED CACHE',
  'INDEX MARK CACHE',
  'INDEX UNCOMPRESSED CACHE',
  'PRIMARY INDEX CACHE',
  'MMAP CACHE',
  'QUERY CACHE',
  'QUERY CONDITION CACHE',
  'COMPILED EXPRESSION CACHE',
];

export async function openEngine(folder: string): Promise<Engine> {
  const readers = Array.from({ length: SESSIONS }, () => new Session(folder));
  const writer = new Session(folder);
  for (const reader of readers) {
    for (const [name, value] of Object.entries(readSettings)) await reader.queryAsync(`SET ${name} = ${value}`);
  }
  const [first] = readers;
  const run = async (text: string) => {
    await writer.queryAsync(text);
  };
  const answer = async (reader: Session, { text, parameters }: Compiled, format: string) => {
    const assignments = Object.entries(parameters).map(([name, value]) => `param_${name} = ${parameterText(value)}`);
    if (assignments.length > 0) await reader.queryAsync(`SET ${assignments.join(', ')}`);
    return (await reader.queryAsync(text, { format })).text();
  };
  return {
    ask: async (statements) => {
      const began = performance.now();
      const queue = [...statements];
      await Promise.all(
        readers.map(async (reader) => {
          for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
            await answer(reader, next, 'JSONEachRow');
          }
        }),
      );
      return performance.now() - began;
    },
    effort: async (statements) => {
      const before = await watchPeak();
      let [rowsRead, bytesRead] = [0, 0];
      for (const each of statements) {
        const statistics = await answer(first!, each, 'JSON');
        rowsRead += countIn(statistics, 'rows_read');
        bytesRead += countIn(statistics, 'bytes_read');
      }
      return { rowsRead, bytesRead, memory: Math.max(0, (await peakMemory()) - before) };
    },
    rows: async <Row>(statement: Compiled) =>
      (JSON.parse(await answer(first!, statement, 'JSON')) as { readonly data: readonly Row[] }).data,
    text: async (text) => Buffer.from((await writer.queryAsync(text, { format: 'JSONEachRow' })).bytes()),
    insertJson: async (table, lines) => {
      const began = performance.now();
      await writer.insert({ table, values: lines, format: 'JSONEachRow' });
      return performance.now() - began;
    },
    run,
    dropCaches: async () => {
      for (const cache of CACHES) await run(`SYSTEM DROP ${cache}`);
    },
    close: () => {
      for (const session of [...readers, writer]) session.close();
    },
  };
}

/** The end of an answer says it; the answer itself is no JSON when totals go with no rows. */
const countIn = (answer: string, name: string): number =>
  Number(new RegExp(`"${name}": (\\d+)(?!.*"${name}")`, 's').exec(answer)?.[1]);

/** Resident memory now, which is the peak from here on: Linux counts anew when it is told so. */
async function watchPeak(): Promise<number> {
  await writeFile('/proc/self/clear_refs', '5');
  return memoryLine('VmRSS');
}

const peakMemory = (): Promise<number> => memoryLine('VmHWM');

async function memoryLine(name: string): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024;
}
