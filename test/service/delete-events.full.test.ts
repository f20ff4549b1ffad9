import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, apiClient } from './api-client.js';
import { describeDeletedHistory, NEVER_MERGED } from './deleted-history.js';
import { DELETION_WEEKS } from './random-deletions.js';

import { type TestService, testService } from './test-service.js';

/** How often is deleted from each history: `npm run test:long -- --deletions 9` sets more. */
const DELETIONS = Number(process.env.DELETIONS ?? 3);

let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  service = await testService({ clock: Date.UTC(2026, 3, 20), afterMigration: NEVER_MERGED });
  owner = await apiClient(service);
});

afterAll(() => service.close());

DELETION_WEEKS.forEach(([timezone, from], index) => {
  describeDeletedHistory(() => ({ service, owner }), { timezone, from, seed: 1 + index, deletions: DELETIONS });
});

test('a visitor may have more events left than are read at once, some at one instant', async () => {
  const DAY = { from: '2026-03-29', to: '2026-03-29' };
  service.clock = Date.UTC(2026, 2, 29, 12);
  const { id } = await owner.website({ timezone: 'UTC', domain: 'example.com' });
  const line = (visitor: string, second: number, path: string) => {
    const timestamp = new Date(Date.UTC(2026, 2, 29, 1) + second * 1000).toISOString();
    return JSON.stringify({ timestamp, url: `https://example.com${path}`, visitor });
  };
  const lines = [
    ...Array.from({ length: 22_000 }, (_, place) => line('busy', Math.floor(place / 2), '/')),
    ...Array.from({ length: 11_000 }, () => line('crowded', 0, '/')),
    ...Array.from({ length: 300 }, (_, place) => line(`other ${place}`, place, '/')),
    ...['busy', 'crowded', ...Array.from({ length: 300 }, (_, place) => `other ${place}`)].map((visitor) =>
      line(visitor, 600, '/spam'),
    ),
  ];
  expect((await owner.import(id, lines.join('\n'))).body.data).toMatchObject({ imported: lines.length });
  const answer = await owner.call('DELETE', `/websites/${id}/events?${new URLSearchParams({ ...DAY, page: '/spam' })}`);
  expect(answer.body.data).toMatchObject({ events: 302, visitors: 302, dryRun: false });
  const { data } = (await owner.get(`/websites/${id}/stats/main`, DAY)).body;
  expect(data).toMatchObject({
    totalVisitors: 302,
    totalPageviews: 33_300,
    bounceRate: 0.9934,
    averageSessionDurationSeconds: 36.42,
  });
});
