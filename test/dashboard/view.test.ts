import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { viewAddress } from '../../src/dashboard/figures/base-path.js';
import { shownBy, withTypedFilter } from '../../src/dashboard/figures/parse-view.js';
import { rangeNames } from '../../src/dashboard/figures/range-choice.js';
import {
  defaultView,
  panelNames,
  panelTabs,
  readView,
  type View,
  viewParameters,
} from '../../src/dashboard/figures/view.js';
import { filterNames } from '../../src/stats/dimensions.js';
import { sampleWebsite } from './sample-shown.js';

const NOON = Date.UTC(2026, 2, 15, 12);
const place = { path: '/websites/1', own: true, embedded: false };

const shownAt = (query: string, zone = 'Europe/Berlin', now = NOON) =>
  shownBy(new URLSearchParams(query), sampleWebsite(zone), place, now);

const date = fc
  .date({ min: new Date('1971-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));

const range = fc.oneof(
  fc.constantFrom(...rangeNames).map((name) => ({ name })),
  fc.tuple(date, date).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a })),
);

const filters = fc
  .dictionary(fc.constantFrom(...filterNames), fc.string({ minLength: 1, unit: 'grapheme' }), { maxKeys: 11 })
  .map((found) => ({ ...found }));

const tabs = fc.record(
  Object.fromEntries(panelNames.map((name) => [name, fc.constantFrom(...panelTabs[name])])),
) as unknown as fc.Arbitrary<View['tabs']>;

const views: fc.Arbitrary<View> = fc.record({
  range,
  interval: fc.constantFrom('hour' as const, 'day' as const, undefined),
  metric: fc.constantFrom('visitors' as const, 'pageviews' as const),
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
    expect(viewParameters({ ...defaultView, filters: { page: '/a b' } }).toString()).toBe('page=%2Fa+b');
  });

  test('has something to show, whatever it says', () => {
    const known = ['range', 'from', 'to', 'interval', 'metric', 'by', 'value', ...filterNames, ...panelNames];
    const pairs = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...known), fc.string()), fc.string()), { maxLength: 8 });
    fc.assert(
      fc.property(pairs, (parameters) => {
        const shown = shownBy(new URLSearchParams(parameters as [string, string][]), sampleWebsite('UTC'), place, NOON);
        expect(shown.range.ranges.range.end).toBeGreaterThan(shown.range.ranges.range.start);
      }),
    );
  });

  test('keeps the frame of another site', () => {
    expect(viewAddress({ ...place, embedded: true }, defaultView)).toBe('/websites/1?embed=1');
    const more = { list: 'pages', search: 'a&b', part: 3 };
    expect(viewAddress(place, defaultView, more)).toBe('/websites/1/pages?search=a%26b&part=3');
    expect(viewAddress(place, defaultView, { list: 'os', csv: true })).toBe('/websites/1/os.csv');
  });
});

describe('a range', () => {
  test.each([
    ['today', '2026-03-15', '2026-03-15'],
    ['yesterday', '2026-03-14', '2026-03-14'],
    ['7d', '2026-03-09', '2026-03-15'],
    ['30d', '2026-02-14', '2026-03-15'],
    ['month', '2026-03-01', '2026-03-15'],
    ['last-month', '2026-02-01', '2026-02-28'],
    ['12mo', '2025-03-16', '2026-03-15'],
  ])('%s is from %s to %s', (name, from, to) => {
    expect(shownAt(`range=${name}`).range.days).toEqual({ from, to });
  });

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

describe('what is not understood is told, and something is shown all the same', () => {
  test.each([
    ['range=decade', 'Unknown date range “decade”; showing the last 30 days.'],
    ['from=2026-02-30&to=2026-03-01', 'The dates in the link are not valid. Showing the last 30 days.'],
    ['from=2026-03-02', 'The dates in the link are not valid. Showing the last 30 days.'],
    ['from=2001-01-01&to=2026-03-01', 'A date range can be at most 10 years long. Showing the last 30 days.'],
    ['interval=minute', 'Unknown interval “minute”.'],
    ['interval=hour', 'Hourly data is available for up to 2 weeks. Showing days.'],
    ['content=nothing', 'Unknown tab “nothing”.'],
    [`page=${'x'.repeat(2001)}`, 'The value to filter by is too long: Page.'],
    ['page=/a&page=/b', 'Page is filtered more than once; using the first value.'],
  ])('%s', (query, notice) => {
    const { notices, range } = shownAt(query);
    expect(notices).toEqual([notice]);
    expect(range.days).toEqual({ from: '2026-02-14', to: '2026-03-15' });
  });
});

describe('a filter that was typed in', () => {
  const typed = (query: string) => withTypedFilter(defaultView, new URLSearchParams(query))?.filters;

  test.each([
    ['by=page&value=+/pricing+', { page: '/pricing' }],
    ['by=country&value=germany', { country: 'DE' }],
    ['by=country&value=fr', { country: 'FR' }],
    ['by=device&value=Mobile', { device: 'mobile' }],
    ['by=campaign&value=(not+set)', { campaign: 'Unknown' }],
    ['by=page&value=pricing', { page: '/pricing' }],
    ['by=page&value=/pricing/', { page: '/pricing' }],
    ['by=page&value=https://example.com/a%2520b/?c%23/d/', { page: '/a b#/d' }],
    ['by=page&value=//a', { page: '//a' }],
    ['by=entryPage&value=/', { entryPage: '/' }],
    ['by=country&value=unknown', { country: 'ZZ' }],
    ['by=country&value=Kosovo', { country: 'XK' }],
    ['by=country&value=gibraltar', { country: 'GI' }],
    ['by=language&value=german', { language: 'de' }],
    ['by=language&value=German+(Germany)', { language: 'de-DE' }],
    ['by=language&value=british+english', { language: 'en-GB' }],
    ['by=language&value=Filipino', { language: 'fil' }],
    ['by=language&value=pt-br', { language: 'pt-BR' }],
    [`by=language&value=de-de,${'x,'.repeat(60)}`, { language: 'de-DE' }],
    ['by=channel&value=organic+search', { channel: 'Organic Search' }],
    ['by=language&value=unknown', { language: 'und' }],
    ['by=language&value=no+language', { language: 'no language' }],
    ['by=browser&value=chrome', { browser: 'Chrome' }],
    ['by=browser&value=threads', { browser: 'Threads' }],
    ['by=browser&value=My+Browser', { browser: 'My Browser' }],
    ['by=os&value=windows', { os: 'Windows' }],
    ['by=os&value=MACOS', { os: 'macOS' }],
    ['by=nothing&value=x', undefined],
    ['by=page&value=', undefined],
    [`by=page&value=${'x'.repeat(2001)}`, undefined],
  ])('%s', (query, filters) => {
    expect(typed(query)).toEqual(filters);
  });
});
