import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { build } from './built.js';
import { endAll, footfall, start } from './footfall.js';

beforeAll(build);
afterAll(endAll);

// The other tests of commands run them in their own process.
test('the built program says its version', async () => {
  const { code, stdout, stderr } = await footfall(['--version'], {});
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('the built program fails on a wrong option, and says so on standard error', async () => {
  const { code, stdout, stderr } = await footfall(['account', 'list', '--jsn'], {});
  expect([code, stdout, stderr]).toEqual([1, '', 'footfall: unknown option: --jsn; see --help\n']);
});

test('the built program serves until SIGTERM, and ends well', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-program-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const service = await start('serve', { DATA_DIR: folder });
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  expect(await service.end('SIGTERM')).toBe(0);
});
