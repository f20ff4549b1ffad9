import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, apiClient } from './api-client.js';
import { type TestService, testService } from './test-service.js';

let service: TestService;
let owner: ApiClient;
let other: ApiClient;

beforeAll(async () => {
  service = await testService({ clock: Date.UTC(2026, 3, 15) });
  owner = await apiClient(service);
  // Of accounts of the same moment, the ids decide which one is first.
  service.clock += 1;
  other = await apiClient(service);
});

afterAll(() => service.close());

async function explain(client: ApiClient, report: string, website?: string) {
  const id = website ?? (await client.website()).id;
  const path = `/api/v1/websites/${id}/stats/${report}from=2026-04-01&to=2026-04-07&explain=1`;
  const response = await service.app.request(path, { headers: { 'X-API-Key': client.key } });
  const body = (await response.json()) as Awaited<ReturnType<ApiClient['get']>>['body'];
  return { status: response.status, body };
}

test.each([
  ['main?', 'stats/main'],
  ['visitors-chart?granularity=day&', 'stats/visitors-chart'],
  ['channels?', 'stats/channels'],
  ['pages?', 'stats/pages'],
  ['pages?limit=all&', 'stats/pages'],
  ['pages?limit=1001&country=de&', 'stats/pages'],
])('the owner of the installation is shown the queries behind %s', async (report, query) => {
  const { status, body } = await explain(owner, report);
  expect([status, body.success]).toEqual([200, true]);
  expect(body.meta.explain).toContainEqual({
    query,
    sql: expect.stringMatching(/FROM (events|visits|daily_visitors)\b/),
    parameters: expect.objectContaining({ p0: expect.anything() }),
    rows: expect.any(Number),
    milliseconds: expect.any(Number),
  });
});

test('the queries behind a streamed list come after its rows', async () => {
  const { id } = await owner.website();
  const lines = Array.from({ length: 1_001 }, (_, page) =>
    JSON.stringify({ timestamp: '2026-04-01T10:00:00Z', url: `https://example.com/${page}`, visitor: 'a' }),
  );
  await owner.import(id, lines.join('\n'));
  const { body } = await explain(owner, 'pages?limit=all&', id);
  expect(body.data.data).toHaveLength(1_001);
  const [query] = body.meta.explain.filter((each: { query: string }) => each.query === 'stats/pages');
  expect(query.rows).toBeGreaterThan(1_000);
});

test.each(['pages?', 'pages?limit=all&', 'pages?limit=1001&'])('no other account is, of %s', async (report) => {
  const { status, body } = await explain(other, report);
  expect(status).toBe(403);
  expect(body.meta.errors).toEqual(['explain: is for the account of the owner of the installation']);
  expect(JSON.stringify(body)).not.toMatch(/SELECT/);
});

test('nothing is shown unless it is asked for', async () => {
  const { id } = await owner.website();
  const { body } = await owner.get(`/websites/${id}/stats/pages`, { from: '2026-04-01', to: '2026-04-07' });
  expect(body.meta).toEqual({ status: 200 });
});
