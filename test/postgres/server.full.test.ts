import { sql } from 'drizzle-orm';
import { describe, expect, it, type TestContext, vi } from 'vitest';
import { migratePostgres } from '../../src/postgres/migrate.js';
import { openPostgres } from '../../src/postgres/open.js';
import { accounts } from '../../src/postgres/schema.js';
import { createDatabase } from './each-postgres.js';
import { openRelay } from './relay.js';

// That a missing server is told, or fails under CI, is the business of `describeOnServer`.
const SERVER = process.env.TEST_DATABASE_URL;

// At once, for they wait more than they work.
describe.skipIf(SERVER === undefined).concurrent('a PostgreSQL server', () => {
  type Finishing = Pick<TestContext, 'onTestFinished'>;

  async function newDatabase({ onTestFinished }: Finishing): Promise<string> {
    const { url, drop } = await createDatabase(SERVER!);
    onTestFinished(drop);
    return url;
  }

  async function open(url: string, { onTestFinished }: Finishing) {
    const postgres = await openPostgres({ url, folder: '' });
    onTestFinished(() => postgres.close());
    return postgres;
  }

  it('is migrated once when several processes start at once', async (context) => {
    const url = await newDatabase(context);
    const processes = await Promise.all([
      open(url, context),
      open(url, context),
      open(url, context),
      open(url, context),
    ]);
    await Promise.all(processes.map(migratePostgres));
    for (const { db } of processes) expect(await db.$count(accounts)).toBe(0);
  });

  it('is refused at once when nobody listens there', async () => {
    await expect(openPostgres({ url: 'postgres://nobody@127.0.0.1:1/none', folder: '' })).rejects.toThrow(
      'ECONNREFUSED',
    );
  });

  it('that is lost while it is connecting fails the statements that wait, and nothing else', async (context) => {
    const url = await newDatabase(context);
    const relay = await openRelay(new URL(url));
    context.onTestFinished(relay.close);
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    context.onTestFinished(() => void process.off('unhandledRejection', unhandled));

    const { db } = await open(relay.url, context);
    const one = () => db.select({ one: sql<number>`1` }).from(sql`(select 1) as row`);
    for (const answer of [0, 1, 2]) {
      relay.cutAt(answer);
      relay.cut();
      await Promise.allSettled([one(), one(), one()]);
      await new Promise((resolve) => setTimeout(resolve, 600));
      await Promise.allSettled([one(), one(), one()]);
      relay.up();
      await context.expect.poll(() => one().catch(() => undefined)).toEqual([{ one: 1 }]);
    }
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('is listened to again after the connection was lost, and says so', async (context) => {
    const url = await newDatabase(context);
    const relay = await openRelay(new URL(url));
    context.onTestFinished(relay.close);
    const [near, listener] = [await open(url, context), await open(relay.url, context)];
    const heard: string[] = [];
    const listening = vi.fn();
    const stop = await listener.listen('news', (payload) => heard.push(payload), listening);

    relay.cut();
    await context.expect.poll(() => listening.mock.calls).toHaveLength(2);
    await near.db.execute(sql`select pg_notify('news', 'again')`);
    await context.expect.poll(() => heard).toEqual(['again']);

    await stop();
    await near.db.execute(sql`select pg_notify('news', 'unheard')`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(heard).toEqual(['again']);
  });

  it('that was deaf is listened to again, and holds neither a statement nor a lock', async (context) => {
    const url = await newDatabase(context);
    const relay = await openRelay(new URL(url));
    context.onTestFinished(relay.close);
    const [near, far] = [await open(url, context), await open(relay.url, context)];
    const heard: string[] = [];
    const listening = vi.fn();
    const stop = await far.listen('news', (payload) => heard.push(payload), listening);
    const prepared = far.db.select({ id: sql<string>`'one'` }).from(sql`(select 1) as one`).prepare('one');
    expect(await prepared.execute()).toEqual([{ id: 'one' }]);

    await far.withNamedLock('lost', async () => {
      relay.deaf();
      await expect(far.db.execute(sql`select 1`)).rejects.toThrow();
      await expect(prepared.execute()).rejects.toThrow();
      await expect(far.withNamedLock('one', async () => 'never')).rejects.toThrow();
    });

    relay.up();
    await context.expect.poll(() => listening.mock.calls.length).toBeGreaterThan(1);
    await near.db.execute(sql`select pg_notify('news', 'again')`);
    await context.expect.poll(() => heard).toEqual(['again']);
    expect(await prepared.execute()).toEqual([{ id: 'one' }]);
    expect(await near.withNamedLock('lost', async () => 'free')).toBe('free');
    expect(await far.withNamedLock('one', async () => 'done')).toBe('done');

    await stop();
    await near.db.execute(sql`select pg_notify('news', 'unheard')`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(heard).toEqual(['again']);
  });

  it.for(['up', 'deaf', 'down'] as const)(
    'opens no connection after it is closed while the server is %s',
    async (way, context) => {
      const url = await newDatabase(context);
      const relay = await openRelay(new URL(url));
      context.onTestFinished(relay.close);
      const postgres = await openPostgres({ url: relay.url, folder: '' });
      await postgres.listen('news', () => undefined);
      relay[way]();
      await postgres.close();
      relay.up();
      const opened = relay.opened();
      await expect(postgres.db.execute(sql`select 1`)).rejects.toThrow();
      await expect(postgres.withNamedLock('one', async () => 'never')).rejects.toThrow();
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect(relay.opened()).toBe(opened);
    },
  );

  it('gives one process after the other its turn under a name, and those of other names none to wait for', async (context) => {
    const url = await newDatabase(context);
    const [near, far] = [await open(url, context), await open(url, context)];
    const order: string[] = [];
    const waiting = await near.withNamedLock('one', async () => {
      const second = far.withNamedLock('one', async () => order.push('second'));
      await far.withNamedLock('two', async () => order.push('other'));
      await new Promise((resolve) => setTimeout(resolve, 200));
      order.push('first');
      return { second };
    });
    await waiting.second;
    expect(order).toEqual(['other', 'first', 'second']);
    await expect(near.withNamedLock('one', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await far.withNamedLock('one', async () => 'next')).toBe('next');
  });
});
