import { describe, expect, test } from 'vitest';
import { dayBuckets, hourBuckets } from '../../src/time/buckets.js';
import { parseRange } from '../../src/time/range.js';
import { checkRows } from '../rows.js';
import { checkRandomChanges, checkRandomRanges, checkYear } from './check-buckets.js';
import { allZones } from './wall-clock.js';

const hoursOf = (zone: string, from: string, to = from): readonly string[] =>
  hourBuckets(parseRange(from, to, zone, 0).range, zone).map(({ label }) => label);
const daysOf = (zone: string, from: string, to: string): readonly string[] =>
  dayBuckets(parseRange(from, to, zone, 0).range, zone).map(({ label }) => label);

describe('hours of a day', () => {
  test('are named by their first instant', () =>
    checkRows(
      [
        ['UTC', '2026-03-29', 24, '2026-03-29T00:00:00+00:00', '2026-03-29T23:00:00+00:00'],
        ['America/New_York', '2026-03-08', 23, '2026-03-08T00:00:00-05:00', '2026-03-08T23:00:00-04:00'],
        ['America/New_York', '2026-11-01', 25, '2026-11-01T00:00:00-04:00', '2026-11-01T23:00:00-05:00'],
        ['Europe/Berlin', '2026-03-29', 23, '2026-03-29T00:00:00+01:00', '2026-03-29T23:00:00+02:00'],
        ['Europe/Berlin', '2026-10-25', 25, '2026-10-25T00:00:00+02:00', '2026-10-25T23:00:00+01:00'],
        ['Asia/Kolkata', '2026-03-29', 24, '2026-03-29T00:00:00+05:30', '2026-03-29T23:00:00+05:30'],
        ['Asia/Kathmandu', '2026-03-29', 24, '2026-03-29T00:00:00+05:45', '2026-03-29T23:00:00+05:45'],
        ['Australia/Lord_Howe', '2026-04-05', 25, '2026-04-05T00:00:00+11:00', '2026-04-05T23:00:00+10:30'],
        ['Australia/Lord_Howe', '2026-10-04', 24, '2026-10-04T00:00:00+10:30', '2026-10-04T23:00:00+11:00'],
        ['America/Havana', '2026-11-01', 25, '2026-11-01T00:00:00-04:00', '2026-11-01T23:00:00-05:00'],
        ['America/Havana', '2026-03-08', 23, '2026-03-08T01:00:00-04:00', '2026-03-08T23:00:00-04:00'],
        ['Africa/Cairo', '2026-04-24', 23, '2026-04-24T01:00:00+03:00', '2026-04-24T23:00:00+03:00'],
        ['Africa/Cairo', '2026-10-29', 25, '2026-10-29T00:00:00+03:00', '2026-10-29T23:00:00+02:00'],
        ['Asia/Beirut', '2026-03-29', 23, '2026-03-29T01:00:00+03:00', '2026-03-29T23:00:00+03:00'],
        ['Asia/Beirut', '2026-10-24', 25, '2026-10-24T00:00:00+03:00', '2026-10-24T23:00:00+02:00'],
        ['America/Sao_Paulo', '2018-11-04', 23, '2018-11-04T01:00:00-02:00', '2018-11-04T23:00:00-02:00'],
        ['America/Sao_Paulo', '2019-02-16', 25, '2019-02-16T00:00:00-02:00', '2019-02-16T23:00:00-03:00'],
        ['Pacific/Apia', '2011-12-31', 24, '2011-12-31T00:00:00+14:00', '2011-12-31T23:00:00+14:00'],
      ],
      ([zone, date, count, first, last]) => {
        const labels = hoursOf(zone, date);
        expect([labels.length, labels[0], labels.at(-1)]).toEqual([count, first, last]);
      },
    ));

  test('around a change of clocks', () =>
    checkRows(
      [
        ['Europe/Berlin', '2026-03-29', ['2026-03-29T01:00:00+01:00', '2026-03-29T03:00:00+02:00']],
        ['Europe/Berlin', '2026-10-25', ['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00']],
        ['America/New_York', '2026-11-01', ['2026-11-01T01:00:00-04:00', '2026-11-01T01:00:00-05:00']],
        ['America/Havana', '2026-11-01', ['2026-11-01T00:00:00-04:00', '2026-11-01T00:00:00-05:00']],
        [
          'Australia/Lord_Howe',
          '2026-04-05',
          ['2026-04-05T01:00:00+11:00', '2026-04-05T01:30:00+10:30', '2026-04-05T02:00:00+10:30'],
        ],
        [
          'Australia/Lord_Howe',
          '2026-10-04',
          ['2026-10-04T01:00:00+10:30', '2026-10-04T02:30:00+11:00', '2026-10-04T03:00:00+11:00'],
        ],
      ],
      ([zone, date, expected]) => {
        const labels = hoursOf(zone, date);
        const at = labels.indexOf(expected[0]!);
        expect(labels.slice(at, at + expected.length)).toEqual(expected);
      },
    ));

  test('that the range cuts: the first is named by its first instant, to the millisecond', () => {
    expect(hoursOf('Asia/Kolkata', '2026-03-01T00:00Z', '2026-03-01T02:00Z')).toEqual([
      '2026-03-01T05:30:00+05:30',
      '2026-03-01T06:00:00+05:30',
      '2026-03-01T07:00:00+05:30',
    ]);
    expect(hoursOf('UTC', '2026-03-01T10:59:59.123Z', '2026-03-01T11:00:00.001Z')).toEqual([
      '2026-03-01T10:59:59+00:00',
      '2026-03-01T11:00:00+00:00',
    ]);
  });
});

