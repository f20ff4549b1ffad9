import { describe, expect, test } from 'vitest';
import { AppError } from '../../src/lib/errors.js';
import { parseRange, utcMonth } from '../../src/time/range.js';
import { checkRows } from '../rows.js';

const iso = ({ start, end }: { readonly start: number; readonly end: number }): string =>
  [start, end].map((instant) => new Date(instant).toISOString().replace('.000', '')).join(' ');

function messagesOf(from: string, to: string, zone = 'UTC'): readonly string[] {
  try {
    parseRange(from, to, zone, 0);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'invalid') return error.messages;
    throw error;
  }
  return [];
}

/** The instant that a date-time names as `from`. */
const instant = (text: string, zone = 'UTC'): string =>
  new Date(parseRange(text, '2030-01-01T00:00Z', zone, 0).range.start).toISOString();

describe('dates are whole local days, both included', () => {
  test('of two dates', () =>
    checkRows(
      [
        ['UTC', '2026-03-01', '2026-03-01', '2026-03-01T00:00:00Z 2026-03-02T00:00:00Z', '2026-02-28T00:00:00Z'],
        ['UTC', '2026-03-01', '2026-03-31', '2026-03-01T00:00:00Z 2026-04-01T00:00:00Z', '2026-01-29T00:00:00Z'],
        [
          'Europe/Berlin',
          '2026-03-29',
          '2026-03-29',
          '2026-03-28T23:00:00Z 2026-03-29T22:00:00Z',
          '2026-03-27T23:00:00Z',
        ],
        [
          'Europe/Berlin',
          '2026-03-30',
          '2026-03-30',
          '2026-03-29T22:00:00Z 2026-03-30T22:00:00Z',
          '2026-03-28T23:00:00Z',
        ],
        [
          'Europe/Berlin',
          '2026-10-26',
          '2026-10-27',
          '2026-10-25T23:00:00Z 2026-10-27T23:00:00Z',
          '2026-10-23T22:00:00Z',
        ],
        [
          'America/New_York',
          '2026-03-09',
          '2026-03-15',
          '2026-03-09T04:00:00Z 2026-03-16T04:00:00Z',
          '2026-03-02T05:00:00Z',
        ],
        [
          'Asia/Kolkata',
          '2026-03-01',
          '2026-03-02',
          '2026-02-28T18:30:00Z 2026-03-02T18:30:00Z',
          '2026-02-26T18:30:00Z',
        ],
        [
          'Asia/Kathmandu',
          '2026-03-01',
          '2026-03-01',
          '2026-02-28T18:15:00Z 2026-03-01T18:15:00Z',
          '2026-02-27T18:15:00Z',
        ],
        [
          'Australia/Lord_Howe',
          '2026-04-05',
          '2026-04-05',
          '2026-04-04T13:00:00Z 2026-04-05T13:30:00Z',
          '2026-04-03T13:00:00Z',
        ],
        [
          'Africa/Cairo',
          '2026-04-24',
          '2026-04-24',
          '2026-04-23T22:00:00Z 2026-04-24T21:00:00Z',
          '2026-04-22T22:00:00Z',
        ],
        [
          'Pacific/Apia',
          '2011-12-31',
          '2012-01-01',
          '2011-12-30T10:00:00Z 2012-01-01T10:00:00Z',
          '2011-12-28T10:00:00Z',
        ],
        [
          'Pacific/Apia',
          '2011-12-29',
          '2011-12-31',
          '2011-12-29T10:00:00Z 2011-12-31T10:00:00Z',
          '2011-12-27T10:00:00Z',
        ],
        [
          'Pacific/Apia',
          '2011-12-30',
          '2011-12-30',
          '2011-12-30T10:00:00Z 2011-12-30T10:00:00Z',
          '2011-12-30T10:00:00Z',
        ],
        ['UTC', '1970-01-01', '1979-12-31', '1970-01-01T00:00:00Z 1980-01-01T00:00:00Z', '1960-01-02T00:00:00Z'],
        ['UTC', '2100-12-31', '2100-12-31', '2100-12-31T00:00:00Z 2101-01-01T00:00:00Z', '2100-12-30T00:00:00Z'],
      ],
      ([zone, from, to, expected, previousStart]) => {
        const { range, previous } = parseRange(from, to, zone, 0);
        expect(iso(range)).toBe(expected);
        expect(iso(previous)).toBe(`${previousStart} ${expected.split(' ')[0]}`);
      },
    ));
});

