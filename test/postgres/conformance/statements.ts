import {
  and,
  arrayContains,
  asc,
  count,
  desc,
  eq,
  exists,
  ilike,
  inArray,
  isNull,
  lte,
  notExists,
  notInArray,
  sql,
} from 'drizzle-orm';
import { expect, it } from 'vitest';
import { findDamagedTables } from '../../../src/postgres/damage.js';
import { aboutPostgres } from '../../../src/postgres/postgres.js';
import { accounts, deletedWebsites, imports, jobs, rateLimits, websites } from '../../../src/postgres/schema.js';
import type { TestDatabase } from '../each-postgres.js';
import { addWebsite, CREATED_AT } from './add-website.js';

/** Every kind of statement that the program has. */
export function statementSuite(database: () => TestDatabase): void {
  const db = () => database().postgres.db;
  const email = () => `${crypto.randomUUID()}@example.com`;
  const addJob = (websiteId: string, dueAt = CREATED_AT) =>
    db().insert(jobs).values({ websiteId, topic: 'weekly-summary', zone: 'UTC', dueAt });

  it('leaves out the rows of an insert that are there, and gives those that were new', async () => {
    const [known, fresh] = [email(), email()];
    const add = (emails: readonly string[]) =>
      db()
        .insert(accounts)
        .values(emails.map((each) => ({ email: each, createdAt: CREATED_AT })))
        .onConflictDoNothing({ target: accounts.email })
        .returning({ email: accounts.email });
    expect(await add([known])).toEqual([{ email: known }]);
    expect(await add([known, fresh])).toEqual([{ email: fresh }]);
    const key = crypto.randomUUID();
    const addKey = () => db().insert(rateLimits).values({ key, points: 1 }).onConflictDoNothing().returning();
    expect([await addKey(), await addKey()]).toEqual([[{ key, points: 1, expire: null }], []]);
  });

  it('replaces a row that is there, also one with two keys', async () => {
    const websiteId = await addWebsite(db());
    const put = (zone: string) =>
      db()
        .insert(jobs)
        .values({ websiteId, topic: 'weekly-summary', zone, dueAt: CREATED_AT })
        .onConflictDoUpdate({ target: [jobs.websiteId, jobs.topic], set: { zone, failures: 2 } })
        .returning({ zone: jobs.zone, failures: jobs.failures });
    expect(await put('UTC')).toEqual([{ zone: 'UTC', failures: 0 }]);
    expect(await put('Asia/Kathmandu')).toEqual([{ zone: 'Asia/Kathmandu', failures: 2 }]);
  });

  it('computes new values from the old ones and from given ones', async () => {
    const id = await addWebsite(db());
    const change = async (last: number, timezone: string) => {
      const [row] = await db()
        .update(websites)
        .set({
          countGeneration: sql`greatest(${websites.countGeneration}, ${last}) + 1`,
          countState: sql`case when ${websites.timezone} = ${timezone} then ${websites.countState} else 'over' end`,
          favicon: sql`coalesce(${websites.favicon}, ${timezone})`,
        })
        .where(eq(websites.id, id))
        .returning();
      return [row?.countGeneration, row?.countState, row?.favicon];
    };
    expect(await change(0, 'UTC')).toEqual([2, 'complete', 'UTC']);
    expect(await change(7, 'Asia/Tokyo')).toEqual([8, 'over', 'UTC']);
  });

  it('takes a text out of a list once', async () => {
    const codes = ['a', "it's", 'back\\slash'];
    const [account] = await db()
      .insert(accounts)
      .values({ email: email(), createdAt: CREATED_AT, recoveryCodes: codes })
      .returning();
    const take = (code: string) =>
      db()
        .update(accounts)
        .set({ recoveryCodes: sql`array_remove(${accounts.recoveryCodes}, ${code})` })
        .where(and(eq(accounts.id, account!.id), arrayContains(accounts.recoveryCodes, [code])))
        .returning({ left: accounts.recoveryCodes });
    expect(await take("it's")).toEqual([{ left: ['a', 'back\\slash'] }]);
    expect(await take("it's")).toEqual([]);
    expect(await take('back\\slash')).toEqual([{ left: ['a'] }]);
  });

  it('claims rows that are due, in their order, no more than are wanted', async () => {
    const ids = [await addWebsite(db()), await addWebsite(db()), await addWebsite(db())];
    for (const [index, id] of ids.entries()) await addJob(id, new Date(index));
    const due = db()
      .$with('due')
      .as(
        db()
          .select({ websiteId: jobs.websiteId })
          .from(jobs)
          .where(and(lte(jobs.dueAt, new Date(2)), isNull(jobs.claimedUntil)))
          .orderBy(asc(jobs.dueAt))
          .limit(2)
          .for('update', { skipLocked: true }),
      );
    const claim = async () => {
      const rows = await db()
        .with(due)
        .update(jobs)
        .set({ claimedUntil: CREATED_AT, failures: sql`${jobs.failures} + 1` })
        .where(sql`${jobs.websiteId} in (select ${due.websiteId} from ${due})`)
        .returning();
      return rows.map(({ websiteId, failures }) => [ids.indexOf(websiteId), failures]).toSorted();
    };
    expect(await claim()).toEqual([
      [0, 1],
      [1, 1],
    ]);
    expect(await claim()).toEqual([[2, 1]]);
    expect(await claim()).toEqual([]);
  });

  it('joins tables, with null for a row that is missing', async () => {
    const [one, other] = [await addWebsite(db()), await addWebsite(db())];
    await addJob(one);
    const joined = await db()
      .select({ id: websites.id, owner: { email: accounts.email }, dueAt: jobs.dueAt, job: jobs })
      .from(websites)
      .innerJoin(accounts, eq(accounts.id, websites.accountId))
      .leftJoin(jobs, eq(jobs.websiteId, websites.id))
      .where(inArray(websites.id, [one, other]));
    expect(joined.find(({ id }) => id === one)).toMatchObject({
      owner: { email: expect.stringContaining('@example.com') },
      dueAt: CREATED_AT,
      job: { websiteId: one, dueAt: CREATED_AT, claimedUntil: null, failures: 0 },
    });
    expect(joined.find(({ id }) => id === other)).toMatchObject({ dueAt: null, job: null });
  });

  it('asks whether other rows exist', async () => {
    const [one, other] = [await addWebsite(db()), await addWebsite(db())];
    await addJob(one);
    const own = db().select({ one: sql`1` }).from(jobs).where(eq(jobs.websiteId, websites.id));
    const chosen = inArray(websites.id, [one, other]);
    const found = (where: ReturnType<typeof exists>) =>
      db().select({ id: websites.id }).from(websites).where(and(chosen, where));
    expect([await found(exists(own)), await found(notExists(own))]).toEqual([[{ id: one }], [{ id: other }]]);
  });

  it('counts as a number', async () => {
    const id = await addWebsite(db());
    expect(await db().$count(websites, eq(websites.id, id))).toBe(1);
    expect(await db().$count(websites)).toBeTypeOf('number');
    expect(await db().select({ rows: count() }).from(jobs).where(eq(jobs.websiteId, id))).toEqual([{ rows: 0 }]);
  });

  it('finds a text within texts in either case, and its wildcards as they are', async () => {
    const names = ['100 %', '100 x', 'ÄRA_1', 'ära-1', 'back\\slash'];
    const ids: string[] = [];
    for (const name of names) {
      const id = await addWebsite(db());
      await db().update(websites).set({ name }).where(eq(websites.id, id));
      ids.push(id);
    }
    const search = async (text: string) => {
      const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
      const rows = await db()
        .select({ name: websites.name })
        .from(websites)
        .where(and(inArray(websites.id, ids), ilike(websites.name, pattern)));
      return rows.map(({ name }) => name).toSorted();
    };
    expect([await search('0 %'), await search('RA_'), await search('K\\S')]).toEqual([
      ['100 %'],
      ['ÄRA_1'],
      ['back\\slash'],
    ]);
  });

  it('sorts by a computed value, and gives one page', async () => {
    const ids: string[] = [];
    for (const name of ['b', 'A', 'c', 'B']) {
      const id = await addWebsite(db());
      await db().update(websites).set({ name }).where(eq(websites.id, id));
      ids.push(id);
    }
    const page = (offset: number) =>
      db()
        .select({ name: websites.name })
        .from(websites)
        .where(inArray(websites.id, ids))
        .orderBy(sql`lower(${websites.name})`, desc(websites.name))
        .limit(2)
        .offset(offset);
    const rows = [...(await page(0)), ...(await page(2)), ...(await page(4))];
    expect(rows.map(({ name }) => name.toLowerCase())).toEqual(['a', 'b', 'b', 'c']);
    expect(rows[0]).toEqual({ name: 'A' });
  });

  it('takes lists of values, empty ones too', async () => {
    const [one, other] = [await addWebsite(db()), await addWebsite(db())];
    const both = inArray(websites.id, [one, other]);
    expect(await db().$count(websites, and(both, inArray(websites.id, [])))).toBe(0);
    expect(await db().$count(websites, and(both, notInArray(websites.id, [])))).toBe(2);
    expect(await db().$count(websites, and(both, notInArray(websites.id, [one])))).toBe(1);
  });

  it('gives the rows that it deletes, and deletes with a website what belongs to it', async () => {
    const websiteId = await addWebsite(db());
    await db().insert(imports).values({ websiteId, state: 'writing', instance: 'one', createdAt: CREATED_AT });
    const remove = () => db().delete(websites).where(eq(websites.id, websiteId)).returning({ id: websites.id });
    expect([await remove(), await remove()]).toEqual([[{ id: websiteId }], []]);
    expect(await db().$count(imports, eq(imports.websiteId, websiteId))).toBe(0);
  });

  it('runs a prepared statement again with other values', async () => {
    const [one, other] = [await addWebsite(db()), await addWebsite(db())];
    const byId = db()
      .select({ id: websites.id, createdAt: websites.createdAt, excludedIps: websites.excludedIps })
      .from(websites)
      .where(eq(websites.id, sql.placeholder('id')))
      .prepare('website_by_id');
    for (const id of [one, other, one]) {
      expect(await byId.execute({ id })).toEqual([{ id, createdAt: CREATED_AT, excludedIps: [] }]);
    }
    expect(await byId.execute({ id: crypto.randomUUID() })).toEqual([]);
  });

  it('says what is computed without a table', async () => {
    const [row] = await db()
      .select({
        isThere: sql<boolean>`to_regclass('accounts') is not null`,
        isMissing: sql<boolean>`to_regclass('nothing') is not null`,
        nothing: sql<null>`null`,
        text: sql<string>`current_setting('server_encoding')`,
      })
      .from(sql`(select 1) as one`);
    expect(row).toEqual({ isThere: true, isMissing: false, nothing: null, text: 'UTF8' });
    const { version, clock } = await aboutPostgres(db());
    expect(version).toMatch(/^\d+/);
    expect(Math.abs(clock - Date.now())).toBeLessThan(60_000);
  });

  it('reads every row of every table', async () => {
    expect(await findDamagedTables(db())).toEqual([]);
  });

  it('answers each of many statements at once for itself', async () => {
    const results = Array.from({ length: 100 }, (_, index) =>
      db()
        .select({ text: sql<string>`${`text ${index}`}::text` })
        .from(sql`(select 1) as one`),
    );
    expect(await Promise.all(results)).toEqual(results.map((_, index) => [{ text: `text ${index}` }]));
  });

  it('locks rows and tables within a transaction, in each way', async () => {
    const id = await addWebsite(db());
    const locked = await db().transaction(async (tx) => {
      await tx.execute(sql`lock table ${accounts} in share row exclusive mode`);
      const rows: unknown[] = [];
      for (const strength of ['key share', 'share', 'no key update', 'update'] as const) {
        rows.push(...(await tx.select({ id: websites.id }).from(websites).where(eq(websites.id, id)).for(strength)));
      }
      return rows;
    });
    expect(locked).toEqual([{ id }, { id }, { id }, { id }]);
  });

  it('rolls a failed transaction back, and a failed one within another alone', async () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const isThere = async (id: string) => (await db().$count(deletedWebsites, eq(deletedWebsites.id, id))) === 1;
    const failed = db().transaction(async (tx) => {
      await tx.insert(deletedWebsites).values({ id: one, deletedAt: CREATED_AT });
      throw new Error('on purpose');
    });
    await expect(failed).rejects.toThrow('on purpose');
    expect(await isThere(one)).toBe(false);
    await db().transaction(async (tx) => {
      await tx.insert(deletedWebsites).values({ id: one, deletedAt: CREATED_AT });
      const inner = tx.transaction(async (nested) => {
        await nested.insert(deletedWebsites).values({ id: other, deletedAt: CREATED_AT });
        await nested.insert(deletedWebsites).values({ id: one, deletedAt: CREATED_AT });
      });
      await expect(inner).rejects.toThrow();
    });
    expect([await isThere(one), await isThere(other)]).toEqual([true, false]);
  });
}
