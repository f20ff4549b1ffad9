import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from './built.js';
import { answerOf, type Environment, endAll, footfall, type RunningFootfall, start } from './footfall.js';

const KEY = `ff_live_${'a'.repeat(64)}`;

let folder: string;
let environment: Environment;
let service: RunningFootfall;
let website: string;

beforeAll(async () => {
  await build();
  folder = await mkdtemp(join(tmpdir(), 'footfall-export-'));
  environment = {
    DATA_DIR: join(folder, 'data'),
    BI_PORT: '0',
    BOOTSTRAP_EMAIL: 'ada@example.com',
    BOOTSTRAP_API_KEY: KEY,
  };
  service = await start('serve', environment);
  const response = await fetch(`${service.url}/api/v1/websites`, {
    method: 'POST',
    headers: { 'X-API-Key': KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Shop', domain: 'example.com', timezone: 'UTC' }),
  });
  website = ((await response.json()) as { data: { id: string } }).data.id;
  const lines = [1, 2, 3].map((day) => ({
    timestamp: `2026-01-0${day}T10:00:00Z`,
    url: 'https://example.com/',
    visitor: 'v',
  }));
  await writeFile(join(folder, 'in.ndjson'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await answerOf(['import', join(folder, 'in.ndjson'), ...target()], {});
});

afterAll(async () => {
  await service.end('SIGTERM');
  endAll();
  await rm(folder, { recursive: true, force: true });
});

const target = () => ['--website', website, '--url', service.url, '--key', KEY];
const range = ['--from', '2026-01-02', '--to', '2026-01-03'];

test('footfall export writes a file that footfall import takes', async () => {
  const file = join(folder, 'out.ndjson');
  const answer = await answerOf(['export', file, ...target(), ...range], {});
  expect(answer).toMatchObject({ file, format: 'ndjson', events: 2 });
  expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(2);
  expect(await answerOf(['import', file, ...target()], {})).toMatchObject({ imported: 2, rejected: 0 });
  const parquet = join(folder, 'out.parquet');
  await answerOf(['export', parquet, ...target(), ...range, '--format', 'parquet'], {});
  expect((await readFile(parquet)).subarray(0, 4).toString()).toBe('PAR1');
});

test.each([
  [['--format', 'xml'], 'status 400: format: must be ndjson, csv or parquet'],
  [['--from', 'soon'], 'status 400: from: '],
  [['--key', `ff_live_${'b'.repeat(64)}`], 'status 401: Invalid API key'],
  [['--url', 'http://127.0.0.1:1'], 'http://127.0.0.1:1 does not answer'],
])('with %j it says why not, and writes nothing', async (wrong, message) => {
  const given = ['export', join(folder, 'none.ndjson'), ...target(), ...range];
  const replaced = given.map((argument, index) => (given[index - 1] === wrong[0] ? wrong[1] : argument));
  const { code, stderr } = await footfall(
    given.includes(wrong[0] ?? '') ? (replaced as string[]) : [...given, ...wrong],
    {},
  );
  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect((await readdir(folder)).filter((name) => name.startsWith('none'))).toEqual([]);
});

test.each([
  ['a folder', 'data', 'is a folder'],
  ['a file in no folder', 'nowhere/out.ndjson', 'cannot be written (ENOENT)'],
])('%s cannot be written, and it says so before anything is read', async (_, name, message) => {
  const file = join(folder, name);
  const { code, stderr } = await footfall(['export', file, ...target(), ...range], {});
  expect([code, stderr]).toEqual([1, `footfall: FILE: ${file} ${message}\n`]);
});

test('footfall serve says where BI tools reach it, and answers there', async () => {
  const [, url] = /^BI tools reach ClickHouse at (http:\/\/127\.0\.0\.1:\d+)$/m.exec(service.stdout()) ?? [];
  const response = await fetch(`${url}/?query=SELECT+name,domain+FROM+websites`, {
    headers: { Authorization: `Bearer ${KEY}` },
  });
  expect(await response.text()).toBe('Shop\texample.com\n');
  expect(service.stderr()).toContain('statement of a BI tool');
  expect(service.stderr()).not.toContain(KEY);
});

test('the port for BI tools is refused on a server, and when it is taken', async () => {
  const onServer = await footfall(['serve'], {
    DATA_DIR: join(folder, 'other'),
    BI_PORT: '1',
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
  });
  expect(onServer).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('BI_PORT: is for the embedded ClickHouse'),
  });
  const taken = new URL(service.url).port;
  const other = await footfall(['serve'], { DATA_DIR: join(folder, 'other'), BI_PORT: taken });
  expect(other.code).toBe(1);
  expect(other.stderr).toContain(`BI_PORT: ${taken} is in use`);
});

test('footfall bi credentials says how tools connect', async () => {
  const answer = await answerOf(['bi', 'credentials'], { BI_PORT: '8124' });
  expect(answer).toEqual({ host: '127.0.0.1', port: 8124, database: 'bi', user: 'any', password: null });
  const { stdout } = await footfall(['bi', 'credentials'], {});
  expect(stdout).toContain('set BI_PORT and start the service');
  const server = await footfall(['bi', 'credentials'], { CLICKHOUSE_URL: 'http://127.0.0.1:1' });
  expect(server).toMatchObject({ code: 1, stderr: 'footfall: --account: is required with CLICKHOUSE_URL\n' });
});
