import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHere, type ServiceHere } from '../cli/here.js';

const ROOT = join(import.meta.dirname, '../..');
const KEY = `ff_live_${'a'.repeat(64)}`;

let folder: string;
let service: ServiceHere;

const run = (command: string, args: readonly string[], cwd = folder) =>
  promisify(execFile)(command, args, { cwd, env: { ...process.env, URL: service.url, KEY } });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-client-'));
  service = await openHere({
    DATA_DIR: join(folder, 'data'),
    BOOTSTRAP_EMAIL: 'ada@example.com',
    BOOTSTRAP_API_KEY: KEY,
  });
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const USE = `
import { createFootfall } from '@footfall/client';

declare const process: { readonly env: Record<string, string> };

const footfall = createFootfall({ url: process.env.URL!, key: process.env.KEY! });
const body = { name: 'Shop', domain: 'example.com', timezone: 'UTC' };
const website = await footfall.api.POST('/websites', { body });
const { data, error } = await footfall.query(website.data!.data.id, {
  range: '7d',
  metrics: ['visitors', 'visits'],
  dimensions: ['day'],
});
if (error) throw new Error(error.errors.join());
const rows: readonly { readonly day: string; readonly visits: number }[] = data.rows;
console.log(JSON.stringify([rows.length, data.rows[0]!.visitors]));
`;

test('the package is used from a small project, compiled and run', async () => {
  await run('npm', ['pack', '--pack-destination', folder], join(ROOT, 'packages/client'));
  const [packed] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  await run('npm', ['install', '--no-audit', '--no-fund', `./${packed}`]);
  expect((await readdir(join(folder, 'node_modules/@footfall/client'))).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'dist',
    'package.json',
  ]);
  await writeFile(join(folder, 'use.ts'), USE);
  const options = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--types', '', 'use.ts'];
  await run(join(ROOT, 'node_modules/.bin/tsc'), options).catch(({ stdout }) => expect(stdout).toBe(''));
  expect(JSON.parse((await run('node', ['use.js'])).stdout)).toEqual([7, 0]);
});
