import { describe, expect, test } from 'vitest';
import { timeTicks, valueAxis } from '../../src/dashboard/ui/charts/axis.js';
import { dayBuckets, hourBuckets, parseRange } from '../../src/time/index.js';
import { checkRows } from '../rows.js';

const ticksOf = (from: string, to: string, bucketsOf: typeof dayBuckets, zone = 'Europe/Berlin') =>
  timeTicks(bucketsOf(parseRange(from, to, zone, 0).range, zone).map(({ label }) => label));

const names = (ticks: ReturnType<typeof timeTicks>) => ticks.map(({ label }) => label);

describe('the axis of values', () => {
  test('ends at a round number', () =>
    checkRows(
      [
        [0, 4],
        [1, 4],
        [7, 8],
        [123, 150],
        [1999, 2000],
        [34_567, 40_000],
      ],
      ([most, top]) => {
        expect(valueAxis(most).top).toBe(top);
        expect(valueAxis(most).ticks.at(-1)).toBe(top);
      },
    ));

  test('has whole steps from zero, a handful', () => {
    for (let most = 0; most < 500; most++) {
      const { ticks, top } = valueAxis(most);
      expect(ticks[0]).toBe(0);
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(ticks.length).toBeGreaterThan(1);
      expect(ticks.length).toBeLessThanOrEqual(7);
      expect(top).toBeGreaterThanOrEqual(most);
    }
  });
});

describe('the axis of time', () => {
  test('names the hours of a day, also of one without 02:00', () => {
    expect(names(ticksOf('2026-03-29', '2026-03-29', hourBuckets))).toEqual([
      '00:00',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
      '15:00',
      '18:00',
      '21:00',
    ]);
  });

  test('names days among hours', () => {
    const ticks = ticksOf('2026-03-28', '2026-03-29', hourBuckets);
    expect(names(ticks)).toEqual(['28 Mar', '06:00', '12:00', '18:00', '29 Mar', '06:00', '12:00', '18:00']);
    expect(ticks[4]?.index).toBe(24);
  });

  test('names months of a year, and the year where it begins', () => {
    expect(names(ticksOf('2025-03-16', '2026-03-15', dayBuckets))).toEqual([
      'Apr',
      'May',
      'Jun',
      'Jul',
      'Aug',
      'Sept',
      'Oct',
      'Nov',
      'Dec',
      '2026',
      'Feb',
      'Mar',
    ]);
  });

  test('has few names, however long the range, and leaves out every other where there is little room', () => {
    for (const [from, to] of [
      ['2026-03-01', '2026-03-01'],
      ['2026-03-01', '2026-03-12'],
      ['2026-01-01', '2026-03-30'],
      ['2016-04-01', '2026-03-30'],
    ] as const) {
      const ticks = ticksOf(from, to, dayBuckets);
      expect(ticks.length).toBeGreaterThan(0);
      expect(ticks.length).toBeLessThanOrEqual(13);
      expect(ticks.map(({ minor }) => minor)).toEqual(ticks.map((_, index) => index % 2 === 1));
    }
  });

  test('of nothing is empty', () => {
    expect(timeTicks([])).toEqual([]);
  });
});
