import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import { countUnfinished } from '../../src/history/import-repository.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { type ApiClient, apiClient, failureOf } from '../service/api-client.js';
import { stagedRows, storedRows } from '../service/stored-rows.js';
import { type TestService, testService } from '../service/test-service.js';
import { type FailingClickHouse, failingClickHouse } from './failing-clickhouse.js';

let service: TestService;
let client: ApiClient;
let failing: FailingClickHouse;
/** What the next insert of events fails with. */
let fails: ClickHouseError | undefined;
/** ClickHouse goes away when rows are deleted. */
let goesAtDelete = false;

beforeAll(async () => {
  service = await testService({
    importLimits: { maxRemovalMs: 1 },
    wrapClickHouse: (clickhouse) => {
      const faulty = failingClickHouse(clickhouse);
      failing = faulty;
      return {
        ...faulty,
        insert: async (insert) => {
          if (insert.table === 'events' && fails !== undefined) {
            const error = fails;
            fails = undefined;
            throw error;
          }
          await faulty.insert(insert);
        },
        delete: async (table, condition) => {
          faulty.shut ||= goesAtDelete;
          await faulty.delete(table, condition);
        },
      };
    },
  });
  client = await apiClient(service);
});

afterAll(() => service.close());

const line = (visitor: string, minute = 0) =>
  JSON.stringify({
    timestamp: `2026-03-01T10:${String(minute).padStart(2, '0')}:00Z`,
    url: 'https://example.com/',
    visitor,
  });

const unfinished = () => countUnfinished(service.engines.postgres.db);

test('ClickHouse without room is a 503 that says when to try again', async () => {
  const { id } = await client.website();
  fails = new ClickHouseError('Cannot reserve 1.00 MiB, not enough space', 243, undefined);
  const refused = await client.import(id, line('ada'));
  expect(failureOf(refused)).toEqual({
    status: 503,
    errors: ['There is not enough room on the disk for this import: nothing of it was kept'],
  });
  expect(refused.headers.get('Retry-After')).toBe('60');
  await vi.waitUntil(async () => (await unfinished()) === 0, POLL_OPTIONS);
  expect([await stagedRows(service), (await client.import(id, line('ada'))).status]).toEqual([{}, 200]);
});

test('an import that failed is answered while ClickHouse is away still, and removed when it is back', async () => {
  const { id } = await client.website();
  const keyed = { 'Idempotency-Key': 'move-1' };
  fails = new ClickHouseError('connect ECONNREFUSED', undefined, undefined);
  goesAtDelete = true;
  const refused = await client.import(id, line('ada'), keyed);
  expect(failureOf(refused)).toEqual({
    status: 503,
    errors: ['A database is not available: nothing of this import is kept'],
  });
  expect(refused.headers.get('Retry-After')).toBe('30');
  expect(failing.shut).toBe(true);
  expect(failureOf(await client.import(id, line('ada'), keyed))).toEqual({
    status: 503,
    errors: ['An import under this Idempotency-Key has failed and is being removed'],
  });
  goesAtDelete = false;
  failing.shut = false;
  await vi.waitUntil(async () => (await unfinished()) === 0, POLL_OPTIONS);
  const stored = await storedRows(service, id);
  expect([stored, await stagedRows(service)]).toEqual([{}, {}]);
  expect((await client.import(id, line('ada'), keyed)).status).toBe(200);
});

test('an import that is kept is answered when it is complete, however long that takes', async () => {
  const { id } = await client.website();
  await client.import(id, line('ada', 0));
  goesAtDelete = true;
  let isAnswered = false;
  const answer = client.import(id, line('ada', 10)).finally(() => {
    isAnswered = true;
  });
  await vi.waitUntil(() => failing.shut, POLL_OPTIONS);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isAnswered).toBe(false);
  goesAtDelete = false;
  failing.shut = false;
  expect((await answer).body.data).toEqual({ imported: 1, rejected: 0, errors: [] });
});
