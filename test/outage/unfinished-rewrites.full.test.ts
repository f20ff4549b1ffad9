import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { lookAtUnfinished } from '../../src/cli/doctor/unfinished.js';
import { ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import { ImportRecovery } from '../../src/history/commit.js';
import { imports } from '../../src/postgres/schema.js';
import { findWebsite } from '../../src/websites/find-website.js';
import { testContext } from '../context.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { type Answer, type ApiClient, apiClient, failureOf } from '../service/api-client.js';
import { counted } from '../service/daily-visitors.js';
import { storedRows } from '../service/stored-rows.js';
import { type TestService, testService } from '../service/test-service.js';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 2, 29, 12);
const DAY = { from: '2026-03-29', to: '2026-03-29' };

let service: TestService;
let client: ApiClient;
let exportDir: string;
/** No row can be removed: a rewrite can then be neither completed nor rolled back. */
let keepsRows = false;
/** The answer of the next insert of events is lost. */
let losesInsert = false;

const away = () => new ClickHouseError('connect ECONNREFUSED', undefined, undefined);

beforeAll(async () => {
  exportDir = await mkdtemp(join(tmpdir(), 'footfall-exports-'));
  service = await testService({
    clock: NOW,
    environment: { EXPORT_DIR: exportDir },
    wrapClickHouse: (clickhouse) => ({
      ...clickhouse,
      insert: async (insert) => {
        await clickhouse.insert(insert);
        if (insert.table !== 'events' || !losesInsert) return;
        losesInsert = false;
        throw away();
      },
      delete: async (table, rows) => {
        if (keepsRows) throw away();
        await clickhouse.delete(table, rows);
      },
    }),
  });
  client = await apiClient(service);
});

afterAll(async () => {
  await service.close();
  await rm(exportDir, { recursive: true, force: true });
});

const line = (minute: number, path: string) =>
  JSON.stringify({
    timestamp: new Date(NOW + minute * MINUTE).toISOString(),
    url: `https://example.com${path}`,
    visitor: 'ada',
  });

const removePage = (id: string, page: string) =>
  client.call('DELETE', `/websites/${id}/events?${new URLSearchParams({ ...DAY, page })}`);

/** A website with a deletion that can be undone. */
async function visitedWebsite() {
  const { id } = await client.website();
  await client.import(id, [line(-125, '/'), line(-122, '/gone'), line(-120, '/spam'), line(-115, '/end')].join('\n'));
  const { deletionId } = (await removePage(id, '/gone')).body.data;
  return { id, deletionId: deletionId as string };
}

type Visited = Awaited<ReturnType<typeof visitedWebsite>>;

const interruptedImport = ({ id }: Visited) => client.import(id, line(-110, '/more'));

/** Each changes stored sessions, in this order. */
const CHANGES: readonly ((website: Visited) => Promise<Answer>)[] = [
  ({ id }) => client.import(id, line(-112, '/other')),
  ({ id }) => removePage(id, '/spam'),
  ({ id, deletionId }) => client.call('POST', `/websites/${id}/deletions/${deletionId}/restore`),
  async ({ id }) => client.call('DELETE', `/websites/${id}/visitors/${await visitorOf(id)}`),
];

async function visitorOf(id: string): Promise<string> {
  const text: string = (await client.get(`/websites/${id}/export`, DAY)).body.data;
  return JSON.parse(text.split('\n')[0] ?? '').visitor;
}

const allOf = async ({ id }: Visited) => [
  (await client.get(`/websites/${id}/stats/main`, DAY)).body.data,
  (await client.get(`/websites/${id}/stats/pages`, DAY)).body.data,
  (await storedRows(service, id)).events ?? 0,
];

const findState = async ({ id }: Visited) => {
  const rows = await service.engines.postgres.db.select().from(imports).where(eq(imports.websiteId, id));
  return rows.find(({ state }) => state === 'writing' || state === 'removing')?.state;
};

/** The process ends while ClickHouse is away, and the next start cannot finish the import. */
async function interrupt(website: Visited, state: 'writing' | 'removing'): Promise<void> {
  keepsRows = true;
  losesInsert = state === 'writing';
  const answer = interruptedImport(website);
  await vi.waitUntil(async () => !losesInsert && (await findState(website)) === state, POLL_OPTIONS);
  await service.restart();
  expect((await answer).status).toBe(503);
  keepsRows = false;
  expect(await findState(website)).toBe(state);
}

async function expectRefusals(website: Visited): Promise<void> {
  await counted(service, website.id);
  const before = await allOf(website);
  for (const change of CHANGES) {
    const refused = await change(website);
    expect(failureOf(refused)).toEqual({ status: 503, errors: [expect.stringContaining('must be finished first')] });
    expect(refused.headers.get('Retry-After')).toBe('60');
  }
  expect(await allOf(website)).toEqual(before);
  expect((await findWebsite(service.engines.postgres.db, website.id))?.countState).toBe('complete');
}

async function expectEqualChanges(...websites: readonly [Visited, Visited]): Promise<void> {
  for (const change of CHANGES) {
    for (const website of websites) expect((await change(website)).status).toBe(200);
    expect(await allOf(websites[0])).toEqual(await allOf(websites[1]));
  }
}

test('changes of a website wait for its earlier import that is not completed', async () => {
  const [website, control] = [await visitedWebsite(), await visitedWebsite()];
  await interruptedImport(control);
  await interrupt(website, 'removing');
  await expectRefusals(website);
  await service.jobs.run('purge');
  await expectEqualChanges(website, control);
});

test('changes of a website wait for its earlier import of another process that is not rolled back', async () => {
  const [website, control] = [await visitedWebsite(), await visitedWebsite()];
  await interrupt(website, 'writing');
  const ofWebsite = eq(imports.websiteId, website.id);
  await service.engines.postgres.db.update(imports).set({ instance: 'another' }).where(ofWebsite);
  await service.restart();
  await expectRefusals(website);
  const { clickhouse, postgres } = service.engines;
  const [check] = await lookAtUnfinished(postgres.db, NOW);
  expect(check?.message).toMatch(/^1 unfinished: .* another$/);
  const config = { dataDir: service.folder };
  const recovery = await ImportRecovery.open(testContext({ clickhouse, postgres, config, instance: 'another' }));
  await recovery.run(
    (_id, task) => task(),
    () => expect.unreachable(),
  );
  await expectEqualChanges(website, control);
});

test('a day is not exported before an interrupted import is completed', async () => {
  const website = await visitedWebsite();
  const path = `/websites/${website.id}/scheduled-export`;
  expect((await client.call('PUT', path, { destination: 'folder' })).status).toBe(200);
  await interrupt(website, 'removing');
  await service.jobs.run('scheduled exports');
  expect((await client.get(path)).body.data).toMatchObject({ lastDay: null, failure: 'The events could not be read' });
  await service.jobs.run('purge');
  service.clock = NOW + 2 * MINUTE;
  await service.jobs.run('scheduled exports');
  expect((await client.get(path)).body.data).toMatchObject({ lastDay: '2026-03-28', failure: null });
  service.clock = NOW;
});

test('a deletion does not wait for an import of another process that has written nothing', async () => {
  const website = await visitedWebsite();
  const { db } = service.engines.postgres;
  const waiting = { websiteId: website.id, instance: 'another', createdAt: new Date(NOW) };
  await db.insert(imports).values({ ...waiting, state: 'waiting' });
  expect((await removePage(website.id, '/spam')).status).toBe(200);
});
