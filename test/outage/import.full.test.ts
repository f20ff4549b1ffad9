import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { type ApiClient, apiClient, failureOf } from '../service/api-client.js';
import { stagedRows, storedRows } from '../service/stored-rows.js';
import { type TestService, testService } from '../service/test-service.js';
import { BROWSER, view } from './events.js';
import { type FailingClickHouse, failingClickHouse } from './failing-clickhouse.js';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 2, 29, 12);
const ADDRESS = '192.0.2.7';

let service: TestService;
let client: ApiClient;
let failing: FailingClickHouse;
/** At which write ClickHouse goes away. */
let goesAt: (write: keyof ClickHouse, table: string, token?: string) => boolean = () => false;

beforeAll(async () => {
  service = await testService({
    clock: NOW,
    // On a slow machine a removal takes longer than an answer waits for it.
    importLimits: { maxRemovalMs: 100_000_000 },
    wrapClickHouse: (clickhouse) => {
      const faulty = failingClickHouse(clickhouse);
      failing = faulty;
      const shutAt = (...write: Parameters<typeof goesAt>) => {
        faulty.shut = goesAt(...write) || faulty.shut;
      };
      return {
        ...faulty,
        insert: (insert) => {
          shutAt('insert', insert.table, insert.token);
          return faulty.insert(insert);
        },
        delete: (table, condition) => {
          shutAt('delete', table);
          return faulty.delete(table, condition);
        },
        dropPartition: (table, partition) => {
          shutAt('dropPartition', table);
          return faulty.dropPartition(table, partition);
        },
      };
    },
  });
  client = await apiClient(service);
});

beforeEach(() => {
  goesAt = () => false;
  service.clock = NOW;
});

afterAll(() => service.close());

const away = () => vi.waitUntil(() => failing.shut, POLL_OPTIONS);

const back = () => {
  goesAt = () => false;
  failing.shut = false;
};

const stat = async (id: string, endpoint: string) =>
  (await client.get(`/websites/${id}/stats/${endpoint}`, { from: '2026-03-29', to: '2026-03-29' })).body.data;

const main = (id: string) => stat(id, 'main');

const line = (minute: number, more: object) =>
  JSON.stringify({ timestamp: new Date(NOW + minute * MINUTE).toISOString(), url: 'https://example.com/', ...more });

const derived = (minute: number) => line(minute, { ip: ADDRESS, userAgent: BROWSER });

const keyed = { 'Idempotency-Key': 'move-1' };

const many = Array.from({ length: 25_000 }, (_, visitor) => line(-60, { visitor: String(visitor) })).join('\n');

const secondBlock: typeof goesAt = (write, table, token) =>
  write === 'insert' && table === 'events' && token?.endsWith('-1') === true;

test('of an import in whose midst ClickHouse goes away nothing is left when the answer comes', async () => {
  const { id } = await client.website({ timezone: 'UTC' });
  goesAt = secondBlock;
  const answer = client.import(id, many, keyed);
  await away();
  const repeat = client.import(id, many, keyed);
  expect(failureOf(await repeat)).toEqual({
    status: 503,
    errors: ['An import under this Idempotency-Key has failed and is being removed'],
  });
  back();
  expect((await answer).status).toBe(503);
  expect(await main(id)).toMatchObject({ totalVisitors: 0, totalPageviews: 0 });
  expect(await stagedRows(service)).toEqual({});

  expect((await client.import(id, many, keyed)).status).toBe(200);
  expect((await main(id)).totalPageviews).toBe(25_000);
});

test('what an import leaves out is counted by the one that is kept', async () => {
  const { id } = await client.website({ timezone: 'UTC' });
  const body = `${many}\n${line(-60, { visitor: 'x', props: { text: 'x'.repeat(501) } })}`;
  goesAt = secondBlock;
  const answer = client.import(id, body, keyed);
  await away();
  back();
  expect((await answer).status).toBe(503);
  await service.drain();
  expect(await stat(id, 'drops')).toEqual({ drops: [], bots: [], total: 0 });

  for (let time = 0; time < 2; time += 1) expect((await client.import(id, body, keyed)).status).toBe(200);
  await service.drain();
  expect(await stat(id, 'drops')).toEqual({ drops: [{ reason: 'property_limit', events: 1 }], bots: [], total: 0 });
});

test('what came before is as it was, also when taking the import back breaks off', async () => {
  const { id } = await client.website({ timezone: 'UTC' });
  await client.import(id, [-2 * 24 * 60, -120].map((minute) => line(minute, { visitor: '0' })).join('\n'));
  await client.import(id, line(-120, { visitor: '1' }));
  const before = await storedRows(service, id);
  goesAt = (write, table, token) => secondBlock(write, table, token) || write === 'dropPartition';
  const answer = client.import(id, many);
  await away();
  failing.shut = false;
  await away();
  back();
  expect((await answer).status).toBe(503);
  expect(await storedRows(service, id)).toMatchObject(before);
  expect(await main(id)).toMatchObject({ totalVisitors: 2, totalPageviews: 2, returningVisitors: 1 });
});

test('sessions made anew count once, and no event that comes meanwhile is lost', async () => {
  const { id, apiKey } = await client.website({ timezone: 'UTC' });
  await view(service, apiKey, '/one', ADDRESS);
  await service.drain();
  goesAt = (write, table) => write === 'delete' && table === 'events';
  const answer = client.import(id, derived(-10));
  await away();
  service.clock = NOW + 5 * MINUTE;
  await view(service, apiKey, '/two', ADDRESS);
  back();
  expect((await answer).status).toBe(200);
  await service.drain();
  expect(await main(id)).toMatchObject({
    totalVisitors: 1,
    totalPageviews: 3,
    bounceRate: 0,
    averageSessionDurationSeconds: 900,
  });
});

test('an import that waits for what was collected leaves no lines when ClickHouse goes away', async () => {
  const { id, apiKey } = await client.website({ timezone: 'UTC' });
  let isStaged = false;
  let isTakenBack = false;
  goesAt = (write, table) => {
    const was = isStaged;
    isStaged ||= table === 'import_lines';
    isTakenBack ||= write === 'dropPartition';
    return was && table === 'events';
  };
  await view(service, apiKey, '/one', ADDRESS);
  const answer = client.import(id, derived(-10), keyed);
  await vi.waitUntil(() => isTakenBack, POLL_OPTIONS);
  expect(failing.shut).toBe(true);
  back();
  expect((await answer).status).toBe(503);
  expect(await stagedRows(service)).toEqual({});
  expect((await client.import(id, derived(-10), keyed)).status).toBe(200);
});

test('a service that stops meanwhile takes the import back at its next start', async () => {
  const { id } = await client.website({ timezone: 'UTC' });
  goesAt = secondBlock;
  const answer = client.import(id, many, keyed);
  await away();
  goesAt = () => false;
  await service.restart();
  expect((await answer).status).toBe(503);
  expect(await main(id)).toMatchObject({ totalVisitors: 0, totalPageviews: 0 });
  expect(await stagedRows(service)).toEqual({});
});
