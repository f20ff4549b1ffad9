import { describe, expect, test } from 'vitest';
import { planWindows, weekdayFactor } from '../../../src/stats/changes/calendar.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 2, 2);

const plan = (start: number, end: number, before: readonly [number, number], at: number) => {
  const range = { start: START + before[0], end: START + before[1] };
  const comparison = { mode: 'previous' as const, range, toCompared: (instant: number) => instant };
  return planWindows({ start: START + start, end: START + end }, comparison, 'UTC', START + at);
};

describe('the weekdays of a range', () => {
  const { calendar } = plan(0, DAY, [-DAY, 0], 2 * DAY);
  const history = (before: number, now: number) =>
    Array.from({ length: 28 }, (_, day) => (day % 7 === calendar.weekdays.before[0] ? before : now));

  test.each([
    [50, 100, 2],
    [0, 100, 1],
    [100, 0, 1],
    [0, 0, 1],
  ])('of %i usually, then of %i, have the factor %d', (before, now, factor) => {
    expect(weekdayFactor(history(before, now), calendar, true)).toBe(factor);
  });
});

describe('a running range', () => {
  test.each<readonly [string, Parameters<typeof plan>, number, boolean]>([
    ['days, of which the same part was before', [0, 7 * DAY, [-7 * DAY, -6 * DAY], DAY], DAY, false],
    ['36 hours, of which 12 have passed', [0, 36 * HOUR, [-36 * HOUR, -24 * HOUR], 12 * HOUR], 12 * HOUR, false],
    ['36 hours from noon', [12 * HOUR, 48 * HOUR, [-24 * HOUR, -20 * HOUR], 16 * HOUR], 4 * HOUR, false],
    ['90 days, of which half a day is missing', [0, 90 * DAY, [-90 * DAY, 0], 89.5 * DAY], 90 * DAY, false],
    ['36 hours against whole ones', [12 * HOUR, 48 * HOUR, [-24 * HOUR, 12 * HOUR], 40 * HOUR], 36 * HOUR, true],
  ])('of %s', (_, given, length, isIncomplete) => {
    const { calendar, windows } = plan(...given);
    expect([calendar.length * DAY, windows.isIncomplete]).toEqual([length, isIncomplete]);
  });
});
