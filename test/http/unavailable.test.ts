import { describe, expect, test } from 'vitest';
import { ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import { unavailableError } from '../../src/http/server/unavailable.js';
import { AppError, invalid } from '../../src/lib/errors.js';
import { checkRows } from '../rows.js';

const withCode = (code: string) => Object.assign(new Error('secret'), { code });

describe('an error', () => {
  test('with the code of an outage says that a database is not available, also as a cause', () =>
    checkRows(['ECONNREFUSED', 'ENOSPC', 'EDQUOT', '53100', '53300', '57P01', '08006', 'CONNECTION_CLOSED'], (code) => {
      for (const error of [withCode(code), new Error('query', { cause: withCode(code) })]) {
        expect(unavailableError(error)).toMatchObject({ kind: 'unavailable' });
        expect(unavailableError(error)?.message).not.toContain('secret');
      }
    }));

  test('of ClickHouse with the number of an outage does so too', () =>
    checkRows([243, 210, 173, 439, undefined], (code) => {
      expect(unavailableError(new ClickHouseError('secret', code, undefined))).toMatchObject({ kind: 'unavailable' });
    }));

  test('of an engine that says in words that the disk is full does so too', () => {
    const error = new ClickHouseError('secret: No space left on device', 1001, undefined, 'embedded');
    expect(unavailableError(error)).toMatchObject({ kind: 'unavailable' });
  });

  test('that was caused by an unavailable error is that error', () => {
    const error = new AppError('unavailable', ['ClickHouse is away'], 5);
    expect(unavailableError(new Error('query', { cause: error }))).toBe(error);
  });

  test('another error is none of these', () =>
    checkRows(
      [
        withCode('23505'),
        withCode('42P01'),
        new ClickHouseError('secret', 47, undefined),
        new TypeError('secret'),
        new Error('query', { cause: invalid('from: is wrong') }),
        'text',
      ],
      (error) => {
        expect(unavailableError(error)).toBeUndefined();
      },
    ));
});
