import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { serverDatabase } from '../postgres/each-postgres.js';
import { apiClient } from '../service/api-client.js';
import { testService } from '../service/test-service.js';

// That a missing server is told, or fails under CI, is the business of the tests of PostgreSQL itself.
const SERVER = process.env.TEST_DATABASE_URL;

const RANGE = { from: '2026-03-01', to: '2026-03-01' };

test.skipIf(SERVER === undefined)('a change whose lock is lost while it runs is not kept', async () => {
  const { url, postgres: database } = await serverDatabase(SERVER!);
  const admin = postgres(url, { max: 1 });
  onTestFinished(() => admin.end());
  const loseLocks = () =>
    admin`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (
      select oid from pg_database where datname = current_database())`;
  let loses = false;
  const service = await testService({
    postgres: database,
    wrapClickHouse: (clickhouse) => ({
      ...clickhouse,
      insert: async (insert) => {
        // The rebuilt events: what the change was made of was read before.
        if (loses && insert.table === 'events') await loseLocks();
        await clickhouse.insert(insert);
      },
    }),
  });
  onTestFinished(() => service.close());
  const client = await apiClient(service);
  const { id } = await client.website({ timezone: 'UTC' });
  const line = (minute: string, path: string) =>
    JSON.stringify({ timestamp: `2026-03-01T12:${minute}:00Z`, url: `https://example.com${path}`, visitor: 'a' });
  await client.import(id, [line('00', '/'), line('01', '/spam'), line('02', '/end')].join('\n'));
  const pageviews = async () => (await client.get(`/websites/${id}/stats/main`, RANGE)).body.data.totalPageviews;
  const removeSpam = () =>
    client.call('DELETE', `/websites/${id}/events?${new URLSearchParams({ ...RANGE, page: '/spam' })}`);

  loses = true;
  expect((await client.import(id, line('03', '/late'))).status).toBe(503);
  expect((await removeSpam()).status).toBe(503);
  expect(await pageviews()).toBe(3);
  loses = false;
  expect((await removeSpam()).body.data).toMatchObject({ events: 1 });
  expect((await client.import(id, line('03', '/late'))).body.data).toMatchObject({ imported: 1 });
  expect(await pageviews()).toBe(3);
});
