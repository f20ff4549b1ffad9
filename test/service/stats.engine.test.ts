import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PastEvent } from '../oracle/past-event.js';
import { type ApiClient, apiClient } from './api-client.js';
import { DAY, sampleWebsite } from './sample-website.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

let service: TestService;
let owner: ApiClient;
let ask: Awaited<ReturnType<typeof sampleWebsite>>['ask'];

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 3, 15) });
  owner = await apiClient(service);
  ({ ask } = await sampleWebsite(owner));
});

afterAll(() => service.close());

const THIRD = { visitors: 1, percentage: 33.33 };
const MAIN = {
  totalVisitors: 3,
  returningVisitors: 1,
  returningVisitorRate: 0.3333,
  totalPageviews: 3,
  viewsPerVisit: 1,
  bounceRate: 0.3333,
  averageSessionDurationSeconds: 130,
  previousTotalVisitors: 1,
  previousBounceRate: 1,
  previousAverageSessionDurationSeconds: 0,
  visitorsChange: 200,
  bounceRateChange: -66.67,
  sessionDurationChange: 100,
  previousTotalPageviews: 1,
  pageviewsChange: 200,
};

const ANSWERS: readonly (readonly [string, unknown])[] = [
  ['main', MAIN],
  [
    'countries',
    {
      data: [
        { country: 'DE', countryName: 'Germany', ...THIRD },
        { country: 'US', countryName: 'United States', ...THIRD },
        { country: 'ZZ', countryName: 'Unknown', ...THIRD },
      ],
      total: 3,
    },
  ],
  [
    'pages',
    {
      data: [
        { page: '/pricing', visitors: 2, pageviews: 1, percentage: 66.67 },
        { page: '/', pageviews: 1, ...THIRD },
        { page: '/blog', pageviews: 1, ...THIRD },
      ],
      total: 3,
    },
  ],
  [
    'referrers',
    {
      data: [
        { referrer: 'ChatGPT', ...THIRD },
        { referrer: 'Google', ...THIRD },
        { referrer: 'Hacker News', ...THIRD },
      ],
      total: 3,
    },
  ],
  [
    'browsers',
    {
      data: [
        { browser: 'Chrome', ...THIRD },
        { browser: 'Firefox', ...THIRD },
        { browser: 'Unknown', ...THIRD },
      ],
      total: 3,
    },
  ],
  [
    'devices',
    {
      data: [
        { device: 'desktop', visitors: 2, percentage: 66.67 },
        { device: 'tablet', ...THIRD },
      ],
      total: 3,
    },
  ],
  ['has-events', { hasEvents: true }],
  [
    'channels',
    {
      channels: [
        { name: 'AI Assistants', ...THIRD, topSources: [{ source: 'ChatGPT', ...THIRD }] },
        { name: 'Organic Social', ...THIRD, topSources: [{ source: 'Hacker News', ...THIRD }] },
        { name: 'Paid Search', ...THIRD, topSources: [{ source: 'Google', ...THIRD }] },
      ],
      totalVisitors: 3,
    },
  ],
  [
    'campaigns',
    {
      campaigns: [
        {
          name: '?utm_source=google&utm_medium=cpc&utm_campaign=May%20sale',
          campaign: 'May sale',
          source: 'google',
          medium: 'cpc',
          ref: null,
          ...THIRD,
        },
      ],
      totalVisitors: 3,
    },
  ],
  [
    'cities',
    {
      cities: [
        { name: 'Berlin', country: 'DE', ...THIRD },
        { name: 'New York', country: 'US', ...THIRD },
        { name: 'Unknown', country: 'ZZ', ...THIRD },
      ],
      totalVisitors: 3,
    },
  ],
  [
    'entry-pages',
    {
      entryPages: [
        { name: '/', ...THIRD },
        { name: '/blog', ...THIRD },
        { name: '/pricing', ...THIRD },
      ],
      totalVisitors: 3,
    },
  ],
  [
    'exit-links',
    {
      exitLinks: [{ hostname: 'partner.example', url: 'https://partner.example/a?b=1', clicks: 1, percentage: 100 }],
      totalClicks: 1,
    },
  ],
  [
    'os',
    {
      operatingSystems: [
        { name: 'macOS', code: 'macos', ...THIRD },
        { name: 'Unknown', code: 'unknown', ...THIRD },
        { name: 'Windows', code: 'windows', ...THIRD },
      ],
      totalVisitors: 3,
    },
  ],
  [
    'languages',
    {
      languages: [
        { code: 'de-DE', name: 'German (Germany)', ...THIRD },
        { code: 'en-US', name: 'American English', ...THIRD },
        { code: 'und', name: 'Unknown', ...THIRD },
      ],
      totalVisitors: 3,
    },
  ],
];

/** Each has its way to say that there is nothing. */
const EMPTY: Readonly<Record<string, unknown>> = {
  main: Object.fromEntries(Object.keys(MAIN).map((field) => [field, 0])),
  channels: { channels: [], totalVisitors: 0 },
  campaigns: { campaigns: [], totalVisitors: 0 },
  cities: { cities: [], totalVisitors: 0 },
  'entry-pages': { entryPages: [], totalVisitors: 0 },
  'exit-links': { exitLinks: [], totalClicks: 0 },
  os: { operatingSystems: [], totalVisitors: 0 },
  languages: { languages: [], totalVisitors: 0 },
};
const EMPTY_LIST = { data: [], total: 0 };

describe.each(ANSWERS)('%s', (endpoint, data) => {
  test('of a day', async () => {
    const { status, body } = await ask(endpoint, DAY);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, data, meta: { status: 200 } });
  });

  test('takes no notice of empty and unknown parameters', async () => {
    const query = { ...DAY, page: '', country: '', limit: '', granularity: '', offset: '9', device: '' };
    expect((await ask(endpoint, query)).body.data).toEqual(data);
  });
});

const IN_A_RANGE = [...ANSWERS.map(([endpoint]) => endpoint), 'visitors-chart'].filter((each) => each !== 'has-events');

describe.each(IN_A_RANGE)('%s', (endpoint) => {
  test('of a website without events', async () => {
    const { id: other } = await owner.website();
    const { body } = await owner.get(`/websites/${other}/stats/${endpoint}`, { ...DAY, granularity: 'day' });
    const chart = { data: [{ date: '2026-03-29', visitors: 0, pageviews: 0 }] };
    expect(body.data).toEqual(endpoint === 'visitors-chart' ? chart : (EMPTY[endpoint] ?? EMPTY_LIST));
  });
});

test('systems that share a code have an order of their own', async () => {
  const names = ['MAC-OS', 'Mac OS', 'Mac_OS', 'mac os', 'mac-os', 'mac_os'];
  const { id } = await owner.website();
  const events = names.map(
    (os): PastEvent => ({
      timestamp: '2026-03-29T10:00:00.000Z',
      type: 'pageview',
      url: 'https://example.com/',
      visitor: os,
      device: 'desktop',
      os,
    }),
  );
  await owner.history(id, events);
  for (const limit of ['all', '3']) {
    const { body } = await owner.get(`/websites/${id}/stats/os`, { ...DAY, limit });
    const rows = body.data.operatingSystems.map(({ name }: { name: string }) => name);
    expect(rows).toEqual(limit === 'all' ? names : names.slice(0, 3));
  }
});

test('has-events asks for no range, and no event is none', async () => {
  expect((await ask('has-events')).body.data).toEqual({ hasEvents: true });
  const { id: other } = await owner.website();
  expect((await owner.get(`/websites/${other}/stats/has-events`)).body.data).toEqual({ hasEvents: false });
});
