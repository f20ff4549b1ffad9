import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type ClickHouse, ClickHouseError, type Query } from '../../src/clickhouse/clickhouse.js';
import type { Built } from '../../src/stats/question.js';
import type { PastEvent } from '../oracle/past-event.js';
import { type ApiClient, apiClient } from './api-client.js';
import { imported } from './asked.js';
import { type TestService, testService } from './test-service.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 0, 10);

let checks = 0;
let failing = false;
/** Whether the engine says at which version it is, as one that others write to cannot. */
let isOwn = true;

/** A door that counts the checks of what was made. */
const counting = (clickhouse: ClickHouse): ClickHouse => ({
  ...clickhouse,
  version: () => (isOwn ? clickhouse.version() : undefined),
  query: <Row>(query: Query<Row>) => {
    if (query.name !== 'rollups/arrivals') return clickhouse.query(query);
    checks += 1;
    return failing ? Promise.reject(new ClickHouseError('away', undefined, undefined)) : clickhouse.query(query);
  },
});

let service: TestService;
let client: ApiClient;
let id: string;

const pageview = (day: number, visitor: string): PastEvent => ({
  type: 'pageview',
  url: 'https://example.com/',
  timestamp: new Date(START + day * DAY_MS).toISOString(),
  visitor,
  device: 'desktop',
});

const ask = () => client.get(`/websites/${id}/stats/main`, { from: '2026-01-10', to: '2026-01-19' });

const visitors = async (): Promise<number> => (await ask()).body.data.totalVisitors;

beforeAll(async () => {
  service = await testService({ door: counting, rollsUp: true, clock: START + 20 * DAY_MS });
  client = await apiClient(service);
  ({ id } = await client.website({ domain: 'example.com', timezone: 'UTC' }));
  await imported(client, id, [pageview(1, 'a'), pageview(3, 'b')]);
  await service.rollups.bringUpAll();
});

afterAll(() => service.close());

beforeEach(async () => {
  isOwn = true;
  failing = false;
  // The record that is right is found, and no check of it remembered.
  await service.rollups.bringUpAll();
  await visitors();
  checks = 0;
});

test('questions share one check while nothing is written', async () => {
  const first = await visitors();
  expect(await Promise.all([visitors(), visitors(), visitors()])).toEqual([first, first, first]);
  expect(checks).toBe(1);
});

test('a write, even one that changes nothing here, is followed by another', async () => {
  await visitors();
  const other = await client.website({ domain: 'other.example', timezone: 'UTC' });
  await imported(client, other.id, [pageview(1, 'a')]);
  await visitors();
  expect(checks).toBe(2);
});

test('what an older import changes is seen at once', async () => {
  const before = await visitors();
  await imported(client, id, [pageview(2, 'c')]);
  expect(await visitors()).toBe(before + 1);
});

test('where others write too, each question has its own', async () => {
  isOwn = false;
  await Promise.all([visitors(), visitors()]);
  await visitors();
  expect(checks).toBe(3);
});

test('one that failed is not remembered', async () => {
  failing = true;
  expect((await ask()).status).toBe(500);
  failing = false;
  expect((await ask()).status).toBe(200);
});

test('what waited until rows may have been cleared is answered from events', async () => {
  const elapsed = performance.now.bind(performance);
  let waited = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + waited);
  const asked: boolean[] = [];
  const ask = async (built: Built | undefined) => {
    asked.push(built !== undefined);
    waited = 60_000;
    return asked.length;
  };
  expect(await service.services.withBuilt({ id, timezone: 'UTC' }, ask)).toBe(2);
  expect(asked).toEqual([true, false]);
  clock.mockRestore();
});
