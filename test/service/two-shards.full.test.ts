import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { rebuildDerivedTables } from '../../src/clickhouse/derived-tables.js';
import { sql, unsigned, uuid } from '../../src/clickhouse/sql.js';
import { expectRowsOnBothShards } from '../clickhouse/shard-rows.js';
import type { Query } from '../oracle/answers.js';
import { randomHistory } from '../oracle/history.js';
import { answer, ENDPOINTS } from '../oracle/oracle.js';
import type { PastEvent } from '../oracle/past-event.js';
import { seeded } from '../oracle/random.js';
import { resolveQuery } from '../oracle/resolved-query.js';
import { rulesOf } from '../oracle/rules.js';
import { dayStart } from '../oracle/zones.js';
import { type ApiClient, apiClient } from './api-client.js';
import { pageview, send } from './browser.js';
import { expectDerivedTables } from './derived-tables.js';
import { readEvents } from './event-rows.js';
import { fetchAnswer, imported } from './oracle-client.js';
import { stagedRows, storedRows, websiteTables } from './stored-rows.js';
import type { TestService } from './test-service.js';
import { twoShardsService } from './two-shards-service.js';

const WEBSITE = { timezone: 'America/New_York', domain: 'example.com' };
const FROM = '2026-03-06';
const WHOLE: Query = { from: FROM, to: '2026-03-13', limit: 'all' };

/** Longer than the texts that a cluster sends to its shards as they are by default. */
const LONG_PATH = `/${'long'.repeat(75)}`;

const history: readonly PastEvent[] = [
  ...randomHistory({ seed: 77, zone: WEBSITE.timezone, from: FROM, days: 4, visitors: 30, domain: WEBSITE.domain }),
  ...Array.from(
    { length: 6 },
    (_, visitor): PastEvent => ({
      timestamp: `2026-03-08T12:00:0${visitor}.000Z`,
      type: 'pageview',
      url: `https://example.com${LONG_PATH}`,
      visitor: `reader ${visitor}`,
      device: 'desktop',
    }),
  ),
];

let service: TestService;
let owner: ApiClient;
let website: { readonly id: string; readonly apiKey: string };
let other: { readonly id: string };
/** What deletions elsewhere must not change. */
let rowsOfOther: unknown;

beforeAll(async () => {
  service = await twoShardsService({ clock: Date.UTC(2026, 3, 20) });
  owner = await apiClient(service);
  [website, other] = [await owner.website(WEBSITE), await owner.website(WEBSITE)];
  await importInThree(website.id);
  await imported(owner, other.id, history);
  rowsOfOther = await readEvents(service, other.id);
});

afterAll(() => service.close());

/** Three imports: each takes in sessions that those before it have stored. */
async function importInThree(id: string): Promise<void> {
  const random = seeded(1);
  const pieces: PastEvent[][] = [[], [], []];
  for (const event of random.shuffled(history)) pieces[random.below(3)]?.push(event);
  for (const piece of pieces) await imported(owner, id, piece);
}

async function expectAnswers(id: string, expected: readonly PastEvent[], ...queries: readonly Query[]): Promise<void> {
  for (const query of queries) {
    for (const endpoint of ENDPOINTS) {
      const data = await fetchAnswer(owner, id, endpoint, query);
      expect(data, `${endpoint} ${JSON.stringify(query)}`).toEqual(answer(expected, WEBSITE, endpoint, query));
    }
  }
}

/** The history without the events that a query chooses. */
function without(query: Query): readonly PastEvent[] {
  const { events } = resolveQuery(history, WEBSITE, query, rulesOf());
  const gone = new Set(events.map(({ time, visitor }) => `${time} ${visitor}`));
  expect(gone.size).toBeGreaterThan(0);
  return history.filter(({ timestamp, visitor }) => !gone.has(`${Date.parse(timestamp)} ${visitor}`));
}

