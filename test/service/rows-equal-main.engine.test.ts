import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, apiClient } from './api-client.js';
import { describeRowsOfHistory } from './rows-of-history.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

const DOMAIN = 'example.com';

let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 4, 1) });
  owner = await apiClient(service);
});

afterAll(() => service.close());

/** Imports one event a line, each of a visitor of its own, and returns a function that asks a statistic of that day. */
async function importLines(lines: readonly object[]) {
  const { id } = await owner.website({ domain: DOMAIN });
  const body = lines.map((line, visitor) =>
    JSON.stringify({ timestamp: '2026-04-01T10:00:00Z', visitor: `v${visitor}`, ...line }),
  );
  await owner.import(id, body.join('\n'));
  return async (endpoint: string, filters: Readonly<Record<string, string>> = {}) =>
    (await owner.get(`/websites/${id}/stats/${endpoint}`, { from: '2026-04-01', to: '2026-04-01', ...filters })).body
      .data;
}

test('rows of one campaign name taken together are the visitors of main under that name', async () => {
  const queries = [
    ...['utm_campaign=May', 'utm_campaign=May&utm_source=news', 'utm_campaign=May&utm_source=news&ref=a'],
    ...['utm_campaign=Unknown', 'utm_source=chatgpt.com', 'utm_medium=email', 'ref=chatgpt.com', 'source=chatgpt.com'],
    ...['utm_campaign=may', '', 'gclid=1'],
  ];
  const ask = await importLines(queries.map((query) => ({ url: `https://example.com/?${query}` })));
  const { campaigns, totalVisitors } = await ask('campaigns', { limit: 'all' });
  expect(totalVisitors).toBe(queries.length);
  const visitors: Record<string, number> = {};
  for (const row of campaigns) visitors[row.campaign] = (visitors[row.campaign] ?? 0) + row.visitors;
  expect(visitors).toEqual({ May: 3, Unknown: 5, may: 1 });
  for (const [campaign, count] of Object.entries(visitors)) {
    expect((await ask('main', { campaign })).totalVisitors).toBe(count);
    expect((await ask('campaigns', { campaign })).totalVisitors).toBe(count);
  }
});

test('a page without a view has the visitors of its other events, so that no visitor is missing', async () => {
  const ask = await importLines([
    { url: 'https://example.com/viewed' },
    { url: 'https://example.com/signup', type: 'custom', name: 'signup' },
    { url: 'https://example.com/links', type: 'exit', link: 'https://other.example/' },
  ]);
  const { data, total } = await ask('pages');
  const share = { visitors: 1, percentage: 33.33 };
  expect(data).toEqual([
    { page: '/links', pageviews: 0, ...share },
    { page: '/signup', pageviews: 0, ...share },
    { page: '/viewed', pageviews: 1, ...share },
  ]);
  expect(total).toBe(3);
  for (const { page, visitors, pageviews } of data) {
    expect(await ask('main', { page })).toMatchObject({ totalVisitors: visitors, totalPageviews: pageviews });
  }
});

describeRowsOfHistory(() => ({ service, owner }), { zone: 'Asia/Kathmandu', from: '2026-02-26', seed: 501, count: 1 });
