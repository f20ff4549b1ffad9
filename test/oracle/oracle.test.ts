import { describe, expect, test } from 'vitest';
import type { Endpoint, Filters, Query } from './answers.js';
import { answer } from './oracle.js';
import type { PastEvent } from './past-event.js';

const WEBSITE = { timezone: 'Europe/Berlin', domain: 'example.com' };

function event(visitor: string, timestamp: string, path: string, more: Partial<PastEvent> = {}): PastEvent {
  return { timestamp, type: 'pageview', url: `https://example.com${path}`, visitor, device: 'desktop', ...more };
}

const anna = { country: 'DE', city: 'Berlin', browser: 'Firefox', os: 'Windows', language: 'de-DE' };
const ben = { country: 'US', city: 'Paris', browser: 'Chrome', os: 'macOS', device: 'mobile', language: 'en-US' };
const cleo = { country: 'FR', city: 'Paris', browser: 'Chrome', os: 'Ubuntu', device: 'tablet', language: 'fr' };

/** Local times are an hour ahead: the 10th is from 23:00Z of the 9th to 23:00Z of the 10th. */
const HISTORY: readonly PastEvent[] = [
  // The 9th. Anna looks around; Ben is there a minute before midnight, and his session goes on after it.
  event('anna', '2026-01-09T10:00:00.000Z', '/', anna),
  event('anna', '2026-01-09T10:01:40.005Z', '/pricing', anna),
  event('ben', '2026-01-09T22:59:00.000Z', '/blog', { ...ben, referrer: 'https://t.co/x' }),
  // The 10th.
  event('ben', '2026-01-09T23:00:00.000Z', '/404', { ...cleo, referrer: 'https://chatgpt.com/' }),
  event('ben', '2026-01-09T23:10:00.000Z', '/404', { type: 'exit', link: 'https://other.example/a?b=1#c' }),
  event('anna', '2026-01-10T09:00:00.000Z', '/pricing/?utm_source=ig', { ...anna, country: 'XK' }),
  event('cleo', '2026-01-10T09:00:30.000Z', '/caf%C3%A9', { ...cleo, referrer: 'https://www.google.com/' }),
  event('cleo', '2026-01-10T09:02:00.000Z', '/', { ...cleo, type: 'custom', name: 'signup' }),
  event('dora', '2026-01-10T12:00:00.000Z', '/pricing?utm_medium=cpc', {
    type: 'exit',
    link: 'https://other.example/',
  }),
  event('dora', '2026-01-10T12:00:07.000Z', '/', { type: 'exit', link: 'https://other.example/a?b=1' }),
  // A session that begins on the 10th and ends on the 11th, and one that begins with the first instant of the 11th.
  event('cleo', '2026-01-10T22:50:00.000Z', '/', cleo),
  event('cleo', '2026-01-10T23:05:00.000Z', '/pricing', cleo),
  event('emil', '2026-01-10T23:00:00.000Z', '/', { country: 'ZZ', city: 'Unknown', language: 'und' }),
];

const TENTH: Query = { from: '2026-01-10', to: '2026-01-10' };

const on = <E extends Endpoint>(endpoint: E, more: Partial<Query> = {}) =>
  answer(HISTORY, WEBSITE, endpoint, { ...TENTH, ...more });

describe('main', () => {
  test('of a day, beside the day before', () => {
    // Sessions: Anna (one pageview, 0 s), Cleo (one pageview and a custom event, 90 s), Dora (none, 7 s), Cleo (two, 900 s).
    // The day before: Anna (two pageviews, 100.005 s) and Ben (two pageviews, 660 s, beyond midnight).
    expect(on('main')).toEqual({
      totalVisitors: 4,
      returningVisitors: 2,
      returningVisitorRate: 0.5,
      totalPageviews: 4,
      viewsPerVisit: 1,
      bounceRate: 0.5,
      averageSessionDurationSeconds: 249.25,
      previousTotalVisitors: 2,
      previousBounceRate: 0,
      previousAverageSessionDurationSeconds: 380,
      visitorsChange: 100,
      bounceRateChange: 100,
      sessionDurationChange: -34.41,
      previousTotalPageviews: 3,
      pageviewsChange: 33.33,
    });
  });

  test('of nothing', () => {
    const none = on('main', { from: '2025-01-01', to: '2025-01-02' });
    expect(new Set(Object.values(none))).toEqual(new Set([0]));
  });

  test('durations are rounded once, half away from zero', () => {
    const one = { from: '2026-01-09', to: '2026-01-09', filters: { country: 'DE' } };
    expect(on('main', one).averageSessionDurationSeconds).toBe(100.01);
  });

  test('days in the comparison are local days, also over a change of clocks', () => {
    const history = [event('v', '2026-03-27T23:00:00.000Z', '/'), event('w', '2026-03-27T22:59:59.999Z', '/')];
    const main = answer(history, WEBSITE, 'main', { from: '2026-03-29', to: '2026-03-29' });
    expect(main.previousTotalVisitors).toBe(1);
  });

  test('date-times are compared with the same length of time, and exclude their end', () => {
    const range = { from: '2026-01-10T10:00:00+01:00', to: '2026-01-10T09:00:30Z' };
    expect(on('main', range)).toMatchObject({ totalVisitors: 1, returningVisitors: 1, previousTotalVisitors: 0 });
    expect(on('main', { from: '2026-01-10T10:00:00', to: '2026-01-10T10:00:31' }).totalVisitors).toBe(2);
    expect(on('main', { from: '2026-01-10T09:01:00Z', to: '2026-01-10T09:03:00Z' })).toMatchObject({
      totalVisitors: 1,
      previousTotalVisitors: 2,
      returningVisitors: 1,
      bounceRate: 0,
    });
  });
});

