import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from './built.js';
import { BUNDLED, footfall } from './footfall.js';

let empty: string;

beforeAll(async () => {
  await build();
  empty = await mkdtemp(join(tmpdir(), 'footfall-doctor-'));
});

afterAll(() => rm(empty, { recursive: true }));

test('doctor finds nothing wrong before the first start, and makes nothing', async () => {
  const missing = join(empty, 'data');
  const { code, stdout } = await footfall(['doctor'], { DATA_DIR: missing, GEOIP_DB: BUNDLED });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^warning +data folder +.* does not exist yet/m);
  expect(existsSync(missing)).toBe(false);
});

test('doctor leaves an empty folder empty', async () => {
  expect((await footfall(['doctor'], { DATA_DIR: empty })).code).toBe(0);
  expect(await readdir(empty)).toEqual([]);
});

test('doctor fails on a configuration that is wrong', async () => {
  const { code, stdout } = await footfall(['doctor'], { PORT: 'x' });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^problem +configuration +PORT: /m);
});

test('doctor fails on a geographic database that cannot be used', async () => {
  const { code, stdout } = await footfall(['doctor'], { DATA_DIR: empty, GEOIP_DB: '/nope.mmdb' });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^problem +geolocation +GEOIP_DB: \/nope\.mmdb cannot be used \(ENOENT\)$/m);
});