describe('date-times are instants, to excluded', () => {
  test('and are compared with the same length of time', () => {
    const { range, previous } = parseRange('2026-03-29T00:00', '2026-03-30T00:00', 'Europe/Berlin', 0);
    expect(iso(range)).toBe('2026-03-28T23:00:00Z 2026-03-29T22:00:00Z');
    expect(iso(previous)).toBe('2026-03-28T00:00:00Z 2026-03-28T23:00:00Z');
  });

  test('and may be one and the same', () => {
    const { range, previous } = parseRange('2026-03-29T00:00Z', '2026-03-29T00:00Z', 'UTC', 0);
    expect(range.end - range.start + previous.end - previous.start).toBe(0);
  });

  test('with an offset', () =>
    checkRows(
      [
        ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z'],
        ['2026-03-01T10:00Z', '2026-03-01T10:00:00.000Z'],
        ['2026-03-01T10:00:00.5Z', '2026-03-01T10:00:00.500Z'],
        ['2026-03-01T10:00:00,069Z', '2026-03-01T10:00:00.069Z'],
        ['2026-03-01T10:00:00.123000000Z', '2026-03-01T10:00:00.123Z'],
        ['2026-03-01T10:00:00.123000001Z', '2026-03-01T10:00:00.124Z'],
        ['2026-03-01T23:59:59.999999999Z', '2026-03-02T00:00:00.000Z'],
        ['2026-03-01T24:00:00Z', '2026-03-02T00:00:00.000Z'],
        ['2026-03-01T10:00:00+02:00', '2026-03-01T08:00:00.000Z'],
        ['2026-03-01T10:00:00 02:00', '2026-03-01T08:00:00.000Z'],
        ['2026-03-01T10:00 0200', '2026-03-01T08:00:00.000Z'],
        ['2026-03-01T10:00:00+0545', '2026-03-01T04:15:00.000Z'],
        ['2026-03-01T10:00:00-05', '2026-03-01T15:00:00.000Z'],
        ['2026-03-01T10:00:00.25-05:30', '2026-03-01T15:30:00.250Z'],
        ['2026-03-01T10:00:00-00:30', '2026-03-01T10:30:00.000Z'],
      ],
      ([text, expected]) => expect(instant(text, 'Asia/Tokyo')).toBe(expected),
    ));

  test('without an offset they are local', () =>
    checkRows(
      [
        ['ordinary', 'Asia/Kolkata', '2026-03-01T10:00:00.000', '2026-03-01T04:30:00.000Z'],
        ['in a gap', 'Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:00:00.000Z'],
        ['ambiguous', 'Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
        ['ambiguous', 'America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
        ['a missing midnight', 'Asia/Beirut', '2026-03-29T00:00', '2026-03-28T22:00:00.000Z'],
        ['midnight twice', 'America/Havana', '2026-11-01T00:00', '2026-11-01T04:00:00.000Z'],
        ['half an hour that comes twice', 'Australia/Lord_Howe', '2026-04-05T01:30', '2026-04-04T14:30:00.000Z'],
      ],
      ([, zone, text, expected]) => {
        expect(instant(text, zone)).toBe(expected);
      },
    ));
});

describe('what is refused', () => {
  const rule = 'must be an existing date (YYYY-MM-DD) or ISO 8601 date-time, from 1970 to 2100';

  test('texts that are no date', () =>
    checkRows(
      [
        '2026-02-30',
        '2026-02-30T10:00Z',
        '0001-01-01',
        '9999-12-31',
        '9999-12-31T23:59:59Z',
        '2026-03-01T10:00:00+2',
        '2026-03-01T10:00:00+24:00',
        '2026-03-01T10:00:00+02:60',
        '2026-03-01T10:00:00+02:00:00',
        '2026-03-01T25:00Z',
        '2026-03-01T24:00:01Z',
        '2026-03-01T24:00:00.1Z',
        '2026-03-01T10:60Z',
        '2026-03-01T23:59:60Z',
        '2026-03-01T10:00:00.1234567890Z',
        '2026-03-01T10:00:00.Z',
        '2026-03-01T10Z',
        '2026-03-01T10:00:00Z\n',
        '2026-03-01T10:00:00[UTC]',
        '1767225600000',
        'yesterday',
        ' ',
        '\0',
        "2026-03-01' OR 1=1",
        '9'.repeat(3_000),
      ],
      (text) => {
        expect(messagesOf(text, '2026-03-01')).toEqual([`from: ${rule}`]);
        expect(messagesOf('2026-03-01', text)).toEqual([`to: ${rule}`]);
      },
    ));

  test('several faults are listed together', () => {
    expect(messagesOf('2026-02-30', 'x')).toEqual([`from: ${rule}`, `to: ${rule}`]);
    expect(messagesOf('', 'x')).toEqual([`from: ${rule}`, `to: ${rule}`]);
  });

  test('a date with a date-time', () => {
    const mixed = ['from, to: must both be dates or both be date-times'];
    expect(messagesOf('2026-03-01', '2026-03-02T00:00Z')).toEqual(mixed);
    expect(messagesOf('2026-03-01T00:00', '2026-03-02')).toEqual(mixed);
  });

  test('from after to', () => {
    const order = ['from: must not be after to'];
    expect(messagesOf('2026-03-02', '2026-03-01')).toEqual(order);
    expect(messagesOf('2026-03-01T10:00:00.001Z', '2026-03-01T10:00Z')).toEqual(order);
    expect(messagesOf('2011-12-31', '2011-12-30', 'Pacific/Apia')).toEqual(order);
  });

  test('over ten years', () =>
    checkRows(
      [
        ['UTC', '2016-11-26', '2026-11-26', '2026-11-27'],
        ['UTC', '2016-02-29', '2026-03-01', '2026-03-02'],
        ['America/Sao_Paulo', '2013-10-20', '2023-10-20', '2023-10-21'],
        ['Pacific/Apia', '2011-12-29', '2021-12-29', '2021-12-30'],
        ['Pacific/Apia', '2001-12-30', '2011-12-31', '2012-01-01'],
        ['Europe/Berlin', '2016-07-01T00:00', '2026-07-01T00:00', '2026-07-01T00:00:00.001'],
        ['UTC', '2016-01-01T00:00Z', '2026-01-01T00:00Z', '2026-01-01T00:00:00.001Z'],
      ],
      ([zone, from, last, tooLate]) => {
        expect(messagesOf(from, last, zone)).toEqual([]);
        expect(messagesOf(from, tooLate, zone)).toEqual(['to: must be at most 10 years after from']);
      },
    ));
});

describe('utcMonth', () => {
  test('of any instant', () =>
    checkRows(
      [
        ['2026-02-15T12:00:00.000Z', '2026-02-01T00:00:00Z 2026-03-01T00:00:00Z'],
        ['2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00Z 2026-04-01T00:00:00Z'],
        ['2026-12-31T23:59:59.999Z', '2026-12-01T00:00:00Z 2027-01-01T00:00:00Z'],
      ],
      ([now, month]) => expect(iso(utcMonth(Date.parse(now)))).toBe(month),
    ));
});

describe('a range under way is compared with the same elapsed time', () => {
  const comparisonOf = (from: string, to: string, zone: string, now: string) =>
    iso(parseRange(from, to, zone, Date.parse(now)).comparison);

  test('until now', () =>
    checkRows(
      [
        [
          'today at 19:37 with yesterday until 19:30',
          '2026-03-10',
          '2026-03-10',
          'UTC',
          '2026-03-10T19:37:00Z',
          '2026-03-09T00:00:00Z 2026-03-09T19:30:00Z',
        ],
        [
          'its first instant with nothing',
          '2026-03-10',
          '2026-03-10',
          'UTC',
          '2026-03-10T00:00:00Z',
          '2026-03-09T00:00:00Z 2026-03-09T00:00:00Z',
        ],
        [
          'what is over with all of it',
          '2026-03-10',
          '2026-03-10',
          'UTC',
          '2026-03-11T00:00:00Z',
          '2026-03-09T00:00:00Z 2026-03-10T00:00:00Z',
        ],
        [
          'what has not begun with all of it',
          '2026-03-10',
          '2026-03-10',
          'UTC',
          '2026-03-09T23:59:59.999Z',
          '2026-03-09T00:00:00Z 2026-03-10T00:00:00Z',
        ],
        [
          '31 days too',
          '2026-03-01',
          '2026-03-31',
          'UTC',
          '2026-03-16T12:00:00Z',
          '2026-01-29T00:00:00Z 2026-02-13T12:00:00Z',
        ],
        [
          '32 days not',
          '2026-03-01',
          '2026-04-01',
          'UTC',
          '2026-03-16T12:00:00Z',
          '2026-01-28T00:00:00Z 2026-03-01T00:00:00Z',
        ],
        [
          '31 days with an hour more',
          '2026-10-10',
          '2026-11-09',
          'America/New_York',
          '2026-11-09T12:00:00Z',
          '2026-09-09T04:00:00Z 2026-10-09T11:00:00Z',
        ],
        [
          'a day of 23 hours as long before its end',
          '2026-03-29',
          '2026-03-29',
          'Europe/Berlin',
          '2026-03-29T10:00:00Z',
          '2026-03-27T23:00:00Z 2026-03-28T11:00:00Z',
        ],
        [
          'a quarter of an hour of the zone',
          '2026-03-10',
          '2026-03-10',
          'Asia/Kathmandu',
          '2026-03-10T06:07:00Z',
          '2026-03-08T18:15:00Z 2026-03-09T06:00:00Z',
        ],
        [
          'date-times too',
          '2026-03-10T10:07Z',
          '2026-03-10T12:07Z',
          'UTC',
          '2026-03-10T11:00:00Z',
          '2026-03-10T08:07:00Z 2026-03-10T09:00:00Z',
        ],
      ],
      ([, from, to, zone, now, expected]) => {
        expect(comparisonOf(from, to, zone, now)).toBe(expected);
      },
    ));
});
