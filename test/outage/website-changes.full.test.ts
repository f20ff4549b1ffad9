import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { type TestService, testService } from '../service/test-service.js';

let service: TestService;
let client: ApiClient;
/** Whether ClickHouse answers no question. */
let isAway: boolean;

beforeAll(async () => {
  service = await testService({
    wrapClickHouse: (clickhouse) => ({
      ...clickhouse,
      query: async (query) => {
        if (isAway) throw new ClickHouseError('connect ECONNREFUSED', undefined, undefined);
        return clickhouse.query(query);
      },
    }),
  });
  client = await apiClient(service);
});

beforeEach(() => {
  isAway = false;
});

afterAll(() => service.close());

test('a website can be added while ClickHouse is away', async () => {
  isAway = true;
  const { status, body } = await client.call('POST', '/websites', {
    name: 'Shop',
    domain: 'a.example',
    timezone: 'UTC',
  });
  expect(status).toBe(201);
  isAway = false;
  expect((await client.get(`/websites/${body.data.id}`)).body.data).toEqual(body.data);
});

test.each([
  ['a setting', 'PATCH', '', { name: 'Other' }],
  ['the tracking key', 'POST', '/regenerate-tracking-key', undefined],
])('%s is not changed where that cannot be answered', async (_, method, path, change) => {
  const { id } = await client.website();
  const before = (await client.get(`/websites/${id}`)).body.data;
  service.clock += 1;
  isAway = true;
  expect((await client.call(method, `/websites/${id}${path}`, change)).status).toBe(503);
  isAway = false;
  expect((await client.get(`/websites/${id}`)).body.data).toEqual(before);
});
