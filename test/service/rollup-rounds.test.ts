import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ClickHouse, Query } from '../../src/clickhouse/clickhouse.js';
import type { Sql } from '../../src/clickhouse/sql.js';
import { bringUp } from '../../src/rollups/bring-up.js';
import type { PastEvent } from '../oracle/past-event.js';
import { type ApiClient, apiClient } from './api-client.js';
import { imported } from './asked.js';
import { storedRows } from './stored-rows.js';
import { type TestService, testService } from './test-service.js';

const NOW = Date.UTC(2026, 2, 10, 12);
const ZONE = 'UTC';

/** What happens once, just before a question of this name is asked, or a statement that begins so is run. */
let meanwhile: { readonly before: string; readonly happens: () => Promise<unknown> } | undefined;

async function isReached(name: string): Promise<void> {
  if (meanwhile === undefined || !name.startsWith(meanwhile.before)) return;
  const { happens } = meanwhile;
  meanwhile = undefined;
  await happens();
}

const interrupted = (clickhouse: ClickHouse): ClickHouse => ({
  ...clickhouse,
  query: async <Row>(query: Query<Row>) => {
    await isReached(query.name);
    return clickhouse.query(query);
  },
  command: async (statement: Sql) => {
    await isReached(statement.chunks.join('?'));
    return clickhouse.command(statement);
  },
});

let service: TestService;
let client: ApiClient;
let id: string;

const pageview = (visitor: string, time: string): PastEvent => ({
  type: 'pageview',
  url: 'https://example.com/',
  timestamp: time,
  visitor,
  device: 'desktop',
});

async function figures(from: string, to: string): Promise<unknown> {
  const { totalVisitors, returningVisitors, totalPageviews } = (
    await client.get(`/websites/${id}/stats/main`, { from, to })
  ).body.data;
  return { totalVisitors, returningVisitors, totalPageviews };
}

const madeUntil = () => service.services.withBuilt({ id, timezone: ZONE }, async (built) => built?.until);

beforeAll(async () => {
  service = await testService({ door: interrupted, rollsUp: true, clock: NOW });
  client = await apiClient(service);
});

afterAll(() => service.close());

beforeEach(async () => {
  ({ id } = await client.website({ domain: 'example.com', timezone: ZONE }));
  await imported(client, id, [pageview('a', '2026-02-03T10:00:00.000Z'), pageview('b', '2026-02-04T10:00:00.000Z')]);
});

test('what is older than all else and comes while a round has begun is in the figures', async () => {
  const older = [pageview('a', '2025-11-10T10:00:00.000Z'), pageview('c', '2025-11-11T10:00:00.000Z')];
  meanwhile = { before: 'rollups/oldest session', happens: () => imported(client, id, older) };
  for (const _ of ['that round', 'the next']) {
    await service.rollups.bringUpAll();
    expect(await figures('2025-11-01', '2025-11-30')).toEqual({
      totalVisitors: 2,
      returningVisitors: 0,
      totalPageviews: 2,
    });
    expect(await figures('2026-02-01', '2026-02-28')).toEqual({
      totalVisitors: 2,
      returningVisitors: 1,
      totalPageviews: 2,
    });
  }
  expect(await madeUntil()).toBe(Date.UTC(2026, 2, 10));
});

test('a month of many rows is made in pieces, which say the same', async () => {
  const task = { clickhouse: service.clickhouse, websiteId: id, zone: ZONE, first: Date.UTC(2026, 1, 3), now: NOW };
  await bringUp({ ...task, graceMs: 0, mostRows: 1, signal: new AbortController().signal });
  await service.rollups.bringUpAll();
  expect((await storedRows(service, id)).built).toBe(3);
  expect(await madeUntil()).toBe(Date.UTC(2026, 2, 10));
  expect(await figures('2026-02-01', '2026-02-28')).toMatchObject({ totalVisitors: 2, totalPageviews: 2 });
});

test('what two processes make at once, because the first has lost its turn, counts once', async () => {
  const task = { clickhouse: service.clickhouse, websiteId: id, zone: ZONE, first: Date.UTC(2026, 1, 3), now: NOW };
  const turn = new AbortController();
  meanwhile = {
    before: 'INSERT INTO daily_totals',
    happens: () => {
      turn.abort();
      return bringUp({ ...task, graceMs: 0, signal: new AbortController().signal });
    },
  };
  await expect(bringUp({ ...task, graceMs: 0, signal: turn.signal })).rejects.toThrow('aborted');
  expect(await figures('2026-02-01', '2026-02-28')).toMatchObject({ totalVisitors: 2, totalPageviews: 2 });
  await service.rollups.bringUpAll();
  expect(await figures('2026-02-01', '2026-02-28')).toMatchObject({ totalVisitors: 2, totalPageviews: 2 });
  expect(await madeUntil()).toBe(Date.UTC(2026, 2, 10));
});

test('a stop waits for the statement under way alone, and what it leaves is made anew', async () => {
  const task = { clickhouse: service.clickhouse, websiteId: id, zone: ZONE, first: Date.UTC(2026, 1, 3), now: NOW };
  const stop = new AbortController();
  meanwhile = { before: 'INSERT INTO visitor_numbers', happens: async () => stop.abort() };
  await expect(bringUp({ ...task, graceMs: 0, signal: stop.signal })).rejects.toThrow('aborted');
  const { visitor_numbers, page_numbers } = await storedRows(service, id);
  expect({ visitor_numbers, page_numbers }).toEqual({ visitor_numbers: 2, page_numbers: undefined });
  await service.rollups.bringUpAll();
  expect(await figures('2026-02-01', '2026-02-28')).toMatchObject({ totalVisitors: 2, totalPageviews: 2 });
  expect(await madeUntil()).toBe(Date.UTC(2026, 2, 10));
});