describe('days', () => {
  test('are those that the range touches', () =>
    checkRows(
      [
        ['UTC', '2026-02-27', '2026-03-01', ['2026-02-27', '2026-02-28', '2026-03-01']],
        ['Europe/Berlin', '2026-03-28', '2026-03-30', ['2026-03-28', '2026-03-29', '2026-03-30']],
        ['Africa/Cairo', '2026-04-23', '2026-04-25', ['2026-04-23', '2026-04-24', '2026-04-25']],
        ['America/Havana', '2026-10-31', '2026-11-02', ['2026-10-31', '2026-11-01', '2026-11-02']],
        ['America/St_Johns', '2010-11-06', '2010-11-08', ['2010-11-06', '2010-11-07', '2010-11-08']],
        ['Pacific/Apia', '2011-12-29', '2012-01-01', ['2011-12-29', '2011-12-31', '2012-01-01']],
        ['Pacific/Apia', '2011-12-30', '2011-12-30', []],
        ['Pacific/Kwajalein', '1993-08-20', '1993-08-23', ['1993-08-20', '1993-08-22', '1993-08-23']],
        [
          'America/New_York',
          '2026-03-01T04:59Z',
          '2026-03-02T05:00:00.001Z',
          ['2026-02-28', '2026-03-01', '2026-03-02'],
        ],
        ['America/New_York', '2026-03-01T04:59Z', '2026-03-02T05:00Z', ['2026-02-28', '2026-03-01']],
        ['America/St_Johns', '2010-11-07T02:45Z', '2010-11-07T05:00Z', ['2010-11-07']],
      ],
      ([zone, from, to, labels]) => expect(daysOf(zone, from, to)).toEqual(labels),
    ));

  test('that the range cuts begin with it', () => {
    const range = { start: Date.parse('2026-03-01T12:34:56Z'), end: Date.parse('2026-03-02T12:00:00Z') };
    expect(dayBuckets(range, 'UTC')).toEqual([
      { start: range.start, label: '2026-03-01' },
      { start: Date.parse('2026-03-02T00:00:00Z'), label: '2026-03-02' },
    ]);
  });

  test('of ten years are all there', () => {
    expect(daysOf('Europe/Berlin', '2016-01-01', '2025-12-31')).toHaveLength(3_653);
  });
});

describe('limits', () => {
  test('an empty range has no buckets', () => {
    const range = { start: 1_000_000_000_000, end: 1_000_000_000_000 };
    expect([dayBuckets(range, 'Asia/Tokyo'), hourBuckets(range, 'Asia/Tokyo')]).toEqual([[], []]);
  });

  test('hours are for 366 days', () =>
    checkRows(
      [
        ['UTC', '2025-01-01', '2026-01-01', '2026-01-02', 366 * 24],
        ['Europe/Berlin', '2025-10-26', '2026-10-26', '2026-10-27', 366 * 24 + 1],
        ['Europe/Berlin', '2026-03-29', '2027-03-29', '2027-03-30', 366 * 24 - 1],
        ['UTC', '2025-01-01T00:00Z', '2026-01-02T00:00Z', '2026-01-02T00:00:00.001Z', 366 * 24],
        ['Europe/Berlin', '2026-03-28T23:00Z', '2027-03-29T23:00Z', '2027-03-29T23:00:00.001Z', 366 * 24],
      ],
      ([zone, from, last, tooLate, count]) => {
        expect(hoursOf(zone, from, last)).toHaveLength(count);
        expect(() => hoursOf(zone, from, tooLate)).toThrow(
          'granularity: hours are for at most 366 days; use granularity=day',
        );
      },
    ));
});

describe('in every zone', () => {
  test('buckets of any range hold', () => checkRandomRanges(40));

  test('buckets around changes of clocks hold', () => checkRandomChanges(40));

  test('buckets around both changes of 2026 hold', () => checkRows(allZones, (zone) => checkYear(2026, zone)));
});
