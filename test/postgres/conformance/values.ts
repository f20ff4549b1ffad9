import { randomUUID } from 'node:crypto';
import { and, arrayContains, asc, eq, getTableColumns, gt, ilike, inArray, is, lte } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import * as schema from '../../../src/postgres/schema.js';
import {
  apiKeys,
  imports,
  rateLimits,
  savedQueries,
  visitorSalts,
  webhooks,
  websites,
} from '../../../src/postgres/schema.js';
import type { TestDatabase } from '../each-postgres.js';
import { addWebsite, CREATED_AT } from './add-website.js';

/** The types that are written and read below: a new one of the schema needs a test here. */
const TYPES = ['boolean', 'integer', 'jsonb', 'text', 'text[]', 'timestamp (3) with time zone', 'uuid', 'uuid[]'];

const TEXTS = [
  '',
  ' ',
  "it's",
  'quote"s',
  'back\\slash',
  '\\\\',
  '\\x41',
  '\n\r\t\b',
  'a,b',
  '{brace}',
  'NULL',
  'null',
  '%_',
  '$1; drop table websites',
  "'); drop table websites; --",
  '{"a":1}',
  '🦶',
  'e\u0301',
  '\u{10ffff}',
  // Not as the first character: there PGlite drops it when it reads.
  'a\ufeff',
  'x'.repeat(100_000),
];

const INSTANTS = [
  '1900-01-01T00:00:00.001Z',
  '1969-12-31T23:59:59.999Z',
  '1970-01-01T00:00:00.000Z',
  '2026-03-29T00:59:59.999Z',
  '2026-03-29T01:00:00.000Z',
  '2026-10-25T00:30:00.123Z',
  '9999-12-31T23:59:59.999Z',
].map((time) => new Date(time));