describe('filters', () => {
  const figures = (filters: Filters): readonly number[] => {
    const main = on('main', { filters });
    return [main.totalVisitors, main.totalPageviews, main.bounceRate, main.averageSessionDurationSeconds];
  };

  test('of traits are those of the session, also of one that began before the range', () => {
    expect(figures({ referrer: 'X' })).toEqual([1, 1, 0, 0]);
    expect(figures({ entryPage: '/blog' })).toEqual([1, 1, 0, 0]);
    expect(figures({ referrer: 'ChatGPT' })).toEqual([0, 0, 0, 0]);
  });

  test('of a page choose events, and sessions by them', () => {
    expect(figures({ page: '/pricing' })).toEqual([2, 1, 0.5, 3.5]);
    expect(figures({ page: '/404' })).toEqual([1, 1, 0, 0]);
    expect(figures({ page: '/' })).toEqual([2, 1, 0.3333, 332.33]);
  });

  test('are joined by AND and compared exactly; an empty one is none', () => {
    expect(figures({ city: 'Paris', country: 'US' })).toEqual([1, 1, 0, 0]);
    expect(figures({ city: 'Paris', country: 'FR', page: '/' })).toEqual([1, 1, 0.5, 495]);
    expect(figures({ city: 'paris' })).toEqual([0, 0, 0, 0]);
    expect(figures({ city: '', country: 'XK' })).toEqual([1, 1, 1, 0]);
  });

  test('of a campaign take its rows together, and leave out visits without one', () => {
    expect(figures({ campaign: 'Unknown' })).toEqual([2, 1, 0.5, 3.5]);
  });

  test('of an event after the range choose no session', () => {
    expect(figures({ page: '/pricing', browser: 'Chrome' })).toEqual([0, 0, 0, 0]);
  });
});

test('visitors-chart has every bucket', () => {
  const { data } = on('visitors-chart');
  expect(data).toHaveLength(24);
  expect(data.filter((bucket) => bucket.visitors > 0)).toEqual([
    { date: '2026-01-10T00:00:00+01:00', visitors: 1, pageviews: 1 },
    { date: '2026-01-10T10:00:00+01:00', visitors: 2, pageviews: 2 },
    { date: '2026-01-10T13:00:00+01:00', visitors: 1, pageviews: 0 },
    { date: '2026-01-10T23:00:00+01:00', visitors: 1, pageviews: 1 },
  ]);
  expect(on('visitors-chart', { granularity: 'day', to: '2026-01-12' }).data).toEqual([
    { date: '2026-01-10', visitors: 4, pageviews: 4 },
    { date: '2026-01-11', visitors: 2, pageviews: 2 },
    { date: '2026-01-12', visitors: 0, pageviews: 0 },
  ]);
});

test('has-events looks at no range', () => {
  expect(on('has-events', { from: '2020-01-01', to: '2020-01-01' })).toEqual({ hasEvents: true });
  expect(answer([], WEBSITE, 'has-events', TENTH)).toEqual({ hasEvents: false });
});

