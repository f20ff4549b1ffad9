import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import { Journal } from '../../src/collect/journal/journal.js';
import { ImportRecovery } from '../../src/history/commit.js';
import { AppError } from '../../src/lib/errors.js';
import { eventBatches, imports } from '../../src/postgres/schema.js';
import { findWebsite } from '../../src/websites/find-website.js';
import { type ApiClient, apiClient, failureOf } from './api-client.js';
import { CHROME, pageview, send } from './browser.js';
import { counted, expectDailyVisitors } from './daily-visitors.js';
import { expectDerivedTables } from './derived-tables.js';
import { type TestService, testService } from './test-service.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 2, 29, 12);
const ADDRESS = '192.0.2.7';

let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  service = await testService({ clock: NOW });
  owner = await apiClient(service);
});

afterAll(() => service.close());

const ada = { visitor: 'ada' };
const browser = { ip: ADDRESS, userAgent: CHROME };

/** An event at a time in milliseconds from now. */
const view = (time: number, path: string, more: object = ada) => ({
  type: 'pageview',
  timestamp: new Date(NOW + time).toISOString(),
  url: `https://example.com${path}`,
  ...more,
});

async function website(settings: object = {}) {
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

describe('each event has its result', () => {
  test('accepted, dropped by a rule of the website, or invalid with what is wrong', async () => {
    const { post, stat } = await website({ excludedPaths: ['/admin'], excludedIps: ['198.51.100.0/24'] });
    service.clock = NOW;
    const { status, body } = await post([
      view(0, '/a'),
      view(-MINUTE, '/b', browser),
      view(-MINUTE, '/admin'),
      view(0, '/', { ...ada, url: 'https://elsewhere.example/' }),
      view(0, '/', { ...browser, ip: '198.51.100.7' }),
      view(0, '/', { ...browser, userAgent: 'Googlebot/2.1' }),
      view(0, '/', { ...ada, userAgent: 'curl/8' }),
      view(0, '/', { ip: ADDRESS }),
      view(-24 * HOUR - 1, '/'),
      view(MINUTE + 1, '/'),
      { ...view(0, '/'), key: 'x', type: 'visit' },
      'text',
    ]);
    expect(status).toBe(202);
    expect(body.data.results).toEqual([
      { status: 'accepted' },
      { status: 'accepted' },
      { status: 'dropped', reason: 'excluded_path' },
      { status: 'dropped', reason: 'foreign_host' },
      { status: 'dropped', reason: 'excluded_ip' },
      { status: 'dropped', reason: 'bot' },
      { status: 'dropped', reason: 'bot' },
      { status: 'invalid', errors: ['visitor: is required, or both ip and userAgent'] },
      { status: 'invalid', errors: ['timestamp: must be within the last 24 hours; import older events'] },
      { status: 'invalid', errors: ['timestamp: must not be in the future'] },
      { status: 'invalid', errors: ['type: must be one of pageview, exit, custom, leave'] },
      { status: 'invalid', errors: ['must be a JSON object'] },
    ]);
    expect(await stat()).toMatchObject({ totalVisitors: 2, totalPageviews: 2 });
    const metrics = await (await service.app.request('/metrics')).text();
    expect(metrics).toContain('footfall_events_kept_total 2');
    expect(metrics).toContain('footfall_events_dropped_total{reason="bot"} 2');
  });
});

describe('late events', () => {
  test('begin a session earlier', async () => {
    const { sent, live, stat } = await website();
    await live(0, '/live', { referrer: 'https://www.google.com/' });
    await sent(MINUTE, view(-10 * MINUTE, '/landing', { ...browser, referrer: 'https://news.ycombinator.com/' }));
    await live(5 * MINUTE, '/next');
    expect(await stat()).toMatchObject({ totalVisitors: 1, bounceRate: 0, averageSessionDurationSeconds: 900 });
    await live(6 * MINUTE, '/last');
    expect(await stat()).toMatchObject({ totalPageviews: 4, averageSessionDurationSeconds: 960 });
    expect((await stat('referrers')).data).toMatchObject([{ referrer: 'Hacker News', visitors: 1 }]);
    await expectDerivedTables(service.clickhouse);
  });

  test('join two sessions, and lie inside one', async () => {
    const { sent, stat } = await website();
    await sent(0, view(-2 * HOUR, '/one'), view(-2 * HOUR + 50 * MINUTE, '/two'));
    expect(await stat()).toMatchObject({ bounceRate: 1 });
    await sent(0, view(-2 * HOUR + 25 * MINUTE, '/between'));
    expect(await stat()).toMatchObject({ bounceRate: 0, averageSessionDurationSeconds: 3000, totalPageviews: 3 });
    await sent(0, view(-2 * HOUR + MINUTE, '/inside'));
    expect(await stat()).toMatchObject({ bounceRate: 0, averageSessionDurationSeconds: 3000, totalPageviews: 4 });
  });

  test('wait for their sessions where they are, and are in no usage twice', async () => {
    const { id, sent, stat } = await website();
    await sent(0, view(-HOUR, '/later'));
    const { generation } = await counted(service, id);
    // It does not run again within the next second.
    await service.jobs.run('late events');
    await sent(0, view(-HOUR - 2 * MINUTE, '/', { visitor: 'bob' }), view(-HOUR - MINUTE, '/earlier'));
    const { countState, countGeneration } = (await findWebsite(service.engines.postgres.db, id))!;
    expect([countState, countGeneration]).not.toEqual(['complete', generation]);
    const { data } = (await owner.get(`/websites/${id}/stats/main`, { from: '2026-03-29', to: '2026-03-29' })).body;
    expect(data).toMatchObject({ totalVisitors: 2, totalPageviews: 3 });
    const usage = async () => (await owner.get('/account/usage')).body.data.pageviews.used;
    const before = await usage();
    expect(await stat()).toMatchObject({ bounceRate: 0.5, averageSessionDurationSeconds: 30 });
    expect(await usage()).toBe(before);
  });

  test('go on with the session that they have begun, also after a restart', async () => {
    const { sent, stat } = await website();
    await sent(0, view(-HOUR, '/one'), view(-HOUR + MINUTE, '/two'));
    await service.restart();
    await sent(0, view(-HOUR + 2 * MINUTE, '/three'));
    await sent(0, view(-HOUR + 20 * MINUTE, '/four'));
    expect(await stat()).toMatchObject({ bounceRate: 0, averageSessionDurationSeconds: 1200, totalPageviews: 4 });
  });

  test('are placed although the page before them was left', async () => {
    const { sent, stat } = await website();
    await sent(0, view(-HOUR, '/one'), view(-40 * MINUTE, '/two'));
    await sent(0, view(-HOUR - MINUTE, '/zero'));
    await sent(0, { ...view(-HOUR + 10 * SECOND, '/one'), type: 'leave', seconds: 9 });
    await sent(0, { ...view(-30 * MINUTE, '/two'), type: 'leave', seconds: 500 });
    expect(await stat()).toMatchObject({ averageSessionDurationSeconds: 21 * 60 + 500, totalPageviews: 3 });
  });

  test('a late leave lengthens an earlier session', async () => {
    const { sent, stat } = await website();
    await sent(0, view(-3 * HOUR, '/one'), view(-HOUR, '/two'));
    await sent(0, { ...view(-3 * HOUR + 10 * MINUTE, '/one'), type: 'leave', seconds: 300 });
    expect(await stat()).toMatchObject({ averageSessionDurationSeconds: 150, bounceRate: 1, totalPageviews: 2 });
  });

  test('are of the views before them', async () => {
    const { id, sent, stat } = await website();
    const left = (time: number, seconds: number) => ({ ...view(time, '/a'), type: 'leave', seconds });
    const timeOnPage = async () => {
      const query = { from: '2026-03-29', to: '2026-03-29', metrics: ['averageSecondsOnPage'] };
      return (await owner.call('POST', `/websites/${id}/query`, query)).body.data.rows;
    };
    await sent(0, view(-60 * MINUTE, '/a'), view(-50 * MINUTE, '/a'), left(-45 * MINUTE, 100));
    await sent(0, left(-55 * MINUTE, 200));
    await stat();
    expect(await timeOnPage()).toEqual([{ averageSecondsOnPage: 150 }]);
    await sent(0, view(-40 * MINUTE, '/a'), left(-30 * MINUTE, 300), view(-20 * MINUTE, '/b'));
    await sent(0, view(-35 * MINUTE, '/a'), left(-36 * MINUTE, 30));
    await stat();
    expect(await timeOnPage()).toEqual([{ averageSecondsOnPage: 157.5 }]);
  });

  test('leave open sessions open, also after a restart', async () => {
    const { sent, live, stat } = await website();
    await live(0, '/one');
    await service.restart();
    await sent(MINUTE, view(-20 * HOUR, '/old'));
    await sent(2 * MINUTE, view(-20 * HOUR + MINUTE, '/old'));
    await live(5 * MINUTE, '/two');
    const range = { from: '2026-03-29T00:00:00Z', to: '2026-03-29T23:00:00Z' };
    expect(await stat('main', range)).toMatchObject({ bounceRate: 0, averageSessionDurationSeconds: 300 });
  });

  test('go on with the latest session of their visitor', async () => {
    const { sent, stat } = await website();
    await sent(0, view(-3 * HOUR, '/a'), view(-HOUR, '/b'));
    await service.restart();
    await sent(0, view(-3 * HOUR, '/', { visitor: 'bob' }), view(-50 * MINUTE, '/c'));
    expect(await stat()).toMatchObject({ totalPageviews: 4, bounceRate: 0.6667 });
  });

  test('find their sessions later when these cannot be read', async () => {
    const { sent, stat } = await website();
    await sent(0, view(-HOUR, '/a'));
    await service.restart();
    const { query } = service.clickhouse;
    const failing = vi.spyOn(service.clickhouse, 'query').mockImplementation(async (given) => {
      if (given.name === 'sessions of visitors') throw new ClickHouseError('too much memory', 241, undefined);
      return query(given);
    });
    await sent(0, view(-HOUR + MINUTE, '/b'), view(-HOUR + 2 * MINUTE, '/c'));
    failing.mockRestore();
    expect(await stat()).toMatchObject({ totalPageviews: 3, bounceRate: 0, averageSessionDurationSeconds: 120 });
    await expectDerivedTables(service.clickhouse);
  });

  test('are placed although a file of them is damaged', async () => {
    const { id, sent, stat } = await website();
    await sent(0, view(-HOUR, '/later'));
    await sent(0, view(-HOUR - MINUTE, '/earlier'));
    const name = `000000000000001-00000000.${id}.segment`;
    await writeFile(join(service.folder, 'late-events', name), '[{');
    expect(await stat()).toMatchObject({ bounceRate: 0, totalPageviews: 2 });
    expect(await readdir(join(service.folder, 'rejected'))).toContain(`${name}.late-events.json`);
    expect(await readdir(join(service.folder, 'late-events'))).toEqual([]);
  });

  test('wait for what would remove their rebuilt sessions', async () => {
    const { id, sent, stat } = await website();
    await sent(0, view(-HOUR, '/later'));
    await sent(0, view(-HOUR - MINUTE, '/earlier'));
    const notRecovered = vi.spyOn(ImportRecovery.prototype, 'isDone', 'get').mockReturnValue(false);
    expect(await stat()).toMatchObject({ bounceRate: 1, totalPageviews: 2 });
    const { db } = service.engines.postgres;
    const deletion = { id: randomUUID(), websiteId: id, instance: 'another', createdAt: new Date(NOW) };
    await db.insert(imports).values({ ...deletion, state: 'deleting' });
    notRecovered.mockRestore();
    expect(await stat()).toMatchObject({ bounceRate: 1, totalPageviews: 2 });
    await db.delete(imports).where(eq(imports.id, deletion.id));
    expect(await stat()).toMatchObject({ bounceRate: 0, totalPageviews: 2 });
  });

  test('of an address are the visitor whom the tracker has seen', async () => {
    const { sent, live, stat } = await website();
    await live(-MINUTE, '/one');
    await sent(0, { ...view(-30 * SECOND, '/pay', browser), type: 'custom', name: 'payment' });
    await live(MINUTE, '/two');
    expect(await stat()).toMatchObject({ totalVisitors: 1, totalPageviews: 2, averageSessionDurationSeconds: 120 });
  });
});

describe('the visitors of each day are counted again', () => {
  /** Whether the counts end or not, they must say what the events do. */
  async function checked(id: string): Promise<void> {
    await service.drain();
    await service.jobs.run('late events');
    await expectDailyVisitors(service.clickhouse, id, await counted(service, id));
  }

  test('when an event is earlier on a day that is counted, inside a session', async () => {
    const { id, sent } = await website();
    const midnight = -12 * HOUR;
    await sent(0, view(midnight - 10 * MINUTE, '/a'), view(midnight + 16 * MINUTE, '/a'));
    await checked(id);
    await sent(0, view(midnight + 2 * MINUTE, '/a'));
    await checked(id);
  });

  test('when the visitor came on the day after', async () => {
    const { id, sent } = await website();
    await sent(0, view(-HOUR, '/a'));
    await checked(id);
    await sent(0, view(-14 * HOUR, '/b'));
    await checked(id);
  });

  test('when a page was viewed on the day after, in the same session', async () => {
    const { id, sent } = await website();
    const midnight = -12 * HOUR;
    await sent(0, view(midnight - 10 * MINUTE, '/a'), view(midnight + MINUTE, '/b'));
    await checked(id);
    await sent(0, view(midnight - 5 * MINUTE, '/b'));
    await checked(id);
  });

  test('and not for what is in order', async () => {
    const { id, sent } = await website();
    await sent(0, view(-20 * HOUR, '/a'), view(-HOUR, '/a'));
    const { generation } = await counted(service, id);
    await sent(0, view(-10 * HOUR, '/a', { visitor: 'bob' }), view(-40 * MINUTE, '/b'));
    await sent(0, view(-50 * MINUTE, '/c'), view(-35 * MINUTE, '/d', browser));
    await sent(0, ...[2, 5, 4, 1, 3].map((minute) => view(-minute * MINUTE, '/a', { visitor: 'cy' })));
    expect((await counted(service, id)).generation).toBe(generation);
    await checked(id);
  });
});

describe('an Idempotency-Key', () => {
  const key = { 'Idempotency-Key': 'batch 1' };

  test('makes a repeat harmless, also after a restart', async () => {
    const { post, stat } = await website();
    service.clock = NOW;
    const events = [view(-HOUR, '/a'), view(-MINUTE, '/b'), view(-25 * HOUR, '/old')];
    const first = await post(events, key);
    expect(first.status).toBe(202);
    service.clock = NOW + 23 * HOUR;
    expect((await post(events, key)).body).toEqual(first.body);
    await service.restart();
    expect((await post(events, key)).body).toEqual(first.body);
    expect(await stat()).toMatchObject({ totalPageviews: 2 });
    expect(failureOf(await post([view(0, '/c')], key))).toEqual({
      status: 409,
      errors: ['Idempotency-Key: was used with another body'],
    });
    service.clock = NOW + 24 * HOUR + 1;
    expect((await post([view(24 * HOUR, '/c')], key)).status).toBe(202);
  });

  test('keeps a batch once that was on disk when its process died', async () => {
    const { id, post, stat } = await website();
    service.clock = NOW;
    const events = [view(-HOUR, '/a'), view(-HOUR - MINUTE, '/b')];
    const first = await post(events, key);
    // As if the process had died before its answer was stored.
    const { db } = service.engines.postgres;
    await db.update(eventBatches).set({ results: null }).where(eq(eventBatches.websiteId, id));
    await service.restart();
    service.clock = NOW + 24 * HOUR - 1;
    expect((await post(events, key)).body).toEqual(first.body);
    expect(await stat()).toMatchObject({ totalPageviews: 2 });
    await db.update(eventBatches).set({ results: null, instance: 'another' }).where(eq(eventBatches.websiteId, id));
    expect(failureOf(await post(events, key))).toMatchObject({ status: 409 });
  });

  test('ends no session when a batch of yesterday is repeated', async () => {
    const { id, post, live, stat } = await website();
    service.clock = NOW - 11 * HOUR;
    const events = [view(-11 * HOUR, '/a')];
    await post(events, key);
    await service.engines.postgres.db.update(eventBatches).set({ results: null }).where(eq(eventBatches.websiteId, id));
    await live(0, '/one');
    expect((await post(events, key)).status).toBe(202);
    await service.drain();
    await live(5 * MINUTE, '/two');
    expect(await stat()).toMatchObject({ totalVisitors: 2, totalPageviews: 3, averageSessionDurationSeconds: 150 });
  });

  test('has its answer although that could not be stored', async () => {
    const { post, stat } = await website();
    service.clock = NOW;
    const lost = vi.spyOn(service.engines.postgres.db, 'update').mockImplementationOnce(() => {
      throw new Error('PostgreSQL is away');
    });
    const first = await post([view(0, '/a')], key);
    expect(lost).toHaveBeenCalledOnce();
    lost.mockRestore();
    expect(first.status).toBe(202);
    expect((await post([view(0, '/a')], key)).body).toEqual(first.body);
    expect(await stat()).toMatchObject({ totalPageviews: 1 });
  });

  test('is used by one request at a time', async () => {
    const { post, stat } = await website();
    service.clock = NOW;
    const { append } = Journal.prototype;
    const second = new Promise((resolve) => {
      vi.spyOn(Journal.prototype, 'append').mockImplementationOnce(async function (this: Journal, ...records) {
        resolve(await post([view(0, '/a')], key));
        await append.apply(this, records);
      });
    });
    expect((await post([view(0, '/a')], key)).status).toBe(202);
    expect(await second).toMatchObject({ status: 409 });
    expect((await post([view(0, '/a')], key)).status).toBe(202);
    expect(await stat()).toMatchObject({ totalPageviews: 1 });
  });

  test('is of one website', async () => {
    const [one, other] = [await website(), await website()];
    service.clock = NOW;
    for (const { post, stat } of [one, other]) {
      expect((await post([view(0, '/a')], key)).status).toBe(202);
      expect(await stat()).toMatchObject({ totalPageviews: 1 });
    }
  });

  test('has at most 255 characters', async () => {
    const { post } = await website();
    expect((await post([view(0, '/')], { 'Idempotency-Key': 'k'.repeat(256) })).status).toBe(400);
  });
});

describe('a whole batch is refused', () => {
  test.each([
    ['no JSON', '{', 400],
    ['no object', '[]', 400],
    ['no events', '{}', 400],
    ['an empty list', '{"events":[]}', 400],
    ['an unknown field', '{"events":[{}],"key":"x"}', 400],
    ['too many events', JSON.stringify({ events: Array.from({ length: 1001 }, () => ({})) }), 400],
    ['too many bytes', JSON.stringify({ events: ['x'.repeat(1024 * 1024)] }), 413],
  ])('%s', async (_, text, status) => {
    const { id } = await website();
    expect((await owner.call('POST', `/websites/${id}/events`, text)).status).toBe(status);
  });

  test('of a website of another account, or by a key without the scope', async () => {
    const { id } = await website();
    const stranger = await apiClient(service);
    expect((await stranger.call('POST', `/websites/${id}/events`, { events: [view(0, '/')] })).status).toBe(403);
    const limited = async (...scopes: readonly string[]) => {
      const { body } = await owner.call('POST', '/keys', { name: 'server', scopes, websites: 'all', expiresAt: null });
      const headers = { 'X-API-Key': body.data.key };
      return (await owner.call('POST', `/websites/${id}/events`, { events: [view(0, '/')] }, headers)).status;
    };
    expect(await limited('read', 'write')).toBe(403);
    expect(await limited('ingest')).toBe(202);
  });

  test('when the disk does not take it, and its key can be used again', async () => {
    const { post, stat } = await website();
    service.clock = NOW;
    const write = vi.spyOn(Journal.prototype, 'append').mockRejectedValueOnce(new AppError('unavailable', ['full']));
    expect((await post([view(0, '/a')], { 'Idempotency-Key': 'full' })).status).toBe(503);
    write.mockRestore();
    expect((await post([view(0, '/b')], { 'Idempotency-Key': 'full' })).status).toBe(202);
    expect(await stat()).toMatchObject({ totalPageviews: 1 });
  });
});

test('events go on with the sessions that an import has rebuilt', async () => {
  const { id, sent, stat } = await website();
  await sent(0, view(-20 * MINUTE, '/a'));
  const line = { timestamp: new Date(NOW - 21 * MINUTE).toISOString(), url: 'https://example.com/before', ...ada };
  expect((await owner.import(id, JSON.stringify(line))).body.data).toMatchObject({ imported: 1 });
  await sent(0, view(-5 * MINUTE, '/after'));
  expect(await stat()).toMatchObject({ totalPageviews: 3, bounceRate: 0, averageSessionDurationSeconds: 16 * 60 });
  await expectDerivedTables(service.clickhouse);
});

test('events of visitors whose history is being imported are placed when that is done', async () => {
  const { id, sent, stat } = await website();
  await sent(0, view(-HOUR, '/a'));
  const { delete: remove } = service.clickhouse;
  // The import has written its sessions, and has not removed those that they replace.
  const removal = vi.spyOn(service.clickhouse, 'delete').mockImplementationOnce(async (table, rows) => {
    await sent(0, view(-50 * MINUTE, '/during'));
    await remove(table, rows);
  });
  const line = { timestamp: new Date(NOW - HOUR - MINUTE).toISOString(), url: 'https://example.com/before', ...ada };
  expect((await owner.import(id, JSON.stringify(line))).body.data).toMatchObject({ imported: 1 });
  expect(removal).toHaveBeenCalled();
  await sent(0, view(-45 * MINUTE, '/after'));
  expect(await stat()).toMatchObject({ totalPageviews: 4, bounceRate: 0, averageSessionDurationSeconds: 16 * 60 });
  await expectDerivedTables(service.clickhouse);
});
