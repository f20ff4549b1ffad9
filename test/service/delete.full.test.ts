import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ClickHouse, ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import {
  countPendingPurges,
  findDeletedWebsites,
  purgeDeletedWebsites,
  repeatDeletions,
} from '../../src/websites/delete-website.js';
import { randomHistory } from '../oracle/history.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { type ApiClient, apiClient, failureOf } from './api-client.js';
import { dropped, pageview, send } from './browser.js';
import { counted } from './daily-visitors.js';
import { filesWith, mergeRows, stagedRows, storedRows, websiteTables } from './stored-rows.js';
import { type TestService, testService } from './test-service.js';

const RANGE = { from: '2026-03-01', to: '2026-03-31' };

let service: TestService;
let owner: ApiClient;

beforeAll(async () => {
  service = await testService({ clock: Date.UTC(2026, 2, 29, 12) });
  owner = await apiClient(service);
});

afterAll(() => service.close());

/** A website with a history over months, events that are stored and events that are not yet. */
async function busyWebsite() {
  const website = await owner.website();
  const history = { seed: 5, zone: 'UTC', from: '2026-02-26', days: 5, visitors: 10, domain: 'example.com' };
  await owner.history(website.id, randomHistory(history));
  for (const address of ['192.0.2.1', '192.0.2.2']) {
    await send(service, pageview(website.apiKey), { address });
    await send(service, { ...pageview(website.apiKey), type: 'exit', link: 'https://other.example/' }, { address });
    await service.drain();
  }
  await send(service, pageview(website.apiKey), { address: '192.0.2.3' });
  return website;
}

/** Enough of them are staged before the body is at its end. */
const lines = (count: number) =>
  Array.from({ length: count }, (_, visitor) => {
    const line = { timestamp: '2026-03-01T10:00:00Z', url: 'https://example.com/', visitor: String(visitor) };
    return `${JSON.stringify(line)}\n`;
  }).join('');

const remove = (id: string) => owner.call('DELETE', `/websites/${id}`);

async function expectNothingOf(id: string): Promise<void> {
  expect(await storedRows(service, id)).toEqual({});
  expect(await stagedRows(service)).toEqual({});
  expect(await filesWith(service, id)).toEqual([]);
}

