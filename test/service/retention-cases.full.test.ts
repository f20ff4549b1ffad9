import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '../oracle/oracle.js';
import type { ApiClient } from './api-client.js';
import { pageview, send } from './browser.js';
import { expectDerivedTables } from './derived-tables.js';
import { fetchAnswer } from './oracle-client.js';
import { type RetentionService, retentionService, rowsBefore } from './retained-history.js';
import type { TestService } from './test-service.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let opened: RetentionService;
let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  opened = await retentionService();
  ({ service, owner } = opened);
});

afterAll(() => service.close());

const keep = (id: string, retentionMonths: number | null) =>
  owner.call('PUT', `/websites/${id}/retention`, { retentionMonths });

test('a visit across the first kept day begins with it, and pages that were left before lengthen nothing', async () => {
  const midnight = Date.UTC(2026, 8, 10);
  const range = { from: '2026-09-01', to: '2026-09-20', limit: 'all' } as const;
  const visit = async (apiKey: string, first: number) => {
    const at = async (minute: number, path: string, more: object = {}) => {
      if (minute < first) return;
      service.clock = midnight + minute * MINUTE;
      await send(service, pageview(apiKey, path, more), { address: '192.0.2.7' });
    };
    await at(-3000, '/long-ago');
    await at(-10, '/a', { referrer: 'https://www.google.com/' });
    await at(-5, '/both');
    await at(2, '/a', { type: 'leave', seconds: 700 });
    await at(5, '/c', { referrer: 'https://news.ycombinator.com/' });
    await at(6, '/a', { type: 'leave', seconds: 900 });
    await at(7, '/both', { type: 'leave', seconds: 700 });
    await at(15, '/c', { type: 'leave', seconds: 300 });
    // The clock goes back next: a block that was written then would end the visit.
    await service.drain();
  };
  const websites = [await owner.website({ timezone: 'UTC' }), await owner.website({ timezone: 'UTC' })] as const;
  await visit(websites[0].apiKey, Number.NEGATIVE_INFINITY);
  await visit(websites[1].apiKey, 0);
  service.clock = midnight - HOUR;
  await send(service, pageview(websites[0].apiKey), { userAgent: 'Googlebot/2.1' });
  await service.drain();
  await keep(websites[0].id, 1);
  await service.jobs.run('notifications', 'retention');
  service.clock = Date.UTC(2026, 9, 10, 4);
  await service.jobs.run('notifications', 'retention');
  for (const endpoint of ENDPOINTS) {
    expect(await fetchAnswer(owner, websites[0].id, endpoint, range), endpoint).toEqual(
      await fetchAnswer(owner, websites[1].id, endpoint, range),
    );
  }
  expect(await fetchAnswer(owner, websites[0].id, 'main', range)).toMatchObject({
    totalVisitors: 1,
    totalPageviews: 1,
  });
  expect(await rowsBefore(service, websites[0].id, midnight)).toBe(0);
  await expectDerivedTables(service.clickhouse);
});

test.each([0, -1, 1.5, '6', 1201])('%j is no retention', async (retentionMonths) => {
  const { id } = await owner.website();
  const { status, body } = await keep(id, retentionMonths as number);
  expect([status, body.meta.errors]).toEqual([400, ['retentionMonths: must be a whole number from 1 to 1200']]);
});

test('the website has its retention, and the first day that is kept', async () => {
  service.clock = Date.UTC(2026, 6, 15, 12);
  const { id } = await owner.website({ timezone: 'Pacific/Auckland' });
  const found = async () => (await owner.get(`/websites/${id}/retention`)).body.data;
  const ofInstallation = { retentionMonths: null, keptFrom: '2026-04-16' };
  expect(await found()).toEqual(ofInstallation);
  expect((await keep(id, 1)).body.data).toEqual({ retentionMonths: 1, keptFrom: '2026-06-16' });
  expect((await keep(id, 24)).body.data).toEqual({ ...ofInstallation, retentionMonths: 24 });
  expect(await found()).toEqual({ ...ofInstallation, retentionMonths: 24 });
  expect((await keep(id, null)).body.data).toEqual(ofInstallation);
  expect((await owner.call('PUT', `/websites/${id}/retention`, {})).status).toBe(400);
  expect((await owner.call('PATCH', `/websites/${id}`, { retentionMonths: 1 })).status).toBe(400);
});
