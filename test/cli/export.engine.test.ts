import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerHere, footfallHere } from './footfall-here.js';
import { openHere, type ServiceHere } from './here.js';

const KEY = `ff_live_${'a'.repeat(64)}`;

let folder: string;
let service: ServiceHere;
let website: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-export-'));
  const bootstrap = { BOOTSTRAP_EMAIL: 'ada@example.com', BOOTSTRAP_API_KEY: KEY };
  service = await openHere({ DATA_DIR: join(folder, 'data'), ...bootstrap });
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
  await answerHere(['import', join(folder, 'in.ndjson'), ...target()], {});
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const target = () => ['--website', website, '--url', service.url, '--key', KEY];
const range = ['--from', '2026-01-02', '--to', '2026-01-03'];

test('footfall export writes a file that footfall import takes', async () => {
  const file = join(folder, 'out.ndjson');
  const answer = await answerHere(['export', file, ...target(), ...range], {});
  expect(answer).toMatchObject({ file, format: 'ndjson', events: 2 });
  expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(2);
  expect(await answerHere(['import', file, ...target()], {})).toMatchObject({ imported: 2, rejected: 0 });
  const parquet = join(folder, 'out.parquet');
  await answerHere(['export', parquet, ...target(), ...range, '--format', 'parquet'], {});
  expect((await readFile(parquet)).subarray(0, 4).toString()).toBe('PAR1');
});

test.each([
  [['--format', 'xml'], 'status 400: format: must be ndjson, csv or parquet'],
  [['--from', 'soon'], 'status 400: from: '],
  [['--key', `ff_live_${'b'.repeat(64)}`], 'status 401: Invalid API key'],
  [['--url', 'http://127.0.0.1:1'], 'http://127.0.0.1:1 does not answer'],
])('with %j it says why not, and writes nothing', async (wrong, message) => {
  const args = ['export', join(folder, 'none.ndjson'), ...target(), ...range];
  const replaced = args.map((argument, index) => (args[index - 1] === wrong[0] ? wrong[1] : argument));
  const { code, stderr } = await footfallHere(
    args.includes(wrong[0] ?? '') ? (replaced as string[]) : [...args, ...wrong],
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
  const { code, stderr } = await footfallHere(['export', file, ...target(), ...range], {});
  expect([code, stderr]).toEqual([1, `footfall: FILE: ${file} ${message}\n`]);
});

test('footfall bi credentials says how tools connect', async () => {
  const answer = await answerHere(['bi', 'credentials'], { BI_PORT: '8124' });
  expect(answer).toEqual({ host: '127.0.0.1', port: 8124, database: 'bi', user: 'any', password: null });
  const { stdout } = await footfallHere(['bi', 'credentials'], {});
  expect(stdout).toContain('set BI_PORT and start the service');
  const server = await footfallHere(['bi', 'credentials'], { CLICKHOUSE_URL: 'http://127.0.0.1:1' });
  expect(server).toMatchObject({ code: 1, stderr: 'footfall: --account: is required with CLICKHOUSE_URL\n' });
});
