import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { stagedRows, storedRows } from '../service/stored-rows.js';
import { type TestService, testService } from '../service/test-service.js';
import { view } from './events.js';
import { type FailingClickHouse, failingClickHouse } from './failing-clickhouse.js';

const NOW = Date.UTC(2026, 2, 29, 12);
const MINUTE = 60_000;
const DAY = { from: '2026-03-28', to: '2026-03-29' };

let service: TestService;
let client: ApiClient;
let failing: FailingClickHouse;
/** Writes since the last deletion began, and the one at which ClickHouse goes away. */
let writes = 0;
let goesAt = Number.POSITIVE_INFINITY;

beforeAll(async () => {
  service = await testService({
    clock: NOW,
    wrapClickHouse: (clickhouse) => {
      const faulty = failingClickHouse(clickhouse);
      failing = faulty;
      const counted =
        <Given extends readonly unknown[]>(write: (...given: Given) => Promise<void>) =>
        async (...given: Given): Promise<void> => {
          // Visitors are counted by the day, and websites copied for BI tools, whenever their turn comes.
          if (!/daily_visitors|"websites"/.test(JSON.stringify(given))) writes += 1;
          if (writes === goesAt) faulty.shut = true;
          await write(...given);
        };
      return {
        ...faulty,
        insert: counted<Parameters<ClickHouse['insert']>>(faulty.insert),
        delete: counted<Parameters<ClickHouse['delete']>>(faulty.delete),
        dropPartition: counted<Parameters<ClickHouse['dropPartition']>>(faulty.dropPartition),
        command: counted<Parameters<ClickHouse['command']>>(faulty.command),
      };
    },
  });
  client = await apiClient(service);
});

afterAll(() => service.close());

/** A website with spam within visits, of visitors with nothing else, and in visits over midnight. */
async function spammedWebsite(): Promise<string> {
  const { id } = await client.website({ timezone: 'UTC' });
  const line = (visitor: string, minute: number, path: string) =>
    JSON.stringify({
      timestamp: new Date(NOW + minute * MINUTE).toISOString(),
      url: `https://example.com${path}`,
      visitor,
    });
  const lines = Array.from({ length: 40 }, (_, place) => [
    line(`real ${place}`, -800 + place, '/spam'),
    line(`real ${place}`, -790 + place, '/'),
    line(`real ${place}`, -770 + place, '/spam'),
    line(`real ${place}`, -750 + place, '/end'),
    line(`spam ${place}`, -100, '/spam'),
  ]);
  await client.import(id, lines.flat().join('\n'));
  return id;
}

const remove = (id: string) =>
  client.call('DELETE', `/websites/${id}/events?${new URLSearchParams({ ...DAY, page: '/spam' })}`);

/** One of each source: counts of days, visits, and events. */
const REPORTS = ['main', 'visitors-chart', 'entry-pages', 'pages'] as const;

async function statisticsOf(id: string) {
  const answers = REPORTS.map(async (endpoint) => {
    const { body } = await client.get(`/websites/${id}/stats/${endpoint}`, { ...DAY, limit: 'all' });
    return [endpoint, body.data] as const;
  });
  const { events = 0 } = await storedRows(service, id);
  return { stats: Object.fromEntries(await Promise.all(answers)), events };
}

