import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Query } from '../oracle/answers.js';
import { type ApiClient, apiClient, failureOf } from './api-client.js';
import { pageview, send } from './browser.js';
import { NEVER_MERGED } from './deleted-history.js';
import { type TestService, testService } from './test-service.js';

const DOMAIN = 'example.com';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const NOW = Date.UTC(2026, 2, 29, 12);
const DAY = { from: '2026-03-29', to: '2026-03-29' };

let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  service = await testService({ clock: NOW, afterMigration: NEVER_MERGED });
  owner = await apiClient(service);
});

afterAll(() => service.close());

/** Deletes, in the name of the oracle's query. */
const remove = (id: string, { from, to, filters = {} }: Pick<Query, 'from' | 'to' | 'filters'>, dryRun?: string) =>
  owner.call(
    'DELETE',
    `/websites/${id}/events?${new URLSearchParams({ from, to, ...filters, ...(dryRun && { dryRun }) })}`,
  );

describe('a visit', () => {
  async function visit() {
    service.clock = NOW;
    const { id, apiKey } = await owner.website({ timezone: 'UTC', domain: DOMAIN });
    return {
      id,
      at: async (time: number, path: string, more: object = {}, address = '192.0.2.7') => {
        service.clock = NOW + time;
        await send(service, pageview(apiKey, path, more), { address });
      },
      stat: async (endpoint: string) => {
        await service.drain();
        return (await owner.get(`/websites/${id}/stats/${endpoint}`, DAY)).body.data;
      },
    };
  }

  test('that is under way begins with what remains, and goes on', async () => {
    const { id, at, stat } = await visit();
    await at(0, '/spam', { referrer: 'https://spam.example/' });
    await at(MINUTE, '/real', { referrer: 'https://www.google.com/' });
    const { body } = await remove(id, { ...DAY, filters: { page: '/spam' } });
    expect(body).toMatchObject({ data: { events: 1, visitors: 1 }, meta: { message: 'Events deleted' } });
    expect(await stat('main')).toMatchObject({ totalVisitors: 1, totalPageviews: 1, bounceRate: 1 });
    await at(3 * MINUTE, '/more');
    expect(await stat('main')).toMatchObject({
      totalVisitors: 1,
      totalPageviews: 2,
      bounceRate: 0,
      averageSessionDurationSeconds: 120,
    });
    expect((await stat('entry-pages')).entryPages).toEqual([{ name: '/real', visitors: 1, percentage: 100 }]);
    expect((await stat('referrers')).data).toMatchObject([{ referrer: 'Google' }]);
  });

  test('that is deleted whole while it is under way begins anew', async () => {
    const { id, at, stat } = await visit();
    await at(0, '/spam');
    await Promise.all([remove(id, { ...DAY, filters: { page: '/spam' } }), at(0, '/meanwhile', {}, '192.0.2.8')]);
    await at(MINUTE, '/next');
    expect(await stat('main')).toMatchObject({ totalVisitors: 2, totalPageviews: 2, bounceRate: 1 });
  });

  test('has no leave of a deleted view any more, and keeps the others', async () => {
    const { id, at, stat } = await visit();
    await at(0, '/real');
    await at(10 * SECOND, '/real', { type: 'leave', seconds: 10 });
    await at(20 * SECOND, '/spam');
    await at(80 * SECOND, '/spam', { type: 'leave', seconds: 60 });
    expect(await stat('main')).toMatchObject({ averageSessionDurationSeconds: 80 });
    await remove(id, { ...DAY, filters: { page: '/spam' } });
    expect(await stat('main')).toMatchObject({ bounceRate: 1, averageSessionDurationSeconds: 10 });
  });

  test('has none either when the page was viewed before', async () => {
    const { id, at, stat } = await visit();
    await at(0, '/a');
    await at(10 * SECOND, '/a');
    await at(100 * SECOND, '/a', { type: 'leave', seconds: 90 });
    const range = { from: new Date(NOW + 5 * SECOND).toISOString(), to: new Date(NOW + MINUTE).toISOString() };
    expect((await remove(id, range)).body.data).toMatchObject({ events: 1 });
    expect(await stat('main')).toMatchObject({ bounceRate: 1, averageSessionDurationSeconds: 0 });
  });

  test('keeps the usage of the account', async () => {
    const account = await apiClient(service);
    service.clock = NOW;
    const { id, apiKey } = await account.website({ domain: DOMAIN });
    for (const path of ['/a', '/b']) await send(service, pageview(apiKey, path));
    await service.drain();
    const used = async () => (await account.get('/account/usage')).body.data.pageviews.used;
    expect(await used()).toBe(2);
    await account.call('DELETE', `/websites/${id}/events?${new URLSearchParams({ ...DAY, page: '/a' })}`);
    expect(await used()).toBe(2);
    expect((await account.get(`/websites/${id}/stats/main`, DAY)).body.data).toMatchObject({ totalPageviews: 1 });
  });
});

