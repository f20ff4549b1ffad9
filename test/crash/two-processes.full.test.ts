import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openClickHouse } from '../../src/clickhouse/open.js';
import { standIn } from '../clickhouse/stand-in.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { createDatabase } from '../postgres/each-postgres.js';
import { keepsFirst, Load, newLedger } from './load.js';
import { contradictions, readStored } from './stored.js';
import { ACCOUNT, addWebsite, startVictim, type Victim } from './victim.js';

// That a missing server is told, or fails under CI, is the business of the tests of PostgreSQL itself.
const SERVER = process.env.TEST_DATABASE_URL;
/** Each process is killed once; `npm run test:crash` kills one of them again. */
const ROUNDS = process.env.CRASH_KILLS === undefined ? 2 : 3;

test.skipIf(SERVER === undefined)(
  'two processes on one ClickHouse and one PostgreSQL lose nothing and count nothing twice',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'footfall-two-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const database = await createDatabase(SERVER!);
    onTestFinished(database.drop);
    const server = await standIn(join(folder, 'clickhouse'));
    onTestFinished(server.close);
    const start = async (name: string): Promise<Victim> => {
      const victim = await startVictim({
        ...ACCOUNT,
        DATA_DIR: join(folder, name),
        CLICKHOUSE_URL: server.url,
        DATABASE_URL: database.url,
        SECRET: 'shared'.repeat(8),
      });
      if (victim === undefined) throw new Error(`process ${name} died while it started`);
      return victim;
    };

    let [one, two] = await Promise.all([start('one'), start('two')]);
    const trackingKey = await addWebsite(one.url);
    const ledger = newLedger();
    // The other process hears of it from PostgreSQL.
    await vi.waitUntil(() => keepsFirst(two.url, trackingKey), POLL_OPTIONS);
    ledger.acknowledged.add('/first');
    // A load balancer sends one address to one process: each has visitors, and pages, of its own.
    const loads = [new Load(trackingKey, ledger, 10, 'one', 1), new Load(trackingKey, ledger, 10, 'two', 2)];
    for (let round = 0; round < ROUNDS; round += 1) {
      loads[0]?.start(one.url, 4);
      loads[1]?.start(two.url, 4);
      await wait(1200);
      const victim = round % 2 === 0 ? one : two;
      await victim.kill('SIGKILL');
      await Promise.all(loads.map((load) => load.stop()));
      if (victim === one) one = await start('one');
      else two = await start('two');
    }
    expect(await Promise.all([one.kill('SIGTERM'), two.kill('SIGTERM')])).toEqual([0, 0]);

    const clickhouse = await openClickHouse({ url: server.url, cluster: undefined }, '');
    const stored = await readStored(clickhouse).finally(() => clickhouse.close());
    expect(ledger.acknowledged.size).toBeGreaterThan(30);
    expect(contradictions(stored, ledger)).toEqual([]);
    expect(stored.derived).toEqual(stored.raw);
  },
  600_000,
);
