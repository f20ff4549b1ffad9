import { setTimeout as wait } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { RateLimiterDrizzle } from 'rate-limiter-flexible';
import { expect, it, vi } from 'vitest';
import { migratePostgres, pendingPostgres } from '../../../src/postgres/migrate.js';
import { rateLimits, websites } from '../../../src/postgres/schema.js';
import type { TestDatabase } from '../each-postgres.js';
import { addWebsite } from './add-website.js';

/** What the interface `Postgres` has beside its statements. */
export function interfaceSuite(database: () => TestDatabase): void {
  const db = () => database().postgres.db;

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

  it('migrates again without harm, and has nothing pending', async () => {
    const id = await addWebsite(db());
    await migratePostgres(database().postgres);
    expect(await pendingPostgres(db())).toEqual([]);
    expect(await db().$count(websites, eq(websites.id, id))).toBe(1);
  });

  it('announces inserted, changed and deleted websites to other processes, once committed', async () => {
    const heard: string[] = [];
    const listening = vi.fn();
    const stop = await database().other.listen('footfall_websites', (id) => heard.push(id), listening);
    expect(listening).toHaveBeenCalledTimes(1);

    const id = await addWebsite(db());
    await expect.poll(() => heard).toEqual([id]);
    await db().update(websites).set({ name: 'Other' }).where(eq(websites.id, id));
    await expect.poll(() => heard).toEqual([id, id]);
    await db().transaction(async (tx) => {
      await tx.delete(websites).where(eq(websites.id, id));
      await wait(50);
      expect(heard).toHaveLength(2);
    });
    await expect.poll(() => heard).toEqual([id, id, id]);

    await stop();
    await addWebsite(db());
    await wait(50);
    expect(heard).toHaveLength(3);
  });

  it('announces nothing of a transaction that failed, and nothing on another channel', async () => {
    const heard: string[] = [];
    const [stop, stopOther] = await Promise.all(
      ['one', 'another'].map((channel) =>
        database().other.listen(channel, (payload) => heard.push(`${channel} ${payload}`)),
      ),
    );
    const notify = (text: string) => sql`select pg_notify('one', ${text})`;
    const failed = db().transaction(async (tx) => {
      await tx.execute(notify('undone'));
      throw new Error('on purpose');
    });
    await expect(failed).rejects.toThrow('on purpose');
    await db().execute(notify(`it's "done" 🦶`));
    await expect.poll(() => heard).toEqual([`one it's "done" 🦶`]);
    await stop?.();
    await stopOther?.();
  });

  it('runs a task under a name, and the next one after a failure', async () => {
    const { postgres } = database();
    expect(await postgres.withNamedLock('a name', (isHeld) => isHeld())).toBe(true);
    await expect(postgres.withNamedLock('a name', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await postgres.tryWithNamedLock('a name', async () => 'done')).toBe('done');
    await expect(postgres.tryWithNamedLock('a name', () => Promise.reject(new Error('failed')))).rejects.toThrow(
      'failed',
    );
    expect(await postgres.tryWithNamedLock('a name', async () => 'next')).toBe('next');
  });

  it('uses the database within a task under a name', async () => {
    const { postgres } = database();
    const id = await postgres.withNamedLock('a name', () => addWebsite(postgres.db));
    expect(await db().$count(websites, eq(websites.id, id))).toBe(1);
  });

  it('tells whether rows may have changed, where no other process can change them', async () => {
    const { changes, kind } = database().postgres;
    expect(changes === undefined).toBe(kind === 'server');
    const id = await addWebsite(db());
    const before = changes?.();
    await db().$count(websites, eq(websites.id, id));
    expect(changes?.()).toBe(before);
    await db().update(websites).set({ name: 'Other' }).where(eq(websites.id, id));
    if (kind === 'embedded') expect(changes?.()).not.toBe(before);
  });

  it('carries the counters of rate-limiter-flexible', async () => {
    const options = { storeClient: db(), schema: rateLimits, points: 2, duration: 60, clearExpiredByTimeout: false };
    const limiter = new RateLimiterDrizzle(options);
    const key = crypto.randomUUID();
    expect((await limiter.consume(key)).remainingPoints).toBe(1);
    expect((await limiter.consume(key)).remainingPoints).toBe(0);
    await expect(limiter.consume(key)).rejects.toMatchObject({ consumedPoints: 3 });
  });
}
