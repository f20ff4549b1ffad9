import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import { type ApiClient, apiClient } from './api-client.js';
import { pageview, send } from './browser.js';
import { type TestService, testService } from './test-service.js';

let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  service = await testService({ environment: { JOURNAL_MAX_BYTES: '20000' } });
  owner = await apiClient(service);
});

afterAll(() => service.close());

test('an event that cannot be kept is refused, and those that were accepted are all counted', async () => {
  const { id, apiKey } = await owner.website();
  const away = new ClickHouseError('Connection refused', undefined, undefined);
  const insert = vi.spyOn(service.clickhouse, 'insert').mockRejectedValue(away);
  let accepted = 0;
  let response = await send(service, pageview(apiKey));
  for (; response.status === 202 && accepted < 1000; accepted++) response = await send(service, pageview(apiKey));
  insert.mockRestore();

  expect(response.status).toBe(503);
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(await response.json()).toMatchObject({
    success: false,
    data: null,
    meta: { status: 503, errors: ['Events cannot be kept at the moment, try again later'] },
  });

  await service.drain();
  const day = new Date(service.clock).toISOString().slice(0, 10);
  const { data } = (await owner.get(`/websites/${id}/stats/main`, { from: day, to: day })).body;
  expect(accepted).toBeGreaterThan(5);
  expect(data.totalPageviews).toBe(accepted);
});
