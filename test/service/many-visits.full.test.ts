import { expect, onTestFinished, test } from 'vitest';
import { sql, uuid } from '../../src/clickhouse/sql.js';
import { apiClient } from './api-client.js';
import { testService } from './test-service.js';

const DAY = { from: '2026-04-01', to: '2026-04-01' };
const VISITORS = 120_000;

test('pages have the visits of so many visitors that all sessions are grouped', async () => {
  const service = await testService({ clock: Date.UTC(2026, 4, 1) });
  onTestFinished(() => service.close());
  const owner = await apiClient(service);
  const { id } = await owner.website();
  // Everyone opens a page; each third visitor opens another one a minute later, and comes back to the first one.
  await service.clickhouse.command(sql`INSERT INTO events (website_id, account_id, visitor_id, session_start, time, type, path, sessions, bounces, duration)
SELECT ${uuid(id)}, ${uuid(owner.accountId)}, cityHash64(number), toDateTime64('2026-04-01 10:00:00', 3, 'UTC') AS start,
  start + INTERVAL view.1 SECOND, 'pageview', view.2, view.1 = 0, view.3, if(view.1 = 0, 0, 60000)
FROM numbers(${{ type: 'UInt64', value: String(VISITORS) }})
ARRAY JOIN if(number % 3 = 0, [(0, '/a', 1), (60, '/b', -1), (120, '/a', 0)], [(0, '/a', 1)]) AS view`);
  const metrics = ['pageviews', 'visits', 'bounceRate', 'averageSessionDurationSeconds'];
  const read = async (body: object) =>
    (await owner.call('POST', `/websites/${id}/query`, { ...DAY, dimensions: ['page'], metrics, ...body })).body.data
      ?.rows;
  const pages = [
    { page: '/a', pageviews: 160_000, visits: 120_000, bounceRate: 0.6667, averageSessionDurationSeconds: 40 },
    { page: '/b', pageviews: 40_000, visits: 40_000, bounceRate: 0, averageSessionDurationSeconds: 120 },
  ];
  expect(await read({})).toEqual(pages);
  // Ordered by sessions, rows are not found first; a page of few visits has them looked up.
  expect(await read({ orderBy: [{ by: 'visits', direction: 'desc' }] })).toEqual(pages);
  expect(await read({ filters: { dimension: 'page', operator: 'is', values: ['/b'] } })).toEqual([pages[1]]);
});
