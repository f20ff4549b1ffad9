import { expect, test } from 'vitest';
import { dateOf, dayNumber } from '../../src/time/days.js';
import { eachDay, eachMonth } from '../../src/time/index.js';

const days = (first: string, end: string) => ({ first: dayNumber(first) ?? 0, end: dayNumber(end) ?? 0 });

test.each([
  ['2026-02-27', '2026-03-02', ['2026-02-27', '2026-02-28', '2026-03-01'], ['2026-02-01', '2026-03-01']],
  ['2025-12-01', '2026-01-01', undefined, ['2025-12-01']],
  ['2025-11-30', '2026-01-02', undefined, ['2025-11-01', '2025-12-01', '2026-01-01']],
  ['2026-02-27', '2026-02-27', [], []],
])('from %s until %s', (first, end, each, months) => {
  if (each !== undefined) expect(eachDay(days(first, end)).map(dateOf)).toEqual(each);
  expect(eachMonth(days(first, end)).map(dateOf)).toEqual(months);
});
