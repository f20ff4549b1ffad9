import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { FirstEvents } from '../../src/stats/reports/first-event.js';
import type { PastEvent } from '../oracle/past-event.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { pageview, send } from '../service/browser.js';
import { counted } from '../service/daily-visitors.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';

const OLD = '2026-03-01T10:00:00.000Z';

let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 3, 15, 12) });
  owner = await apiClient(service);
});

afterAll(() => service.close());

const imported = (timestamp: string): PastEvent => ({
  timestamp,
  type: 'pageview',
  url: 'https://example.com/',
  visitor: 'emil',
  device: 'desktop',
});

/** Returns a client that counts its statements. */
function counting(clickhouse: ClickHouse) {
  let queryCount = 0;
  const query: ClickHouse['query'] = (each) => {
    queryCount += 1;
    return clickhouse.query(each);
  };
  return { clickhouse: { ...clickhouse, query }, queryCount: () => queryCount };
}

test('the first event is asked for once, until the website is counted again', async () => {
  const { id } = await owner.website();
  await owner.history(id, [imported(OLD)]);
  const firstEvents = new FirstEvents(() => service.clock);
  const { clickhouse, queryCount } = counting(service.engines.clickhouse);
  const find = async () => firstEvents.find(clickhouse, { websiteId: id, count: await counted(service, id) });
  expect(await find()).toBe(Date.parse(OLD));
  expect(await find()).toBe(Date.parse(OLD));
  expect(queryCount()).toBe(1);

  const older = '2026-02-01T10:00:00.000Z';
  await owner.history(id, [imported(older)]);
  expect(await find()).toBe(Date.parse(older));
  const deleted = await owner.call('DELETE', `/websites/${id}/events?from=2026-02-01&to=2026-02-20`);
  expect(deleted.status).toBe(200);
  expect(await find()).toBe(Date.parse(OLD));
});

test('without a complete count, or when the event is of the last day, it is asked for each time', async () => {
  const { id, apiKey } = await owner.website();
  const firstEvents = new FirstEvents(() => service.clock);
  const { clickhouse, queryCount } = counting(service.engines.clickhouse);
  const find = async () => firstEvents.find(clickhouse, { websiteId: id, count: await counted(service, id) });
  expect(await find()).toBeUndefined();
  await send(service, pageview(apiKey));
  await service.drain();
  expect(await find()).toBe(service.clock);
  expect(await find()).toBe(service.clock);
  expect(queryCount()).toBe(3);
  const now = service.clock + 2 * 86_400_000;
  const later = new FirstEvents(() => now);
  await later.find(clickhouse, { websiteId: id });
  await later.find(clickhouse, { websiteId: id });
  expect(queryCount()).toBe(5);
});
