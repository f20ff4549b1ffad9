import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type ClickHouse, ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import { sql, uuid } from '../../src/clickhouse/sql.js';
import { ImportRecovery } from '../../src/history/commit.js';
import { imports } from '../../src/postgres/schema.js';
import { testContext } from '../context.js';
import { apiClient } from '../service/api-client.js';
import { type TestService, testService } from '../service/test-service.js';
import { view } from './events.js';

let service: TestService;

afterEach(() => service.close());

const refusal = () => Promise.reject(new ClickHouseError('Memory limit (total) exceeded', 241, undefined));

const counted = (id: string) =>
  sql`SELECT count() AS events, sum(sessions) AS sessions FROM events WHERE website_id = ${uuid(id)}`;

const row = z.object({ events: z.coerce.number(), sessions: z.coerce.number() });

const READS_AT_THE_START = ['open sessions', 'import/staged'];

test('what ClickHouse refuses at the start keeps no service from starting, and is done later', async () => {
  let isRefusing = false;
  const refused = new Set<string>();
  service = await testService({
    wrapClickHouse: (clickhouse): ClickHouse => ({
      ...clickhouse,
      query: (query) => {
        if (!isRefusing || !READS_AT_THE_START.some((name) => query.name.includes(name)))
          return clickhouse.query(query);
        refused.add(query.name);
        return refusal();
      },
      delete: (table, condition) => (isRefusing ? refusal() : clickhouse.delete(table, condition)),
      dropPartition: (table, partition) => (isRefusing ? refusal() : clickhouse.dropPartition(table, partition)),
    }),
  });
  const client = await apiClient(service);
  const { id, apiKey } = await client.website({ timezone: 'UTC' });
  await view(service, apiKey, '/before');
  await service.drain();
  const gone = await client.website();
  isRefusing = true;
  expect((await client.call('DELETE', `/websites/${gone.id}`)).status).toBe(200);

  await service.restart();
  expect([...refused].sort()).toEqual(['import/staged', 'pages of open sessions', 'websites with open sessions']);
  expect((await view(service, apiKey, '/after')).status).toBe(202);
  await service.drain();
  expect(await service.clickhouse.query({ name: 'test', sql: counted(id), row })).toEqual([{ events: 2, sessions: 2 }]);
  expect(await (await service.app.request('/metrics')).text()).toContain('footfall_session_restore_failures_total 1');
});

test('an import that a stopped process left is tried again, with its website held, and holds up no other', async () => {
  const refused = new Set<string>();
  service = await testService();
  const client = await apiClient(service);
  const { db } = service.engines.postgres;
  const ids: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const { id } = await client.website();
    ids.push(id);
    await db.insert(imports).values({ websiteId: id, instance: 'dead', state: 'writing', createdAt: new Date() });
  }
  const [first = '', ...others] = ids;
  refused.add(first);
  const clickhouse: ClickHouse = {
    ...service.clickhouse,
    delete: (table, condition) =>
      condition.parameters.some(({ value }) => refused.has(String(value)))
        ? refusal()
        : service.clickhouse.delete(table, condition),
  };
  const config = { dataDir: service.folder };
  const recovery = await ImportRecovery.open(testContext({ clickhouse, db, instance: 'dead', config }));
  const run = async () => {
    const held: string[] = [];
    const failures: unknown[] = [];
    const lock = (id: string, task: () => Promise<void>) => {
      held.push(id);
      return task();
    };
    await recovery.run(lock, (error) => failures.push(error));
    return { held: held.toSorted(), failures: failures.length, isDone: recovery.isDone };
  };
  expect(await run()).toEqual({ held: ids.toSorted(), failures: 1, isDone: false });
  const left = await db.select().from(imports);
  expect(left.map(({ websiteId }) => websiteId)).toEqual([first]);
  expect(others).toHaveLength(2);
  refused.clear();
  expect(await run()).toEqual({ held: [first], failures: 0, isDone: true });
  expect(await db.select().from(imports)).toEqual([]);
});