describe('a deletion of events that is killed', () => {
  let whole: Awaited<ReturnType<typeof statisticsOf>>;
  let done: Awaited<ReturnType<typeof statisticsOf>>;
  let steps = 0;

  beforeAll(async () => {
    const id = await spammedWebsite();
    whole = await statisticsOf(id);
    writes = 0;
    expect((await remove(id)).body.data).toMatchObject({ events: 120, visitors: 80, dryRun: false });
    steps = writes;
    done = await statisticsOf(id);
    expect(done.stats.main).toMatchObject({ totalVisitors: 40, totalPageviews: 80, bounceRate: 1 });
  });

  test('at any step is done or has not begun after the next start', async () => {
    const ends = new Set<string>();
    for (let step = 1; step <= steps; step += 1) {
      const id = await spammedWebsite();
      [writes, goesAt] = [0, step];
      const answer = remove(id);
      await vi.waitUntil(() => failing.shut, POLL_OPTIONS);
      goesAt = Number.POSITIVE_INFINITY;
      await service.restart();
      const { status } = await answer;
      const found = await statisticsOf(id);
      const isDone = found.events === done.events;
      ends.add(isDone ? 'done' : 'not begun');
      expect(found, `step ${step}`).toEqual(isDone ? done : whole);
      expect(status === 200 && !isDone).toBe(false);
      expect(await stagedRows(service)).toEqual({});
      expect((await remove(id)).status).toBe(200);
      expect((await statisticsOf(id)).events).toBe(done.events);
    }
    expect([...ends].sort()).toEqual(['done', 'not begun']);
  });
});

describe('a restore that is killed', () => {
  let whole: Awaited<ReturnType<typeof statisticsOf>>;
  let deleted: Awaited<ReturnType<typeof statisticsOf>>;
  let steps = 0;

  const deletedWebsite = async () => {
    const id = await spammedWebsite();
    return { id, deletionId: (await remove(id)).body.data.deletionId as string };
  };
  const restore = ({ id, deletionId }: { id: string; deletionId: string }) =>
    client.call('POST', `/websites/${id}/deletions/${deletionId}/restore`);

  beforeAll(async () => {
    const id = await spammedWebsite();
    whole = await statisticsOf(id);
    const { deletionId } = (await remove(id)).body.data;
    deleted = await statisticsOf(id);
    writes = 0;
    expect((await restore({ id, deletionId })).body.data).toEqual({ events: 120 });
    steps = writes;
    expect(await statisticsOf(id)).toEqual(whole);
  });

  test('at any step is done or has not begun after the next start, and can be repeated', async () => {
    const ends = new Set<string>();
    for (let step = 1; step <= steps; step += 1) {
      const website = await deletedWebsite();
      [writes, goesAt] = [0, step];
      const answer = restore(website);
      await vi.waitUntil(() => failing.shut, POLL_OPTIONS);
      goesAt = Number.POSITIVE_INFINITY;
      await service.restart();
      const { status } = await answer;
      const found = await statisticsOf(website.id);
      const isDone = found.events === whole.events;
      ends.add(isDone ? 'done' : 'not begun');
      expect(found, `step ${step}`).toEqual(isDone ? whole : deleted);
      expect(status === 200 && !isDone).toBe(false);
      expect(await stagedRows(service)).toEqual({});
      expect((await restore(website)).status, `step ${step}`).toBe(isDone ? 404 : 200);
      expect(await statisticsOf(website.id)).toEqual(whole);
      expect(await storedRows(service, website.id)).not.toHaveProperty('deleted_events');
    }
    expect([...ends].sort()).toEqual(['done', 'not begun']);
  });
});

test('events that come while ClickHouse is away in the middle of a deletion are counted', async () => {
  const { id, apiKey } = await client.website({ timezone: 'UTC' });
  await view(service, apiKey, '/spam');
  await view(service, apiKey, '/real');
  await service.drain();
  [writes, goesAt] = [0, 2];
  const answer = remove(id);
  await vi.waitUntil(() => failing.shut, POLL_OPTIONS);
  service.clock = NOW + 5 * MINUTE;
  await view(service, apiKey, '/next');
  goesAt = Number.POSITIVE_INFINITY;
  failing.shut = false;
  expect((await answer).status).toBe(503);
  expect((await remove(id)).body.data).toMatchObject({ events: 1 });
  await service.drain();
  expect((await statisticsOf(id)).stats.main).toMatchObject({
    totalVisitors: 1,
    totalPageviews: 2,
    bounceRate: 0,
    averageSessionDurationSeconds: 300,
  });
});
