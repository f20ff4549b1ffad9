import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PastEvent } from '../oracle/past-event.js';
import { type ApiClient, apiClient } from './api-client.js';
import { imported } from './asked.js';
import { type TestService, testService } from './test-service.js';

const MINUTE_MS = 60 * 1000;

let service: TestService;
let client: ApiClient;

beforeAll(async () => {
  service = await testService({ rollsUp: true, clock: Date.UTC(2026, 3, 5) });
  client = await apiClient(service);
});

afterAll(() => service.close());

const pageview = (visitor: string, time: number, path: string): PastEvent => ({
  type: 'pageview',
  url: `https://example.com${path}`,
  timestamp: new Date(time).toISOString(),
  visitor,
  device: 'desktop',
});

test('a session that begins before a day of 23 hours and comes to a page after it is no session of the page on that day', async () => {
  const { id } = await client.website({ domain: 'example.com', timezone: 'Europe/Berlin' });
  const start = Date.parse('2026-03-28T23:30:00+01:00');
  await imported(client, id, [
    pageview('early', Date.parse('2026-03-20T12:00:00+01:00'), '/'),
    ...Array.from({ length: 72 }, (_, index) => pageview('long', start + index * 20 * MINUTE_MS, '/')),
    pageview('long', Date.parse('2026-03-30T00:25:00+02:00'), '/late'),
    pageview('short', Date.parse('2026-03-29T12:00:00+02:00'), '/late'),
  ]);
  const ask = async (day: string) =>
    (await client.get(`/websites/${id}/stats/main`, { from: day, to: day, page: '/late' })).body.data;
  const days = async () => Promise.all(['2026-03-28', '2026-03-29', '2026-03-30'].map(ask));

  const ofEvents = await days();
  expect(ofEvents.map(({ bounceRate, totalVisitors }) => ({ bounceRate, totalVisitors }))).toEqual([
    { bounceRate: 0, totalVisitors: 0 },
    { bounceRate: 1, totalVisitors: 1 },
    { bounceRate: 0, totalVisitors: 1 },
  ]);
  await service.rollups.bringUpAll();
  expect(await days()).toEqual(ofEvents);
});
