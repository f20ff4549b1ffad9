import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { footfallHere } from './footfall-here.js';

let empty: string;

beforeAll(async () => {
  empty = await mkdtemp(join(tmpdir(), 'footfall-doctor-'));
});

afterAll(() => rm(empty, { recursive: true }));

test('doctor finds nothing wrong before the first start, and makes nothing', async () => {
  const missing = join(empty, 'data');
  const { code, stdout } = await footfallHere(['doctor'], { DATA_DIR: missing });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^warning +data folder +.* does not exist yet/m);
  expect(existsSync(missing)).toBe(false);
});

test('doctor leaves an empty folder empty', async () => {
  expect((await footfallHere(['doctor'], { DATA_DIR: empty })).code).toBe(0);
  expect(await readdir(empty)).toEqual([]);
});

test('doctor says once that it cannot use the data folder', async () => {
  const file = join(empty, 'file');
  await writeFile(file, '');
  const { code, stdout } = await footfallHere(['doctor'], { DATA_DIR: join(file, 'data') });
  await rm(file);
  expect(code).toBe(1);
  expect(stdout.match(/^warning .*$/gm)).toEqual([
    expect.stringMatching(/^warning +databases +embedded ClickHouse and PostgreSQL: skipped because the data folder/),
  ]);
});

test('doctor fails on a configuration that is wrong', async () => {
  const { code, stdout } = await footfallHere(['doctor'], { PORT: 'x' });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^problem +configuration +PORT: /m);
});

test('doctor fails on a geographic database that cannot be used', async () => {
  const { code, stdout } = await footfallHere(['doctor'], { DATA_DIR: empty, GEOIP_DB: '/nope.mmdb' });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^problem +geolocation +GEOIP_DB: \/nope\.mmdb cannot be used \(ENOENT\)$/m);
});

test('doctor fails on a folder for exports that cannot be used', async () => {
  const lookAt = async (EXPORT_DIR: string) => {
    const { code, stdout } = await footfallHere(['doctor'], {
      DATA_DIR: join(empty, 'data'),
      EXPORT_DIR,
    });
    return [code, /^(?:ok|problem) +export folder +.*$/m.exec(stdout)?.[0].replaceAll(/ +/g, ' ')];
  };
  const exports = join(empty, 'exports');
  await mkdir(exports);
  expect(await lookAt(exports)).toEqual([0, `ok export folder ${exports} can be written to by this user`]);
  expect(await lookAt('/nope')).toEqual([1, 'problem export folder EXPORT_DIR: /nope cannot be used (ENOENT)']);
  const file = join(exports, 'file');
  await writeFile(file, '');
  expect(await lookAt(file)).toEqual([1, `problem export folder EXPORT_DIR: ${file} is not a folder`]);
});
