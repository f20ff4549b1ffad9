import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { sql, uuid } from '../../src/clickhouse/sql.js';
import { COLLECTED } from '../../src/collect/sessions/row.js';
import { randomHistory } from '../oracle/history.js';
import { answer, ENDPOINTS } from '../oracle/oracle.js';
import type { PastEvent } from '../oracle/past-event.js';
import { seeded } from '../oracle/random.js';
import { type ApiClient, apiClient } from './api-client.js';
import { CHROME, pageview, send } from './browser.js';
import { expectDerivedTables } from './derived-tables.js';
import { type TestService, testService } from './test-service.js';

const DOMAIN = 'example.com';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const NOW = Date.UTC(2026, 2, 29, 12);
const ADDRESS = '192.0.2.7';

/** As tables of a cluster are, which pass over a token that they had before. */
const DEDUPLICATED = ['import_lines', 'import_sessions'].map(
  (table) => `ALTER TABLE ${table} MODIFY SETTING non_replicated_deduplication_window = 10000`,
);

let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  service = await testService({ clock: NOW, afterMigration: DEDUPLICATED });
  owner = await apiClient(service);
});

afterAll(() => service.close());

const website = (timezone = 'UTC') => owner.website({ timezone, domain: DOMAIN });

async function everything(id: string, query: { readonly from: string; readonly to: string }) {
  const answers: (readonly [string, unknown])[] = [];
  // One at a time: few whole lists may wait at once.
  for (const endpoint of ENDPOINTS) {
    const { status, body } = await owner.get(`/websites/${id}/stats/${endpoint}`, { ...query, limit: 'all' });
    expect(status, endpoint).toBe(200);
    answers.push([endpoint, body.data]);
  }
  return Object.fromEntries(answers);
}

describe('a history in three pieces', () => {
  const [timezone, from] = ['America/New_York', '2026-03-06'];
  const history = randomHistory({ seed: 77, zone: timezone, from, days: 4, visitors: 15, domain: DOMAIN });
  const query = { from, to: '2026-03-11' };

  test.each([1, 2])('of any lines in any order is the same as the whole: order %d', async (seed) => {
    const { id } = await website(timezone);
    const random = seeded(seed);
    const pieces = new Map<number, PastEvent[]>([1, 2, 3].map((piece) => [piece, []]));
    for (const event of random.shuffled(history)) pieces.get(1 + random.below(3))?.push(event);
    for (const piece of pieces.values()) {
      const { body } = await owner.history(id, piece);
      expect(body.data).toEqual({ imported: piece.length, rejected: 0, errors: [] });
    }
    const answers = await everything(id, query);
    for (const endpoint of ENDPOINTS) {
      const unlimited = { ...query, limit: 'all' as const };
      expect(answers[endpoint], endpoint).toEqual(answer(history, { timezone, domain: DOMAIN }, endpoint, unlimited));
    }
  });
});

test('lines of one instant come out in one way, however they are shuffled', async () => {
  const timestamp = '2026-03-01T10:00:00.000Z';
  const events = ['/a', '/b', '/c', '/d'].flatMap((path): PastEvent[] => [
    { timestamp, type: 'pageview', url: `https://example.com${path}`, visitor: 'ada', device: 'desktop' },
    {
      timestamp,
      type: 'exit',
      url: `https://example.com${path}`,
      link: 'https://x.example/',
      visitor: 'ada',
      device: 'tv',
    },
  ]);
  const answers: unknown[] = [];
  for (const seed of [1, 2, 3]) {
    const { id } = await website();
    await owner.history(id, seeded(seed).shuffled(events));
    answers.push(await everything(id, { from: '2026-03-01', to: '2026-03-01' }));
  }
  const [one, ...others] = answers;
  for (const other of others) expect(other).toEqual(one);
});