/** Every type of the schema, written and read. */
export function valueSuite(database: () => TestDatabase): void {
  const db = () => database().postgres.db;

  it('writes and reads every type of the schema', () => {
    const used = Object.values(schema).flatMap((table) =>
      is(table, PgTable) ? Object.values(getTableColumns(table)).map((column) => column.getSQLType()) : [],
    );
    expect([...new Set(used)].toSorted()).toEqual(TYPES);
  });

  it('keeps every text, and finds a row by it', async () => {
    // An index takes no text that is longer.
    const keys = TEXTS.filter(({ length }) => length < 1_000).map((text) => `${text} as a key`);
    const ids: string[] = [];
    for (const name of TEXTS) {
      const id = await addWebsite(db());
      ids.push(id);
      await db().update(websites).set({ name, favicon: name }).where(eq(websites.id, id));
      const [found] = await db()
        .select({ name: websites.name, favicon: websites.favicon })
        .from(websites)
        .where(and(eq(websites.id, id), eq(websites.name, name), inArray(websites.favicon, [name])));
      expect(found).toEqual({ name, favicon: name });
    }
    await db()
      .insert(rateLimits)
      .values(keys.map((key, points) => ({ key, points })));
    const rows = await db()
      .select({ key: rateLimits.key })
      .from(rateLimits)
      .where(inArray(rateLimits.key, keys))
      .orderBy(asc(rateLimits.points));
    expect(rows.map(({ key }) => key)).toEqual(keys);
  });

  it('keeps every list of texts, and finds a row by what is in it', async () => {
    const id = await addWebsite(db());
    for (const list of [[], [''], TEXTS, TEXTS.toReversed()]) {
      await db().update(websites).set({ excludedPaths: list }).where(eq(websites.id, id));
      const [row] = await db().select().from(websites).where(eq(websites.id, id));
      expect(row?.excludedPaths).toEqual(list);
    }
    for (const text of TEXTS) {
      expect(
        await db().$count(websites, and(eq(websites.id, id), arrayContains(websites.excludedPaths, [text]))),
        text,
      ).toBe(1);
    }
    expect(
      await db().$count(websites, and(eq(websites.id, id), arrayContains(websites.excludedPaths, ['another']))),
    ).toBe(0);
  });

  it('keeps every list of ids', async () => {
    const websiteId = await addWebsite(db());
    const [website] = await db().select().from(websites).where(eq(websites.id, websiteId));
    for (const list of [[], [websiteId], [websiteId, randomUUID()]]) {
      const [key] = await db()
        .insert(apiKeys)
        .values({
          accountId: website!.accountId,
          hash: randomUUID(),
          name: 'Key',
          start: 'ff_live_abcd',
          scopes: ['read'],
          websiteIds: list,
          createdAt: CREATED_AT,
        })
        .returning();
      expect(key?.websiteIds).toEqual(list);
    }
  });

  it('keeps lists of names that are fixed, and finds a row by one of them', async () => {
    const websiteId = await addWebsite(db());
    const row = { websiteId, name: 'Hook', format: 'json', url: 'https://example.com', createdAt: CREATED_AT } as const;
    await db()
      .insert(webhooks)
      .values([
        { ...row, topics: ['weekly-summary', 'traffic-alert'] },
        { ...row, topics: ['traffic-alert'] },
      ]);
    const withTopic = (topic: 'weekly-summary' | 'traffic-alert') =>
      db()
        .select({ topics: webhooks.topics })
        .from(webhooks)
        .where(and(eq(webhooks.websiteId, websiteId), arrayContains(webhooks.topics, [topic])));
    expect(await withTopic('weekly-summary')).toEqual([{ topics: ['weekly-summary', 'traffic-alert'] }]);
    expect(await withTopic('traffic-alert')).toHaveLength(2);
  });

  it('keeps every JSON', async () => {
    const values = [
      {},
      [],
      [[], {}, null, true, false, ''],
      { numbers: [0, -1, 2.5, 1e21, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER] },
      { texts: TEXTS, nested: { again: [{ text: '"' }] } },
      Object.fromEntries(TEXTS.map((text, index) => [text, index])),
    ];
    for (const value of values) {
      const websiteId = await addWebsite(db());
      const row = { websiteId, state: 'done', instance: 'one', createdAt: CREATED_AT } as const;
      await db()
        .insert(imports)
        .values({ ...row, result: value });
      const [stored] = await db().select().from(imports).where(eq(imports.websiteId, websiteId));
      expect(stored?.result).toEqual(value);
    }
  });

  it('replaces NUL and half surrogate pairs in every type of text', async () => {
    const name = 'a\0b\ud83e';
    const result = { errors: [`${name}\\u0000`, '\\ud83e', '🦶'], [name]: null };
    const websiteId = await addWebsite(db());
    await db()
      .update(websites)
      .set({ name, excludedPaths: [name, 'back\\slash'] })
      .where(eq(websites.id, websiteId));
    await db().insert(imports).values({ websiteId, state: 'done', instance: 'one', createdAt: CREATED_AT, result });
    const [website] = await db()
      .select()
      .from(websites)
      .where(and(eq(websites.name, name), ilike(websites.name, `%${name}`), inArray(websites.name, [name])));
    expect(website).toMatchObject({ name: 'a\ufffdb\ufffd', excludedPaths: ['a\ufffdb\ufffd', 'back\\slash'] });
    const [stored] = await db().select().from(imports).where(eq(imports.websiteId, websiteId));
    expect(stored?.result).toEqual({
      errors: ['a\ufffdb\ufffd\\u0000', '\\ud83e', '🦶'],
      'a\ufffdb\ufffd': null,
    });
    await db().transaction((tx) => tx.delete(websites).where(eq(websites.name, name)));
    expect(await db().$count(websites, eq(websites.id, websiteId))).toBe(0);
  });

  it('keeps instants to the millisecond, and compares them so', async () => {
    const rows = INSTANTS.map((expire, points) => ({ key: crypto.randomUUID(), points, expire }));
    await db().insert(rateLimits).values(rows);
    const own = inArray(
      rateLimits.key,
      rows.map(({ key }) => key),
    );
    expect(await db().select().from(rateLimits).where(own).orderBy(asc(rateLimits.expire))).toEqual(rows);
    for (const [index, instant] of INSTANTS.entries()) {
      expect(await db().$count(rateLimits, and(own, lte(rateLimits.expire, instant)))).toBe(index + 1);
      expect(await db().$count(rateLimits, and(own, gt(rateLimits.expire, new Date(instant.getTime() - 1))))).toBe(
        INSTANTS.length - index,
      );
    }
  });

  it('has instants as keys, and finds rows by a list of them', async () => {
    const rotation = 'monthly';
    await db()
      .insert(visitorSalts)
      .values(INSTANTS.map((periodStart) => ({ rotation, periodStart, salt: 'salt', createdAt: CREATED_AT }) as const));
    const some = INSTANTS.slice(2, 5);
    const found = await db()
      .select({ at: visitorSalts.periodStart })
      .from(visitorSalts)
      .where(inArray(visitorSalts.periodStart, some))
      .orderBy(asc(visitorSalts.periodStart));
    expect(found.map(({ at }) => at)).toEqual(some);
    await db().delete(visitorSalts);
  });

  it('keeps the smallest and the largest integer', async () => {
    for (const points of [0, -1, 2 ** 31 - 1, -(2 ** 31)]) {
      const key = crypto.randomUUID();
      await db().insert(rateLimits).values({ key, points });
      expect(await db().select().from(rateLimits).where(eq(rateLimits.points, points))).toContainEqual({
        key,
        points,
        expire: null,
      });
    }
  });

  it('fills in defaults, and keeps null, false and true', async () => {
    const id = await addWebsite(db());
    const read = async () => (await db().select().from(websites).where(eq(websites.id, id)))[0];
    expect(await read()).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      createdAt: CREATED_AT,
      favicon: null,
      retentionMonths: null,
      excludedIps: [],
      chartTheme: 'default',
      countState: 'complete',
      countGeneration: 1,
      excludeHosting: false,
    });
    await db()
      .update(websites)
      .set({ favicon: 'x', retentionMonths: 24, excludeHosting: true })
      .where(eq(websites.id, id));
    expect(await read()).toMatchObject({ favicon: 'x', retentionMonths: 24, excludeHosting: true });
    await db().update(websites).set({ favicon: null, retentionMonths: null }).where(eq(websites.id, id));
    expect(await read()).toMatchObject({ favicon: null, retentionMonths: null, excludeHosting: true });
  });

  it('finds an id in upper case, and gives it in lower case', async () => {
    const id = await addWebsite(db());
    const [found] = await db().select({ id: websites.id }).from(websites).where(eq(websites.id, id.toUpperCase()));
    expect(found).toEqual({ id });
  });

  it('has a thousand rows in one insert', async () => {
    const websiteId = await addWebsite(db());
    const [website] = await db().select().from(websites).where(eq(websites.id, websiteId));
    const row = { accountId: website!.accountId, query: 'SELECT 1', parameters: [] };
    const names = Array.from({ length: 1_000 }, (_, index) => `query-${String(index).padStart(4, '0')}`);
    await db()
      .insert(savedQueries)
      .values(names.map((name) => ({ ...row, name, createdAt: CREATED_AT, updatedAt: CREATED_AT })));
    const stored = await db().select({ name: savedQueries.name }).from(savedQueries).orderBy(asc(savedQueries.name));
    expect(stored.map(({ name }) => name)).toEqual(names);
  });
}
