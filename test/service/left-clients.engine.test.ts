import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { compile } from '../../src/clickhouse/sql.js';
import { type ApiClient, apiClient } from './api-client.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

let service: TestService;
let client: ApiClient;
/** While it is set, the engine does not answer. */
let held: Promise<void> | undefined;
/** The parameters of the queries that have reached the engine. */
let queried: string[] = [];

beforeAll(async () => {
  service = await sharedService();
  const { query } = service.clickhouse;
  vi.spyOn(service.clickhouse, 'query').mockImplementation(async (each) => {
    queried.push(JSON.stringify(compile(each.sql).parameters));
    await held;
    return query(each);
  });
  client = await apiClient(service);
});

afterAll(async () => {
  vi.restoreAllMocks();
  await service.close();
});

test.each(['/api/v1/websites/:id/stats/has-events', '/api/v1/websites/:id/stats/main?from=2026-01-01&to=2026-01-02'])(
  'queries of %s are dropped once all who wait for them have left',
  async (path) => {
    const websites = await Promise.all(['a', 'b', 'c', 'd'].map(() => client.website()));
    const [first, second, shared, left] = websites.map(({ id }) => id) as [string, string, string, string];
    const ask = (id: string, signal?: AbortSignal) =>
      Promise.resolve(
        service.app.request(path.replace(':id', id), {
          headers: { 'X-API-Key': client.key },
          ...(signal && { signal }),
        }),
      );
    const wasQueried = (id: string) => queried.some((parameters) => parameters.includes(id));
    let release = () => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    queried = [];
    const busy = [ask(first), ask(second)];
    await expect.poll(() => [first, second].some(wasQueried)).toBe(true);
    const leaving = new AbortController();
    const stays = ask(shared);
    const leaves = [ask(shared, leaving.signal), ask(left, leaving.signal)];
    // They wait for a place by then.
    await new Promise((resolve) => setTimeout(resolve, 200));
    leaving.abort();
    release();
    held = undefined;
    expect((await Promise.all([...busy, stays])).map(({ status }) => status)).toEqual([200, 200, 200]);
    await Promise.allSettled(leaves);
    expect([first, second, shared, left].map(wasQueried)).toEqual([true, true, true, false]);
    expect((await ask(left)).status).toBe(200);
  },
);
