import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BREAKDOWNS } from '../oracle/agreement.js';
import { ENDPOINTS } from '../oracle/oracle.js';
import { apiClient } from './api-client.js';
import { DAY, sampleWebsite } from './sample-website.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

/** The lists that have a row for the visitor with a custom event, who came without a campaign. */
const LISTS = ENDPOINTS.filter((endpoint) => endpoint in BREAKDOWNS && endpoint !== 'campaigns');

let service: TestService;
let ask: Awaited<ReturnType<typeof sampleWebsite>>['ask'];

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 3, 15) });
  ({ ask } = await sampleWebsite(await apiClient(service)));
});

afterAll(() => service.close());

describe('the filter', () => {
  test.each([
    ['referrer', 'Hacker News', 1],
    ['channel', 'Paid Search', 1],
    ['campaign', 'May sale', 1],
    ['page', '/pricing', 2],
    ['entryPage', '/blog', 1],
    ['country', 'ZZ', 1],
    ['city', 'New York', 1],
    ['browser', 'Firefox', 1],
    ['os', 'macOS', 1],
    ['device', 'desktop', 2],
    ['language', 'de-DE', 1],
  ])('%s=%s', async (filter, value, visitors) => {
    expect((await ask('main', { ...DAY, [filter]: value })).body.data.totalVisitors).toBe(visitors);
    expect((await ask('countries', { ...DAY, [filter]: value })).body.data.total).toBe(visitors);
    for (const other of [`x${value}`, `${value.slice(0, -1)}%`, `${value}x`]) {
      expect((await ask('main', { ...DAY, [filter]: other })).body.data.totalVisitors).toBe(0);
    }
  });

  test.each(LISTS)('of a custom event has its visitors in %s', async (list) => {
    const { data } = (await ask(list, { ...DAY, event: 'signup' })).body;
    const [rows] = Object.values(data).filter(Array.isArray);
    expect(rows).toEqual([expect.objectContaining({ visitors: 1 })]);
  });

  test('is joined with others by AND', async () => {
    const visitors = async (query: Readonly<Record<string, string>>) =>
      (await ask('main', { ...DAY, ...query })).body.data.totalVisitors;
    expect(await visitors({ device: 'desktop', page: '/pricing' })).toBe(1);
    expect(await visitors({ device: 'tablet', page: '/blog' })).toBe(0);
  });

  test('of a page counts its own views and the sessions that have it', async () => {
    const { data } = (await ask('main', { ...DAY, page: '/pricing' })).body;
    expect(data).toMatchObject({
      totalVisitors: 2,
      totalPageviews: 1,
      viewsPerVisit: 0.5,
      bounceRate: 0,
      averageSessionDurationSeconds: 195,
    });
  });

  test.each(["'", '"', '\\', '{from:String}', "' OR 1=1 --", '\0', '\t\n', '🦶', '%', 'x'.repeat(2000), '\ud83e'])(
    'of %j finds nothing and breaks nothing',
    async (value) => {
      for (const filter of ['page', 'country', 'campaign']) {
        const { status, body } = await ask('main', { ...DAY, [filter]: value });
        expect(status).toBe(200);
        expect(new Set(Object.values(body.data))).toEqual(new Set([0]));
      }
    },
  );
});

describe('a name that no list has', () => {
  const range = { from: '2026-03-01', to: '2026-03-01' };
  let visitors: (filter: Readonly<Record<string, string>>) => Promise<number>;
  let codes: readonly string[];

  beforeAll(async () => {
    const client = await apiClient(service);
    const { id } = await client.website({ timezone: 'UTC' });
    const traits = [
      { browser: 'Konqueror', os: 'Plan 9' },
      { browser: 'KONQUEROR', os: 'Mac OS' },
      { browser: 'Konqueror', os: 'Plan 9' },
      { browser: 'Firefox', os: 'iPadOS' },
    ];
    const lines = traits.map((each, visitor) =>
      JSON.stringify({
        timestamp: '2026-03-01T12:00:00Z',
        url: 'https://example.com/',
        visitor: `v${visitor}`,
        ...each,
      }),
    );
    await client.import(id, lines.join('\n'));
    visitors = async (filter) =>
      (await client.get(`/websites/${id}/stats/main`, { ...range, ...filter })).body.data.totalVisitors;
    const { operatingSystems } = (await client.get(`/websites/${id}/stats/os`, range)).body.data;
    codes = operatingSystems.map(({ code }: { code: string }) => code);
  });

  test.each([
    ['browser', 'Konqueror', 2],
    ['browser', 'KONQUEROR', 1],
    ['browser', 'konqueror', 2],
    ['os', 'plan 9', 2],
    ['os', 'PLAN-9', 2],
    ['os', 'mac os', 1],
    ['os', 'macos', 0],
    ['os', 'plan', 0],
    ['os', "'", 0],
    ['browser', 'konquero', 0],
    ['os', 'ipados', 1],
  ])('is found in any case, and a system by its code: %s=%s', async (filter, value, expected) => {
    expect(await visitors({ [filter]: value })).toBe(expected);
  });

  test('is the code in the list of systems', async () => {
    expect(codes.toSorted()).toEqual(['ipados', 'mac-os', 'plan-9']);
    for (const code of codes) expect(await visitors({ os: code })).toBe(code === 'plan-9' ? 2 : 1);
  });
});

test('a row of the longest campaign link is a filter', async () => {
  const client = await apiClient(service);
  const { id } = await client.website({ timezone: 'UTC' });
  const parameters = ['utm_source', 'utm_medium', 'utm_campaign', 'ref'].map((name) => `${name}=${'活'.repeat(255)}`);
  const url = `https://example.com/?${parameters.join('&')}`;
  await client.import(id, JSON.stringify({ timestamp: '2026-03-01T12:00:00Z', url, visitor: 'a' }));
  const range = { from: '2026-03-01', to: '2026-03-01' };
  const { campaigns } = (await client.get(`/websites/${id}/stats/campaigns`, range)).body.data;
  expect(campaigns).toEqual([expect.objectContaining({ visitors: 1 })]);
  const { body } = await client.get(`/websites/${id}/stats/main`, { ...range, campaignLink: campaigns[0].name });
  expect(body.data.totalVisitors).toBe(1);
});
