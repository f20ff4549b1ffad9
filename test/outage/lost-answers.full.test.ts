import { join } from 'node:path';
import type { PGlite, Transaction } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { sql, uuid } from '../../src/clickhouse/sql.js';
import { ImportRecovery } from '../../src/history/commit.js';
import { countUnfinished } from '../../src/history/import-repository.js';
import { findTakenBack, noteTakenBack } from '../../src/history/taken-back.js';
import { embeddedPostgres } from '../../src/postgres/embedded.js';
import { findWebsite } from '../../src/websites/find-website.js';
import { testContext } from '../context.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { emptyDatabase } from '../postgres/template.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { stagedRows, storedRows } from '../service/stored-rows.js';
import { type TestService, testService } from '../service/test-service.js';
import { type FailingClickHouse, failingClickHouse } from './failing-clickhouse.js';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 2, 29, 12);
const DAY = { from: '2026-03-29', to: '2026-03-29' };

/** PostgreSQL that does what it is asked, and whose answer is lost: as when the connection ends after the commit. */
const faults = {
  /** Whether the answer of a statement's transaction is lost; PostgreSQL is away afterwards. */
  loses: (_: string): boolean => false,
  losesTransactions: false,
  /** Whether the answer of a statement outside of transactions is lost. */
  losesStatement: (_: string): boolean => false,
  isAway: false,
};

const lost = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

function losingAnswers(pg: PGlite): PGlite {
  const query = pg.query.bind(pg);
  const transaction = pg.transaction.bind(pg);
  return Object.assign(pg, {
    query: async (...args: Parameters<typeof query>) => {
      if (faults.isAway) throw lost();
      const result = await query(...args);
      if (faults.losesStatement(args[0])) throw lost();
      return result;
    },
    transaction: async <Result>(task: (tx: Transaction) => Promise<Result>) => {
      if (faults.isAway) throw lost();
      let isLost = faults.losesTransactions;
      const result = await transaction((tx) => {
        const queryInside = tx.query.bind(tx);
        const query = (...args: Parameters<typeof queryInside>) => {
          if (faults.loses(args[0])) faults.isAway = isLost = true;
          return queryInside(...args);
        };
        return task(Object.assign(tx, { query }));
      });
      if (isLost) throw lost();
      return result;
    },
  });
}

let service: TestService;
let client: ApiClient;
let failing: FailingClickHouse;
/** Called before rows are inserted in ClickHouse. */
let onInsert = (_: string): void => {};
/** Called before rows of a table are deleted in ClickHouse. */
let onDelete = (_: string): void => {};

beforeAll(async () => {
  service = await testService({
    clock: NOW,
    importLimits: { maxRemovalMs: 1 },
    postgres: embeddedPostgres(losingAnswers(await emptyDatabase())),
    wrapClickHouse: (clickhouse) => {
      const faulty = failingClickHouse(clickhouse);
      failing = faulty;
      return {
        ...faulty,
        insert: (insert) => {
          onInsert(insert.table);
          return faulty.insert(insert);
        },
        delete: (table, condition) => {
          onDelete(table);
          return faulty.delete(table, condition);
        },
      };
    },
  });
  client = await apiClient(service);
});
afterAll(() => service.close());
afterEach(() => {
  Object.assign(faults, {
    loses: () => false,
    losesTransactions: false,
    losesStatement: () => false,
    isAway: false,
  });
  onDelete = () => {};
  onInsert = () => {};
});

const line = (minute: number, more: object = {}) =>
  JSON.stringify({
    timestamp: new Date(NOW + minute * MINUTE).toISOString(),
    url: 'https://example.com/',
    visitor: '1',
    ...more,
  });

const main = async (id: string) => (await client.get(`/websites/${id}/stats/main`, DAY)).body.data;

const notes = async (id: string) =>
  (await client.get(`/websites/${id}/annotations`)).body.data.map(({ text }: { text: string }) => text);

/** What the website has, by `events` and by what is derived from it. */
const allOf = async (id: string) => [
  await main(id),
  (await client.get(`/websites/${id}/stats/pages`, DAY)).body.data,
  (await client.get(`/websites/${id}/stats/countries`, { ...DAY, device: 'other', browser: 'Unknown' })).body.data,
  (await storedRows(service, id)).events,
];

const removeSpam = (id: string) =>
  client.call('DELETE', `/websites/${id}/events?${new URLSearchParams({ ...DAY, page: '/spam' })}`);

/** Runs a change whose commit happens and is not answered. The process ends before PostgreSQL is back, at a moment of its own. */
async function withLostCommit(
  change: () => Promise<{ status: number }>,
  commit: RegExp,
  moment: () => Promise<unknown>,
) {
  faults.loses = (text) => commit.test(text);
  const answer = change();
  await moment();
  faults.loses = () => false;
  onDelete = () => {};
  const restarted = service.restart();
  const { status } = await answer;
  faults.isAway = false;
  await restarted;
  return status;
}

const COMMIT_OF_IMPORT = /^update "imports" set .*"body_hash"/;
const COMMIT_OF_RESTORE = /^update "imports" set "state" = \$1 where/;
const COMMIT_OF_DELETION = /^update "imports" set "state" = \$1, "result" = \$2 where/;

const takenBack = () =>
  vi.waitUntil(async () => faults.isAway && Object.keys(await stagedRows(service)).length === 0, POLL_OPTIONS);

/** ClickHouse fails while the rows are taken back. */
const halfTakenBack = () => {
  onDelete = (table) => {
    if (faults.isAway && table === 'visits') failing.shut = true;
  };
  return vi.waitUntil(() => failing.shut, POLL_OPTIONS);
};

