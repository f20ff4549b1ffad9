import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, ilike, inArray, sql } from 'drizzle-orm';
import { RateLimiterDrizzle } from 'rate-limiter-flexible';
import { expect, it, onTestFinished, vi } from 'vitest';
import { migratePostgres } from '../../src/postgres/migrate.js';
import { openPostgres } from '../../src/postgres/open.js';
import { accounts, deletedWebsites, imports, rateLimits, websites } from '../../src/postgres/schema.js';
import { describeEachPostgres } from './each-postgres.js';

const createdAt = new Date('2026-03-29T01:02:03.456Z');

describeEachPostgres('postgres', (database) => {
  const db = () => database().postgres.db;

  async function addWebsite(): Promise<string> {
    const [account] = await db()
      .insert(accounts)
      .values({ email: `${crypto.randomUUID()}@example.com`, createdAt })
      .returning();
    const [website] = await db()
      .insert(websites)
      .values({
        accountId: account!.id,
        name: 'Shop',
        domain: 'example.com',
        timezone: 'UTC',
        trackingKey: crypto.randomUUID(),
        createdAt,
        updatedAt: createdAt,
      })
      .returning();
    return website!.id;
  }

  it('says which engine it is', () => {
    expect(database().postgres.kind).toMatch(/^(embedded|server)$/);
  });

  it('refuses the tables of another version, and changes nothing', async () => {
    const { postgres } = database();
    const register = (hash: string, at: number) =>
      postgres.db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${at})`);
    const forget = (hash: string) =>
      postgres.db.execute(sql`delete from drizzle.__drizzle_migrations where hash = ${hash}`);
    await register('earlier', Date.UTC(2026, 10, 25));
    await expect(migratePostgres(postgres)).rejects.toThrow('PostgreSQL holds the tables of an unreleased version');
    await forget('earlier');
    await register('newer', Date.UTC(2100, 0, 1));
    await expect(migratePostgres(postgres)).rejects.toThrow('use a newer one');
    await forget('newer');
    await migratePostgres(postgres);
  });

  it('migrates again without harm', async () => {
    const id = await addWebsite();
    await migratePostgres(database().postgres);
    expect(await db().$count(websites, eq(websites.id, id))).toBe(1);
  });

  it('keeps instants to the millisecond and lists as they are', async () => {
    const id = await addWebsite();
    const hostile = [
      'a,b',
      'quote"s',
      "it's",
      'back\\slash',
      '{brace}',
      'NULL',
      '',
      ' ',
      '🦶',
      '$1; drop table websites',
    ];
    await db().update(websites).set({ excludedPaths: hostile }).where(eq(websites.id, id));
    const [row] = await db().select().from(websites).where(eq(websites.id, id));
    expect(row).toMatchObject({ createdAt, excludedPaths: hostile, excludedIps: [], chartTheme: 'default' });
  });

  it('takes NUL and half surrogate pairs in every type of text', async () => {
    const name = 'a\0b\ud83e';
    const result = { errors: [`${name}\\u0000`, '\\ud83e', '🦶'], [name]: null };
    const websiteId = await addWebsite();
    await db()
      .update(websites)
      .set({ name, excludedPaths: [name, 'back\\slash'] })
      .where(eq(websites.id, websiteId));
    await db().insert(imports).values({ websiteId, state: 'done', instance: 'one', createdAt, result });
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

  it('rolls a failed transaction back', async () => {
    const id = crypto.randomUUID();
    const failed = db().transaction(async (tx) => {
      await tx.insert(deletedWebsites).values({ id, deletedAt: createdAt });
      throw new Error('on purpose');
    });
    await expect(failed).rejects.toThrow('on purpose');
    expect(await db().$count(deletedWebsites, eq(deletedWebsites.id, id))).toBe(0);
  });

  it('deletes the imports of a website with it, and no account that has websites', async () => {
    const websiteId = await addWebsite();
    await db().insert(imports).values({ websiteId, state: 'writing', instance: 'one', createdAt });
    const [website] = await db().select().from(websites).where(eq(websites.id, websiteId));
    await expect(db().delete(accounts).where(eq(accounts.id, website!.accountId))).rejects.toThrow();
    await db().delete(websites).where(eq(websites.id, websiteId));
    expect(await db().$count(imports, eq(imports.websiteId, websiteId))).toBe(0);
  });

  it('takes an idempotency key once a website, and any number of imports without one', async () => {
    const websiteId = await addWebsite();
    const row = { websiteId, state: 'done', instance: 'one', createdAt } as const;
    await db().insert(imports).values([row, row]);
    await db()
      .insert(imports)
      .values({ ...row, idempotencyKey: 'a' });
    await expect(
      db()
        .insert(imports)
        .values({ ...row, idempotencyKey: 'a' }),
    ).rejects.toThrow();
  });

  it('announces inserted, changed and deleted websites to other processes, once committed', async () => {
    const heard: string[] = [];
    const listening = vi.fn();
    const stop = await database().other.listen('footfall_websites', (id) => heard.push(id), listening);
    expect(listening).toHaveBeenCalledTimes(1);

    const id = await addWebsite();
    await expect.poll(() => heard).toEqual([id]);
    await db().update(websites).set({ name: 'Other' }).where(eq(websites.id, id));
    await expect.poll(() => heard).toEqual([id, id]);
    await db().transaction(async (tx) => {
      await tx.delete(websites).where(eq(websites.id, id));
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(heard).toHaveLength(2);
    });
    await expect.poll(() => heard).toEqual([id, id, id]);

    await stop();
    await addWebsite();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard).toHaveLength(3);
  });

  it('carries the counters of rate-limiter-flexible', async () => {
    const options = { storeClient: db(), schema: rateLimits, points: 2, duration: 60, clearExpiredByTimeout: false };
    const limiter = new RateLimiterDrizzle(options);
    const key = crypto.randomUUID();
    expect((await limiter.consume(key)).remainingPoints).toBe(1);
    expect((await limiter.consume(key)).remainingPoints).toBe(0);
    await expect(limiter.consume(key)).rejects.toMatchObject({ consumedPoints: 3 });
  });
});

it('keeps an embedded database in its folder', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'footfall-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const folder = join(parent, 'data', 'postgres');

  const first = await openPostgres({ url: undefined, folder });
  await migratePostgres(first);
  await first.db.insert(deletedWebsites).values({ id: crypto.randomUUID(), deletedAt: createdAt });
  await first.close();

  const second = await openPostgres({ url: undefined, folder });
  await migratePostgres(second);
  expect(await second.db.$count(deletedWebsites, sql`true`)).toBe(1);
  await second.close();
});
