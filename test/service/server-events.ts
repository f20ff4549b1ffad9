import { afterAll, beforeAll, expect } from 'vitest';
import { type ApiClient, apiClient } from './api-client.js';
import { CHROME, pageview, send } from './browser.js';
import { type TestService, testService } from './test-service.js';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const NOW = Date.UTC(2026, 2, 29, 12);
export const ADDRESS = '192.0.2.7';

export let service: TestService;
export let owner: ApiClient;

/** Opens the service of a file's tests. */
export function useService(): void {
  beforeAll(async () => {
    service = await testService({ clock: NOW });
    owner = await apiClient(service);
  });

  afterAll(() => service.close());
}

export const ada = { visitor: 'ada' };
export const browser = { ip: ADDRESS, userAgent: CHROME };

/** An event at a time in milliseconds from now. */
export const view = (time: number, path: string, more: object = ada) => ({
  type: 'pageview',
  timestamp: new Date(NOW + time).toISOString(),
  url: `https://example.com${path}`,
  ...more,
});

export async function website(settings: object = {}) {
  const { id, apiKey } = await owner.website({ domain: 'example.com' });
  expect((await owner.call('PATCH', `/websites/${id}`, settings)).status).toBe(200);
  return {
    id,
    key: apiKey,
    post: (events: readonly unknown[], headers = {}) =>
      owner.call('POST', `/websites/${id}/events`, { events }, headers),
    /** At a time in milliseconds from now. */
    async sent(time: number, ...events: readonly object[]): Promise<void> {
      service.clock = NOW + time;
      const { status, body } = await owner.call('POST', `/websites/${id}/events`, { events });
      expect(body.data.results).toEqual(events.map(() => ({ status: 'accepted' })));
      expect(status).toBe(202);
      await service.drain();
    },
    async live(time: number, path: string, more: object = {}): Promise<void> {
      service.clock = NOW + time;
      expect((await send(service, pageview(apiKey, path, more), { address: ADDRESS })).status).toBe(202);
      await service.drain();
    },
    async stat(endpoint = 'main', query: Record<string, string> = { from: '2026-03-29', to: '2026-03-29' }) {
      await service.drain();
      await service.jobs.run('late events');
      return (await owner.get(`/websites/${id}/stats/${endpoint}`, query)).body.data;
    },
  };
}
