import { expect, onTestFinished, test, vi } from 'vitest';
import { sql, uuid } from '../../src/clickhouse/sql.js';
import { type ApiClient, apiClient, failureOf } from './api-client.js';
import { testService } from './test-service.js';

const bounds = vi.hoisted(() => ({ max_bytes_in_set: 0, max_memory_usage: 0 }));

vi.mock(import('../../src/clickhouse/settings.js'), async (original) => {
  const settings = await original();
  return {
    ...settings,
    get querySettings() {
      return { ...settings.querySettings, ...bounds };
    },
  };
});

const DAY = { from: '2026-04-01', to: '2026-04-01' };
const VISITORS = 300_000;

/** Questions of a website with an event of each visitor, within bounds. */
async function open(within: typeof bounds) {
  Object.assign(bounds, within);
  const service = await testService({ clock: Date.UTC(2026, 4, 1) });
  onTestFinished(() => service.close());
  const owner: ApiClient = await apiClient(service);
  const { id } = await owner.website();
  await service.clickhouse.command(sql`INSERT INTO events (website_id, account_id, visitor_id, session_start, time, type, path)
SELECT ${uuid(id)}, ${uuid(owner.accountId)}, cityHash64(number), toDateTime64('2026-04-01 10:00:00', 3, 'UTC') AS start, start, 'pageview', '/'
FROM numbers(${{ type: 'UInt64', value: String(VISITORS) }})`);
  const condition = { dimension: 'page', operator: 'is', values: ['/'] };
  return (path: string, body: object) =>
    owner.call('POST', `/websites/${id}/${path}`, { ...DAY, ...body, filters: { hasDone: condition } });
}

test('hasDone of more visitors than fit is refused, with what to do', async () => {
  const ask = await open({ max_bytes_in_set: 1_000_000, max_memory_usage: 1_000_000_000 });
  for (const [path, body] of [
    ['query', { metrics: ['visitors'] }],
    ['query', { dimensions: ['country'] }],
    ['funnel', { steps: [{ and: [] }, { and: [] }] }],
    ['journey', {}],
  ] as const) {
    expect(failureOf(await ask(path, body))).toEqual({
      status: 503,
      errors: ['Too many visitors or sessions match: choose a shorter range, or conditions that fewer visitors meet'],
    });
  }
});

test('hasDone takes some bytes for each visitor', async () => {
  const ask = await open({ max_bytes_in_set: 200_000_000, max_memory_usage: 60_000_000 });
  const { body } = await ask('query', { metrics: ['pageviews'] });
  expect(body.data?.rows ?? body.meta.errors).toEqual([{ pageviews: VISITORS }]);
});
