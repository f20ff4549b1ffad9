import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../src/lib/errors.js';
import {
  dayNumber,
  daysBefore,
  daysBetween,
  formatDay,
  localDate,
  monthsBefore,
  startOfLocalDay,
} from '../../src/time/days.js';
import { checkRows } from '../rows.js';
import { allZones, isChange, wallClock, wallDate } from './wall-clock.js';

const DAY = 86_400_000;
const iso = (instant: number): string => new Date(instant).toISOString();

describe('dayNumber', () => {
  test('each date has its number', () =>
    checkRows(
      [
        ['1970-01-01', 0],
        ['1970-01-02', 1],
        ['2000-02-29', 11_016],
        ['2026-12-31', 20_818],
      ],
      ([date, day]) => {
        expect(dayNumber(date)).toBe(day);
        expect(formatDay(day)).toBe(date);
      },
    ));

  test('another text is none', () =>
    checkRows(
      [
        '2026-02-29',
        '2026-02-30',
        '2026-04-31',
        '2026-13-01',
        '2026-00-10',
        '2026-01-00',
        '2100-02-29',
        '1969-12-31',
        '2101-01-01',
        '0001-01-01',
        '9999-12-31',
        '2026-1-1',
        '20260101',
        '+002026-01-01',
        '2026-01-01 ',
        '2026-01-01\n',
        '٢٠٢٦-٠١-٠١',
        '',
      ],
      (date) => expect(dayNumber(date)).toBeUndefined(),
    ));
});

describe('startOfLocalDay', () => {
  test('begins when its zone says', () =>
    checkRows(
      [
        ['UTC', '2026-03-29', '2026-03-29T00:00:00.000Z'],
        ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
        ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
        ['Asia/Kolkata', '2026-03-29', '2026-03-28T18:30:00.000Z'],
        ['Asia/Kathmandu', '2026-03-29', '2026-03-28T18:15:00.000Z'],
        ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z'],
        ['Australia/Lord_Howe', '2026-04-06', '2026-04-05T13:30:00.000Z'],
        ['America/Havana: midnight twice', '2026-11-01', '2026-11-01T04:00:00.000Z'],
        ['America/Havana: no midnight', '2026-03-08', '2026-03-08T05:00:00.000Z'],
        ['Africa/Cairo: no midnight', '2026-04-24', '2026-04-23T22:00:00.000Z'],
        ['Asia/Beirut: no midnight', '2026-03-29', '2026-03-28T22:00:00.000Z'],
        ['Asia/Beirut: 23:00 twice before it', '2026-10-25', '2026-10-24T22:00:00.000Z'],
        ['America/Sao_Paulo: no midnight', '2018-11-04', '2018-11-04T03:00:00.000Z'],
        ['America/Sao_Paulo: 23:00 twice before it', '2019-02-17', '2019-02-17T03:00:00.000Z'],
        ['America/Sao_Paulo: changes no more', '2026-11-01', '2026-11-01T03:00:00.000Z'],
        ['Pacific/Apia: skipped', '2011-12-30', '2011-12-30T10:00:00.000Z'],
        ['Pacific/Apia: the day after', '2011-12-31', '2011-12-30T10:00:00.000Z'],
        ['America/St_Johns: midnight, and again after 23:01', '2010-11-07', '2010-11-07T02:30:00.000Z'],
      ],
      ([zone, date, start]) => {
        expect(iso(startOfLocalDay(date, zone.split(':')[0]!))).toBe(start);
      },
    ));

  test('refuses other texts', () =>
    checkRows(['2026-02-30', '0001-01-01', 'today', ''], (date) => {
      expect(() => startOfLocalDay(date, 'UTC')).toThrow(AppError);
    }));

  test('is local midnight, or the change of clocks that skips it, in every zone', () => {
    const days = fc.integer({ min: dayNumber('1973-01-01')!, max: dayNumber('2099-12-31')! });
    fc.assert(
      fc.property(fc.constantFrom(...allZones), days, (zone, day) => {
        const start = startOfLocalDay(formatDay(day), zone);
        if (wallClock(start, zone) === day * DAY) return;
        expect(isChange(start, zone)).toBe(true);
        expect(wallClock(start, zone)).toBeGreaterThan(day * DAY);
        expect(wallClock(start - 1, zone)).toBeLessThan(day * DAY);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('localDate', () => {
  test('is the date of the zone', () =>
    checkRows(
      [
        ['Pacific/Kiritimati', '2026-03-01T09:59:59.999Z', '2026-03-01'],
        ['Pacific/Kiritimati', '2026-03-01T10:00:00.000Z', '2026-03-02'],
        ['America/New_York', '2026-03-01T04:59:59.999Z', '2026-02-28'],
        ['America/New_York', '2026-03-01T05:00:00.000Z', '2026-03-01'],
        ['Pacific/Apia', '2011-12-30T09:59:59.999Z', '2011-12-29'],
        ['Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-31'],
        ['America/Havana', '2026-11-01T05:00:00.000Z', '2026-11-01'],
        ['America/St_Johns', '2010-11-07T02:31:00.000Z', '2010-11-07'],
      ],
      ([zone, at, date]) => expect(localDate(Date.parse(at), zone)).toBe(date),
    ));

  test('is the date that Intl says, in every zone', () => {
    // Until 2011 St John's turned its clocks back past midnight, into a date that had ended.
    const instants = fc.date({ min: new Date('2012-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom(...allZones), instants, (zone, date) => {
        expect(localDate(date.getTime(), zone)).toBe(wallDate(date.getTime(), zone));
      }),
      { numRuns: 1_000 },
    );
  });
});

test('the day some months before', () =>
  checkRows(
    [
      ['2026-11-26', 1, '2026-10-26'],
      ['2026-01-31', 0, '2026-01-31'],
      ['2026-03-31', 1, '2026-02-28'],
      ['2028-03-31', 1, '2028-02-29'],
      ['2028-02-29', 12, '2027-02-28'],
      ['2026-01-15', 13, '2024-12-15'],
      ['2026-12-31', 24, '2024-12-31'],
    ],
    ([day, months, earlier]) => {
      expect(formatDay(monthsBefore(dayNumber(day)!, months))).toBe(earlier);
    },
  ));

describe('a day that a zone skips', () => {
  const [day29, day30, day31] = ['2011-12-29', '2011-12-30', '2011-12-31'].map((date) => dayNumber(date)!);
  const start = Date.parse('2011-12-29T11:00:00Z');

  test('is not between its neighbours', () => {
    expect(daysBetween(start, start + 2 * DAY, 'Pacific/Apia')).toEqual([day29, day31, day31! + 1]);
    expect(daysBetween(start, start + 2 * DAY, 'Pacific/Pago_Pago')).toEqual([day29, day30]);
    expect(daysBetween(start, start, 'Pacific/Apia')).toEqual([]);
  });

  test('does not count', () => {
    expect(daysBefore(day31!, 1, 'Pacific/Apia')).toBe(day29);
    expect(daysBefore(day31!, 1, 'Pacific/Pago_Pago')).toBe(day30);
    expect(daysBefore(day31!, 0, 'Pacific/Apia')).toBe(day31);
  });
});
