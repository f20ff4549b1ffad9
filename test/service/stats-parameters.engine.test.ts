import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PastEvent } from '../oracle/past-event.js';
import { type ApiClient, apiClient, failureOf } from './api-client.js';
import { DAY, sampleWebsite } from './sample-website.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

let service: TestService;
let owner: ApiClient;
let id: string;
let ask: Awaited<ReturnType<typeof sampleWebsite>>['ask'];

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 3, 15) });
  owner = await apiClient(service);
  ({ id, ask } = await sampleWebsite(owner));
});

afterAll(() => service.close());

const LIMITED = [
  'countries',
  'pages',
  'referrers',
  'browsers',
  'devices',
  'campaigns',
  'cities',
  'entry-pages',
  'exit-links',
  'os',
  'languages',
];
const IN_A_RANGE = ['main', 'visitors-chart', 'channels', ...LIMITED];

const MOMENT = 'must be an existing date (YYYY-MM-DD) or ISO 8601 date-time, from 1970 to 2100';

describe.each(IN_A_RANGE)('%s', (endpoint) => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['no range', {}, ['Query parameters from and to are required']],
    ['no from', { to: '2026-03-29' }, ['Query parameters from and to are required']],
    ['an empty to', { from: '2026-03-29', to: '' }, ['Query parameters from and to are required']],
    ['no date', { from: 'yesterday', to: '2026-03-29' }, [`from: ${MOMENT}`]],
    ['a date that does not exist', { from: '2026-02-01', to: '2026-02-30' }, [`to: ${MOMENT}`]],
    ['a year that we do not have', { from: '1969-12-31', to: '2101-01-01' }, [`from: ${MOMENT}`, `to: ${MOMENT}`]],
    [
      'near misses of filters',
      { from: '2026-03-29', to: '2026-03-29', utm_term: 'x', entry_page: '/', cities: 'Berlin', Country: 'DE' },
      [
        'utm_term: unknown parameter, use utmTerm',
        'entry_page: unknown parameter, use entryPage',
        'cities: unknown parameter, use city',
        'Country: unknown parameter, use country',
      ],
    ],
    ['an end before the start', { from: '2026-03-29', to: '2026-03-28' }, ['from: must not be after to']],
    [
      'a filter that is longer than any value',
      { from: '2026-03-29', to: '2026-03-29', page: `/${'x'.repeat(10_000)}`, browser: 'x' },
      ['page: must have at most 10,000 characters'],
    ],
    [
      'over 10 years',
      { from: '2016-03-29', to: '2026-03-30', granularity: 'day' },
      ['to: must be at most 10 years after from'],
    ],
    [
      'a date and a date-time',
      { from: '2026-03-29', to: '2026-03-29T10:00:00Z' },
      ['from, to: must both be dates or both be date-times'],
    ],
  ])('refuses %s', async (_what, query, errors) => {
    expect(failureOf(await ask(endpoint, query))).toEqual({ status: 400, errors });
  });

  test('takes a parameter once that is no filter', async () => {
    const answer = await owner.call(
      'GET',
      `/websites/${id}/stats/${endpoint}?from=2026-03-29&from=2026-03-28&page=a&page=b`,
    );
    expect(failureOf(answer)).toEqual({
      status: 400,
      errors: ['from: must be given once', 'Query parameters from and to are required'],
    });
  });
});

describe.each(LIMITED)('the limit of %s', (endpoint) => {
  test.each(['0', '-1', '1.5', 'ten', 'ALL', '1e3', ' ', '9'.repeat(40), '10; DROP TABLE events'])(
    'is not %j',
    async (limit) => {
      expect(failureOf(await ask(endpoint, { ...DAY, limit }))).toEqual({
        status: 400,
        errors: ['limit: must be a whole number from 1, or all'],
      });
    },
  );
});

describe('several errors at once', () => {
  const backwards = { from: '2026-02-01', to: '2026-01-01' };
  const tooLong = { from: '2014-01-01', to: '2026-01-01' };
  const FROM_AFTER_TO = 'from: must not be after to';
  const OVER_10_YEARS = 'to: must be at most 10 years after from';
  const HOURS = 'granularity: hours are for at most 366 days; use granularity=day';
  const GRANULARITY = 'granularity: must be hour or day';

  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['pages', { ...backwards, limit: '0' }, ['limit: must be a whole number from 1, or all', FROM_AFTER_TO]],
    ['visitors-chart', { ...backwards, granularity: 'week' }, [GRANULARITY, FROM_AFTER_TO]],
    ['visitors-chart', tooLong, [OVER_10_YEARS, HOURS]],
    ['visitors-chart', { ...tooLong, granularity: 'day' }, [OVER_10_YEARS]],
    ['visitors-chart', { ...tooLong, granularity: 'week' }, [GRANULARITY, OVER_10_YEARS]],
  ])('of %s %j are all named', async (endpoint, query, errors) => {
    expect(failureOf(await ask(endpoint, query))).toEqual({ status: 400, errors });
  });

  test.each(['drops', 'main'])('of a parameter of %s that is given twice, and of the range', async (endpoint) => {
    const answer = await owner.call(
      'GET',
      `/websites/${id}/stats/${endpoint}?from=2026-02-01&to=2026-01-01&to=2026-01-01`,
    );
    expect(failureOf(answer)).toEqual({ status: 400, errors: ['to: must be given once', FROM_AFTER_TO] });
  });

  test('are not told to whom the website does not belong', async () => {
    const stranger = await apiClient(service);
    const { status } = await stranger.get(`/websites/${id}/stats/pages`, { ...backwards, limit: '0' });
    expect(status).toBe(403);
  });
});

