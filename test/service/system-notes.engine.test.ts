import { eq, sql as statement } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sql, uuid } from '../../src/clickhouse/sql.js';
import { definitions } from '../../src/postgres/schema.js';
import { writeSystemNote } from '../../src/websites/system-notes.js';
import { type ApiClient, apiClient, failureOf } from './api-client.js';
import { sharedService } from './shared-service.js';
import { readNotes } from './system-notes.js';
import type { TestService } from './test-service.js';

const NOW = Date.UTC(2026, 4, 1, 12);
const AT = new Date(NOW).toISOString();

let service: TestService;
let owner: ApiClient;
let id: string;

const notes = (websiteId = id) => readNotes(owner, websiteId);

const notesBesideImports = async () => (await notes()).filter(({ text }) => !text.startsWith('Imported'));

const line = (timestamp: string, path = '/', visitor = 'a') =>
  JSON.stringify({ timestamp, url: `https://example.com${path}`, visitor });

describe('a note of the service', () => {
  beforeAll(async () => {
    service = await sharedService({ clock: NOW });
    owner = await apiClient(service);
  });

  beforeEach(async () => {
    ({ id } = await owner.website({ domain: 'example.com', timezone: 'Europe/Berlin' }));
  });

  afterAll(() => service.close());

  const db = () => service.engines.postgres.db;

  test('has the local days of an import, once for each import', async () => {
    const lines = [line('2026-03-01T23:30:00Z'), line('2026-02-01T10:00:00Z')].join('\n');
    const headers = { 'Idempotency-Key': id };
    for (const _ of [1, 2]) expect((await owner.import(id, lines, headers)).status).toBe(200);
    const note = { at: '2026-02-01', until: '2026-03-02', text: 'Imported 2 events of 2026-02-01 to 2026-03-02.' };
    expect(await notes()).toEqual([note]);
    // An import without any event changes nothing.
    await owner.import(id, '\n');
    expect(await notes()).toEqual([note]);
  });

  test('tells of a deletion and of its undoing, without the values of filters', async () => {
    await owner.import(id, [line('2026-03-01T10:00:00Z', '/secret'), line('2026-03-03T10:00:00Z')].join('\n'));
    const path = `/websites/${id}/events?from=2026-01-01&to=2026-04-01&page=/secret`;
    expect((await owner.call('DELETE', `${path}&dryRun=true`)).body.data.events).toBe(1);
    const { deletionId } = (await owner.call('DELETE', path)).body.data;
    await owner.call('DELETE', path);
    const days = { at: '2026-03-01', until: '2026-03-01' };
    const deleted = { ...days, text: 'Deleted 1 event of 2026-03-01.' };
    expect(await notesBesideImports()).toEqual([deleted]);
    await owner.call('POST', `/websites/${id}/deletions/${deletionId}/restore`);
    const restored = { ...days, text: 'Restored 1 deleted event of 2026-03-01.' };
    expect(await notesBesideImports()).toEqual([deleted, restored]);
  });

  test('does not say which visitor was deleted', async () => {
    await owner.import(id, line('2026-03-01T10:00:00Z'));
    const [{ visitor } = { visitor: '' }] = await service.clickhouse.query({
      name: 'test',
      sql: sql`SELECT toString(visitor_id) AS visitor FROM events WHERE website_id = ${uuid(id)}`,
      row: z.object({ visitor: z.string() }),
    });
    expect((await owner.call('DELETE', `/websites/${id}/visitors/${visitor}`)).body.data.events).toBe(1);
    expect(await notesBesideImports()).toEqual([{ at: AT, until: null, text: 'Deleted the events of a visitor.' }]);
  });

  test('names the settings that decide what counts, but not their values', async () => {
    const patch = async (change: object) => (await owner.call('PATCH', `/websites/${id}`, change)).status;
    expect(await patch({ name: 'Other', timezone: 'UTC', excludedIps: [], chartTheme: 'ocean' })).toBe(200);
    expect(await notes()).toEqual([]);
    expect(await patch({ excludedIps: ['203.0.113.7'], allowedDomains: ['shop.example'] })).toBe(200);
    expect(await patch({ excludedIps: ['203.0.113.7'] })).toBe(200);
    service.clock = NOW + 1_000;
    expect((await owner.call('POST', `/websites/${id}/regenerate-tracking-key`)).status).toBe(200);
    service.clock = NOW;
    const later = new Date(NOW + 1_000).toISOString();
    expect(await notes()).toEqual([
      { at: AT, until: null, text: 'Changed the allowed domains, excluded IP addresses.' },
      { at: later, until: null, text: 'Replaced the tracking key: events with the old one do not count.' },
    ]);
  });

  test('about the retention stays one', async () => {
    await owner.import(id, [line('2026-01-31T10:00:00Z'), line('2026-03-10T10:00:00Z')].join('\n'));
    await owner.call('PUT', `/websites/${id}/retention`, { retentionMonths: 3 });
    const apply = async (time: string) => {
      service.clock = Date.parse(time);
      await service.jobs.run('retention');
    };
    // The first run plans the night.
    await apply('2026-05-01T12:00:00Z');
    expect(await notesBesideImports()).toEqual([]);
    await apply('2026-05-02T12:00:00Z');
    const text = (day: string) => `Deleted the events before ${day}, as the data retention says.`;
    expect(await notesBesideImports()).toEqual([{ at: '2026-02-02', until: null, text: text('2026-02-02') }]);
    // A night that removes nothing says nothing.
    await apply('2026-05-03T12:00:00Z');
    expect(await notesBesideImports()).toEqual([{ at: '2026-02-02', until: null, text: text('2026-02-02') }]);
    await apply('2026-06-12T12:00:00Z');
    expect(await notesBesideImports()).toEqual([{ at: '2026-03-12', until: null, text: text('2026-03-12') }]);
    service.clock = NOW;
  });

  test('is read like any annotation, and neither written nor changed by others', async () => {
    await owner.import(id, line('2026-03-01T10:00:00Z'));
    const path = `/websites/${id}/annotations`;
    const [note] = (await owner.get(path)).body.data;
    expect(note).toMatchObject({ source: 'system', at: '2026-03-01' });
    expect((await owner.get(`${path}/${note.id}`)).body.data).toEqual(note);
    const refused = {
      status: 403,
      errors: ['Notes with the source system are written by Footfall, and cannot be changed'],
    };
    expect(failureOf(await owner.call('PATCH', `${path}/${note.id}`, { text: 'x' }))).toEqual(refused);
    expect(failureOf(await owner.call('DELETE', `${path}/${note.id}`))).toEqual(refused);
    const written = { at: '2026-03-01', text: 'x', source: 'system' };
    expect((await owner.call('POST', path, written)).status).toBe(400);
    service.clock += 1_000;
    const own = (await owner.call('POST', path, { at: '2026-03-01', text: 'x' })).body.data;
    service.clock = NOW;
    expect((await owner.call('PATCH', `${path}/${own.id}`, { source: 'system' })).status).toBe(400);
    expect((await owner.get(path)).body.data).toEqual([note, own]);
  });

  test('does not count as one of the owner, and the oldest gives way', async () => {
    const at = new Date(NOW);
    const fields = (source: string) => ({ at: AT, until: null, text: 'x', source });
    const rows = (count: number, source: string) =>
      Array.from({ length: count }, () => ({
        websiteId: id,
        kind: 'annotation' as const,
        fields: fields(source),
        createdAt: at,
        updatedAt: at,
      }));
    await db().insert(definitions).values(rows(1_000, 'system'));
    await db().insert(definitions).values(rows(999, 'api'));
    const add = () => owner.call('POST', `/websites/${id}/annotations`, { at: '2026-03-01', text: 'x' });
    expect([(await add()).status, (await add()).status]).toEqual([201, 409]);
    await writeSystemNote(db(), id, { at: AT, text: 'last' }, NOW + 1);
    const kept = await notes();
    expect([kept.length, kept[0]]).toEqual([1_000, { at: AT, until: null, text: 'last' }]);
    expect(await db().$count(definitions, eq(definitions.websiteId, id))).toBe(2_000);
  });

  test('that cannot be written keeps no change back', async () => {
    await db().execute(
      statement`ALTER TABLE definitions ADD CONSTRAINT no_notes CHECK (fields->>'source' <> 'system') NOT VALID`,
    );
    try {
      expect((await owner.import(id, line('2026-03-01T10:00:00Z'))).body.data.imported).toBe(1);
      const excluded = { excludedPaths: ['/x'] };
      expect((await owner.call('PATCH', `/websites/${id}`, excluded)).body.data).toMatchObject(excluded);
    } finally {
      await db().execute(statement`ALTER TABLE definitions DROP CONSTRAINT no_notes`);
    }
    expect(await notes()).toEqual([]);
  });
});
