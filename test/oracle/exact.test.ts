import { expect, test } from 'vitest';
import { checkRows } from '../rows.js';
import { change, fraction, percentage, rounded } from './exact.js';

test('a quotient is rounded exactly', () =>
  checkRows(
    [
      [1, 8, 2, 0.13],
      [-1, 8, 2, -0.13],
      [1005, 1000, 2, 1.01],
      [-1005, 1000, 2, -1.01],
      [1, 3, 4, 0.3333],
      [2, 3, 4, 0.6667],
      [5, 100_000, 4, 0.0001],
      [4, 100_000, 4, 0],
      [-4, 100_000, 4, 0],
      [7, 0, 2, 0],
    ],
    ([over, under, digits, expected]) => {
      expect(rounded(fraction(over, under), digits)).toBe(expected);
    },
  ));

test('a share in percent', () => {
  expect([percentage(1, 3), percentage(41, 4000), percentage(0, 0)]).toEqual([33.33, 1.03, 0]);
});

test('a change in percent', () => {
  const of = (now: number, before: number): number => rounded(change(fraction(now, 1), fraction(before, 1)), 2);
  expect([of(3, 2), of(1, 3), of(0, 5), of(5, 0), of(0, 0)]).toEqual([50, -66.67, -100, 100, 0]);
  expect(rounded(change(fraction(1, 3), fraction(2, 3)), 2)).toBe(-50);
});