const deleteEvents = async (id: string, { from, to, filters = {} }: Query): Promise<void> => {
  const { status } = await owner.call(
    'DELETE',
    `/websites/${id}/events?${new URLSearchParams({ from, to, ...filters })}`,
  );
  expect(status).toBe(200);
};

test('imports that take in stored sessions end, and leave one history', async () => {
  await expectRowsOnBothShards(service.clickhouse);
  await expectAnswers(website.id, history, WHOLE);
  await expectDerivedTables(service.clickhouse);
  expect(await stagedRows(service)).toEqual({});
});

test('a filter of 300 characters is answered', async () => {
  const filtered = { ...WHOLE, filters: { page: LONG_PATH } };
  await expectAnswers(website.id, history, filtered);
  expect(await fetchAnswer(owner, website.id, 'main', filtered)).toMatchObject({ totalPageviews: 6 });
});

test('derived tables can be rebuilt', async () => {
  await service.clickhouse.delete('visits', sql`intDiv(visitor_id, 2) % 3 = 0`);
  await service.clickhouse.command(sql`INSERT INTO sessions (website_id, visitor_id, session_start, last_event)
SELECT website_id, visitor_id, session_start - INTERVAL 1 DAY, last_event FROM sessions WHERE intDiv(visitor_id, 2) % 3 = 1`);
  await expect(expectDerivedTables(service.clickhouse)).rejects.toThrow();
  expect(
    await rebuildDerivedTables({
      clickhouse: service.clickhouse,
      websiteId: undefined,
      before: undefined,
      alone: (_, task) => task(),
    }),
  ).toHaveLength(2);
  await expectDerivedTables(service.clickhouse);
  await expectRowsOnBothShards(service.clickhouse);
  await expectAnswers(website.id, history, WHOLE);
});

test('deleted events are as if they had never come', async () => {
  const chosen = { ...WHOLE, filters: { page: '/pricing' } };
  await deleteEvents(website.id, chosen);
  await expectAnswers(website.id, without(chosen), WHOLE, chosen);
  expect(await readEvents(service, other.id)).toEqual(rowsOfOther);
  await expectDerivedTables(service.clickhouse);
  expect(await stagedRows(service)).toEqual({});
});

const restore = (id: string, deletionId: string) =>
  owner.call('POST', `/websites/${id}/deletions/${deletionId}/restore`);

const deletePricing = async (id: string) => {
  const chosen = new URLSearchParams({ from: FROM, to: WHOLE.to, page: '/pricing' });
  const { body } = await owner.call('DELETE', `/websites/${id}/events?${chosen}`);
  await expectRowsOnBothShards(service.clickhouse, ['deleted_events']);
  return body.data as { readonly deletionId: string; readonly events: number };
};

