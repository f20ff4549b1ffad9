import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { viewAddress } from '../../src/dashboard/pages/stats/base-path.js';
import { chartMetrics } from '../../src/dashboard/pages/stats/chart-metrics.js';
import { readTypedFilter, shownBy } from '../../src/dashboard/pages/stats/parse-view.js';
import { neighbors, rangeNames } from '../../src/dashboard/pages/stats/range-choice.js';
import {
  defaultView,
  panelNames,
  panels,
  readView,
  type View,
  viewParameters,
} from '../../src/dashboard/pages/stats/view.js';
import { filterOperators, type ViewFilter } from '../../src/dashboard/pages/stats/view-filter.js';
import { addFilter, isSelected, toggleRow } from '../../src/dashboard/pages/stats/view-filters.js';
import { intervals } from '../../src/dashboard/ui/dates.js';
import { filterNames } from '../../src/stats/dimensions.js';
import { checkRows } from '../rows.js';
import { sampleWebsite } from '../websites/sample-website.js';

const NOON = Date.UTC(2026, 2, 15, 12);
const firstEvent = Date.UTC(2025, 4, 3, 23, 30);
const place = { path: '/websites/1', own: true, embedded: false };

const shownAt = (query: string, zone = 'Europe/Berlin', now = NOON) =>
  shownBy(new URLSearchParams(query), { website: sampleWebsite({ timezone: zone }), place, now, firstEvent });

const date = fc
  .date({ min: new Date('1971-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));

const range = fc.oneof(
  fc.constantFrom(...rangeNames).map((name) => ({ name })),
  fc.tuple(date, date).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a })),
);

const keys = filterNames.flatMap((dimension) => filterOperators.map((operator) => ({ dimension, operator })));
const values = fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }), { minLength: 1, maxLength: 3 });

const filtersAmong = <Key extends Omit<ViewFilter, 'values'>>(among: readonly Key[], minLength: number) =>
  fc
    .subarray([...among], { minLength, maxLength: 8 })
    .chain((chosen) => fc.tuple(...chosen.map((key) => values.map((some) => ({ ...key, values: some })))));

const alternativeKeys = keys.map((key) => ({ ...key, isAlternative: true }) as const);

/** In the order in which an address is read. One alternative alone is none. */
const filters = fc
  .tuple(fc.oneof(fc.constant([]), filtersAmong(alternativeKeys, 2)), filtersAmong(keys, 0))
  .map(([alternatives, others]) => [...alternatives, ...others]);

const tabs = fc.record(
  Object.fromEntries(panelNames.map((name) => [name, fc.constantFrom(...panels[name].tabs)])),
) as unknown as fc.Arbitrary<View['tabs']>;

const comparison: fc.Arbitrary<View['comparison']> = fc.oneof(
  fc.record({ mode: fc.constantFrom('previous', 'year'), matchWeekday: fc.boolean() }),
  fc
    .tuple(date, date)
    .map(([a, b]) => ({ mode: 'custom' as const, ...(a < b ? { from: a, to: b } : { from: b, to: a }) })),
  fc.record({ mode: fc.constant('segment'), segment: fc.oneof(fc.constant(''), fc.uuid()) }),
  fc.constant({ mode: 'none' as const }),
);

const views: fc.Arbitrary<View> = fc.record({
  range,
  comparison,
  interval: fc.constantFrom(...intervals, undefined),
  metric: fc.constantFrom(...chartMetrics),
  secondMetric: fc.constantFrom(undefined, ...chartMetrics),
  goal: fc.option(fc.uuid(), { nil: undefined }),
  segment: fc.option(fc.uuid(), { nil: undefined }),
  filters,
  tabs,
});

describe('an address', () => {
  test('shows the very view that it was made of', () => {
    fc.assert(
      fc.property(views, (view) => {
        const { searchParams } = new URL(viewAddress(place, view), 'https://footfall.example');
        expect(readView(searchParams)).toEqual({ view, notices: [] });
      }),
    );
  });

  test('has nothing of what is so anyway', () => {
    expect(viewAddress(place, defaultView)).toBe('/websites/1');
    const page = (operator: ViewFilter['operator'], ...some: string[]): ViewFilter => ({
      dimension: 'page',
      operator,
      values: some,
    });
    const address = (...chosen: ViewFilter[]) => viewParameters({ ...defaultView, filters: chosen }).toString();
    expect(address(page('is', '/a b'))).toBe('page=%2Fa+b');
    expect(address(page('is', '/a', '/b'), page('contains_not', 'c'))).toBe('page=%2Fa&page=%2Fb&page.contains_not=c');
  });

  test('has something to show, whatever it says', () => {
    const known = [
      'range',
      'from',
      'to',
      'interval',
      'compare',
      'compareFrom',
      'compareTo',
      'metric',
      'goal',
      'segment',
      'by',
      'op',
      'value',
      'edit',
      ...filterNames,
      ...panelNames,
    ];
    const pairs = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...known), fc.string()), fc.string()), { maxLength: 8 });
    fc.assert(
      fc.property(pairs, (parameters) => {
        const shown = shownBy(new URLSearchParams(parameters as [string, string][]), {
          website: sampleWebsite(),
          place,
          now: NOON,
        });
        expect(shown.range.ranges.range.end).toBeGreaterThan(shown.range.ranges.range.start);
      }),
    );
  });

  test('keeps the frame of another site', () => {
    expect(viewAddress({ ...place, embedded: true }, defaultView)).toBe('/websites/1?embed=1');
    const more = { list: 'pages', search: 'a&b', part: 3 };
    expect(viewAddress(place, defaultView, more)).toBe('/websites/1/pages?search=a%26b&part=3');
    expect(viewAddress(place, defaultView, { list: 'os', as: 'csv' })).toBe('/websites/1/os.csv');
  });
});

