import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { Journal } from '../../src/collect/journal/journal.js';
import { AppError } from '../../src/lib/errors.js';
import { eventBatches } from '../../src/postgres/schema.js';
import { apiClient, failureOf } from './api-client.js';
import {
  ADDRESS,
  ada,
  browser,
  HOUR,
  MINUTE,
  NOW,
  owner,
  service,
  useService,
  view,
  website,
} from './server-events.js';

useService();

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
  test('join two sessions, and lie inside one', async () => {
    const { sent, stat } = await website();
    await sent(0, view(-2 * HOUR, '/one'), view(-2 * HOUR + 50 * MINUTE, '/two'));
    expect(await stat()).toMatchObject({ bounceRate: 1 });
    await sent(0, view(-2 * HOUR + 25 * MINUTE, '/between'));
    expect(await stat()).toMatchObject({ bounceRate: 0, averageSessionDurationSeconds: 3000, totalPageviews: 3 });
    await sent(0, view(-2 * HOUR + MINUTE, '/inside'));
    expect(await stat()).toMatchObject({ bounceRate: 0, averageSessionDurationSeconds: 3000, totalPageviews: 4 });
  });

  test('go on with the session that they have begun, also after a restart', async () => {
    const { sent, stat } = await website();
    await sent(0, view(-HOUR, '/one'), view(-HOUR + MINUTE, '/two'));
    await service.restart();
    await sent(0, view(-HOUR + 2 * MINUTE, '/three'));
    await sent(0, view(-HOUR + 20 * MINUTE, '/four'));
    expect(await stat()).toMatchObject({ bounceRate: 0, averageSessionDurationSeconds: 1200, totalPageviews: 4 });
  });

  test('a late leave lengthens an earlier session', async () => {
    const { sent, stat } = await website();
    await sent(0, view(-3 * HOUR, '/one'), view(-HOUR, '/two'));
    await sent(0, { ...view(-3 * HOUR + 10 * MINUTE, '/one'), type: 'leave', seconds: 300 });
    expect(await stat()).toMatchObject({ averageSessionDurationSeconds: 150, bounceRate: 1, totalPageviews: 2 });
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
