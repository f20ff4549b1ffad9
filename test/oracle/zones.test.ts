import { describe, expect, test } from 'vitest';
import { checkRows } from '../rows.js';
import { clockChanges, dayBuckets, dayStart, hourBuckets, instantOf } from './zones.js';

const iso = (instant: number): string => new Date(instant).toISOString();
const day = (zone: string, date: string, next: string): readonly string[] =>
  hourBuckets(zone, dayStart(zone, date), dayStart(zone, next)).map((bucket) => bucket.name);

describe('days', () => {
  test('each date begins when its zone says', () =>
    checkRows(
      [
        ['UTC', '2026-03-29', '2026-03-29T00:00:00.000Z'],
        ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
        ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
        ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
        ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30:00.000Z'],
        ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z'],
        ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z'],
        ['Australia/Lord_Howe', '2026-04-06', '2026-04-05T13:30:00.000Z'],
        // No midnight: the day begins at 01:00.
        ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
        ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
        ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
        // Two midnights: the day begins at the first.
        ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
        // The clocks reach midnight and go back to 23:00: the day begins an hour later.
        ['Asia/Beirut', '2026-10-25', '2026-10-24T22:00:00.000Z'],
        ['Africa/Cairo', '2026-10-30', '2026-10-29T22:00:00.000Z'],
        ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z'],
        ['Pacific/Pago_Pago', '2026-01-01', '2026-01-01T11:00:00.000Z'],
      ],
      ([zone, date, start]) => {
        expect(iso(dayStart(zone, date))).toBe(start);
      },
    ));

  test('a day bucket is cut by the range and named by its date', () => {
    const cut = dayBuckets('Asia/Kolkata', Date.parse('2026-01-01T18:00Z'), Date.parse('2026-01-02T19:00Z'));
    expect(cut.map(({ name, start, end }) => [name, iso(start), iso(end)])).toEqual([
      ['2026-01-01', '2026-01-01T18:00:00.000Z', '2026-01-01T18:30:00.000Z'],
      ['2026-01-02', '2026-01-01T18:30:00.000Z', '2026-01-02T18:30:00.000Z'],
      ['2026-01-03', '2026-01-02T18:30:00.000Z', '2026-01-02T19:00:00.000Z'],
    ]);
  });

  test('a range that ends at midnight has no bucket of the next day', () => {
    const [start, end] = [dayStart('Asia/Beirut', '2026-10-24'), dayStart('Asia/Beirut', '2026-10-26')];
    expect(dayBuckets('Asia/Beirut', start, end).map((bucket) => bucket.name)).toEqual(['2026-10-24', '2026-10-25']);
  });
});

