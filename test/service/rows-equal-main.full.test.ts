import { afterAll, beforeAll, expect, test } from 'vitest';
import { answer } from '../../src/stats/answer.js';
import { rowsQuery, withShares } from '../../src/stats/reports/list.js';
import { lists } from '../../src/stats/reports/lists.js';
import { parseRange } from '../../src/time/index.js';
import { type ApiClient, apiClient } from './api-client.js';
import { counted } from './daily-visitors.js';
import { describeRowsOfHistory } from './rows-of-history.js';
import { type TestService, testService } from './test-service.js';

const DOMAIN = 'example.com';

/** Where tables of sessions and events estimate. */
const VISITORS = 110_000;

let service: TestService;
let owner: ApiClient;
let id: string;

beforeAll(async () => {
  service = await testService({ clock: Date.UTC(2026, 4, 1) });
  owner = await apiClient(service);
  ({ id } = await owner.website({ domain: DOMAIN }));
  const lines = Array.from({ length: VISITORS }, (_, visitor) =>
    JSON.stringify({
      timestamp: '2026-04-01T10:00:00Z',
      url: 'https://example.com/',
      visitor: String(visitor),
      country: 'US',
    }),
  );
  await owner.import(id, lines.join('\n'));
});

afterAll(() => service.close());

describeRowsOfHistory(() => ({ service, owner }), {
  zone: 'America/New_York',
  from: '2026-03-06',
  seed: 502,
  count: 2,
});

test('a row has the visitors of main under its filter also where these are estimated', async () => {
  const ask = async (endpoint: string, filters: Readonly<Record<string, string>>) =>
    (await owner.get(`/websites/${id}/stats/${endpoint}`, { from: '2026-04-01', to: '2026-04-02', ...filters })).body
      .data;
  for (const filter of [{ page: '/' }, { browser: 'Unknown' }]) {
    const { total, data } = await ask('countries', filter);
    const { totalVisitors } = await ask('main', { ...filter, country: 'US' });
    expect([total, data[0].visitors]).toEqual([totalVisitors, totalVisitors]);
    expect(Math.abs(totalVisitors - VISITORS)).toBeLessThan(2_200);
  }
  const { range } = parseRange('2026-04-01', '2026-04-02', 'UTC', service.clock);
  const query = { websiteId: id, range, filter: undefined };
  const { rows: found } = await answer(service.clickhouse, rowsQuery(lists.pages, query, 1));
  const rows = withShares(lists.pages, found, 100_000);
  // The total may be exact where the row is an estimate.
  expect(rows).toMatchObject([{ percentage: 100 }]);
});

test('rows of a query are as exact as its totals, whatever their dimension, and compared or not', async () => {
  await counted(service, id);
  const exact = { visitors: VISITORS, percentage: 100 };
  const query = { from: '2026-04-01', to: '2026-04-02', metrics: ['visitors', 'percentage'], include: ['totals'] };
  for (const dimensions of [[], ['day'], ['week'], ['month'], ['country'], ['page'], ['website']]) {
    for (const mode of ['none', 'previous', 'year']) {
      const { body } = await owner.call('POST', `/websites/${id}/query`, {
        ...query,
        dimensions,
        comparison: { mode },
      });
      expect([body.data.rows[0], body.data.totals], `${dimensions} ${mode}`).toMatchObject([exact, exact]);
      expect(body.meta.warnings).toEqual([]);
    }
  }
  // The comparison is exact, too.
  const { body } = await owner.call('POST', `/websites/${id}/query`, {
    ...query,
    ...{ from: '2026-04-02', to: '2026-04-02', comparison: { mode: 'previous' } },
  });
  expect(body.data.rows).toMatchObject([{ visitors: 0, comparison: { visitors: VISITORS } }]);
});
