import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_SESSION_MS } from '../../../src/collect/sessions/session.js';
import { periodStart, periodsAround, type Rotation } from '../../../src/collect/visitors/rotation.js';
import { checkRows } from '../../rows.js';

const ROTATIONS: readonly Rotation[] = ['monthly', 'daily'];

const starts = (rotation: Rotation, time: string) =>
  periodsAround(rotation, Date.parse(time)).map((start) => new Date(start).toISOString().replace('T00:00:00.000Z', ''));

describe('the salts at an instant are those', () => {
  test('of three days', () =>
    checkRows<[string, readonly string[]]>(
      [
        ['2026-03-01T00:00:00.000Z', ['2026-02-28', '2026-03-01', '2026-03-02']],
        ['2026-03-01T12:00:00.000Z', ['2026-02-28', '2026-03-01', '2026-03-02']],
        ['2026-03-01T23:59:59.999Z', ['2026-02-28', '2026-03-01', '2026-03-02']],
        ['2024-02-29T10:00:00.000Z', ['2024-02-28', '2024-02-29', '2024-03-01']],
        ['2026-12-31T23:59:59.999Z', ['2026-12-30', '2026-12-31', '2027-01-01']],
      ],
      ([time, expected]) => {
        expect(starts('daily', time)).toEqual(expected);
      },
    ));

  test('of a month and its neighbours', () =>
    checkRows<[string, readonly string[]]>(
      [
        ['2026-03-01T00:00:00.000Z', ['2026-02-01', '2026-03-01']],
        ['2026-03-01T23:59:59.999Z', ['2026-02-01', '2026-03-01']],
        ['2026-03-02T00:00:00.000Z', ['2026-03-01']],
        ['2026-03-30T23:59:59.999Z', ['2026-03-01']],
        ['2026-03-31T00:00:00.000Z', ['2026-03-01', '2026-04-01']],
        ['2026-12-31T23:59:59.999Z', ['2026-12-01', '2027-01-01']],
      ],
      ([time, expected]) => {
        expect(starts('monthly', time)).toEqual(expected);
      },
    ));
});

test('any session has the salt of its beginning to its end', () => {
  const time = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) });
  fc.assert(
    fc.property(fc.constantFrom(...ROTATIONS), time, fc.nat(MAX_SESSION_MS), (rotation, begin, length) => {
      expect(periodsAround(rotation, begin + length)).toContain(periodStart(rotation, begin));
    }),
  );
});
