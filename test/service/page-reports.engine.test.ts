import { afterAll, beforeAll, expect, test } from 'vitest';
import { BROWSER } from '../outage/events.js';
import { type ApiClient, apiClient, failureOf } from './api-client.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

const START = Date.parse('2026-03-10T23:59:00Z');
const DAYS = { from: '2026-03-10', to: '2026-03-11' };

let service: TestService;
let client: ApiClient;

beforeAll(async () => {
  service = await sharedService({ clock: START });
  client = await apiClient(service);
});

afterAll(() => service.close());

interface Visitor {
  readonly key: string;
  readonly address?: string;
}

async function send({ key, address = '192.0.2.1' }: Visitor, event: object, seconds: number): Promise<void> {
  service.clock = START + seconds * 1000;
  const response = await service.app.request(
    '/api/event',
    {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', 'User-Agent': BROWSER },
      body: JSON.stringify({ key, url: 'https://example.com/read', ...event }),
    },
    { incoming: { socket: { remoteAddress: address } } },
  );
  expect(response.status).toBe(202);
}

const query = async (id: string, body: object) =>
  (await client.call('POST', `/websites/${id}/query`, { ...DAYS, ...body })).body.data.rows;

const METRICS = ['averageSecondsOnPage', 'timeReported', 'scrollDepth'];

test('a view has the last of its reports, at its own time, and the same after an export', async () => {
  const { id, apiKey: key } = await client.website();
  await send({ key }, { type: 'pageview' }, 0);
  await send({ key }, { type: 'leave', seconds: 20, scroll: 0 }, 20);
  // The next day.
  await send({ key }, { type: 'leave', seconds: 50, scroll: 70 }, 90);
  await send({ key }, { type: 'leave', seconds: 40, scroll: 10 }, 100);
  await send({ key, address: '192.0.2.2' }, { type: 'pageview' }, 120);
  await service.drain();
  const byDay = [
    { day: '2026-03-10', averageSecondsOnPage: 50, timeReported: 1, scrollDepth: 70 },
    { day: '2026-03-11', averageSecondsOnPage: null, timeReported: 0, scrollDepth: null },
  ];
  const all = { averageSecondsOnPage: 50, timeReported: 0.5, scrollDepth: 70 };
  const check = async (websiteId: string) => {
    expect(await query(websiteId, { metrics: METRICS, dimensions: ['day'] })).toEqual(byDay);
    expect(await query(websiteId, { metrics: METRICS })).toEqual([all]);
    expect(await query(websiteId, { metrics: METRICS, dimensions: ['page'] })).toEqual([{ page: '/read', ...all }]);
  };
  await check(id);
  const exported = await client.get(`/websites/${id}/export`, { ...DAYS, format: 'ndjson' });
  const { id: other } = await client.website();
  expect((await client.import(other, exported.body.data)).body.data).toMatchObject({ rejected: 0 });
  await check(other);
});

test('revenue is by currency, and an order counts once in the website', async () => {
  const { id, apiKey: key } = await client.website();
  const purchase = (props: object, seconds: number, address?: string) =>
    send({ key, ...(address !== undefined && { address }) }, { type: 'custom', name: 'purchase', props }, seconds);
  await purchase({ revenue: 0.1, currency: 'EUR', orderId: 'A' }, 0);
  await purchase({ revenue: 0.2, currency: 'EUR' }, 1);
  await purchase({ revenue: 100, currency: 'EUR', orderId: 'A' }, 90, '192.0.2.2');
  await purchase({ revenue: '1000', currency: 'JPY', orderId: 'B' }, 95);
  await purchase({ revenue: 'much', currency: 'EUR' }, 96);
  await service.drain();
  expect(await query(id, { metrics: ['revenue', 'events'] })).toEqual([
    { 'revenue:EUR': 0.3, 'revenue:JPY': 1000, events: 5 },
  ]);
  expect(await query(id, { metrics: ['revenue:EUR'], dimensions: ['day'] })).toEqual([
    { day: '2026-03-10', 'revenue:EUR': 0.3 },
    { day: '2026-03-11', 'revenue:EUR': 0 },
  ]);
  // The first one of order A is not in this range, and counts there alone.
  expect(await query(id, { from: '2026-03-11', metrics: ['revenue'] })).toEqual([
    { 'revenue:EUR': 0, 'revenue:JPY': 1000 },
  ]);
  expect(await query(id, { from: '2026-03-01', to: '2026-03-02', metrics: ['revenue'] })).toEqual([{}]);
  const csv = await client.call(
    'POST',
    `/websites/${id}/query`,
    { ...DAYS, metrics: ['revenue'] },
    { Accept: 'text/csv' },
  );
  expect(csv.body.data).toBe('revenue:EUR,revenue:JPY\r\n0.3,1000\r\n');
  const drops = await client.get(`/websites/${id}/stats/drops`, DAYS);
  expect(drops.body.data).toEqual({ drops: [{ reason: 'invalid_revenue', events: 1 }], bots: [], total: 0 });
});

test('a page has not been seen for longer than since its view, and was left before its next view', async () => {
  const { id, apiKey: key } = await client.website();
  await send({ key }, { type: 'pageview' }, 0);
  await send({ key }, { type: 'leave', seconds: 600 }, 10);
  await send({ key }, { type: 'pageview' }, 10);
  await send({ key }, { type: 'leave', seconds: 30 }, 40);
  await service.drain();
  const both = [{ averageSecondsOnPage: 20, timeReported: 1, scrollDepth: null }];
  expect(await query(id, { metrics: METRICS })).toEqual(both);
  // Events of one instant are put in order anew.
  const exported = await client.get(`/websites/${id}/export`, { ...DAYS, format: 'ndjson' });
  const { id: other } = await client.website();
  await client.import(other, exported.body.data);
  expect(await query(other, { metrics: METRICS })).toEqual(both);
});

test('revenue is ordered in one currency', async () => {
  const { id, apiKey: key } = await client.website();
  const buy = (path: string, revenue: number, currency: string, at: number) =>
    send({ key }, { type: 'custom', name: 'buy', url: `https://example.com${path}`, props: { revenue, currency } }, at);
  await buy('/a', 1, 'EUR', 0);
  await buy('/b', 50, 'EUR', 1);
  await buy('/c', 900, 'JPY', 2);
  await buy('/c', 2, 'EUR', 3);
  await service.drain();
  // The first of several pages has the events until now.
  service.clock += 1;
  const rows = await query(id, { metrics: ['revenue', 'visitors'], dimensions: ['page'], limit: 2 });
  expect(rows).toEqual([
    { page: '/b', 'revenue:EUR': 50, 'revenue:JPY': 0, visitors: 1 },
    { page: '/c', 'revenue:EUR': 2, 'revenue:JPY': 900, visitors: 1 },
  ]);
  const [first] = await query(id, { metrics: ['revenue:JPY', 'visitors', 'revenue'] });
  expect(Object.keys(first)).toEqual(['revenue:JPY', 'visitors', 'revenue:EUR']);
  const ask = async (body: object) =>
    failureOf(await client.call('POST', `/websites/${id}/query`, { ...DAYS, ...body }));
  expect(await ask({ metrics: ['revenue'], dimensions: ['page'], orderBy: [{ by: 'revenue' }] })).toMatchObject({
    status: 400,
    errors: ['orderBy.0.by: must be revenue in one currency, as a metric of the query, use revenue:EUR'],
  });
  expect((await ask({ metrics: ['revenue:EURO'] })).status).toBe(400);
});
