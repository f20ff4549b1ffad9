import { expect, test } from 'vitest';
import { findOutage } from '../../src/lib/outage.js';
import { checkRows } from '../rows.js';

const never = () => false;

const withCode = (code: string | number, cause?: unknown) => Object.assign(new Error('failed', { cause }), { code });

test('codes say that the disk is full', () =>
  checkRows(['ENOSPC', 'EDQUOT', '53100', 243], (code) => {
    expect(findOutage(withCode(code), never)).toBe('disk full');
    expect(findOutage(new Error('query', { cause: withCode(code) }), never)).toBe('disk full');
    expect(findOutage(withCode('ECONNRESET', withCode(code)), never)).toBe('disk full');
  }));

test('an engine says in words that the disk is full', () => {
  for (const text of ['errno: 28, strerror: No space left on device', 'could not write: Disk quota exceeded']) {
    expect(findOutage(withCode(75, new Error(text)), never)).toBe('disk full');
  }
});

test('codes say that a database is away', () =>
  checkRows(
    ['ECONNREFUSED', 'CONNECTION_CLOSED', 'EMFILE', 'EIO', '08006', '53300', '57P01', '58030', 210, 252],
    (code) => {
      expect(findOutage(withCode(code), never)).toBe('away');
      expect(findOutage(new Error('query', { cause: withCode(code) }), never)).toBe('away');
    },
  ));

test('other errors are no outage, unless the caller says so', () =>
  checkRows(
    [withCode('23505'), withCode('ENOENT'), withCode('ERR_INVALID_ARG_TYPE'), withCode(47), new Error(), '53100'],
    (error) => {
      expect(findOutage(error, never)).toBeUndefined();
      expect(findOutage(new Error('query', { cause: error }), (each) => each === error)).toBe(
        error instanceof Error ? 'away' : undefined,
      );
    },
  ));

test('an endless chain of causes is not followed', () => {
  const error = new Error('endless');
  error.cause = error;
  expect(findOutage(error, never)).toBeUndefined();
});