describe('a range', () => {
  test('each preset has its days', () =>
    checkRows(
      [
        ['today', '2026-03-15', '2026-03-15'],
        ['yesterday', '2026-03-14', '2026-03-14'],
        ['7d', '2026-03-09', '2026-03-15'],
        ['30d', '2026-02-14', '2026-03-15'],
        ['month', '2026-03-01', '2026-03-15'],
        ['last-month', '2026-02-01', '2026-02-28'],
        ['24h', '2026-03-14', '2026-03-15'],
        ['90d', '2025-12-16', '2026-03-15'],
        ['year', '2026-01-01', '2026-03-15'],
        ['12mo', '2025-03-16', '2026-03-15'],
        ['all', '2025-05-04', '2026-03-15'],
      ],
      ([name, from, to]) => {
        expect(shownAt(`range=${name}`).range.days).toEqual({ from, to });
      },
    ));

  test('is of the website: its today has begun where it lies east', () => {
    const late = Date.UTC(2026, 2, 15, 23);
    expect(shownAt('range=today', 'Asia/Tokyo', late).range.days.from).toBe('2026-03-16');
    expect(shownAt('range=today', 'America/New_York', late).range.days.from).toBe('2026-03-15');
  });

  test('of two days is the same whichever comes first', () => {
    const shown = shownAt('from=2025-11-20&to=2025-11-10');
    expect(shown.notices).toEqual([]);
    expect(shown.range.days).toEqual({ from: '2025-11-10', to: '2025-11-20' });
  });

  test('of a year begins on a day that there is', () => {
    const leapDay = Date.UTC(2028, 1, 29, 12);
    expect(shownAt('range=12mo', 'UTC', leapDay).range.days).toEqual({ from: '2027-03-01', to: '2028-02-29' });
  });
});

describe('all time', () => {
  test('begins today on a website without events', () => {
    const shown = shownBy(new URLSearchParams('range=all'), { website: sampleWebsite(), place, now: NOON });
    expect(shown.range.days).toEqual({ from: '2026-03-15', to: '2026-03-15' });
  });

  test('is ten years at most', () => {
    const early = { website: sampleWebsite(), place, now: NOON, firstEvent: Date.UTC(1999, 0, 1) };
    const shown = shownBy(new URLSearchParams('range=all'), early);
    expect([shown.range.days, shown.notices]).toEqual([{ from: '2016-03-16', to: '2026-03-15' }, []]);
  });
});

describe('the last 24 hours', () => {
  test('are clock hours, the last one running', () =>
    checkRows(
      [
        ['UTC', NOON + 1, '2026-03-14T13:00:00.000Z', '2026-03-15T13:00:00.000Z'],
        ['Asia/Kathmandu', NOON, '2026-03-14T12:15:00.000Z', '2026-03-15T12:15:00.000Z'],
        // A change of clocks the night before: still 24 hours.
        ['Europe/Berlin', Date.UTC(2026, 2, 29, 12, 30), '2026-03-28T13:00:00.000Z', '2026-03-29T13:00:00.000Z'],
      ],
      ([zone, now, start, end]) => {
        const { range } = shownAt('range=24h', zone, now).range.ranges;
        expect([new Date(range.start).toISOString(), new Date(range.end).toISOString()]).toEqual([start, end]);
      },
    ));
});