test('a visitor may have more events than are inserted at once, and many at one instant', async () => {
  const { id } = await website();
  const line = (visitor: string, second: number) => {
    const timestamp = new Date(Date.UTC(2026, 2, 1, 10) + second * SECOND).toISOString();
    return JSON.stringify({ timestamp, url: 'https://example.com/', visitor });
  };
  const busy = Array.from({ length: 24_000 }, (_, second) => line('busy', second));
  const crowded = Array.from({ length: 6000 }, () => line('crowded', 0));
  const others = Array.from({ length: 200 }, (_, visitor) => line(`other ${visitor}`, visitor));
  const lines = seeded(3).shuffled([...busy, ...crowded, ...others]);
  expect((await owner.import(id, lines.join('\n'))).body.data).toMatchObject({ imported: 30_200, rejected: 0 });
  const { data } = (await owner.get(`/websites/${id}/stats/main`, { from: '2026-03-01', to: '2026-03-01' })).body;
  expect(data).toMatchObject({
    totalVisitors: 202,
    totalPageviews: 30_200,
    bounceRate: 0.9901,
    averageSessionDurationSeconds: 118.81,
  });
});

test('an address is the same visitor however it is spelled', async () => {
  const { id } = await website();
  const spellings = ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201', '2001:db8::1', '2001:DB8:0::1'];
  const lines = spellings.map((ip) =>
    JSON.stringify({ timestamp: '2026-03-01T10:00:00Z', url: 'https://example.com/', ip, userAgent: CHROME }),
  );
  expect((await owner.import(id, lines.join('\n'))).body.data).toMatchObject({ imported: 5 });
  const { data } = (await owner.get(`/websites/${id}/stats/main`, { from: '2026-03-01', to: '2026-03-01' })).body;
  expect(data).toMatchObject({ totalVisitors: 2, totalPageviews: 5 });
});

test('more visitors may be touched than are read at once', async () => {
  const { id } = await website();
  const lines = (minute: number) =>
    Array.from({ length: 2500 }, (_, visitor) => {
      const timestamp = new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();
      return JSON.stringify({ timestamp, url: 'https://example.com/', visitor: String(visitor) });
    }).join('\n');
  for (const minute of [0, 10]) {
    expect((await owner.import(id, lines(minute))).body.data).toMatchObject({ imported: 2500 });
  }
  const { data } = (await owner.get(`/websites/${id}/stats/main`, { from: '2026-03-01', to: '2026-03-01' })).body;
  expect(data).toMatchObject({ totalVisitors: 2500, totalPageviews: 5000, averageSessionDurationSeconds: 600 });
});