describe('hours', () => {
  test('a spring day has 23 and an autumn day 25', () => {
    const spring = day('Europe/Berlin', '2026-03-29', '2026-03-30');
    expect(spring).toHaveLength(23);
    expect(spring.slice(0, 4)).toEqual([
      '2026-03-29T00:00:00+01:00',
      '2026-03-29T01:00:00+01:00',
      '2026-03-29T03:00:00+02:00',
      '2026-03-29T04:00:00+02:00',
    ]);
    const autumn = day('Europe/Berlin', '2026-10-25', '2026-10-26');
    expect(autumn).toHaveLength(25);
    expect(autumn.slice(1, 5)).toEqual([
      '2026-10-25T01:00:00+02:00',
      '2026-10-25T02:00:00+02:00',
      '2026-10-25T02:00:00+01:00',
      '2026-10-25T03:00:00+01:00',
    ]);
  });

  test('Lord Howe Island changes its clocks by half an hour', () => {
    const autumn = day('Australia/Lord_Howe', '2026-04-05', '2026-04-06');
    expect(autumn).toHaveLength(25);
    expect(autumn.slice(0, 4)).toEqual([
      '2026-04-05T00:00:00+11:00',
      '2026-04-05T01:00:00+11:00',
      '2026-04-05T01:30:00+10:30',
      '2026-04-05T02:00:00+10:30',
    ]);
    const spring = day('Australia/Lord_Howe', '2026-10-04', '2026-10-05');
    expect(spring).toHaveLength(24);
    expect(spring.slice(1, 4)).toEqual([
      '2026-10-04T01:00:00+10:30',
      '2026-10-04T02:30:00+11:00',
      '2026-10-04T03:00:00+11:00',
    ]);
  });

  test('each day has its hours', () =>
    checkRows(
      [
        ['UTC', '2026-01-01', '2026-01-02', 24, '2026-01-01T00:00:00+00:00', '2026-01-01T23:00:00+00:00'],
        ['Asia/Kolkata', '2026-01-01', '2026-01-02', 24, '2026-01-01T00:00:00+05:30', '2026-01-01T23:00:00+05:30'],
        ['Asia/Kathmandu', '2026-01-01', '2026-01-02', 24, '2026-01-01T00:00:00+05:45', '2026-01-01T23:00:00+05:45'],
        ['America/St_Johns', '2026-01-01', '2026-01-02', 24, '2026-01-01T00:00:00-03:30', '2026-01-01T23:00:00-03:30'],
        ['America/Havana', '2026-03-08', '2026-03-09', 23, '2026-03-08T01:00:00-04:00', '2026-03-08T23:00:00-04:00'],
        ['America/Havana', '2026-11-01', '2026-11-02', 25, '2026-11-01T00:00:00-04:00', '2026-11-01T23:00:00-05:00'],
        ['Africa/Cairo', '2026-10-29', '2026-10-30', 25, '2026-10-29T00:00:00+03:00', '2026-10-29T23:00:00+02:00'],
        ['Asia/Beirut', '2026-03-29', '2026-03-30', 23, '2026-03-29T01:00:00+03:00', '2026-03-29T23:00:00+03:00'],
      ],
      ([zone, date, next, count, first, last]) => {
        const names = day(zone, date, next);
        expect([names.length, names[0], names.at(-1)]).toEqual([count, first, last]);
      },
    ));

  test('the first hour of a range that cuts one is named by its first instant', () => {
    const buckets = hourBuckets('Asia/Kathmandu', Date.parse('2026-01-01T10:20:30Z'), Date.parse('2026-01-01T11:30Z'));
    expect(buckets.map(({ name, end }) => [name, iso(end)])).toEqual([
      ['2026-01-01T16:05:30+05:45', '2026-01-01T11:15:00.000Z'],
      ['2026-01-01T17:00:00+05:45', '2026-01-01T11:30:00.000Z'],
    ]);
  });

  test('a year of them is quick and without gaps', () => {
    const [start, end] = [dayStart('Australia/Lord_Howe', '2025-01-01'), dayStart('Australia/Lord_Howe', '2026-01-01')];
    const buckets = hourBuckets('Australia/Lord_Howe', start, end);
    expect(buckets.every((bucket, index) => bucket.start === (buckets[index - 1]?.end ?? start))).toBe(true);
    expect([buckets.length, buckets.at(-1)?.end]).toEqual([365 * 24 + 1, end]);
  }, 3000);
});

test('the instants at which the clocks change', () => {
  const changes = clockChanges('Europe/Berlin', Date.parse('2026-01-01'), Date.parse('2027-01-01'));
  expect(changes.map(iso)).toEqual(['2026-03-29T01:00:00.000Z', '2026-10-25T01:00:00.000Z']);
});

test('a local time that is shown twice is the first, one that is skipped counts on from before', () => {
  expect(iso(instantOf('Europe/Berlin', '2026-10-25T02:30'))).toBe('2026-10-25T00:30:00.000Z');
  expect(iso(instantOf('Europe/Berlin', '2026-03-29T02:30'))).toBe('2026-03-29T01:30:00.000Z');
  expect(iso(instantOf('Europe/Berlin', '2026-03-29T03:00:00'))).toBe('2026-03-29T01:00:00.000Z');
  expect(iso(instantOf('America/New_York', '2026-03-08T01:59:59.999'))).toBe('2026-03-08T06:59:59.999Z');
});