describe('a history', () => {
  let id: string;

  beforeAll(async () => {
    ({ id } = await owner.website(WEBSITE));
    await imported(owner, id, history);
  });

  test('from which a deletion is undone is whole again', async () => {
    const { deletionId, events } = await deletePricing(id);
    expect((await restore(id, deletionId)).body.data).toEqual({ events });
    await expectAnswers(id, history, WHOLE);
    await expectDerivedTables(service.clickhouse);
    expect(await storedRows(service, id)).not.toHaveProperty('deleted_events');
    expect(await stagedRows(service)).toEqual({});
  });

  test('does not get a visitor back who was deleted after the deletion that is undone', async () => {
    const { deletionId } = await deletePricing(id);
    const [copied] = await service.clickhouse.query({
      name: 'test',
      sql: sql`SELECT toString(any(visitor_id)) AS visitor FROM deleted_events WHERE website_id = ${uuid(id)}`,
      row: z.object({ visitor: z.string() }),
    });
    const { deleted_events: before = 0 } = await storedRows(service, id);
    const { events } = (await owner.call('DELETE', `/websites/${id}/visitors/${copied?.visitor}`)).body.data;
    expect(events).toBeGreaterThan(0);
    expect((await storedRows(service, id)).deleted_events).toBeLessThan(before);
    expect((await restore(id, deletionId)).status).toBe(200);
    expect(await storedRows(service, id)).toMatchObject({ events: history.length - events });
    await expectDerivedTables(service.clickhouse);
  });

  test('has a deleted visitor in no table of any shard', async () => {
    const found = await service.clickhouse.query({
      name: 'test',
      sql: sql`SELECT toString(visitor_id) AS visitor, toUInt32(uniqExact(session_start)) AS sessions, count() AS events
FROM events WHERE website_id = ${uuid(id)} GROUP BY visitor_id ORDER BY sessions DESC, visitor_id LIMIT 4`,
      row: z.object({ visitor: z.string(), sessions: z.number(), events: z.coerce.number() }),
    });
    const before = (await storedRows(service, id)).events ?? 0;
    let deleted = 0;
    for (const { visitor, events } of found) {
      expect((await owner.call('DELETE', `/websites/${id}/visitors/${visitor}`)).body.data).toEqual({ events });
      deleted += events;
      const visitors = await Promise.all(
        ['events', 'visits', 'sessions'].map((table) =>
          service.clickhouse.query({
            name: 'test',
            sql: sql`SELECT toString(count()) AS rows FROM ${{ chunks: [table], parameters: [] }}
WHERE website_id = ${uuid(id)} AND visitor_id = ${unsigned(visitor)}`,
            row: z.object({ rows: z.string() }),
          }),
        ),
      );
      expect(visitors.flat()).toEqual(Array(3).fill({ rows: '0' }));
    }
    expect((await storedRows(service, id)).events).toBe(before - deleted);
    expect(await readEvents(service, other.id)).toEqual(rowsOfOther);
    await expectDerivedTables(service.clickhouse);
    expect(await stagedRows(service)).toEqual({});
  });
});

test('days beyond the retention are in no table of any shard', async () => {
  const { id } = await owner.website(WEBSITE);
  const now = service.clock;
  service.clock = Date.UTC(2026, 2, 20);
  await imported(owner, id, history);
  await owner.call('PUT', `/websites/${id}/retention`, { retentionMonths: 1 });
  await service.jobs.run('notifications', 'retention');
  service.clock = Date.UTC(2026, 3, 8, 12);
  await service.jobs.run('notifications', 'retention');
  const start = dayStart(WEBSITE.timezone, '2026-03-08');
  const kept = history.filter(({ timestamp }) => Date.parse(timestamp) >= start);
  expect(kept.length).toBeLessThan(history.length);
  await expectAnswers(id, kept, WHOLE);
  expect((await storedRows(service, id)).events).toBe(kept.length);
  expect(await readEvents(service, other.id)).toEqual(rowsOfOther);
  await expectDerivedTables(service.clickhouse);
  expect(await stagedRows(service)).toEqual({});
  // The jobs run by the real clock too, and would delete more of it during another test.
  await owner.call('PUT', `/websites/${id}/retention`, { retentionMonths: null });
  service.clock = now;
});

test('a deleted website has no row in any table, and others have all of theirs', async () => {
  for (let host = 1; host <= 8; host += 1) {
    await send(service, pageview(website.apiKey), { address: `192.0.2.${host}` });
  }
  await send(service, pageview(website.apiKey), { userAgent: 'Googlebot/2.1' });
  await service.drain();
  expect(Object.keys(await storedRows(service, website.id)).sort()).toEqual(await websiteTables(service));
  expect((await owner.call('DELETE', `/websites/${website.id}`)).status).toBe(200);
  expect(await storedRows(service, website.id)).toEqual({});
  await expectAnswers(other.id, history, WHOLE);
  await expectDerivedTables(service.clickhouse);
  const { body } = await owner.get('/account/usage');
  expect(body.data.pageviews.used).toBe(8);
});
