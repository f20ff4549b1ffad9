import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { rebuildDerivedTables } from '../../src/clickhouse/derived-tables.js';
import { sql, uuid } from '../../src/clickhouse/sql.js';
import { randomHistory } from '../oracle/history.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { expectDerivedTables } from '../service/derived-tables.js';
import { type TestService, testService } from '../service/test-service.js';

let service: TestService;
let client: ApiClient;

beforeAll(async () => {
  service = await testService({ clock: Date.parse('2026-06-01T00:00:00Z') });
  client = await apiClient(service);
});

afterAll(() => service.close());

const history = randomHistory({
  seed: 4,
  zone: 'UTC',
  from: '2026-05-01',
  days: 4,
  visitors: 30,
  domain: 'example.com',
});

const alone = <T>(_: string, task: () => Promise<T>) => task();

async function filledWebsite(): Promise<string> {
  const { id } = await client.website();
  await client.history(id, history);
  return id;
}

test('visits and sessions are made again, whatever was wrong with them', async () => {
  const { clickhouse } = service;
  const [id] = [await filledWebsite(), await filledWebsite()];
  const visits = await expectDerivedTables(clickhouse);
  expect(visits).toBeGreaterThan(200);

  const spoil = async () => {
    await clickhouse.delete('sessions', sql`website_id = ${uuid(id)} AND visitor_id % 2 = 0`);
    await clickhouse.command(sql`INSERT INTO sessions (website_id, visitor_id, session_start, last_event)
SELECT website_id, visitor_id, min(time) - 86400, min(time) FROM events WHERE visitor_id % 3 = 0 GROUP BY website_id, visitor_id`);
    await clickhouse.command(
      sql`INSERT INTO sessions (website_id, visitor_id, session_start) SELECT generateUUIDv4(), 1, now64(3)`,
    );
    await clickhouse.delete('visits', sql`website_id = ${uuid(id)} AND visitor_id % 2 = 0`);
    await clickhouse.command(
      sql`INSERT INTO visits SELECT * FROM visits WHERE visitor_id % 3 = 0 SETTINGS insert_deduplicate = 0`,
    );
    await clickhouse.command(sql`INSERT INTO visits (website_id, quarter, events) SELECT generateUUIDv4(), now(), 1`);
    await expect(expectDerivedTables(clickhouse)).rejects.toThrow();
  };
  // What a rebuild inserts again must not be taken for a repeat of what it inserted before.
  for (let round = 0; round < 2; round += 1) {
    await spoil();
    const rebuilt = await rebuildDerivedTables({ clickhouse, websiteId: undefined, before: undefined, alone });
    expect(rebuilt.length).toBeGreaterThanOrEqual(4);
    expect(await expectDerivedTables(clickhouse)).toBe(visits);
  }
});

test('what is rebuilt is on disk before the next month is', async () => {
  await filledWebsite();
  let unsynced = 0;
  const clickhouse: ClickHouse = {
    ...service.clickhouse,
    command: (statement) => {
      unsynced += 1;
      expect(unsynced).toBe(1);
      return service.clickhouse.command(statement);
    },
    sync: async () => {
      await service.clickhouse.sync();
      unsynced = 0;
    },
  };
  await rebuildDerivedTables({ clickhouse, websiteId: undefined, before: undefined, alone });
  expect(unsynced).toBe(0);
});

test('of one website alone, and before an instant', async () => {
  const { clickhouse } = service;
  const id = await filledWebsite();
  const visits = await expectDerivedTables(clickhouse);
  const [middle] = history.slice(history.length / 2);
  const before = Math.floor(Date.parse(middle!.timestamp) / 900_000) * 900_000;
  await clickhouse.delete(
    'visits',
    sql`website_id = ${uuid(id)} AND quarter < toDateTime(${sql`intDiv(${{ type: 'Int64', value: before }}, 1000)`})`,
  );
  expect(await rebuildDerivedTables({ clickhouse, websiteId: id, before, alone })).toEqual([id]);
  expect(await expectDerivedTables(clickhouse)).toBe(visits);
});