describe('breakdowns', () => {
  test('countries', () => {
    expect(on('countries', { to: '2026-01-11' })).toEqual({
      data: [
        { country: 'ZZ', countryName: 'Unknown', visitors: 2, percentage: 40 },
        { country: 'FR', countryName: 'France', visitors: 1, percentage: 20 },
        { country: 'US', countryName: 'United States', visitors: 1, percentage: 20 },
        { country: 'XK', countryName: 'Kosovo', visitors: 1, percentage: 20 },
      ],
      total: 5,
    });
  });

  test('pages, with those that were only left by an exit', () => {
    expect(on('pages')).toEqual({
      data: [
        { page: '/', visitors: 2, pageviews: 1, percentage: 50 },
        { page: '/pricing', visitors: 2, pageviews: 1, percentage: 50 },
        { page: '/404', visitors: 1, pageviews: 1, percentage: 25 },
        { page: '/café', visitors: 1, pageviews: 1, percentage: 25 },
      ],
      total: 4,
    });
  });

  test('within a limit', () => {
    expect(on('pages', { limit: 1 }).data).toHaveLength(1);
    const many = Array.from({ length: 12 }, (_, index) =>
      event('v', `2026-01-10T10:00:${index + 10}.000Z`, `/${index}`),
    );
    expect(answer(many, WEBSITE, 'pages', TENTH).data).toHaveLength(10);
    expect(answer(many, WEBSITE, 'pages', { ...TENTH, limit: 'all' }).data).toHaveLength(12);
  });

  test('in the order of bytes, where visitors are equal', () => {
    const paths = ['/😀', '/～', '/b', '/B', '/10', '/9'];
    const history = paths.map((path, index) => event('v', `2026-01-10T10:00:0${index}.000Z`, path));
    expect(answer(history, WEBSITE, 'pages', TENTH).data.map((row) => row.page)).toEqual([
      '/10',
      '/9',
      '/B',
      '/b',
      '/～',
      '/😀',
    ]);
  });

  test('referrers, browsers, devices', () => {
    expect(on('referrers').data.map((row) => [row.referrer, row.visitors])).toEqual([
      ['Direct', 2],
      ['Google', 1],
      ['Instagram', 1],
      ['X', 1],
    ]);
    expect(on('browsers')).toEqual({
      data: [
        { browser: 'Chrome', visitors: 2, percentage: 50 },
        { browser: 'Firefox', visitors: 1, percentage: 25 },
        { browser: 'Unknown', visitors: 1, percentage: 25 },
      ],
      total: 4,
    });
    expect(on('devices').data.map((row) => [row.device, row.visitors])).toEqual([
      ['desktop', 2],
      ['mobile', 1],
      ['tablet', 1],
    ]);
  });

  test('channels, with their sources', () => {
    const one = { visitors: 1, percentage: 25 };
    expect(on('channels')).toEqual({
      channels: [
        {
          name: 'Organic Social',
          visitors: 2,
          percentage: 50,
          topSources: [
            { source: 'Instagram', ...one },
            { source: 'X', ...one },
          ],
        },
        { name: 'Direct', ...one, topSources: [] },
        { name: 'Organic Search', ...one, topSources: [{ source: 'Google', ...one }] },
        { name: 'Paid Other', ...one, topSources: [{ source: 'Direct', ...one }] },
      ],
      totalVisitors: 4,
    });
  });

  test('campaigns', () => {
    expect(on('campaigns')).toEqual({
      campaigns: [
        {
          name: '?utm_medium=cpc',
          campaign: 'Unknown',
          source: 'Unknown',
          medium: 'cpc',
          ref: null,
          visitors: 1,
          percentage: 25,
        },
        {
          name: '?utm_source=ig',
          campaign: 'Unknown',
          source: 'ig',
          medium: null,
          ref: null,
          visitors: 1,
          percentage: 25,
        },
      ],
      totalVisitors: 4,
    });
  });

  test('cities of one name in two countries', () => {
    expect(on('cities').cities).toEqual([
      { name: 'Berlin', country: 'XK', visitors: 1, percentage: 25 },
      { name: 'Paris', country: 'FR', visitors: 1, percentage: 25 },
      { name: 'Paris', country: 'US', visitors: 1, percentage: 25 },
      { name: 'Unknown', country: 'ZZ', visitors: 1, percentage: 25 },
    ]);
  });

  test('entry pages, by every visitor with an event of the session in the range', () => {
    expect(on('entry-pages').entryPages.map((row) => [row.name, row.visitors])).toEqual([
      ['/pricing', 2],
      ['/', 1],
      ['/blog', 1],
      ['/café', 1],
    ]);
  });

  test('exit links, of all clicks', () => {
    expect(on('exit-links')).toEqual({
      exitLinks: [
        { hostname: 'other.example', url: 'https://other.example/a?b=1', clicks: 2, percentage: 66.67 },
        { hostname: 'other.example', url: 'https://other.example/', clicks: 1, percentage: 33.33 },
      ],
      totalClicks: 3,
    });
  });

  test('operating systems and languages, in the order of their codes', () => {
    expect(on('os').operatingSystems.map((row) => [row.name, row.code])).toEqual([
      ['macOS', 'macos'],
      ['Ubuntu', 'ubuntu'],
      ['Unknown', 'unknown'],
      ['Windows', 'windows'],
    ]);
    expect(on('languages').languages.map((row) => [row.code, row.name])).toEqual([
      ['de-DE', 'German (Germany)'],
      ['en-US', 'American English'],
      ['fr', 'French'],
      ['und', 'Unknown'],
    ]);
  });
});
