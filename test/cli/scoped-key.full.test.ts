import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkRows } from '../rows.js';
import type { Environment } from './footfall.js';
import { answerHere, footfallHere } from './footfall-here.js';

const OWNER = ['--account', 'owner@example.com'];
const STRANGER = ['--account', 'stranger@example.com'];
const TIME_ZONE = ['--timezone', 'UTC'];

let folder: string;
let environment: Environment;
let shop: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-keys-'));
  environment = { DATA_DIR: join(folder, 'data') };
  for (const [, email] of [OWNER, STRANGER]) {
    await answerHere(['account', 'create', '--email', email!, '--password', 'given by hand'], environment);
  }
  const add = (account: readonly string[], domain: string) =>
    answerHere<{ id: string }>(
      ['website', 'create', ...account, '--name', 'Shop', '--domain', domain, ...TIME_ZONE],
      environment,
    );
  shop = (await add(OWNER, 'shop.example')).id;
  await add(STRANGER, 'other.example');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const keys = () => answerHere<{ id: string; start: string }[]>(['key', 'list', ...OWNER], environment);

test('keys with scopes are created, listed and deleted', async () => {
  const args = ['--name', 'Grafana', '--scopes', 'sql, read', '--websites', 'shop.example'];
  const { key, ...created } = await answerHere<{ id: string; start: string; key: string; account: string }>(
    ['key', 'create', ...OWNER, ...args, '--expires', '2199-01-01T00:00:00Z'],
    environment,
  );
  expect(key).toMatch(/^ff_live_[0-9a-f]{64}$/);
  const { account: _, ...shown } = created;
  expect(shown).toMatchObject({
    name: 'Grafana',
    start: key.slice(0, 12),
    scopes: ['read', 'sql'],
    websites: [shop],
    expiresAt: '2199-01-01T00:00:00.000Z',
    lastUsedAt: null,
  });
  expect(await keys()).toEqual([shown]);
  const { stdout } = await footfallHere(['key', 'list', ...OWNER], environment);
  expect(stdout).toMatch(/^ID +KEY +NAME +SCOPES +WEBSITES +EXPIRES +LAST USED\n/);
  expect(stdout).toContain(` ${created.start}… `);
  expect(stdout).toContain(' 2199-01-01T00:00:00.000Z  never\n');
  expect(stdout).not.toContain(key.slice(12));

  const foreign = await footfallHere(['key', 'delete', created.id, ...STRANGER], environment);
  expect([foreign.code, foreign.stderr]).toEqual([
    1,
    `footfall: stranger@example.com has no API key with the ID ${created.id}\n`,
  ]);
  expect(await answerHere(['key', 'delete', created.id, ...OWNER], environment)).toMatchObject({ deleted: true });
  expect(await keys()).toEqual([]);
});

test('what is wrong is named by its option', () =>
  checkRows(
    [
      [['--scopes', 'admin', '--websites', 'all'], '--scopes: must be one of read, write, ingest, sql'],
      [['--scopes', ' , ', '--websites', 'all'], '--scopes: must have at least one scope'],
      [['--scopes', 'read', '--websites', ' '], '--websites: must be all, or IDs or domains'],
      [
        ['--scopes', 'read', '--websites', 'other.example'],
        '--websites: other.example is not a website of this account',
      ],
      [['--scopes', 'read', '--websites', 'nothing.example'], 'no website has the ID or domain nothing.example'],
      [['--scopes', 'read', '--websites', 'all', '--expires', 'soon'], '--expires: must be a date-time'],
      [
        ['--scopes', 'read', '--websites', 'all', '--expires', '2020-01-01T00:00:00Z'],
        '--expires: must be in the future, and before the year 2200',
      ],
    ],
    async ([args, message]) => {
      const { code, stderr } = await footfallHere(['key', 'create', ...OWNER, '--name', 'Key', ...args], environment);
      expect(code).toBe(1);
      expect(stderr).toContain(`footfall: ${message}`);
      expect(await keys()).toEqual([]);
    },
  ));
