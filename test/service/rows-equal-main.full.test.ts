import { afterAll, beforeAll, expect, test } from 'vitest';
import { answer } from '../../src/stats/answer.js';
import { nameRows, rowsQuery } from '../../src/stats/reports/list.js';
import { lists } from '../../src/stats/reports/lists.js';
import { parseRange } from '../../src/time/index.js';
import { type ApiClient, apiClient } from './api-client.js';
import { describeRowsOfHistory } from './rows-of-history.js';
import { type TestService, testService } from './test-service.js';

const DOMAIN = 'example.com';

let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  service = await testService({ clock: Date.UTC(2026, 4, 1) });
  owner = await apiClient(service);
});

afterAll(() => service.close());

describeRowsOfHistory(() => ({ service, owner }), {
  zone: 'America/New_York',
  from: '2026-03-06',
  seed: 502,
  count: 2,
});

test('a row has the visitors of main under its filter also where these are estimated', async () => {
  const { id } = await owner.website({ domain: DOMAIN });
  const lines = Array.from({ length: 110_000 }, (_, visitor) =>
    JSON.stringify({
      timestamp: '2026-04-01T10:00:00Z',
      url: 'https://example.com/',
      visitor: String(visitor),
      country: 'US',
    }),
  );
  await owner.import(id, lines.join('\n'));
  const ask = async (endpoint: string, filters: Readonly<Record<string, string>>) =>
    (await owner.get(`/websites/${id}/stats/${endpoint}`, { from: '2026-04-01', to: '2026-04-02', ...filters })).body
      .data;
  for (const filter of [{ page: '/' }, { browser: 'Unknown' }]) {
    const { total, data } = await ask('countries', filter);
    const { totalVisitors } = await ask('main', { ...filter, country: 'US' });
    expect([total, data[0].visitors]).toEqual([totalVisitors, totalVisitors]);
    expect(Math.abs(totalVisitors - 110_000)).toBeLessThan(2_200);
  }
  const { range } = parseRange('2026-04-01', '2026-04-02', 'UTC', service.clock);
  const query = { websiteId: id, range, filter: undefined };
  const { rows: found } = await answer(service.clickhouse, rowsQuery(lists.pages, query, 1));
  const rows = nameRows(lists.pages, found, 100_000);
  // The total may be exact where the row is an estimate.
  expect(rows).toMatchObject([{ percentage: 100 }]);
});
