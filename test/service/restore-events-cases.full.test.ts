import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql, uuid } from '../../src/clickhouse/sql.js';
import { deletionExpiry } from '../../src/history/delete/restore-events.js';
import { imports } from '../../src/postgres/schema.js';
import { findWebsite } from '../../src/websites/find-website.js';
import { type ApiClient, apiClient, failureOf } from './api-client.js';
import { CHROME, pageview, send } from './browser.js';
import { storedRows } from './stored-rows.js';
import { type TestService, testService } from './test-service.js';

const DOMAIN = 'example.com';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 2, 29, 12);
const DAY = { from: '2026-03-29', to: '2026-03-29' };

let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  service = await testService({ clock: NOW });
  owner = await apiClient(service);
});

afterAll(() => service.close());

const remove = async (id: string, query: Readonly<Record<string, string>>) => {
  const { body } = await owner.call('DELETE', `/websites/${id}/events?${new URLSearchParams(query)}`);
  return body.data.deletionId as string;
};

const restore = (id: string, deletionId: string, client = owner) =>
  client.call('POST', `/websites/${id}/deletions/${deletionId}/restore`);

const kept = async (id: string) => (await owner.get(`/websites/${id}/deletions`)).body.data as { id: string }[];

const main = async (id: string) => (await owner.get(`/websites/${id}/stats/main`, DAY)).body.data;

