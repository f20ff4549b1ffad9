import { chmod, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from './built.js';
import { endAll, footfall, start } from './footfall.js';
import { openHere } from './here.js';
import { emptied, eventTable, stoppedInstallation, welcome } from './installation.js';

const installation = stoppedInstallation();

beforeAll(build);
afterAll(endAll);

test.each<[string, (path: string) => Promise<void>]>([
  ['postgres', (path) => emptied(join(path, 'postgres'))],
  ['clickhouse', async (path) => rm(await eventTable(path), { recursive: true })],
])('%s is one line of the program, which makes nothing and fails', async (part, lose) => {
  const environment = await installation.copy();
  const path = environment.DATA_DIR!;
  await lose(path);
  const before = await readdir(path, { recursive: true });
  const { code, stdout, stderr } = await footfall(['serve'], environment);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    new RegExp(`^footfall: this installation is not complete: ${part} is .* --accept-missing ${part}\\n$`),
  );
  expect(await readdir(path, { recursive: true })).toEqual(before);
});

test.each(['clickhouse', 'secret', 'instance'])('%s is given up once, and made again', async (part) => {
  const environment = await installation.copy();
  await rm(join(environment.DATA_DIR!, part), { recursive: true });
  const accepting = await openHere({ ...environment, ACCEPT_MISSING: part });
  expect(accepting.log()).toContain('started without missing parts of the installation');
  await accepting.close();
  await (await openHere(environment)).close();
});

test('an emptied store of ClickHouse can be given up', async () => {
  const environment = await installation.copy();
  await emptied(join(environment.DATA_DIR!, 'clickhouse/store'));
  const service = await openHere({ ...environment, ACCEPT_MISSING: 'clickhouse' });
  expect((await service.fetch('/health/ready')).status).toBe(200);
  await service.close();
});

test('a folder from before there was a marker starts, and gets one', async () => {
  const environment = await installation.copy();
  const marker = join(environment.DATA_DIR!, 'installation.json');
  const before = await readFile(marker, 'utf8');
  await rm(marker);
  await (await openHere(environment)).close();
  expect(await readFile(marker, 'utf8')).toBe(before);
});

test('accounts that were lost before there was a marker are not made by a stranger', async () => {
  const environment = await installation.copy();
  for (const name of ['installation.json', 'postgres']) {
    await rm(join(environment.DATA_DIR!, name), { recursive: true });
  }
  await expect(openHere(environment)).rejects.toThrow('postgres is missing');
});

test('the option of the program gives up what it names', async () => {
  const environment = await installation.copy();
  await rm(join(environment.DATA_DIR!, 'secret'));
  const accepting = await start('serve', environment, undefined, ['--accept-missing', 'secret']);
  expect(accepting.stderr()).toContain('started without missing parts of the installation');
  expect(await accepting.end('SIGTERM')).toBe(0);
  await (await openHere(environment)).close();
});

test('the first start lets the first visitor become the owner, and remembers it when it is killed', async () => {
  const environment = await installation.empty();
  const service = await start('serve', environment);
  const there = { fetch: (path: string, init?: RequestInit) => fetch(service.url + path, init) };
  expect((await welcome(there, service.url)).status).toBe(303);
  await service.end('SIGKILL');
  await rm(join(environment.DATA_DIR!, 'postgres'), { recursive: true });
  await expect(openHere(environment)).rejects.toThrow('postgres is missing');
});

test("everything in a data folder is its owner's alone, also what was open before", async () => {
  const environment = await installation.copy();
  const path = environment.DATA_DIR!;
  for (const name of ['.', 'postgres', 'clickhouse']) await chmod(join(path, name), 0o755);
  const service = await start('serve', environment);
  expect(await service.end('SIGTERM')).toBe(0);
  const names = ['.', ...(await readdir(path))];
  const modes = await Promise.all(names.map(async (name) => (await stat(join(path, name))).mode & 0o077));
  expect(modes.filter((mode) => mode !== 0)).toEqual([]);
});