describe('DELETE /websites/:id/events', () => {
  let id: string;

  beforeAll(async () => {
    service.clock = NOW;
    ({ id } = await owner.website({ timezone: 'UTC', domain: DOMAIN }));
    const line = { timestamp: '2026-03-29T10:00:00Z', url: 'https://example.com/', visitor: 'ada', country: 'DE' };
    await owner.import(
      id,
      [line, { ...line, visitor: 'ben', country: 'US' }].map((each) => JSON.stringify(each)).join('\n'),
    );
  });

  const views = async () => (await owner.get(`/websites/${id}/stats/main`, DAY)).body.data.totalPageviews;

  test('only counts in a dry run', async () => {
    const { status, body } = await remove(id, { ...DAY, filters: { country: 'DE' } }, 'true');
    expect(status).toBe(200);
    const data = { events: 1, visitors: 1, dryRun: true, deletionId: null };
    expect(body).toEqual({ success: true, data, meta: { status: 200 } });
    expect(await views()).toBe(2);
  });

  test.each([
    ['no range', {}, 'Query parameters from and to are required'],
    ['no end', { from: '2026-03-29' }, 'Query parameters from and to are required'],
    ['no day', { ...DAY, to: '2026-02-30' }, /^to: /],
    ['another dry run', { ...DAY, dryRun: 'yes' }, 'dryRun: must be true or false'],
    ['a filter that it does not know', { ...DAY, color: 'red' }, 'color: unknown parameter'],
    ['a filter that is misspelled', { ...DAY, coutry: 'DE' }, 'coutry: unknown parameter, use country'],
    ['an empty filter', { ...DAY, country: '' }, 'country: must not be empty'],
  ])('refuses %s, and deletes nothing', async (_, query, error) => {
    const answer = await owner.call('DELETE', `/websites/${id}/events?${new URLSearchParams(query)}`);
    expect(failureOf(answer)).toEqual({
      status: 400,
      errors: [typeof error === 'string' ? error : expect.stringMatching(error)],
    });
    expect(await views()).toBe(2);
  });

  test('refuses a filter that is given twice', async () => {
    const answer = await owner.call(
      'DELETE',
      `/websites/${id}/events?from=2026-03-29&to=2026-03-29&country=DE&country=US`,
    );
    expect(failureOf(answer)).toEqual({ status: 400, errors: ['country: must be given once'] });
  });

  test('is for the owner alone', async () => {
    const stranger = await apiClient(service);
    const query = new URLSearchParams(DAY);
    expect((await stranger.call('DELETE', `/websites/${id}/events?${query}`)).status).toBe(403);
    expect((await stranger.call('DELETE', `/websites/${randomUUID()}/events?${query}`)).status).toBe(404);
    expect(await views()).toBe(2);
  });

  test('is a conflict while another one is under way', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => remove(id, { ...DAY, filters: { country: 'DE' } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await views()).toBe(1);
    expect((await remove(id, { ...DAY, filters: { country: 'DE' } })).body.data).toEqual({
      events: 0,
      visitors: 0,
      dryRun: false,
      deletionId: null,
    });
  });
});
