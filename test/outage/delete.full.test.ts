import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sql, uuid } from '../../src/clickhouse/sql.js';
import { deletedWebsites, websites } from '../../src/postgres/schema.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { type TestService, testService } from '../service/test-service.js';
import { view } from './events.js';
import { type FailingClickHouse, failingClickHouse } from './failing-clickhouse.js';

let service: TestService;
let client: ApiClient;
let failing: FailingClickHouse;

beforeAll(async () => {
  service = await testService({
    wrapClickHouse: (clickhouse) => {
      failing = failingClickHouse(clickhouse);
      return failing;
    },
  });
  client = await apiClient(service);
});

afterAll(() => service.close());

const rowsOf = async (id: string): Promise<number> => {
  const [row] = await service.clickhouse.query({
    name: 'test',
    sql: sql`SELECT count() AS n FROM events WHERE website_id = ${uuid(id)}`,
    row: z.object({ n: z.coerce.number() }),
  });
  return row?.n ?? 0;
};

test('a block that waited while its website was deleted leaves nothing after a restart', async () => {
  const { id, apiKey } = await client.website();
  failing.shut = true;
  await view(service, apiKey, '/');
  await expect(service.drain()).rejects.toThrow();
  expect((await client.call('DELETE', `/websites/${id}`)).status).toBe(200);
  expect((await client.call('GET', `/websites/${id}`)).status).toBe(404);

  await service.restart();
  expect(await rowsOf(id)).toBe(0);
});

test('nor one that waited until long after the deletion, beside one of another website', async () => {
  const { id, apiKey } = await client.website();
  const other = await client.website();
  failing.shut = true;
  await view(service, apiKey, '/');
  await view(service, other.apiKey, '/');
  await expect(service.drain()).rejects.toThrow();
  await client.call('DELETE', `/websites/${id}`);
  await service.engines.postgres.db.update(deletedWebsites).set({ erasedAt: new Date(service.clock) });

  failing.shut = false;
  await service.drain();
  expect([await rowsOf(id), await rowsOf(other.id)]).toEqual([0, 1]);
});

test('events of a website that PostgreSQL has lost count when it is there again', async () => {
  const { id, apiKey } = await client.website();
  const { db } = service.engines.postgres;
  const [row] = await db.select().from(websites).where(eq(websites.id, id));
  await view(service, apiKey, '/');
  await db.delete(websites).where(eq(websites.id, id));
  await service.restart();
  await service.drain();
  expect(await rowsOf(id)).toBe(0);
  expect(await (await service.app.request('/metrics')).text()).toMatch(/footfall_unknown_websites_bytes [1-9]/);

  await db.insert(websites).values(row!);
  await service.restart();
  await service.drain();
  expect(await rowsOf(id)).toBe(1);
  expect(await readdir(join(service.folder, 'unknown-websites'))).toEqual([]);
});
