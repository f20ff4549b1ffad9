import { setTimeout as wait } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { accounts, websites } from '../../../src/postgres/schema.js';
import type { TestDatabase } from '../each-postgres.js';
import { addWebsite, CREATED_AT } from './add-website.js';

/** What two processes see of each other on a server. */
export function twoConnectionSuite(database: () => TestDatabase): void {
  const db = () => database().postgres.db;
  const other = () => database().other.db;
  const nameOf = async (id: string) => (await other().select().from(websites).where(eq(websites.id, id)))[0]?.name;

  it('shows nothing of a transaction before it is committed', async () => {
    const id = await addWebsite(db());
    await db().transaction(async (tx) => {
      await tx.update(websites).set({ name: 'Changed' }).where(eq(websites.id, id));
      expect(await nameOf(id)).toBe('Shop');
    });
    expect(await nameOf(id)).toBe('Changed');
  });

  it('lets another one wait for a locked row, and see what was changed meanwhile', async () => {
    const id = await addWebsite(db());
    const order: string[] = [];
    const locking = (name: string) => (tx: ReturnType<typeof db>) =>
      tx
        .select({ name: websites.name })
        .from(websites)
        .where(eq(websites.id, id))
        .for('update')
        .then(([row]) => order.push(`${name} sees ${row?.name}`));
    let waiting: Promise<unknown> = Promise.resolve();
    await db().transaction(async (tx) => {
      await locking('one')(tx);
      waiting = other().transaction(locking('another'));
      await wait(100);
      await tx.update(websites).set({ name: 'Changed' }).where(eq(websites.id, id));
      order.push('one is done');
    });
    await waiting;
    expect(order).toEqual(['one sees Shop', 'one is done', 'another sees Changed']);
  });

  it('passes by rows that another one has locked', async () => {
    const [one, two] = [await addWebsite(db()), await addWebsite(db())];
    const free = (tx: ReturnType<typeof db>) =>
      tx
        .select({ id: websites.id })
        .from(websites)
        .where(sql`${websites.id} in (${one}, ${two})`)
        .for('update', { skipLocked: true });
    await db().transaction(async (tx) => {
      await tx.select().from(websites).where(eq(websites.id, one)).for('update');
      expect(await other().transaction(free)).toEqual([{ id: two }]);
    });
    expect(await other().transaction(free)).toHaveLength(2);
  });

  it('holds inserts of others back while a table is locked', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    let inserting: Promise<unknown> = Promise.resolve();
    await db().transaction(async (tx) => {
      await tx.execute(sql`lock table ${accounts} in share row exclusive mode`);
      inserting = other()
        .insert(accounts)
        .values({ email, createdAt: CREATED_AT })
        .then(() => 'inserted');
      await wait(100);
      expect(await tx.$count(accounts, eq(accounts.email, email))).toBe(0);
    });
    expect(await inserting).toBe('inserted');
  });

  it('gives up at once what another one does under the same name', async () => {
    const { postgres, other: far } = database();
    await postgres.tryWithNamedLock('busy', async () => {
      expect(await far.tryWithNamedLock('busy', async () => 'done')).toBeUndefined();
      expect(await far.tryWithNamedLock('another', async () => 'done')).toBe('done');
    });
    expect(await far.tryWithNamedLock('busy', async () => 'done')).toBe('done');
  });

  it('refuses statements once it is closed', async () => {
    const { other: far } = database();
    await far.close();
    await expect(far.db.$count(accounts)).rejects.toThrow();
    await expect(far.listen('news', () => undefined)).rejects.toThrow();
    expect(await db().$count(accounts)).toBeGreaterThan(0);
  });
}
