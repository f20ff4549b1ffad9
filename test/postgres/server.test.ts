import { connect, createServer, type Server, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { migratePostgres } from '../../src/postgres/migrate.js';
import { openPostgres } from '../../src/postgres/open.js';
import { accounts } from '../../src/postgres/schema.js';
import { createDatabase } from './each-postgres.js';

// That a missing server is told, or fails under CI, is `describeEachPostgres`'s business.
const SERVER = process.env.TEST_DATABASE_URL;

describe.skipIf(SERVER === undefined)('a PostgreSQL server', () => {
  async function newDatabase(): Promise<string> {
    const { url, drop } = await createDatabase(SERVER!);
    onTestFinished(drop);
    return url;
  }

  async function open(url: string) {
    const postgres = await openPostgres({ url, folder: '' });
    onTestFinished(() => postgres.close());
    return postgres;
  }

  it('is migrated once when several processes start at once', async () => {
    const url = await newDatabase();
    const processes = await Promise.all([open(url), open(url), open(url), open(url)]);
    await Promise.all(processes.map(migratePostgres));
    for (const { db } of processes) expect(await db.$count(accounts)).toBe(0);
  });

  it('is refused at once when nobody listens there', async () => {
    await expect(openPostgres({ url: 'postgres://nobody@127.0.0.1:1/none', folder: '' })).rejects.toThrow(
      'ECONNREFUSED',
    );
  });

  it('is listened to again after the connection was lost, and says so', async () => {
    const url = await newDatabase();
    const relay = await openRelay(new URL(url));
    const far = new URL(url);
    far.host = `127.0.0.1:${relay.port}`;
    const [near, listener] = [await open(url), await open(far.href)];
    const heard: string[] = [];
    const listening = vi.fn();
    const stop = await listener.listen('news', (payload) => heard.push(payload), listening);

    relay.cut();
    await vi.waitFor(() => expect(listening).toHaveBeenCalledTimes(2), 10_000);
    await near.db.execute(sql`select pg_notify('news', 'again')`);
    await vi.waitFor(() => expect(heard).toEqual(['again']));

    await stop();
    await near.db.execute(sql`select pg_notify('news', 'unheard')`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(heard).toEqual(['again']);
  }, 20_000);
});

/** A way to the server that can be cut. */
async function openRelay(target: URL): Promise<{ port: number; cut: () => void }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return { port: address.port, cut };
}
