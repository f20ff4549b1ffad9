import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, apiClient } from './api-client.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

/** As many as a query may have. */
const WEBSITES = 100;
const PAGES = 1_200;

let service: TestService;
let owner: ApiClient;
const ids: string[] = [];

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 3, 15, 12) });
  owner = await apiClient(service);
  for (let made = 0; made < WEBSITES; made += 1) ids.push((await owner.website()).id);
  const history = Array.from({ length: PAGES }, (_, at) => ({
    ...{
      timestamp: '2026-03-05T15:00:00.000Z',
      type: 'pageview' as const,
      visitor: `v${at}`,
      device: 'desktop' as const,
    },
    url: `https://example.com/page-${at}`,
  }));
  await owner.history(ids[0]!, history);
});

afterAll(() => service.close());

test.each([10, 100, 999])('%i rows of a hundred websites have the visits of each page', async (limit) => {
  const { status, body } = await owner.call('POST', '/query', {
    websites: ids,
    ...{ from: '2026-03-01', to: '2026-03-31', dimensions: ['page'], metrics: ['pageviews', 'visits'], limit },
  });
  expect(status).toBe(200);
  const rows: readonly object[] = body.data.rows;
  expect(rows).toHaveLength(limit);
  expect(rows[0]).toMatchObject({ visits: 1, pageviews: 1 });
  expect(rows.every((row) => 'visits' in row && row.visits === 1)).toBe(true);
});
