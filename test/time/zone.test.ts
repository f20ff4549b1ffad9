import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isTimeZone, offsetAt, stretchesBetween, toInstant } from '../../src/time/zone.js';
import { checkRows } from '../rows.js';
import { allZones, isChange, offsetOf, wallClock } from './wall-clock.js';

const HOUR = 3_600_000;
const utc = (text: string): number => Date.parse(`${text}Z`);

// Until January 1972 Africa/Monrovia had seconds in its offset, which ours does not keep.
const instants = fc.integer({ min: utc('1973-01-01T00:00'), max: utc('2100-01-01T00:00') });

describe('isTimeZone', () => {
  test('takes names of zones', () =>
    checkRows(
      [
        'UTC',
        'GMT',
        'Etc/UTC',
        'Etc/GMT+5',
        'Etc/GMT-14',
        'Asia/Calcutta',
        'Asia/Kolkata',
        'Europe/Kyiv',
        'US/Eastern',
        'EST5EDT',
        'EST',
        'utc',
        'ROK',
        'America/Argentina/Buenos_Aires',
        'America/Port-au-Prince',
      ],
      (name) => expect(isTimeZone(name)).toBe(true),
    ));

  test('refuses other texts', () =>
    checkRows(
      [
        '',
        ' ',
        'Z',
        '+05:30',
        '-0800',
        '+05',
        'UTC+1',
        'BST',
        'IST',
        'cst',
        'ACT',
        'SystemV/AST4ADT',
        'Mars/Olympus',
        'Europe/Berlin ',
        ' UTC',
        'UTC\n',
        'UTC\0',
        "UTC'; DROP TABLE events --",
        '../../etc/passwd',
        '__proto__',
        'constructor',
        'Europe/Berli\u00f1',
        '\u{1f600}',
        'A'.repeat(100),
      ],
      (name) => expect(isTimeZone(name)).toBe(false),
    ));

  test('takes every zone that Intl lists', () => {
    expect(allZones.filter((zone) => !isTimeZone(zone))).toEqual([]);
  });
});

describe('offsetAt', () => {
  test('is that of the zone', () =>
    checkRows(
      [
        ['Europe/Berlin', '2026-03-29T00:59:59.999', 1],
        ['Europe/Berlin', '2026-03-29T01:00:00.000', 2],
        ['Europe/Berlin', '2026-10-25T00:59:59.999', 2],
        ['Europe/Berlin', '2026-10-25T01:00:00.000', 1],
        ['America/New_York', '2026-03-08T06:59:59.999', -5],
        ['America/New_York', '2026-03-08T07:00:00.000', -4],
        ['America/New_York', '2026-11-01T05:59:59.999', -4],
        ['America/New_York', '2026-11-01T06:00:00.000', -5],
        ['Australia/Lord_Howe', '2026-04-04T14:59:59.999', 11],
        ['Australia/Lord_Howe', '2026-04-04T15:00:00.000', 10.5],
        ['Asia/Kathmandu', '2026-01-01T00:00:00.000', 5.75],
        ['Asia/Calcutta', '1970-01-01T00:00:00.000', 5.5],
        ['Etc/GMT+5', '2026-07-01T00:00:00.000', -5],
      ],
      ([zone, at, hours]) => expect(offsetAt(utc(at), zone)).toBe(hours * HOUR),
    ));

  test('is what Intl says, in every zone', () => {
    fc.assert(
      fc.property(fc.constantFrom(...allZones), instants, (zone, instant) => {
        expect(offsetAt(instant, zone)).toBe(offsetOf(instant, zone));
      }),
      { numRuns: 1_500 },
    );
  });
});

