import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failureLine } from '../../src/app/failure-line.js';
import { ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import { checkRows } from '../rows.js';

const failure = (facts: object) => Object.assign(new Error('hidden'), facts);

test('errors of PostgreSQL are told as such', () =>
  checkRows(
    [
      [{ code: '28P01' }, 'DATABASE_URL: PostgreSQL cannot be used (28P01)'],
      [{ code: 'CONNECT_TIMEOUT' }, 'DATABASE_URL: PostgreSQL cannot be used (CONNECT_TIMEOUT)'],
      [{ code: 'ECONNRESET', syscall: 'read' }, 'DATABASE_URL: PostgreSQL cannot be used (ECONNRESET)'],
      [{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'DATABASE_URL: PostgreSQL cannot be used (ENOTFOUND)'],
    ],
    ([facts, line]) => expect(failureLine(failure(facts))).toBe(line),
  ));

test('what fails on the disk without a path is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-failure-'));
  const error = await readFile(folder).catch((caught: unknown) => caught);
  expect(failureLine(error)).not.toContain('PostgreSQL');
  expect(failureLine(failure({ code: 'EPERM', syscall: 'chown' }))).not.toContain('PostgreSQL');
});

test('the embedded ClickHouse is not looked for at CLICKHOUSE_URL', () => {
  const embedded = (code: number | undefined, cause?: unknown) =>
    failureLine(new ClickHouseError('hidden', code, cause, 'embedded'));
  expect(embedded(241)).toBe(
    'the ClickHouse embedded in DATA_DIR failed with error 241: out of memory: give the process more',
  );
  expect(embedded(undefined, failure({ code: 'ENOSPC' }))).toBe(
    'the ClickHouse embedded in DATA_DIR failed (ENOSPC): run footfall doctor for details',
  );
  expect(failureLine(new ClickHouseError('hidden', 241, undefined))).toBe(
    'CLICKHOUSE_URL: ClickHouse responded with error 241',
  );
});
