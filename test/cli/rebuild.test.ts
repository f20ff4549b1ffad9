import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { rebuildVisitors } from '../../src/clickhouse/rebuild-visitors.js';
import { sql, uuid } from '../../src/clickhouse/sql.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { type TestService, testService } from '../service/test-service.js';

let service: TestService;
let client: ApiClient;

beforeAll(async () => {
  service = await testService({ clock: Date.parse('2026-06-01T00:00:00Z') });
  client = await apiClient(service);
});

afterAll(() => service.close());

/** Visitors of three days, every third of whom was there on the first. */
const lines = Array.from({ length: 300 }, (_, index) => {
  const timestamp = new Date(Date.UTC(2026, 4, 1 + (index % 3), 12)).toISOString();
  return JSON.stringify({ timestamp, url: 'https://example.com/', visitor: `v${index % 100}` });
}).join('\n');

async function firstSeen(): Promise<unknown> {
  return service.clickhouse.query({
    name: 'test',
    sql: sql`SELECT toString(website_id) AS website, toString(visitor_id) AS visitor, toString(min(first_seen)) AS first
FROM visitors GROUP BY visitors.website_id, visitors.visitor_id ORDER BY website, visitor`,
    row: z.record(z.string(), z.string()),
  });
}

test('the first visits are made anew, whatever was wrong with them', async () => {
  const { clickhouse } = service;
  const { id } = await client.website();
  const { id: other } = await client.website();
  await client.import(id, lines);
  await client.import(other, lines);
  const right = await firstSeen();

  await clickhouse.delete('visitors', sql`website_id = ${uuid(id)} AND visitor_id % 2 = 0`);
  await clickhouse.command(sql`INSERT INTO visitors (website_id, visitor_id, first_seen)
SELECT website_id, visitor_id, min(time) - 86400 FROM events WHERE visitor_id % 3 = 0 GROUP BY website_id, visitor_id`);
  await clickhouse.command(sql`INSERT INTO visitors (website_id, visitor_id, first_seen)
SELECT generateUUIDv4(), 1, now64(3)`);
  expect(await firstSeen()).not.toEqual(right);

  expect(await rebuildVisitors(clickhouse)).toBe(200);
  expect(await firstSeen()).toEqual(right);
  // What a rebuild inserts again must not be taken for a repeat of what it inserted before.
  await clickhouse.delete('visitors', sql`website_id = ${uuid(id)}`);
  expect(await rebuildVisitors(clickhouse)).toBe(200);
  expect(await firstSeen()).toEqual(right);
});

test('of one website, it counts its visitors alone', async () => {
  const { id } = await client.website();
  await client.import(id, lines);
  expect(await rebuildVisitors(service.clickhouse, id)).toBe(100);
});
