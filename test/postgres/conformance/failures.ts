import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { errorCode, withCauses } from '../../../src/lib/outage.js';
import { isDamage } from '../../../src/postgres/damage.js';
import { type Database, isDuplicate } from '../../../src/postgres/postgres.js';
import { accounts, imports, installationSettings, rateLimits, websites } from '../../../src/postgres/schema.js';
import type { TestDatabase } from '../each-postgres.js';
import { addWebsite, CREATED_AT } from './add-website.js';

const row = (websiteId: string) => ({ websiteId, state: 'done', instance: 'one', createdAt: CREATED_AT }) as const;

/** Statements that fail, with PostgreSQL's code of the failure. */
const FAILURES: readonly (readonly [string, string, (db: Database, websiteId: string) => Promise<unknown>])[] = [
  [
    'a unique value twice',
    '23505',
    (db, websiteId) => {
      const keyed = { ...row(websiteId), idempotencyKey: 'a' };
      return db.insert(imports).values([keyed, keyed]);
    },
  ],
  ['a row of a website that is not there', '23503', (db) => db.insert(imports).values(row(crypto.randomUUID()))],
  [
    'the end of an account that has websites',
    '23503',
    async (db, websiteId) => {
      const [website] = await db.select().from(websites).where(eq(websites.id, websiteId));
      return db.delete(accounts).where(eq(accounts.id, website!.accountId));
    },
  ],
  [
    'a second row where one is allowed',
    '23514',
    (db) => db.insert(installationSettings).values({ id: 2, visitorIdRotation: 'never' }),
  ],
  [
    'nothing where a value is needed',
    '23502',
    (db, id) => db.update(websites).set({ name: sql`null` }).where(eq(websites.id, id)),
  ],
  ['an id that is none', '22P02', (db) => db.select().from(websites).where(eq(websites.id, "' or true --"))],
  [
    'a number that is too large',
    '22003',
    (db) => db.insert(rateLimits).values({ key: crypto.randomUUID(), points: 2 ** 31 }),
  ],
  ['a table that is not there', '42P01', (db) => db.execute(sql`select * from nowhere`)],
  ['what is no statement', '42601', (db) => db.execute(sql`selekt 1`)],
];

/** Failures have the same codes, and outlive nothing. */
export function failureSuite(database: () => TestDatabase): void {
  const db = () => database().postgres.db;

  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  const codesOf = (error: unknown) => withCauses(error).map(errorCode);

  it.each(FAILURES)('%s fails with code %s', async (_, code, fail) => {
    const id = await addWebsite(db());
    const error = await failureOf(fail(db(), id));
    expect(codesOf(error)).toContain(code);
    expect([isDuplicate(error), isDamage(error)]).toEqual([code === '23505', false]);
    expect(await db().$count(websites, eq(websites.id, id))).toBe(1);
  });

  it.each(FAILURES)('%s ends its transaction, and no other', async (_, code, fail) => {
    const id = await addWebsite(db());
    const failed = db().transaction(async (tx) => {
      await tx.update(websites).set({ name: 'Changed' }).where(eq(websites.id, id));
      await fail(tx, id);
    });
    expect(codesOf(await failureOf(failed))).toContain(code);
    const [website] = await db().select().from(websites).where(eq(websites.id, id));
    expect(website?.name).toBe('Shop');
  });

  it('takes any number of rows with null where a value would be unique', async () => {
    const websiteId = await addWebsite(db());
    await db()
      .insert(imports)
      .values([row(websiteId), row(websiteId)]);
    expect(await db().$count(imports, eq(imports.websiteId, websiteId))).toBe(2);
  });
}