describe('a deleted website', () => {
  test('has no row and no file any more, and others have all of theirs', async () => {
    const [website, other] = [await busyWebsite(), await busyWebsite()];
    await service.drain();
    await counted(service, other.id);
    await mergeRows(service);
    const before = await storedRows(service, other.id);
    expect(Object.keys(before).sort()).toEqual(['daily_visitors', 'events', 'sessions', 'visits']);
    const figures = (await owner.get(`/websites/${other.id}/stats/main`, RANGE)).body.data;
    await send(service, pageview(website.apiKey));

    expect((await remove(website.id)).status).toBe(200);
    await expectNothingOf(website.id);
    await service.drain();
    await expectNothingOf(website.id);
    expect(await storedRows(service, other.id)).toEqual(before);
    expect((await owner.get(`/websites/${other.id}/stats/main`, RANGE)).body.data).toEqual(figures);
  });

  test('has no row in any table, after it had some in each', async () => {
    const website = await busyWebsite();
    expect(dropped(await send(service, pageview(website.apiKey), { userAgent: 'Googlebot/2.1' }))).toBe('bot');
    await service.drain();
    await owner.call('DELETE', `/websites/${website.id}/events?from=2026-02-26&to=2026-02-26`);
    await counted(service, website.id);
    const written = await websiteTables(service);
    expect(Object.keys(await storedRows(service, website.id)).sort()).toEqual(written);

    expect((await remove(website.id)).status).toBe(200);
    await expectNothingOf(website.id);
  });

  test('takes the events along that come in at that moment', async () => {
    const [website, other] = [await busyWebsite(), await owner.website()];
    let deleted = false;
    const reasons = new Set<string | null>();
    const visitor = async (host: number) => {
      for (let visit = 0; visit < 10 || !deleted; visit++) {
        const address = `192.0.2.${host}`;
        reasons.add(dropped(await send(service, pageview(website.apiKey, `/${visit}`), { address })));
        await send(service, pageview(other.apiKey, `/${visit}`), { address });
      }
    };
    const visitors = Promise.all([1, 2, 3, 4].map(visitor));
    expect((await remove(website.id)).status).toBe(200);
    deleted = true;
    await visitors;
    expect(reasons).toEqual(new Set([null, 'unknown_key']));
    await service.drain();
    await expectNothingOf(website.id);
    const tables = Object.keys(await storedRows(service, other.id)).sort();
    expect(tables).toEqual(['daily_visitors', 'events', 'sessions', 'visits']);
  });

  test('ends an import that is under way, with nothing left of it', async () => {
    const website = await owner.website();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const answer = owner.import(website.id, readable);
    await writer.write(Buffer.from(lines(24_000)));
    expect((await remove(website.id)).status).toBe(200);
    await writer.write(Buffer.from(lines(1))).catch(() => undefined);
    await writer.close().catch(() => undefined);
    expect(failureOf(await answer)).toEqual({ status: 404, errors: ['Website not found'] });
    await expectNothingOf(website.id);
  });

  test('is deleted once however imports and deletions race', async () => {
    const website = await busyWebsite();
    const body = JSON.stringify({ timestamp: '2026-03-01T10:00:00Z', url: 'https://example.com/', visitor: 'ada' });
    const imports = Array.from({ length: 6 }, () => owner.import(website.id, body));
    const removals = [remove(website.id), remove(website.id)];
    for (const { status } of await Promise.all(imports)) expect([200, 404]).toContain(status);
    expect((await Promise.all(removals)).map(({ status }) => status).sort()).toEqual([200, 404]);
    await service.drain();
    await expectNothingOf(website.id);
  });

  test('is gone after the next start when ClickHouse could not be reached', async () => {
    const website = await busyWebsite();
    await service.drain();
    const away = new ClickHouseError('Connection refused to clickhouse.internal:8123', undefined, undefined);
    vi.spyOn(service.clickhouse, 'delete').mockRejectedValue(away);
    const { status } = await remove(website.id);
    expect(status).toBe(200);
    expect((await owner.call('GET', `/websites/${website.id}`)).status).toBe(404);
    expect(dropped(await send(service, pageview(website.apiKey)))).toBe('unknown_key');
    expect(await storedRows(service, website.id)).not.toEqual({});

    await service.restart();
    await expectNothingOf(website.id);
  });

  test('is purged with others by one statement a table', async () => {
    const ids = [(await busyWebsite()).id, (await busyWebsite()).id];
    // What ClickHouse has of them is left, as while it is away.
    const away = vi.spyOn(service.clickhouse, 'delete').mockRejectedValue(new Error('ClickHouse is away'));
    for (const id of ids) await remove(id);
    away.mockRestore();
    const deleted: string[] = [];
    const clickhouse: ClickHouse = {
      ...service.clickhouse,
      delete: async (table) => {
        deleted.push(table);
      },
    };
    const drain = async () => {
      deleted.push('drained');
    };
    const purge = () =>
      purgeDeletedWebsites(clickhouse, service.engines.postgres.db, {
        now: service.clock + 24 * 60 * 60 * 1000,
        drain,
      });
    await purge();
    expect(deleted).toEqual([...new Set(deleted)]);
    expect(deleted).toContain('events');
    expect(deleted[0]).toBe('drained');
    await purge();
    await repeatDeletions(clickhouse, service.engines.postgres.db);
    expect(deleted.filter((table) => table === 'events')).toHaveLength(1);
    // Its tombstone stays: events that come in later are of no website.
    expect(await findDeletedWebsites(service.engines.postgres.db, ids)).toEqual(new Set(ids));
  });

  test('is not purged while what may be left of it cannot be brought in', async () => {
    await remove((await busyWebsite()).id);
    const { db } = service.engines.postgres;
    const drain = () => Promise.reject(new Error('ClickHouse is away'));
    await expect(
      purgeDeletedWebsites(service.clickhouse, db, { now: service.clock + 86_400_000, drain }),
    ).rejects.toThrow();
    expect(await countPendingPurges(db, new Date(service.clock + 86_400_000))).toBe(1);
  });

  test('leaves no lines behind when the process died in the middle of its import', async () => {
    const website = await owner.website();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const answer = owner.import(website.id, readable);
    await writer.write(Buffer.from(lines(24_000)));
    await vi.waitUntil(async () => 'import_lines' in (await stagedRows(service)), POLL_OPTIONS);
    // As of a dead process, nothing takes the import back.
    const takeBack = vi.spyOn(service.clickhouse, 'dropPartition').mockRejectedValue(new Error('killed'));
    await remove(website.id);
    await writer.close().catch(() => undefined);
    await answer.catch(() => undefined);
    takeBack.mockRestore();
    expect(await stagedRows(service)).toHaveProperty('import_lines');

    await service.restart();
    await expectNothingOf(website.id);
  });
});