test('an import that was answered as failed is not kept, and can be repeated', async () => {
  const { id } = await client.website({ timezone: 'UTC' });
  const send = () => client.import(id, line(-60), { 'Idempotency-Key': 'a' });
  expect(await withLostCommit(send, COMMIT_OF_IMPORT, takenBack)).toBe(503);
  expect([(await main(id)).totalPageviews, await notes(id)]).toEqual([0, []]);
  expect((await send()).body.data).toMatchObject({ imported: 1 });
  expect([(await main(id)).totalPageviews, await notes(id)]).toEqual([1, ['Imported 1 event of 2026-03-29.']]);
});

test('an import that is half taken back when the process ends leaves what was there before', async () => {
  const { id } = await client.website({ timezone: 'UTC' });
  await client.import(id, [line(-125), line(-120)].join('\n'));
  const before = await allOf(id);
  const send = () => client.import(id, line(-110));
  expect(await withLostCommit(send, COMMIT_OF_IMPORT, halfTakenBack)).toBe(503);
  expect(await allOf(id)).toEqual(before);
});

test('a deletion that is half taken back when the process ends deletes nothing', async () => {
  const { id } = await client.website({ timezone: 'UTC' });
  const spam = line(-120, { url: 'https://example.com/spam' });
  await client.import(id, [line(-125), spam, line(-115)].join('\n'));
  const before = await allOf(id);
  expect(await withLostCommit(() => removeSpam(id), COMMIT_OF_DELETION, halfTakenBack)).toBe(503);
  expect(await allOf(id)).toEqual(before);
  expect((await removeSpam(id)).body.data).toMatchObject({ events: 1 });
});

test('a restore whose commit was not answered restores nothing, and can be repeated', async () => {
  const { id } = await client.website({ timezone: 'UTC' });
  const spam = line(-120, { url: 'https://example.com/spam' });
  await client.import(id, [line(-125), spam, line(-115)].join('\n'));
  const before = await allOf(id);
  const { deletionId } = (await removeSpam(id)).body.data;
  const deleted = await allOf(id);
  const restore = () => client.call('POST', `/websites/${id}/deletions/${deletionId}/restore`);
  for (const moment of [takenBack, halfTakenBack]) {
    expect(await withLostCommit(restore, COMMIT_OF_RESTORE, moment)).toBe(503);
    expect([await allOf(id), (await notes(id)).length]).toEqual([deleted, 2]);
  }
  expect((await restore()).body.data).toEqual({ events: 1 });
  expect(await allOf(id)).toEqual(before);
});

test('an import or a deletion that was begun, and not answered so, is not under way', async () => {
  const { id } = await client.website({ timezone: 'UTC' });
  await client.import(id, line(-120, { url: 'https://example.com/spam' }));
  const send = () => client.import(id, line(-60), { 'Idempotency-Key': 'c' });
  faults.losesTransactions = true;
  expect([(await removeSpam(id)).status, (await send()).status]).toEqual([503, 503]);
  faults.losesTransactions = false;
  await expect.poll(async () => (await removeSpam(id)).status, POLL_OPTIONS).toBe(200);
  await expect.poll(async () => (await send()).status, POLL_OPTIONS).toBe(200);
});

test('a deletion that fails while PostgreSQL is away is answered before it is back', async () => {
  const { id } = await client.website({ timezone: 'UTC' });
  await client.import(id, [line(-125), line(-120, { url: 'https://example.com/spam' })].join('\n'));
  onInsert = (table) => {
    faults.isAway ||= table === 'events';
  };
  const { db } = service.engines.postgres;
  const website = (await findWebsite(db, id))!;
  const chosen = sql`website_id = ${uuid(id)} AND path = '/spam'`;
  await expect(service.services.deleteEvents({ website, chosen })).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(faults.isAway).toBe(true);
  faults.isAway = false;
  onInsert = () => {};
  await vi.waitUntil(async () => (await countUnfinished(db)) === 0, POLL_OPTIONS);
  expect((await removeSpam(id)).body.data).toMatchObject({ events: 1 });
});

const withoutCopies = (id: string) =>
  expect.poll(() => storedRows(service, id), POLL_OPTIONS).not.toHaveProperty('deleted_events');

test('no copy is left of a deletion that was made final, or has expired, without an answer', async () => {
  const { id } = await client.website({ timezone: 'UTC' });
  await client.import(id, [line(-125), line(-120, { url: 'https://example.com/spam' })].join('\n'));
  const { deletionId } = (await removeSpam(id)).body.data;
  await service.jobs.run('purge');
  faults.losesStatement = (text) => text.startsWith('delete from "imports"');
  expect((await client.call('DELETE', `/websites/${id}/deletions/${deletionId}`)).status).toBe(503);
  faults.losesStatement = () => false;
  await withoutCopies(id);

  await client.import(id, line(-120, { url: 'https://example.com/spam' }));
  await removeSpam(id);
  expect(await storedRows(service, id)).toHaveProperty('deleted_events');
  faults.losesStatement = (text) => text.startsWith('delete from "imports"');
  service.clock = NOW + 25 * 60 * MINUTE;
  await service.jobs.run('purge');
  faults.losesStatement = () => false;
  await service.jobs.run('purge');
  await withoutCopies(id);
  service.clock = NOW;
});

test('a recovery that is repeated keeps the notes of running changes', async () => {
  const { clickhouse, postgres } = service.engines;
  const folder = join(service.folder, 'imports');
  const context = testContext({ clickhouse, postgres, instance: 'former', config: { dataDir: service.folder } });
  const recovery = await ImportRecovery.open(context);
  await noteTakenBack(folder, 'running');
  await recovery.run(
    (_, task) => task(),
    () => undefined,
  );
  expect([...(await findTakenBack(folder))]).toEqual(['running']);
  await ImportRecovery.open(context);
  expect([...(await findTakenBack(folder))]).toEqual([]);
});