describe('an import of a visitor who is there right now', () => {
  const RANGE = { from: '2026-03-29', to: '2026-03-29' };

  async function visit() {
    const { id, apiKey } = await website();
    const at = (time: number) => {
      service.clock = NOW + time;
    };
    return {
      id,
      live: async (time: number, path: string, more: object = {}) => {
        at(time);
        await send(service, pageview(apiKey, path, more), { address: ADDRESS });
      },
      imported: async (
        now: number,
        ...lines: readonly { readonly time: number; readonly path: string; readonly referrer?: string }[]
      ) => {
        at(now);
        const body = lines.map(({ time, path, ...more }) =>
          JSON.stringify({
            timestamp: new Date(NOW + time).toISOString(),
            url: `https://${DOMAIN}${path}`,
            ip: ADDRESS,
            userAgent: CHROME,
            ...more,
          }),
        );
        expect((await owner.import(id, body.join('\n'))).body.data).toMatchObject({ imported: lines.length });
      },
      stat: async (endpoint: string) => {
        await service.drain();
        return (await owner.get(`/websites/${id}/stats/${endpoint}`, RANGE)).body.data;
      },
    };
  }

  test('begins the session earlier, and live events go on with it', async () => {
    const { live, imported, stat } = await visit();
    await live(0, '/live', { referrer: 'https://www.google.com/' });
    await imported(MINUTE, { time: -10 * MINUTE, path: '/landing', referrer: 'https://news.ycombinator.com/' });
    expect(await stat('main')).toMatchObject({
      totalVisitors: 1,
      totalPageviews: 2,
      bounceRate: 0,
      averageSessionDurationSeconds: 600,
    });
    await live(5 * MINUTE, '/next');
    expect(await stat('main')).toMatchObject({ totalPageviews: 3, averageSessionDurationSeconds: 900 });
    expect((await stat('referrers')).data).toEqual([{ referrer: 'Hacker News', visitors: 1, percentage: 100 }]);
    expect((await stat('entry-pages')).entryPages).toEqual([{ name: '/landing', visitors: 1, percentage: 100 }]);
  });

  test('takes events in that are still on their way', async () => {
    const { live, imported, stat } = await visit();
    await live(0, '/live');
    await Promise.all([imported(0, { time: -MINUTE, path: '/before' }), live(0, '/meanwhile')]);
    await live(MINUTE, '/after');
    expect(await stat('main')).toMatchObject({
      totalVisitors: 1,
      totalPageviews: 4,
      bounceRate: 0,
      averageSessionDurationSeconds: 120,
    });
  });

  test('joins two sessions', async () => {
    const { live, imported, stat } = await visit();
    await live(0, '/one', { referrer: 'https://www.google.com/' });
    await live(50 * MINUTE, '/two', { referrer: 'https://www.bing.com/' });
    expect(await stat('main')).toMatchObject({ bounceRate: 1, averageSessionDurationSeconds: 0 });
    await imported(51 * MINUTE, { time: 25 * MINUTE, path: '/between' });
    expect(await stat('main')).toMatchObject({ bounceRate: 0, averageSessionDurationSeconds: 3000 });
    expect((await stat('referrers')).data).toMatchObject([{ referrer: 'Google', visitors: 1 }]);
    await live(60 * MINUTE, '/three');
    expect(await stat('main')).toMatchObject({ averageSessionDurationSeconds: 3600 });
  });

  test('takes in any number of stored events, each as often as it is there', async () => {
    const { imported, stat } = await visit();
    const often = Array.from({ length: 12_004 }, (_, index) => ({ time: Math.floor(index / 4) * 100, path: '/often' }));
    await imported(10 * MINUTE, ...often);
    await imported(11 * MINUTE, { time: -MINUTE, path: '/before' });
    expect(await stat('main')).toMatchObject({
      totalVisitors: 1,
      totalPageviews: 12_005,
      bounceRate: 0,
      averageSessionDurationSeconds: 360,
    });
  });

  test('leaves alone what is 30 minutes away', async () => {
    const { live, imported, stat } = await visit();
    await live(0, '/live', { referrer: 'https://www.google.com/' });
    await imported(MINUTE, { time: -30 * MINUTE, path: '/before' });
    await live(2 * MINUTE, '/next');
    expect(await stat('main')).toMatchObject({ totalVisitors: 1, bounceRate: 0.5, averageSessionDurationSeconds: 60 });
    expect((await stat('referrers')).data).toMatchObject([{ referrer: 'Direct' }, { referrer: 'Google' }]);
  });

  test('keeps what a leave has said', async () => {
    const { live, imported, stat } = await visit();
    await live(0, '/live');
    await live(45 * SECOND, '/live', { type: 'leave', seconds: 42 });
    expect(await stat('main')).toMatchObject({ bounceRate: 1, averageSessionDurationSeconds: 42 });
    await imported(MINUTE, { time: -5 * MINUTE, path: '/before' });
    expect(await stat('main')).toMatchObject({ bounceRate: 0, averageSessionDurationSeconds: 342 });
    await live(2 * MINUTE, '/live', { type: 'leave', seconds: 110 });
    expect(await stat('main')).toMatchObject({ averageSessionDurationSeconds: 410 });
  });

  test('keeps what another process adds to the session before that is made anew', async () => {
    const { id, live, imported, stat } = await visit();
    await live(0, '/live');
    await service.drain();
    const { delete: remove } = service.clickhouse;
    const removal = vi.spyOn(service.clickhouse, 'delete').mockImplementationOnce(async (table, rows) => {
      await service.clickhouse.command(sql`INSERT INTO events
SELECT * REPLACE (time + INTERVAL 2 MINUTE AS time, '/elsewhere' AS path) FROM events
WHERE website_id = ${uuid(id)} AND import_id = ${uuid(COLLECTED)}`);
      await remove(table, rows);
    });
    await imported(MINUTE, { time: -5 * MINUTE, path: '/before' });
    expect(removal).toHaveBeenCalled();
    await expectDerivedTables(service.clickhouse);
    const { data } = await stat('pages');
    expect(data.map(({ page, pageviews }: { page: string; pageviews: number }) => [page, pageviews])).toEqual([
      ['/before', 1],
      ['/elsewhere', 1],
      ['/live', 1],
    ]);
  });

  test('that breaks off changes nothing', async () => {
    const { id, apiKey } = await website();
    service.clock = NOW;
    await send(service, pageview(apiKey, '/live'), { address: ADDRESS });
    await service.drain();
    const before = await everything(id, RANGE);
    const line = { timestamp: '2026-03-29T11:50:00Z', url: 'https://example.com/', ip: ADDRESS, userAgent: CHROME };
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(`${JSON.stringify(line)}\n`)),
      pull: (controller) => controller.error(new Error('connection reset')),
    });
    expect((await owner.import(id, body)).status).toBe(400);
    expect(await everything(id, RANGE)).toEqual(before);
  });
});

