import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Bucket, dayBuckets, hourBuckets } from '../../src/time/buckets.js';
import { parseRange, type Range } from '../../src/time/range.js';
import { groupIntoRuns } from '../../src/time/runs.js';
import { checkRows } from '../rows.js';
import { allZones } from './wall-clock.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const rangeOf = (zone: string, from: string, to: string): Range => parseRange(from, to, zone, 0).range;
const startsOf = (buckets: readonly Bucket[]): readonly number[] => buckets.map(({ start }) => start);

describe('a year is in few words', () => {
  test('runs of hours and days', () =>
    checkRows(
      [
        ['UTC', [1, 1]],
        ['Asia/Kolkata', [1, 1]],
        ['Europe/Berlin', [1, 5]],
        // The hour that a change of half an hour cuts, and the one that it makes.
        ['Australia/Lord_Howe', [5, 5]],
      ] as const,
      ([zone, expected]) => {
        const range = rangeOf(zone, '2026-01-01', '2026-12-31');
        const counts = [hourBuckets, dayBuckets].map(
          (bucketsOf) => groupIntoRuns(startsOf(bucketsOf(range, zone)), range.end).length,
        );
        expect(counts).toEqual(expected);
      },
    ));

  test('the buckets that a range cuts have runs of their own', () => {
    const [start, end] = [Date.parse('2026-03-01T10:30Z'), Date.parse('2026-03-01T15:15Z')];
    expect(groupIntoRuns(startsOf(hourBuckets({ start, end }, 'UTC')), end)).toEqual([
      { start, step: HOUR / 2 },
      { start: start + HOUR / 2, step: HOUR },
      { start: end - HOUR / 4, step: HOUR / 4 },
    ]);
  });

  test('no buckets have no runs', () => expect(groupIntoRuns([], 0)).toEqual([]));
});

describe('every instant is in the bucket that it is in', () => {
  test('any range', () =>
    checkRows(
      [
        ['Asia/Kathmandu', '2026-03-01', '2026-03-07'],
        ['Europe/Berlin', '2025-10-01', '2026-04-30'],
        ['Australia/Lord_Howe', '2026-04-01', '2026-10-10'],
        ['America/Sao_Paulo', '2018-11-01', '2019-02-28'],
        ['America/Havana', '2026-03-01', '2026-11-05'],
        ['Africa/Cairo', '2026-04-20', '2026-11-01'],
        ['Asia/Beirut', '2026-03-20', '2026-10-30'],
        ['Pacific/Apia', '2011-12-20', '2012-04-05'],
        ['America/St_Johns', '2010-11-01', '2010-11-30'],
        ['Europe/London', '2026-03-29T00:12:34.567Z', '2026-10-25T01:23:45.678Z'],
        ['Australia/Lord_Howe', '2026-04-04T14:45Z', '2026-04-04T15:15Z'],
      ],
      ([zone, from, to]) => checkRuns(rangeOf(zone, from, to), zone),
    ));

  test('in any range of any zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...allZones),
        fc.integer({ min: Date.parse('1973-01-01'), max: Date.parse('2100-01-01') }),
        fc.integer({ min: 1, max: 360 * DAY }),
        (zone, start, length) => checkRuns({ start, end: start + length }, zone),
      ),
      { numRuns: 100 },
    );
  });
});

function checkRuns(range: Range, zone: string): void {
  for (const bucketsOf of [hourBuckets, dayBuckets]) {
    const starts = startsOf(bucketsOf(range, zone));
    const runs = groupIntoRuns(starts, range.end);
    starts.forEach((start, index) => {
      for (const instant of [start, (starts[index + 1] ?? range.end) - 1]) {
        const run = runs.findLast((each) => each.start <= instant);
        const found = run && instant - ((instant - run.start) % run.step);
        if (found !== start) expect.fail(`${instant} is in ${start} and not ${found}`);
      }
    });
  }
}