describe('a deletion', () => {
  async function visited() {
    service.clock = NOW;
    const { id, apiKey } = await owner.website({ timezone: 'UTC', domain: DOMAIN });
    const at = async (time: number, path: string, more: object = {}, address = '192.0.2.7') => {
      service.clock = NOW + time;
      await send(service, pageview(apiKey, path, more), { address });
    };
    return { id, at };
  }

  test('brings the leaves of its pages back, and those that only its pages joined to a visit', async () => {
    const { id, at } = await visited();
    await at(0, '/a');
    await at(10 * SECOND, '/a', { type: 'leave', seconds: 10 });
    await at(20 * MINUTE, '/spam');
    await at(21 * MINUTE, '/spam', { type: 'leave', seconds: 60 });
    await at(45 * MINUTE, '/a', { type: 'leave', seconds: 2700 });
    await service.drain();
    const before = await main(id);
    expect(before).toMatchObject({ averageSessionDurationSeconds: 2700 });
    const deletionId = await remove(id, { ...DAY, page: '/spam' });
    expect(await main(id)).toMatchObject({ totalPageviews: 1, averageSessionDurationSeconds: 10 });
    expect((await restore(id, deletionId)).body).toMatchObject({
      data: { events: 1 },
      meta: { message: 'Events restored' },
    });
    expect(await main(id)).toEqual(before);
  });

  test('joins its events to those that came meanwhile, and does not count usage twice', async () => {
    const { id, at } = await visited();
    const used = async () => (await owner.get('/account/usage')).body.data.pageviews.used;
    const usedBefore = await used();
    await at(0, '/a');
    await service.drain();
    const deletionId = await remove(id, { ...DAY, page: '/a' });
    await at(20 * MINUTE, '/b');
    await at(0, '/other', {}, '192.0.2.8');
    await service.drain();
    await restore(id, deletionId);
    await at(40 * MINUTE, '/c');
    await service.drain();
    expect(await main(id)).toMatchObject({
      totalVisitors: 2,
      totalPageviews: 4,
      bounceRate: 0.5,
      averageSessionDurationSeconds: 1200,
    });
    expect(await used()).toBe(usedBefore + 4);
  });

  test('is undone once, even by requests at the same time', async () => {
    const { id, at } = await visited();
    await at(0, '/a');
    await service.drain();
    const deletionId = await remove(id, { ...DAY, page: '/a' });
    const answers = await Promise.all([1, 2, 3].map(() => restore(id, deletionId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await main(id)).toMatchObject({ totalPageviews: 1 });
    expect(failureOf(await restore(id, deletionId))).toEqual({
      status: 404,
      errors: ['This deletion can no longer be undone: it was undone already, or 24 hours have passed'],
    });
    expect(await main(id)).toMatchObject({ totalPageviews: 1 });
  });

  test('can be undone for 24 hours, and then leaves nothing', async () => {
    const { id, at } = await visited();
    await at(0, '/a');
    await service.drain();
    const deletionId = await remove(id, { ...DAY, page: '/a' });
    const { clickhouse, postgres } = service.engines;
    const expire = deletionExpiry({ clickhouse, db: postgres.db, now: () => service.clock });
    service.clock = NOW + 24 * HOUR - 1;
    await expire();
    expect(await kept(id)).toHaveLength(1);
    expect(await storedRows(service, id)).toMatchObject({ deleted_events: 1 });
    service.clock = NOW + 24 * HOUR;
    expect((await restore(id, deletionId)).status).toBe(404);
    expect(await kept(id)).toEqual([]);
    await expire();
    expect(await storedRows(service, id)).not.toHaveProperty('deleted_events');
    service.clock = NOW;
    expect((await restore(id, deletionId)).status).toBe(404);
  });

  test('can be made final before', async () => {
    const { id, at } = await visited();
    await at(0, '/a');
    await service.drain();
    const deletionId = await remove(id, { ...DAY, page: '/a' });
    const makeFinal = (client = owner) => client.call('DELETE', `/websites/${id}/deletions/${deletionId}`);
    expect((await makeFinal(await apiClient(service))).status).toBe(403);
    expect((await makeFinal()).body).toMatchObject({ data: null, meta: { message: 'Deletion made final' } });
    expect(await kept(id)).toEqual([]);
    expect(await storedRows(service, id)).not.toHaveProperty('deleted_events');
    expect([(await makeFinal()).status, (await restore(id, deletionId)).status]).toEqual([404, 404]);
    expect((await owner.call('DELETE', `/websites/${id}/deletions/x`)).status).toBe(404);
  });

  test('is described by any text', async () => {
    const { id, at } = await visited();
    await at(0, '/a');
    await service.drain();
    const website = await findWebsite(service.engines.postgres.db, id);
    if (website === undefined) throw new Error('the website is missing');
    const keptAs = `\0 \uD800 ${'x'.repeat(2_000)}`;
    await service.services.deleteEvents({ website, chosen: sql`website_id = ${uuid(id)} AND type != 'leave'`, keptAs });
    expect(await kept(id)).toMatchObject([{ description: expect.stringMatching(/^\uFFFD \uFFFD x{900,}$/) }]);
  });

  test('does not expire while it is being undone', async () => {
    const { id, at } = await visited();
    await at(0, '/a');
    await service.drain();
    const restores = await remove(id, { ...DAY, page: '/a' });
    const { clickhouse, postgres } = service.engines;
    const expire = deletionExpiry({ clickhouse, db: postgres.db, now: () => NOW + 24 * HOUR });
    const running = {
      websiteId: id,
      instance: 'another',
      state: 'writing',
      restores,
      createdAt: new Date(NOW),
    } as const;
    const [restoring] = await postgres.db.insert(imports).values(running).returning();
    await expire();
    expect(await storedRows(service, id)).toHaveProperty('deleted_events');
    await postgres.db.delete(imports).where(eq(imports.id, restoring?.id ?? ''));
    await expire();
    expect(await storedRows(service, id)).not.toHaveProperty('deleted_events');
  });

  test('that PostgreSQL does not know leaves no copy', async () => {
    const { id } = await owner.website();
    const { clickhouse, postgres } = service.engines;
    await clickhouse.command(sql`INSERT INTO deleted_events (deletion_id, website_id, time)
SELECT ${uuid(randomUUID())}, ${uuid(id)}, now64(3)`);
    expect(await storedRows(service, id)).toHaveProperty('deleted_events');
    await deletionExpiry({ clickhouse, db: postgres.db, now: () => service.clock })();
    expect(await storedRows(service, id)).not.toHaveProperty('deleted_events');
  });

  test('never brings a deleted visitor back', async () => {
    const { id, at } = await visited();
    await at(0, '/a');
    await at(0, '/a', {}, '192.0.2.8');
    await service.drain();
    const deletionId = await remove(id, { ...DAY, page: '/a' });
    const visitor = { ip: '192.0.2.8', userAgent: CHROME };
    const { body } = await owner.call('DELETE', `/websites/${id}/visitors`, visitor);
    expect(body).toMatchObject({ data: { events: 1 }, meta: { message: 'Visitor deleted' } });
    expect(await storedRows(service, id)).toMatchObject({ deleted_events: 1 });
    expect((await restore(id, deletionId)).body.data).toEqual({ events: 1 });
    expect(await main(id)).toMatchObject({ totalVisitors: 1 });
    expect((await owner.call('DELETE', `/websites/${id}/visitors`, visitor)).body.data).toEqual({ events: 0 });
  });

  test('brings nothing back that is older than the data retention', async () => {
    service.clock = NOW;
    const { id } = await owner.website({ timezone: 'UTC', domain: DOMAIN });
    const line = (timestamp: string) => JSON.stringify({ timestamp, url: 'https://example.com/', visitor: 'ada' });
    await owner.import(id, [line('2026-01-29T12:00:00Z'), line('2026-03-29T10:00:00Z')].join('\n'));
    const deletionId = await remove(id, { from: '2026-01-01', to: '2026-03-29' });
    expect((await owner.call('PUT', `/websites/${id}/retention`, { retentionMonths: 1 })).status).toBe(200);
    expect((await restore(id, deletionId)).body.data).toEqual({ events: 1 });
    expect((await storedRows(service, id)).events).toBe(1);
  });

  test('is in no export and no answer, and goes with its website', async () => {
    const { id, at } = await visited();
    await at(0, '/a');
    await at(0, '/b');
    await service.drain();
    await remove(id, { ...DAY, page: '/a' });
    const file = await service.app.request(
      `/api/v1/websites/${id}/export?from=2026-03-29&to=2026-03-29&format=ndjson`,
      {
        headers: { 'X-API-Key': owner.key },
      },
    );
    expect((await file.text()).trim().split('\n')).toHaveLength(1);
    await owner.call('DELETE', `/websites/${id}`);
    expect(await storedRows(service, id)).toEqual({});
  });

  test('is for the owner of its website alone', async () => {
    const [{ id, at }, other] = [await visited(), await owner.website()];
    await at(0, '/a');
    await service.drain();
    const deletionId = await remove(id, { ...DAY, page: '/a' });
    const stranger = await apiClient(service);
    const { id: strangers } = await stranger.website();
    expect((await restore(id, deletionId, stranger)).status).toBe(403);
    expect((await stranger.get(`/websites/${id}/deletions`)).status).toBe(403);
    expect((await restore(strangers, deletionId, stranger)).status).toBe(404);
    expect((await restore(other.id, deletionId)).status).toBe(404);
    expect((await restore(id, randomUUID())).status).toBe(404);
    expect((await restore(id, 'x')).status).toBe(404);
    expect((await restore(id, deletionId)).status).toBe(200);
  });
});
