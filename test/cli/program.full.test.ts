import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { build } from './built.js';
import { footfall, PROGRAM } from './footfall.js';

beforeAll(build);

test('the built program prints its help on standard output, without colors', async () => {
  const { code, stdout, stderr } = await footfall(['account', 'create', '--help'], {});
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('USAGE footfall account create');
});

test('the built program prints help after a mistake on standard error', async () => {
  const { code, stdout, stderr } = await footfall(['account'], {});
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^Manage accounts [\s\S]*No command specified\.\n$/);
});

test('the built program creates an account with a password from standard input, and exits', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-program-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const args = ['account', 'create', '--email', 'owner@example.com', '--password-stdin'];
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data') },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end('correct horse\n');
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect([code, stdout]).toEqual([0, 'Created account owner@example.com\n']);
  const listed = await footfall(['account', 'list'], { DATA_DIR: join(folder, 'data') });
  expect([listed.code, listed.stderr]).toEqual([0, '']);
  expect(listed.stdout).toMatch(/^ID +EMAIL +CREATED\n\S+ +owner@example\.com +\d{4}-/);
});
