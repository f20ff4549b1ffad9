import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, string, uuid } from '../../src/clickhouse/sql.js';
import type { PastEvent } from '../oracle/past-event.js';
import { type ApiClient, apiClient } from './api-client.js';
import { imported } from './asked.js';
import { type TestService, testService } from './test-service.js';

const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
/** Midnight in the website's zone, which is half an hour off those of UTC. */
const ZONE = 'Asia/Kolkata';
const MIDNIGHT = Date.parse('2026-03-10T00:00:00+05:30');
const DAY_BEFORE = MIDNIGHT - 24 * HOUR_MS;

let service: TestService;
let client: ApiClient;

beforeAll(async () => {
  service = await testService({ rollsUp: true });
  client = await apiClient(service);
});

afterAll(() => service.close());

const pageview = (visitor: string, time: number): PastEvent => ({
  type: 'pageview',
  url: 'https://example.com/',
  timestamp: new Date(time).toISOString(),
  visitor,
  device: 'desktop',
});

/** A session with an event every 20 minutes. */
const steady = (visitor: string, start: number, end: number): readonly PastEvent[] =>
  Array.from({ length: Math.floor((end - start) / (20 * MINUTE_MS)) + 1 }, (_, index) =>
    pageview(visitor, start + index * 20 * MINUTE_MS),
  );

async function websiteWith(events: readonly PastEvent[]): Promise<string> {
  service.clock = MIDNIGHT + 48 * HOUR_MS;
  const { id } = await client.website({ domain: 'example.com', timezone: ZONE });
  await imported(client, id, [pageview('early', DAY_BEFORE - 40 * HOUR_MS), ...events]);
  return id;
}

/** Until when a website's days are made, so long after midnight. */
async function settledAt(id: string, afterMidnight: number): Promise<number | undefined> {
  service.clock = MIDNIGHT + afterMidnight;
  await service.rollups.bringUpAll();
  return service.services.withBuilt({ id, timezone: ZONE }, async (built) => built?.until);
}

test('a day settles an hour after its end, when no session of it goes on', async () => {
  const id = await websiteWith(steady('a', MIDNIGHT - 3 * HOUR_MS, MIDNIGHT - 2 * HOUR_MS));
  expect(await settledAt(id, HOUR_MS - 1)).toBe(DAY_BEFORE);
  expect(await settledAt(id, HOUR_MS)).toBe(MIDNIGHT);
});

test('a session that goes on holds the day on which it began, until it has had no event for an hour', async () => {
  const last = MIDNIGHT + 3 * HOUR_MS;
  const id = await websiteWith([
    ...steady('a', MIDNIGHT - HOUR_MS, last),
    ...steady('b', MIDNIGHT + HOUR_MS, last + 5 * HOUR_MS),
  ]);
  expect(await settledAt(id, 2 * HOUR_MS)).toBe(DAY_BEFORE);
  expect(await settledAt(id, 4 * HOUR_MS)).toBe(DAY_BEFORE);
  expect(await settledAt(id, 4 * HOUR_MS + 1)).toBe(MIDNIGHT);
});

test('so does one of the first half hour after it, which is of the same hour of UTC', async () => {
  const last = MIDNIGHT + 110 * MINUTE_MS;
  const id = await websiteWith(steady('a', MIDNIGHT + 10 * MINUTE_MS, last));
  expect(await settledAt(id, 2 * HOUR_MS)).toBe(DAY_BEFORE);
  expect(await settledAt(id, last - MIDNIGHT + HOUR_MS + 1)).toBe(MIDNIGHT);
});

test('it holds no longer than a session can last', async () => {
  const id = await websiteWith(steady('a', MIDNIGHT - HOUR_MS, MIDNIGHT + 30 * HOUR_MS));
  expect(await settledAt(id, 22 * HOUR_MS)).toBe(DAY_BEFORE);
  expect(await settledAt(id, 26.5 * HOUR_MS)).toBe(MIDNIGHT);
});

test('what comes late to a day that had settled early is counted at once', async () => {
  const id = await websiteWith([pageview('a', MIDNIGHT - 10 * MINUTE_MS)]);
  expect(await settledAt(id, 2 * HOUR_MS)).toBe(MIDNIGHT);
  await imported(client, id, [pageview('a', MIDNIGHT + 10 * MINUTE_MS)]);
  const { body } = await client.get(`/websites/${id}/stats/main`, { from: '2026-03-09', to: '2026-03-09' });
  expect(body.data).toMatchObject({ totalVisitors: 1, bounceRate: 0, averageSessionDurationSeconds: 20 * 60 });
  expect(await settledAt(id, 3 * HOUR_MS)).toBe(MIDNIGHT);
});

test('days that were made by rules which their zone has no more are made anew', async () => {
  const [before, after] = ['Etc/GMT+4', 'Etc/GMT+3'];
  service.clock = Date.parse('2026-03-12T12:00:00Z');
  const { id } = await client.website({ domain: 'example.com', timezone: before });
  const times = ['05T03:30', '05T18:30', '06T12:00', '09T03:30', '10T03:30'];
  await imported(
    client,
    id,
    times.map((time) => pageview(time, Date.parse(`2026-03-${time}:00Z`))),
  );
  await service.rollups.bringUpAll();
  // As if the zone had kept its name.
  await service.clickhouse.command(
    sql`INSERT INTO built SELECT website_id, ${string(after)}, until, arrivals FROM built WHERE website_id = ${uuid(id)}`,
  );
  await client.call('PATCH', `/websites/${id}`, { timezone: after });
  const ask = async (day: string) =>
    (await client.get(`/websites/${id}/stats/main`, { from: day, to: day })).body.data.totalPageviews;
  for (const round of [1, 2]) {
    expect([await ask('2026-03-04'), await ask('2026-03-05'), await ask('2026-03-09')], `${round}`).toEqual([0, 2, 1]);
    await service.rollups.bringUpAll();
  }
});

test('a range from the first of all days on has the visitors of the others', async () => {
  service.clock = Date.parse('1970-03-10T12:00:00Z');
  const { id } = await client.website({ domain: 'example.com', timezone: 'UTC' });
  const days = ['1970-01-05', '1970-01-20'];
  await imported(
    client,
    id,
    days.map((day) => pageview(day, Date.parse(day))),
  );
  await service.rollups.bringUpAll();
  for (const query of [{}, { device: 'desktop' }]) {
    const range = { from: '1970-01-01', to: '1970-02-28', ...query };
    for (const [endpoint, data] of [
      ['main', { totalVisitors: 2, totalPageviews: 2 }],
      ['browsers', { total: 2 }],
      ['pages', { total: 2 }],
    ] as const) {
      expect((await client.get(`/websites/${id}/stats/${endpoint}`, range)).body.data).toMatchObject(data);
    }
  }
});
