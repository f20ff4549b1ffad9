import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { checkRows } from '../rows.js';
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

test('every command of the built program ends its process, with its exit code and all of its output', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-program-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const nobody = ['--account', 'nobody@example.com'];
  const away = { CLICKHOUSE_URL: 'http://127.0.0.1:1' };
  const days = ['--from', '2026-01-01', '--to', '2026-01-02'];
  const rows: readonly (readonly [args: readonly string[], code: number, more?: Readonly<Record<string, string>>])[] = [
    [['migrate'], 0],
    [['doctor'], 0],
    [['rebuild'], 0],
    [['rebuild'], 1, away],
    [['account', 'disable-2fa', ...nobody], 1],
    [['key', 'generate', ...nobody], 1],
    [['website', 'list', ...nobody], 1],
    [['bi', 'credentials'], 0],
    [['email', 'preview', 'weekly-summary', '--website', 'nothing'], 1],
    [['import', '/nowhere', '--website', 'x', '--key', 'x'], 1],
    [['export', join(folder, 'x'), '--website', 'x', ...days, '--key', 'x'], 1],
    [['serve'], 1, away],
    [['serve'], 1, { DATA_DIR: '/dev/null/data' }],
    [['serve'], 1, { HOST: 'nowhere.invalid' }],
  ];
  await checkRows(rows, async ([args, code, more]) => {
    const ended = await footfall(args, { DATA_DIR: join(folder, 'data'), BASE_URL: 'http://127.0.0.1:1', ...more });
    expect(ended).toMatchObject({ code });
    if (code === 0) expect([ended.stdout, ended.stderr]).toEqual([expect.stringMatching(/\n$/), '']);
    else expect([ended.stdout, ended.stderr]).toEqual(['', expect.stringMatching(/^footfall: [^\n]+\n$/)]);
  });
});
