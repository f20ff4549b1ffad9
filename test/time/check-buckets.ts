import fc from 'fast-check';
import { expect } from 'vitest';
import { type Bucket, dayBuckets, hourBuckets } from '../../src/time/buckets.js';
import type { Range } from '../../src/time/range.js';
import { allZones, daysWithChange, isChange, offsetOf, wallClock, wallDate } from './wall-clock.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const zones = fc.constantFrom(...allZones);
const starts = fc.integer({ min: Date.parse('1973-01-01'), max: Date.parse('2100-01-01') });

/** Checks the buckets of random ranges of up to twelve days. */
export const checkRandomRanges = (numRuns: number): void =>
  fc.assert(
    fc.property(zones, starts, fc.integer({ min: 1, max: 12 * DAY }), (zone, start, length) => {
      checkBuckets({ start, end: start + length }, zone);
    }),
    { numRuns },
  );

/** Checks the buckets around the changes of clocks of random years. */
export const checkRandomChanges = (numRuns: number): void =>
  fc.assert(
    fc.property(zones, starts, fc.integer({ min: 0, max: DAY }), (zone, from, cut) => {
      const year = Date.UTC(new Date(from).getUTCFullYear(), 0);
      for (const day of daysWithChange(year, year + 365 * DAY, zone)) {
        checkBuckets({ start: day - DAY + cut, end: day + 2 * DAY + cut }, zone);
      }
    }),
    { numRuns },
  );

/** Checks the buckets around the changes of clocks of a year, and of a day in June. */
export function checkYear(year: number, zone: string): void {
  for (const day of daysWithChange(Date.UTC(year, 0), Date.UTC(year + 1, 0), zone)) {
    checkBuckets({ start: day - HOUR, end: day + DAY + HOUR }, zone);
  }
  checkBuckets({ start: Date.UTC(year, 5), end: Date.UTC(year, 5, 2) }, zone);
}

function checkBuckets(range: Range, zone: string): void {
  const hours = hourBuckets(range, zone);
  checkOrder(hours, range);
  hours.forEach(({ start, label }, index) => {
    const last = (hours[index + 1]?.start ?? range.end) - 1;
    const isNatural = wallClock(start, zone) % HOUR === 0 || isChange(start, zone);
    if (index > 0 && !isNatural) expect.fail(`${label} begins in the middle of an hour of ${zone}`);
    if (offsetOf(last, zone) !== offsetOf(start, zone)) expect.fail(`${label} spans a change of clocks in ${zone}`);
    if (hourOf(last, zone) !== hourOf(start, zone)) expect.fail(`${label} is longer than an hour of ${zone}`);
    if (Date.parse(label) !== Math.floor(start / 1000) * 1000)
      expect.fail(`${label} is not the start of its hour in ${zone}`);
    const local = new Date(wallClock(start, zone)).toISOString().slice(0, 19);
    if (!label.startsWith(local)) expect.fail(`${label} is ${local} in ${zone}`);
  });

  const days = dayBuckets(range, zone);
  checkOrder(days, range);
  days.forEach(({ start, label }, index) => {
    const next = days[index + 1];
    const isNatural = wallClock(start, zone) % DAY === 0 || isChange(start, zone);
    if (index > 0 && !isNatural) expect.fail(`${label} begins in the middle of a day of ${zone}`);
    if (index > 0 && wallDate(start, zone) !== label) expect.fail(`${label} does not begin on its date in ${zone}`);
    if (next && wallDate(next.start - 1, zone) !== label) expect.fail(`${label} does not end on its date in ${zone}`);
    if (next && next.label <= label) expect.fail(`${label} comes before ${next.label} in ${zone}`);
  });
}

function checkOrder(buckets: readonly Bucket[], range: Range): void {
  expect(buckets[0]?.start).toBe(range.start);
  expect(buckets.at(-1)?.start).toBeLessThan(range.end);
  expect(buckets.every(({ start }, index) => index === 0 || start > buckets[index - 1]!.start)).toBe(true);
}

const hourOf = (instant: number, zone: string): number => Math.floor(wallClock(instant, zone) / HOUR);
