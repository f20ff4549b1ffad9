import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../../src/clickhouse/sql.js';
import { openEmbedded, type TestClickHouse } from './each-clickhouse.js';

const ROOT = join(import.meta.dirname, '../..');
const CONFIG = 'config.d/small-host.xml';
const USERS = 'users.d/small-host.xml';

/** What the server knows beside its settings, and the engine cannot tell. */
const LOGGER = ['console', 'level'];

/** The engine reads them from the file, and lists them nowhere. */
const UNLISTED = [
  'background_processing_pool_task_sleep_seconds_when_no_work_random_part',
  'background_processing_pool_thread_sleep_seconds_if_nothing_to_do',
];

let engine: TestClickHouse;

beforeAll(async () => {
  engine = await openEmbedded();
});

afterAll(() => engine.close());

/** The values of a file by their paths. What a file removes is a value too. Throws when it is no XML. */
async function valuesOf(file: string): Promise<ReadonlyMap<string, string>> {
  const xml = await readFile(join(ROOT, 'clickhouse/server', file), 'utf8');
  const values = new Map<string, string>();
  const open: string[] = [];
  const known = /<!--(?:(?!--)[\s\S])*-->|<(\/?)(\w+)( remove="remove"\/)?>|[^<>&]+/y;
  for (known.lastIndex = 0; known.lastIndex < xml.length; ) {
    const at = known.lastIndex;
    const [text, isEnd, name, removed] = known.exec(xml) ?? [];
    if (text === undefined) throw new Error(`${file} is no XML from ${xml.slice(at, at + 40)}`);
    if (isEnd === '/') expect(open.pop()).toBe(name);
    else if (removed !== undefined) values.set([...open, name].join('.'), 'removed');
    else if (name !== undefined) open.push(name);
    else if (!text.startsWith('<') && text.trim() !== '') values.set(open.join('.'), text);
  }
  expect(open).toEqual([]);
  return values;
}

/** The names right below an element that have a value, in order. */
const namesBelow = (values: ReadonlyMap<string, string>, element: string): readonly string[] =>
  [...values]
    .filter(([path, value]) => path.slice(0, path.lastIndexOf('.')) === element && value !== 'removed')
    .map(([path]) => path.slice(element.length + 1))
    .toSorted();

const TABLES = {
  server: sql`SELECT name FROM system.server_settings`,
  tree: sql`SELECT name FROM system.merge_tree_settings`,
  query: sql`SELECT name FROM system.settings`,
};

/** Those that the engine has no setting for. */
async function unknownTo(of: keyof typeof TABLES, names: readonly string[]): Promise<readonly string[]> {
  expect(names).not.toEqual([]);
  const rows = await engine.clickhouse.query({ name: 'test', sql: TABLES[of], row: z.object({ name: z.string() }) });
  const known = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}

test('the engine knows every setting of a small host', async () => {
  const config = await valuesOf(CONFIG);
  expect(await unknownTo('server', namesBelow(config, 'clickhouse'))).toEqual(UNLISTED);
  expect(await unknownTo('tree', namesBelow(config, 'clickhouse.merge_tree'))).toEqual([]);
  expect(namesBelow(config, 'clickhouse.logger')).toEqual(LOGGER);
  expect(await unknownTo('query', namesBelow(await valuesOf(USERS), 'clickhouse.profiles.default'))).toEqual([]);
});

test('nothing stands elsewhere in its files, and only logs are removed', async () => {
  const below = (values: ReadonlyMap<string, string>) =>
    new Set([...values.keys()].map((path) => path.slice(0, path.lastIndexOf('.'))));
  const config = await valuesOf(CONFIG);
  expect(below(config)).toEqual(new Set(['clickhouse', 'clickhouse.merge_tree', 'clickhouse.logger']));
  expect(below(await valuesOf(USERS))).toEqual(new Set(['clickhouse.profiles.default']));
  for (const [path, value] of config) if (value === 'removed') expect(path).toMatch(/log$/);
});

test('compose.yaml puts both where the server reads them', async () => {
  const compose = await readFile(join(ROOT, 'compose.yaml'), 'utf8');
  for (const file of [CONFIG, USERS]) {
    expect(compose).toContain(`      - ./clickhouse/server/${file}:/etc/clickhouse-server/${file}:ro\n`);
  }
});