describe('a visitor that an import names', () => {
  const nameOf = (visitor: string, more: object = {}) =>
    JSON.stringify({ timestamp: '2026-03-29T11:00:00Z', url: 'https://example.com/', visitor, ...more });

  test('is never one that was derived', async () => {
    const { id, apiKey } = await website();
    service.clock = NOW;
    for (let host = 1; host <= 50; host++) await send(service, pageview(apiKey), { address: `192.0.2.${host}` });
    await service.drain();
    const ids = await service.clickhouse.query({
      name: 'test',
      sql: sql`SELECT DISTINCT toString(visitor_id) AS visitor FROM events WHERE website_id = ${uuid(id)}`,
      row: z.object({ visitor: z.string() }),
    });
    expect(ids).toHaveLength(50);
    const names = [...ids.map(({ visitor }) => visitor), ADDRESS, JSON.stringify([ADDRESS, CHROME])];
    const both = { ip: ADDRESS, userAgent: CHROME };
    await owner.import(id, names.map((name) => nameOf(name, both)).join('\n'));
    const { data } = (await owner.get(`/websites/${id}/stats/main`, { from: '2026-03-29', to: '2026-03-29' })).body;
    expect(data.totalVisitors).toBe(50 + names.length);
  });

  test('is another one on another website', async () => {
    const [one, other] = [await website(), await website()];
    await owner.import(one.id, nameOf('ada'));
    await owner.import(other.id, nameOf('ada', { timestamp: '2026-03-29T11:10:00Z' }));
    for (const { id } of [one, other]) {
      const { data } = (await owner.get(`/websites/${id}/stats/main`, { from: '2026-03-29', to: '2026-03-29' })).body;
      expect(data).toMatchObject({ totalVisitors: 1, returningVisitors: 0, totalPageviews: 1, bounceRate: 1 });
    }
    const visitors = await service.clickhouse.query({
      name: 'test',
      sql: sql`SELECT uniqExact(visitor_id) AS visitors FROM events
WHERE website_id IN (${uuid(one.id)}, ${uuid(other.id)})`,
      row: z.object({ visitors: z.coerce.number() }),
    });
    expect(visitors).toEqual([{ visitors: 2 }]);
  });

  test('comes back, even when the older visit is imported later', async () => {
    const { id } = await website();
    const returning = async () =>
      (await owner.get(`/websites/${id}/stats/main`, { from: '2026-03-29', to: '2026-03-29' })).body.data
        .returningVisitors;
    await owner.import(id, nameOf('ada'));
    expect(await returning()).toBe(0);
    await owner.import(id, nameOf('ada', { timestamp: '2025-03-29T11:00:00Z' }));
    expect(await returning()).toBe(1);
  });
});