describe('the limit', () => {
  test('is 10 unless it is given, and the total is of all', async () => {
    const { id: large } = await owner.website();
    const events = Array.from({ length: 13 }, (_, index): PastEvent => {
      const name = String(index).padStart(2, '0');
      return {
        timestamp: '2026-03-29T10:00:00.000Z',
        type: 'pageview',
        url: `https://example.com/${name}`,
        visitor: name,
        device: 'desktop',
      };
    });
    await owner.history(large, events);
    const rows = async (limit?: string) => {
      const { body } = await owner.get(`/websites/${large}/stats/pages`, { ...DAY, limit });
      expect(body.data.total).toBe(13);
      return body.data.data.map(({ page }: { page: string }) => page);
    };
    const all = events.map(({ url }) => new URL(url).pathname);
    expect(await rows()).toEqual(all.slice(0, 10));
    expect(await rows('')).toEqual(all.slice(0, 10));
    expect(await rows('1')).toEqual(all.slice(0, 1));
    expect(await rows('12')).toEqual(all.slice(0, 12));
    expect(await rows('999999999999999')).toEqual(all);
    expect(await rows('all')).toEqual(all);
  });

  test('does not concern the others', async () => {
    expect((await ask('channels', { ...DAY, limit: '1' })).body.data.channels).toHaveLength(3);
    expect((await ask('main', { ...DAY, limit: 'none' })).status).toBe(200);
  });
});

describe('visitors-chart', () => {
  test('has an hour for each that the day has, unless days are asked for', async () => {
    const { data } = (await ask('visitors-chart', DAY)).body.data;
    expect(data).toHaveLength(23);
    expect(data.slice(0, 3)).toEqual([
      { date: '2026-03-29T00:00:00+01:00', visitors: 0, pageviews: 0 },
      { date: '2026-03-29T01:00:00+01:00', visitors: 0, pageviews: 0 },
      { date: '2026-03-29T03:00:00+02:00', visitors: 0, pageviews: 0 },
    ]);
    expect(data.filter(({ visitors }: { visitors: number }) => visitors > 0)).toEqual([
      { date: '2026-03-29T10:00:00+02:00', visitors: 2, pageviews: 3 },
      { date: '2026-03-29T22:00:00+02:00', visitors: 1, pageviews: 0 },
    ]);
    expect((await ask('visitors-chart', { ...DAY, granularity: 'hour' })).body.data.data).toEqual(data);
  });

  test('has every day', async () => {
    const query = { from: '2026-03-27', to: '2026-03-30', granularity: 'day' };
    expect((await ask('visitors-chart', query)).body.data).toEqual({
      data: [
        { date: '2026-03-27', visitors: 0, pageviews: 0 },
        { date: '2026-03-28', visitors: 1, pageviews: 1 },
        { date: '2026-03-29', visitors: 3, pageviews: 3 },
        { date: '2026-03-30', visitors: 1, pageviews: 1 },
      ],
    });
  });

  test('has hours for 366 days at most', async () => {
    const [from, to] = ['2024-01-01', '2024-12-31'];
    expect((await ask('visitors-chart', { from, to })).body.data.data).toHaveLength(366 * 24);
    const longer = { from, to: '2025-01-01' };
    expect(failureOf(await ask('visitors-chart', longer))).toEqual({
      status: 400,
      errors: ['granularity: hours are for at most 366 days; use granularity=day'],
    });
    expect((await ask('visitors-chart', { ...longer, granularity: 'day' })).body.data.data).toHaveLength(367);
  });

  test.each(['week', 'HOUR', 'hour,day'])('knows no granularity %j', async (granularity) => {
    expect(failureOf(await ask('visitors-chart', { ...DAY, granularity }))).toEqual({
      status: 400,
      errors: ['granularity: must be hour or day'],
    });
  });
});

describe('a range of date-times', () => {
  test('leaves its end out, and is local without an offset', async () => {
    const pageviews = async (from: string, to: string) => (await ask('main', { from, to })).body.data.totalPageviews;
    expect(await pageviews('2026-03-29T08:00:00Z', '2026-03-29T08:05:00Z')).toBe(1);
    expect(await pageviews('2026-03-29T08:00:00Z', '2026-03-29T08:05:00.001Z')).toBe(2);
    expect(await pageviews('2026-03-29T10:00:00', '2026-03-29T10:05:00.001')).toBe(2);
    expect(await pageviews('2026-03-29T10:00:00+02:00', '2026-03-29T10:05:00.001+02:00')).toBe(2);
    expect(await pageviews('2026-03-29T08:00:00Z', '2026-03-29T08:00:00Z')).toBe(0);
  });
});
