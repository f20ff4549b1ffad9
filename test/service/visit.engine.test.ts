import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiClient, apiClient } from './api-client.js';
import { pageview, send } from './browser.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const START = Date.UTC(2026, 2, 29, 12);
const RANGE = { from: '2026-03-29', to: '2026-03-30' };

let service: TestService;
let owner: ApiClient;
let website: { readonly id: string; readonly apiKey: string };

beforeAll(async () => {
  service = await sharedService();
  owner = await apiClient(service);
});

beforeEach(async () => {
  website = await owner.website();
});

afterAll(() => service.close());

const stat = async (endpoint: string) => {
  await service.drain();
  return (await owner.get(`/websites/${website.id}/stats/${endpoint}`, RANGE)).body.data;
};

/** What a browser sends so long after the start of the visit. */
async function arrives(time: number, path: string, more: object = {}): Promise<void> {
  service.clock = START + time;
  await send(service, pageview(website.apiKey, path, more));
}

const leave = (seconds: number) => ({ type: 'leave', seconds });

describe('a visit', () => {
  test('keeps the source and the entry page of its first event', async () => {
    const landing = '/?utm_source=newsletter&utm_medium=email&utm_campaign=March';
    await arrives(0, landing, { referrer: 'https://mail.google.com/' });
    await arrives(20 * SECOND, '/pricing', { referrer: `https://example.com${landing}` });
    await service.drain();
    await arrives(35 * SECOND, '/pricing', { type: 'exit', link: 'https://other.example/' });
    await arrives(10 * MINUTE, '/signup?utm_source=google&utm_medium=cpc', { referrer: 'https://www.google.com/' });
    expect(await stat('main')).toMatchObject({
      totalVisitors: 1,
      totalPageviews: 3,
      bounceRate: 0,
      averageSessionDurationSeconds: 600,
    });
    expect(await stat('referrers')).toEqual({
      data: [{ referrer: 'newsletter', visitors: 1, percentage: 100 }],
      total: 1,
    });
    expect(await stat('channels')).toEqual({
      channels: [
        {
          name: 'Email',
          visitors: 1,
          percentage: 100,
          topSources: [{ source: 'newsletter', visitors: 1, percentage: 100 }],
        },
      ],
      totalVisitors: 1,
    });
    expect((await stat('campaigns')).campaigns.map(({ name }: { name: string }) => name)).toEqual([
      '?utm_source=newsletter&utm_medium=email&utm_campaign=March',
    ]);
    expect((await stat('entry-pages')).entryPages).toEqual([{ name: '/', visitors: 1, percentage: 100 }]);
    expect((await stat('pages')).data).toHaveLength(3);
  });

  test('ends after 30 minutes', async () => {
    await arrives(0, '/', { referrer: 'https://www.google.com/' });
    await arrives(30 * MINUTE - 1, '/a');
    await arrives(60 * MINUTE - 1, '/b');
    expect(await stat('main')).toMatchObject({ totalVisitors: 1, bounceRate: 0.5 });
    expect((await stat('referrers')).data).toEqual([
      { referrer: 'Direct', visitors: 1, percentage: 100 },
      { referrer: 'Google', visitors: 1, percentage: 100 },
    ]);
  });

  test('goes on after a restart of the service', async () => {
    await arrives(0, '/', { referrer: 'https://www.google.com/' });
    await service.restart();
    await arrives(29 * MINUTE, '/a');
    expect(await stat('main')).toMatchObject({ bounceRate: 0, averageSessionDurationSeconds: 29 * 60 });
    expect((await stat('referrers')).data).toMatchObject([{ referrer: 'Google', visitors: 1 }]);
  });
});

describe('a leave', () => {
  test('gives a visit of one page its duration, and it stays a bounce', async () => {
    await arrives(0, '/');
    await arrives(45 * SECOND, '/', leave(42));
    expect(await stat('main')).toMatchObject({
      totalVisitors: 1,
      totalPageviews: 1,
      bounceRate: 1,
      averageSessionDurationSeconds: 42,
    });
    expect(await stat('pages')).toMatchObject({ data: [{ page: '/', visitors: 1, pageviews: 1 }], total: 1 });
  });

  test('counts up to its arrival', async () => {
    await arrives(0, '/');
    await arrives(10 * SECOND, '/', leave(86_400));
    expect(await stat('main')).toMatchObject({ averageSessionDurationSeconds: 10 });
  });

  test('never lengthens the 30 minutes', async () => {
    await arrives(0, '/');
    await arrives(29 * MINUTE, '/', leave(29 * 60));
    await arrives(31 * MINUTE, '/a');
    expect(await stat('main')).toMatchObject({ bounceRate: 1, averageSessionDurationSeconds: (29 * 60) / 2 });
  });

  test('too late, of another page or of nobody says nothing', async () => {
    await arrives(0, '/');
    await arrives(5 * SECOND, '/never-viewed', leave(5));
    await arrives(30 * MINUTE, '/', leave(1800));
    expect(await stat('main')).toMatchObject({ totalVisitors: 1, averageSessionDurationSeconds: 0 });
    service.clock = START;
    await send(service, pageview(website.apiKey, '/', leave(9)), { address: '198.51.100.9' });
    expect(await stat('main')).toMatchObject({ totalVisitors: 1, totalPageviews: 1 });
  });
});
