import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { migrateClickHouse } from '../../src/clickhouse/migrate.js';
import { openClickHouse } from '../../src/clickhouse/open.js';
import { sql, string } from '../../src/clickhouse/sql.js';
import type { ReaderStatement } from '../../src/sql/reader.js';
import { type SqlBudget, sqlBudget } from '../../src/sql/sql-budget.js';
import type { SqlProcessesOptions } from '../../src/sql/sql-processes.js';
import { SqlRunner } from '../../src/sql/sql-runner.js';

export const OWN = '6f1c1f9e-0d5f-4b0e-9a53-00000000000a';
const OTHER = '6f1c1f9e-0d5f-4b0e-9a53-00000000000b';

/** A folder may be called anything: the engine would take such a name for a pattern, or for the end of a text. */
const AWKWARD = "footfall-{a,b}*?[c] 'd' \\ ";

export const COUNT = 'SELECT count() FROM events';
export const STUCK = "SELECT repeat('a', 1000000) LIKE repeat('%a', 20000)";

/** The processes of a runner by their IDs. */
export const pids = (folder: string): readonly number[] =>
  readdirSync(folder).map((name) => Number(readFileSync(join(folder, name, 'pid'), 'utf8')));

export const stateOf = (pid: number): string => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] ?? '';

/** Runs a statement, and returns its whole answer. */
export async function ask(runner: SqlRunner, text: string, more: Partial<ReaderStatement> = {}): Promise<string> {
  const { chunks } = await runner.run({
    text,
    websiteIds: [OWN],
    parameters: {},
    settings: {},
    format: 'TabSeparated',
    ...more,
  });
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read).toString();
}

/** Runners beside one engine, which has some events of two websites, around the tests of a file. */
export function aroundSqlRunners() {
  let data: string;
  let clickhouse: ClickHouse;
  let inserts = 0;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), AWKWARD));
    clickhouse = await openClickHouse({ url: undefined, cluster: undefined }, join(data, 'clickhouse'));
    await migrateClickHouse(clickhouse, undefined);
    await insert(100);
  });

  afterAll(async () => {
    await clickhouse.close();
    await rm(data, { recursive: true, force: true });
  });

  /** Inserts as many events of each of both websites. */
  async function insert(count: number): Promise<void> {
    inserts += 1;
    const rows = [OWN, OTHER].flatMap((id) =>
      Array.from({ length: count }, (_, index) => [id, '2026-01-01 00:00:00', 'pageview', `${index}`, `/${index % 9}`]),
    );
    await clickhouse.insert({
      table: 'events',
      columns: ['website_id', 'time', 'type', 'visitor_id', 'path'],
      body: Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')),
      token: `sql-runner-${inserts}`,
    });
  }

  async function openRunner(
    changes: Partial<SqlProcessesOptions> & { readonly budget?: SqlBudget | undefined } = {},
  ): Promise<SqlRunner> {
    const { budget, ...options } = {
      clickhouse,
      store: join(data, 'clickhouse'),
      folder: folder(),
      budget: sqlBudget(4e9),
      warn: () => undefined,
      ...changes,
    };
    const runner = await SqlRunner.open(options, budget);
    onTestFinished(() => runner.close());
    return runner;
  }

  const own = async (): Promise<string> => {
    const [row] = await clickhouse.query({
      name: 'test',
      sql: sql`SELECT toString(count()) AS rows FROM events WHERE website_id = toUUID(${string(OWN)})`,
      row: z.object({ rows: z.string() }),
    });
    return `${row?.rows}\n`;
  };

  const folder = () => join(data, 'sql');

  return { clickhouse: () => clickhouse, data: () => data, folder, insert, openRunner, own };
}
