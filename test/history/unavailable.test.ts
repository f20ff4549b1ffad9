import { expect, test } from 'vitest';
import { ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import { orUnavailable } from '../../src/history/unavailable.js';
import { AppError, websiteNotFound } from '../../src/lib/errors.js';

const withCode = (code: string, cause?: unknown) => Object.assign(new Error('of a driver', { cause }), { code });

test.each<[string, unknown]>([
  ['the file of events', withCode('ENOSPC')],
  ['an allowance', withCode('EDQUOT')],
  ['ClickHouse', new ClickHouseError('Cannot reserve 1.00 MiB', 243, undefined)],
  [
    'the embedded ClickHouse',
    new ClickHouseError('Cannot write: errno: 28, strerror: No space left on device', 75, undefined),
  ],
  ['the rows of an insert', new ClickHouseError('write', undefined, withCode('ENOSPC'))],
  ['PostgreSQL', new Error('Failed query', { cause: withCode('53100') })],
])('a full disk is 503 wherever it shows: %s', (_where, error) => {
  expect(orUnavailable(error)).toEqual(
    new AppError('unavailable', ['There is not enough room on the disk for this import: nothing of it was kept'], 60),
  );
});

test.each<[string, unknown]>([
  ['ClickHouse is not reached', new ClickHouseError('connect ECONNREFUSED', undefined, undefined)],
  ['ClickHouse has no memory', new ClickHouseError('MEMORY_LIMIT_EXCEEDED', 241, undefined)],
  ['PostgreSQL is not reached', new Error('Failed query', { cause: withCode('ECONNREFUSED') })],
  ['PostgreSQL shuts down', new Error('Failed query', { cause: withCode('57P01') })],
  ['a connection is lost', withCode('CONNECTION_CLOSED')],
])('a database that is away is 503: %s', (_what, error) => {
  expect(orUnavailable(error)).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 30 });
});

test('what is wrong otherwise stays what it is', () => {
  for (const error of [
    websiteNotFound(),
    new TypeError('x is not a function'),
    withCode('ERR_INVALID_ARG_TYPE'),
    withCode('ENOENT'),
    new Error('Failed query', { cause: withCode('23505') }),
    new ClickHouseError('CANNOT_PARSE_INPUT', 27, undefined),
  ]) {
    expect(orUnavailable(error)).toBe(error);
  }
});
