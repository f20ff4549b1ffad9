import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { topDrop } from '../../src/notifications/read-weekly-summary.js';
import { dropsByDay } from '../../src/stats/reports/drops.js';
import { namedRange } from '../../src/time/index.js';
import { BROWSER, view } from '../outage/events.js';
import { type ApiClient, apiClient } from './api-client.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

let service: TestService;
let client: ApiClient;

beforeAll(async () => {
  service = await sharedService({ clock: Date.parse('2026-03-10T18:29:00Z') });
  client = await apiClient(service);
});

afterAll(() => service.close());

const post = (key: string, url: string, userAgent = BROWSER) =>
  service.app.request('/api/event', {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', 'User-Agent': userAgent },
    body: JSON.stringify({ key, type: 'pageview', url }),
  });

test('drops are counted by reason, per website, in days of its zone', async () => {
  const { id, apiKey } = await client.website({ timezone: 'Asia/Kolkata' });
  const other = await client.website();
  // 23:59 in Kolkata, and a minute later the next day there.
  for (const userAgent of ['curl/8.0', 'curl/8.1', 'Somebot/1.0 (+https://user@example.org/)'])
    await post(apiKey, 'https://example.com/', userAgent);
  await post(apiKey, 'https://elsewhere.org/');
  await post(other.apiKey, 'https://elsewhere.org/');
  await post('site_nobody', 'https://example.com/');
  await view(service, apiKey, '/');
  service.clock = Date.parse('2026-03-10T18:30:00Z');
  await post(apiKey, 'http://localhost/');
  await service.drain();

  const dropsOn = async (day: string) =>
    (await client.get(`/websites/${id}/stats/drops`, { from: day, to: day })).body.data;
  expect(await dropsOn('2026-03-10')).toEqual({
    drops: [
      { reason: 'bot', events: 3 },
      { reason: 'foreign_host', events: 1 },
    ],
    bots: [
      { name: 'curl', events: 2 },
      { name: null, events: 1 },
    ],
    total: 4,
  });
  expect(await dropsOn('2026-03-11')).toEqual({ drops: [{ reason: 'localhost', events: 1 }], bots: [], total: 1 });
  const zone = 'Asia/Kolkata';
  const range = namedRange('2026-03-10', '2026-03-12', zone);
  expect(await dropsByDay(service.clickhouse, id, range, zone)).toEqual([
    { day: '2026-03-10', events: 4 },
    { day: '2026-03-11', events: 1 },
    { day: '2026-03-12', events: 0 },
  ]);
  expect(await dropsOn('2026-03-12')).toEqual({ drops: [], bots: [], total: 0 });
});

test('events count without the properties that are over the limits, which are counted apart', async () => {
  const { id, apiKey } = await client.website();
  const send = async (event: object) => {
    const response = await service.app.request('/api/event', {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', 'User-Agent': BROWSER },
      body: JSON.stringify({ key: apiKey, url: 'https://example.com/', ...event }),
    });
    expect([response.status, response.headers.get('X-Footfall-Dropped')]).toEqual([202, null]);
  };
  await send({ type: 'pageview', props: { section: 'docs', text: 'x'.repeat(501) } });
  await send({ type: 'custom', name: 'signup', props: { plan: 'pro' } });
  await send({ type: 'custom', name: 'signup', props: { plan: 'pro', ['x'.repeat(65)]: 1 } });
  await service.drain();
  const stored = await service.clickhouse.query({
    name: 'test',
    sql: { chunks: [`SELECT props FROM events WHERE website_id = '${id}' ORDER BY time`], parameters: [] },
    row: z.object({ props: z.string() }),
  });
  expect(stored.map(({ props }) => props).toSorted()).toEqual([
    '{"plan":"pro"}',
    '{"plan":"pro"}',
    '{"section":"docs"}',
  ]);
  const drops = await client.get(`/websites/${id}/stats/drops`, { from: '2026-03-10', to: '2026-03-11' });
  expect(drops.body.data).toEqual({ drops: [{ reason: 'property_limit', events: 2 }], bots: [], total: 0 });
  expect(await topDrop(service.clickhouse, id, { start: 0, end: service.clock + 1 })).toBeNull();
});

test('they go with their website', async () => {
  const { id, apiKey } = await client.website();
  await post(apiKey, 'https://elsewhere.org/');
  await service.drain();
  await client.call('DELETE', `/websites/${id}`);
  const left = await service.clickhouse.query({
    name: 'test',
    sql: { chunks: ['SELECT toString(website_id) AS id FROM drops'], parameters: [] },
    row: z.object({ id: z.string() }),
  });
  expect(left.map((row) => row.id)).not.toContain(id);
});