describe('the periods before and after', () => {
  test('before and after a range', () =>
    checkRows(
      [
        ['2026-03-15', '2026-03-15', ['2026-03-14', '2026-03-14'], undefined],
        ['2026-03-14', '2026-03-14', ['2026-03-13', '2026-03-13'], ['2026-03-15', '2026-03-15']],
        ['2026-03-09', '2026-03-15', ['2026-03-02', '2026-03-08'], undefined],
        ['2026-03-04', '2026-03-10', ['2026-02-25', '2026-03-03'], ['2026-03-11', '2026-03-15']],
        ['2026-03-01', '2026-03-15', ['2026-02-01', '2026-02-28'], undefined],
        ['2026-02-01', '2026-02-28', ['2026-01-01', '2026-01-31'], ['2026-03-01', '2026-03-15']],
        ['2026-01-01', '2026-03-15', ['2025-01-01', '2025-12-31'], undefined],
        ['2024-01-01', '2024-12-31', ['2023-01-01', '2023-12-31'], ['2025-01-01', '2025-12-31']],
        ['2026-02-01', '2026-02-15', ['2026-01-17', '2026-01-31'], ['2026-02-16', '2026-03-02']],
      ],
      ([from, to, previous, next]) => {
        const days = (pair: readonly string[] | undefined) => pair && { from: pair[0], to: pair[1] };
        expect(neighbors({ from, to }, '2026-03-15')).toEqual({ previous: days(previous), next: days(next) });
      },
    ));
});

describe('what is not understood is told, and something is shown all the same', () => {
  test('what it cannot show is said', () =>
    checkRows(
      [
        ['range=decade', 'Unknown date range “decade”; showing the last 30 days.'],
        ['from=2026-02-30&to=2026-03-01', 'The dates in the link are not valid. Showing the last 30 days.'],
        ['from=2026-03-02', 'The dates in the link are not valid. Showing the last 30 days.'],
        ['from=2001-01-01&to=2026-03-01', 'A date range can be at most 10 years long. Showing the last 30 days.'],
        ['interval=minute', 'Unknown interval “minute”.'],
        ['interval=hour', 'This period is too long for hours. Showing days.'],
        ['content=nothing', 'Unknown tab “nothing”.'],
        ['compare=decade', 'Unknown comparison “decade”; comparing with the previous period.'],
        ['matchWeekday=<b>', 'Unknown choice of weekdays “<b>”.'],
        [
          'compare=custom&compareFrom=2026-01-01',
          'The comparison dates in the link are not valid. Comparing with the previous period.',
        ],
        [
          'compare=custom&compareFrom=2026-01-01&compareTo=2026-02-30',
          'The comparison dates in the link are not valid. Comparing with the previous period.',
        ],
        [
          'compare=custom&compareFrom=2001-01-01&compareTo=2026-01-31',
          'A comparison can be at most 10 years long. Comparing with the previous period.',
        ],
        [`page=${'x'.repeat(10_001)}`, 'The value to filter by is too long: Page.'],
        [
          `${'x'
            .repeat(101)
            .split('')
            .map((_, index) => `page=${index}`)
            .join('&')}`,
          'Page has more than 100 values; using the first ones.',
        ],
      ],
      ([query, notice]) => {
        const { notices, range } = shownAt(query);
        expect(notices).toEqual([notice]);
        expect(range.days).toEqual({ from: '2026-02-14', to: '2026-03-15' });
      },
    ));
});

describe('a filter that was typed in', () => {
  const typed = (query: string) => readTypedFilter(new URLSearchParams(query));

  test('the filter that a form adds', () =>
    checkRows(
      [
        ['by=page&value=+/pricing+', { dimension: 'page', operator: 'is', values: ['/pricing'] }],
        [
          'by=country&op=is_not&value=germany&value=&value=fr',
          { dimension: 'country', operator: 'is_not', values: ['germany', 'fr'] },
        ],
        ['by=page&op=like&value=/a', undefined],
        ['by=nothing&value=x', undefined],
        ['by=page&value=', undefined],
        [`by=page&value=${'x'.repeat(10_001)}`, undefined],
      ],
      ([query, filter]) => {
        expect(typed(query)).toEqual(filter);
      },
    ));

  test('adds its values to a filter of the same kind, and leaves the others', () => {
    const { filters } = readView(new URLSearchParams('country=DE&country.is_not=AT&browser=Firefox')).view;
    expect(addFilter(filters, { dimension: 'country', operator: 'is', values: ['FR'] })).toEqual([
      { dimension: 'country', operator: 'is_not', values: ['AT'] },
      { dimension: 'browser', operator: 'is', values: ['Firefox'] },
      { dimension: 'country', operator: 'is', values: ['DE', 'FR'] },
    ]);
  });
});

test('a row is selected by a click, and no longer by the next', () => {
  const row = { city: 'Berlin', country: 'DE' };
  const before = readView(new URLSearchParams('country=FR&country.is_not=AT')).view.filters;
  const selected = toggleRow(before, row);
  expect([isSelected(before, row), isSelected(selected, row)]).toEqual([false, true]);
  expect(toggleRow(selected, row)).toEqual([{ dimension: 'country', operator: 'is_not', values: ['AT'] }]);
});
