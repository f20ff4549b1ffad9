import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { refusalHere } from './here.js';

async function emptyFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'footfall-serve-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test.each([
  [{ DATA_DIR: '/dev/null/data' }, 'DATA_DIR'],
  [{ DATA_DIR: '/sys' }, 'DATA_DIR'],
  [{ GEOIP_DB: '/nope.mmdb' }, 'GEOIP_DB'],
])('%j that cannot be used is one line that names %s', async (wrong, variable) => {
  expect(await refusalHere({ DATA_DIR: await emptyFolder(), ...wrong })).toMatch(new RegExp(`^${variable}: .+$`));
});

test.each([
  [{ CLICKHOUSE_URL: 'http://footfall:hidden@127.0.0.1:1/footfall' }, 'CLICKHOUSE_URL'],
  [{ DATABASE_URL: 'postgres://footfall:hidden@127.0.0.1:1/footfall', SECRET: 's'.repeat(32) }, 'DATABASE_URL'],
])('%j that cannot be reached is one line that names %s', async (wrong, variable) => {
  const line = await refusalHere({ DATA_DIR: await emptyFolder(), ...wrong });
  expect(line).toMatch(new RegExp(`^${variable}: .* \\(ECONNREFUSED\\)$`));
  expect(line).not.toContain('hidden');
});