describe('stretchesBetween', () => {
  test('are the year of Berlin, cut at both changes of clocks', () => {
    const [start, end] = [utc('2026-01-01T00:00'), utc('2027-01-01T00:00')];
    const [spring, autumn] = [utc('2026-03-29T01:00'), utc('2026-10-25T01:00')];
    expect(stretchesBetween(start, end, 'Europe/Berlin')).toEqual([
      { start, end: spring, offset: HOUR },
      { start: spring, end: autumn, offset: 2 * HOUR },
      { start: autumn, end, offset: HOUR },
    ]);
  });

  test('find two changes within days of each other', () =>
    checkRows(
      [
        ['America/Recife', '2000-10-08T03:00:00.000Z', '2000-10-15T02:00:00.000Z'],
        ['America/Boa_Vista', '2000-10-08T04:00:00.000Z', '2000-10-15T03:00:00.000Z'],
        ['America/Noronha', '2000-10-08T02:00:00.000Z', '2000-10-15T01:00:00.000Z'],
        ['America/Fortaleza', '2000-10-08T03:00:00.000Z', '2000-10-22T02:00:00.000Z'],
        ['America/Argentina/Tucuman', '2004-06-01T03:00:00.000Z', '2004-06-13T04:00:00.000Z'],
      ],
      ([zone, first, second]) => {
        const [start, end] = [Date.parse(first) - 48 * HOUR, Date.parse(second) + 48 * HOUR];
        const changes = stretchesBetween(start, end, zone).slice(1);
        expect(changes.map((stretch) => new Date(stretch.start).toISOString())).toEqual([first, second]);
      },
    ));

  test('are one stretch of decades where clocks are never changed, and none in an empty time', () => {
    const [start, end] = [utc('1973-01-01T00:00'), utc('2099-01-01T00:00')];
    expect(stretchesBetween(start, end, 'UTC')).toEqual([{ start, end, offset: 0 }]);
    expect(stretchesBetween(start, start, 'UTC')).toEqual([]);
  });

  test('meet at changes of clocks and nowhere else, in every zone', () => {
    fc.assert(
      fc.property(fc.constantFrom(...allZones), instants, fc.integer({ min: 1, max: 800 }), (zone, start, days) => {
        const end = start + days * 24 * HOUR;
        const stretches = stretchesBetween(start, end, zone);
        expect([stretches[0]?.start, stretches.at(-1)?.end]).toEqual([start, end]);
        stretches.slice(1).forEach((stretch, index) => {
          expect(stretch.start).toBe(stretches[index]?.end);
          expect(isChange(stretch.start, zone)).toBe(true);
        });
      }),
      { numRuns: 200 },
    );
  });
});

describe('instantOf', () => {
  test('of a local time, also around changes of clocks', () =>
    checkRows(
      [
        ['an ordinary time', 'Europe/Berlin', '2026-07-01T12:00', '2026-07-01T10:00'],
        ['a time in a gap', 'Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:00'],
        ['the first skipped time', 'Europe/Berlin', '2026-03-29T02:00', '2026-03-29T01:00'],
        ['the first time after a gap', 'Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00'],
        ['an ambiguous time', 'Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30'],
        ['the first time that is no longer ambiguous', 'Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00'],
        ['an ambiguous time west of Greenwich', 'America/New_York', '2026-11-01T01:30', '2026-11-01T05:30'],
        ['a gap of half an hour', 'Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:30'],
        ['half an hour that comes twice', 'Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45'],
        ['a skipped day', 'Pacific/Apia', '2011-12-30T12:00', '2011-12-30T10:00'],
      ],
      ([, zone, local, instant]) => expect(toInstant(utc(local), zone)).toBe(utc(instant)),
    ));

  test('is the earliest instant with that local time, or the end of the gap it lies in, in every zone', () => {
    fc.assert(
      fc.property(fc.constantFrom(...allZones), instants, (zone, instant) => {
        const local = wallClock(instant, zone);
        const found = toInstant(local, zone);
        expect(wallClock(found, zone)).toBe(local);
        expect(found).toBeLessThanOrEqual(instant);
        const [change] = stretchesBetween(instant, instant + 400 * 24 * HOUR, zone).slice(1);
        if (change && offsetOf(change.start - 1, zone) < change.offset) {
          const skipped = wallClock(change.start, zone) - 1;
          expect(toInstant(skipped, zone)).toBe(change.start);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the zone of the process', () => {
  const before = process.env.TZ;
  afterEach(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  test.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'])('changes nothing: %s', async (own) => {
    process.env.TZ = own;
    vi.resetModules();
    const { offsetAt: readAnew } = await import('../../src/time/zone.js');
    const wrong = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC'].filter((zone) =>
      Array.from({ length: 365 * 24 }, (_, hour) => utc('2026-01-01T00:00') + hour * HOUR).some(
        (instant) => readAnew(instant, zone) !== offsetOf(instant, zone),
      ),
    );
    expect(wrong).toEqual([]);
  });
});
