import { afterAll, beforeAll, expect, test } from 'vitest';
import { BROWSER, view } from '../outage/events.js';
import { type ApiClient, apiClient } from './api-client.js';
import { dropped } from './browser.js';
import { type TestService, testService } from './test-service.js';

const LIMIT = 5;

let service: TestService;
let client: ApiClient;

beforeAll(async () => {
  service = await testService({
    clock: Date.parse('2026-03-10T12:00:10Z'),
    environment: { EVENT_RATE_LIMIT_PER_MINUTE: String(LIMIT) },
  });
  client = await apiClient(service);
});

afterAll(() => service.close());

/** What became of so many pageviews, sent one after the other: the reason they were dropped for, or null. */
async function views(key: string, count: number, address: string): Promise<readonly (string | null)[]> {
  const reasons: (string | null)[] = [];
  for (let number = 0; number < count; number += 1) {
    const response = await view(service, key, `/${number}`, address);
    expect(response.status).toBe(202);
    reasons.push(dropped(response));
  }
  return reasons;
}

test('what one address sends too much is dropped, counted, and hits nobody else', async () => {
  const { id, apiKey } = await client.website();
  const other = await client.website();
  const kept = Array<null>(LIMIT).fill(null);
  expect(await views(apiKey, LIMIT + 3, '192.0.2.1')).toEqual([...kept, ...Array(3).fill('rate_limited')]);
  expect(await views(apiKey, LIMIT, '192.0.2.2')).toEqual(kept);
  expect(await views(other.apiKey, LIMIT, '192.0.2.1')).toEqual(kept);
  service.clock += 60_000;
  expect(await views(apiKey, 1, '192.0.2.1')).toEqual([null]);
  await service.drain();

  const range = { from: '2026-03-10', to: '2026-03-10' };
  expect((await client.get(`/websites/${id}/stats/drops`, range)).body.data).toEqual({
    drops: [{ reason: 'rate_limited', events: 3 }],
    bots: [],
    total: 3,
  });
  expect((await client.get(`/websites/${id}/stats/main`, range)).body.data).toMatchObject({
    totalPageviews: 2 * LIMIT + 1,
  });
  const metrics = await (await service.app.request('/metrics')).text();
  expect(metrics).toContain('footfall_events_dropped_total{reason="rate_limited"} 3');
});

test('what is refused anyway takes nothing off the allowance', async () => {
  const { apiKey } = await client.website();
  for (let number = 0; number < 2 * LIMIT; number += 1) {
    const response = await service.app.request(
      '/api/event',
      {
        method: 'POST',
        headers: { 'Content-Type': 'text/plain', 'User-Agent': BROWSER },
        body: JSON.stringify({ key: apiKey, type: 'pageview', url: 'https://elsewhere.org/' }),
      },
      { incoming: { socket: { remoteAddress: '192.0.2.9' } } },
    );
    expect(dropped(response)).toBe('foreign_host');
  }
  expect(await views(apiKey, 1, '192.0.2.9')).toEqual([null]);
});
