import { describe, expect, test } from 'vitest';
import { placeNotes, toMarks } from '../../src/dashboard/pages/notes/place-notes.js';
import { dayBuckets, hourBuckets, monthBuckets, namedRange, weekBuckets } from '../../src/time/index.js';
import { seeded } from '../oracle/random.js';
import { SEED } from '../seed.js';

type Source = 'user' | 'system';

const note = (zone: string, at: string, until: string | null = null, source: Source = 'user') => ({
  ...{ id: `${at} ${until}`, at, until, text: at, source },
  range: namedRange(at, until ?? at, zone),
});

/** The buckets of a note, by its time at. */
function placed(zone: string, from: string, to: string, split: typeof dayBuckets, ...times: [string, string?][]) {
  const range = namedRange(from, to, zone);
  const labels = split(range, zone).map(({ label }) => label);
  const notes = times.map(([at, until]) => note(zone, at, until)).toSorted((a, b) => a.range.start - b.range.start);
  return placeNotes(notes, { labels, zone, end: range.end }).map(({ place }) => place);
}

describe('a note', () => {
  test('of a day is of the local day, one of an instant of its bucket', () => {
    const zone = 'America/New_York';
    expect(placed(zone, '2026-03-01', '2026-03-07', dayBuckets, ['2026-03-03'])).toEqual([
      { first: 2, last: 2, number: 1 },
    ]);
    // Still the third there.
    expect(placed(zone, '2026-03-01', '2026-03-07', dayBuckets, ['2026-03-04T03:00:00.000Z'])).toEqual([
      { first: 2, last: 2, number: 1 },
    ]);
    expect(placed(zone, '2026-03-03', '2026-03-03', hourBuckets, ['2026-03-04T03:59:59.999Z'])).toEqual([
      { first: 22, last: 22, number: 1 },
    ]);
  });

  test('of a day is of each hour, also on days with more or fewer', () => {
    const hours = (day: string) => placed('Europe/Berlin', day, day, hourBuckets, [day]).map((place) => place?.last);
    expect([hours('2026-03-29'), hours('2026-03-30'), hours('2026-10-25')]).toEqual([[22], [23], [24]]);
  });

  test('with an end spans buckets, cut at the chart', () => {
    const weeks = placed('UTC', '2026-03-02', '2026-03-29', weekBuckets, ['2026-02-01', '2026-03-10'], ['2026-03-20']);
    expect(weeks).toEqual([
      { first: 0, last: 1, number: 1 },
      { first: 2, last: 2, number: 2 },
    ]);
    const months = placed('UTC', '2026-01-01', '2026-03-31', monthBuckets, ['2026-02-28', '2026-12-31']);
    expect(months).toEqual([{ first: 1, last: 2, number: 1 }]);
  });

  test('outside of the chart has no mark', () => {
    const times: [string][] = [['2026-02-28'], ['2026-03-08'], ['2026-03-08T00:00:00.000Z']];
    expect(placed('UTC', '2026-03-01', '2026-03-07', dayBuckets, ...times)).toEqual([undefined, undefined, undefined]);
  });

  test(`is in the buckets that it touches, wherever it is (TEST_SEED=${SEED})`, () => {
    const { below, chance, pick } = seeded(SEED);
    const instant = (ms: number) => new Date(Date.UTC(2026, 2, 1 + below(60)) + ms).toISOString();
    for (let round = 0; round < 300; round++) {
      const zone = pick(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia']);
      const [from = '', to = ''] = [instant(0), instant(0)].map((each) => each.slice(0, 10)).toSorted();
      const isDay = chance(0.5);
      const [at = '', until = ''] = [instant(below(86_400_000)), instant(below(86_400_000))]
        .map((each) => (isDay ? each.slice(0, 10) : each))
        .toSorted();
      const one = note(zone, at, chance(0.5) ? until : null);
      const range = namedRange(from, to, zone);
      const buckets = pick([dayBuckets, weekBuckets, monthBuckets, hourBuckets])(range, zone);
      const touched = buckets.flatMap(({ start }, index) => {
        const end = buckets[index + 1]?.start ?? range.end;
        return one.range.start < end && Math.max(one.range.end, one.range.start + 1) > start ? [index] : [];
      });
      const labels = buckets.map(({ label }) => label);
      const [found] = placeNotes([one], { labels, zone, end: range.end });
      const expected = touched.length === 0 ? undefined : { first: touched[0], last: touched.at(-1), number: 1 };
      expect(found?.place, JSON.stringify([zone, from, to, one])).toEqual(expected);
    }
  });
});

describe('marks', () => {
  const marksOf = (...places: [first: number, last: number, source?: Source][]) => {
    let [number, before] = [0, -1];
    const notes = places.map(([first, last, source = 'user']) => {
      if (first !== before) number++;
      before = first;
      return { ...note('UTC', '2026-03-01', null, source), place: { first, last, number } };
    });
    return toMarks(notes, 101);
  };

  test('are one for a bucket, which a note of a person makes theirs', () => {
    expect(marksOf([10, 10, 'system'], [10, 30], [80, 80, 'system'])).toEqual([
      { first: 10, last: 30, label: '1', size: 'large', isSystem: false },
      { first: 80, last: 80, label: '2', size: 'large', isSystem: true },
    ]);
  });

  test('have numbers only with room for them, those of people first', () => {
    const marks = marksOf([0, 0, 'system'], [5, 5], [19, 19], [24, 24], [41, 41], [43, 43]);
    expect(marks.map(({ size }) => size)).toEqual(['small', 'large', 'medium', 'small', 'small', 'large']);
    expect(marksOf([3, 3], [40, 40], [77, 77], [100, 100]).map(({ size }) => size)).toEqual([
      'large',
      'large',
      'large',
      'medium',
    ]);
  });
});
