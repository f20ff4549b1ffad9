import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../../src/accounts/create-account.js';
import type { ClickHouse } from '../../../src/clickhouse/clickhouse.js';
import { type ExportHooks, emptyUploads, writeDueExports } from '../../../src/history/export/export-runner.js';
import { ScheduledExports } from '../../../src/history/export/scheduled-exports.js';
import type { Postgres } from '../../../src/postgres/postgres.js';
import { createWebsite } from '../../../src/websites/create-website.js';
import type { Website } from '../../../src/websites/website.js';
import { testContext } from '../../context.js';
import { describeOnePostgres } from '../../postgres/each-postgres.js';
import { type TestService, testService } from '../../service/test-service.js';

const NOW = Date.parse('2026-03-12T12:00:00Z');
const DAYS = ['2026-03-09', '2026-03-10', '2026-03-11'];
const PLAN = { pageviewsPerMonth: 1, websites: 1000 };

describeOnePostgres('several processes', (database) => {
  let service: TestService;
  let folder: string;
  let clock = NOW;
  const written: string[] = [];

  beforeAll(async () => {
    service = await testService();
    folder = await mkdtemp(join(tmpdir(), 'footfall-exports-'));
    await emptyUploads(testContext({ config: { dataDir: folder } }));
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  interface Hooks {
    /** Called after a file is written, and before that is recorded. */
    readonly onWritten?: () => void;
    /** Called before a file is written. */
    readonly drain?: () => Promise<void>;
    /** Called around the beginning of a read, and when it begins. */
    readonly onStep?: (step: 'locked' | 'read' | 'free') => void;
  }

  /** What a process has. */
  function open(
    postgres: Postgres,
    name: string,
    { onWritten = () => {}, drain = async () => {}, onStep = () => {} }: Hooks = {},
  ) {
    const clickhouse: ClickHouse = {
      ...service.clickhouse,
      async *readFile(query) {
        onStep('read');
        yield* service.clickhouse.readFile(query);
      },
    };
    const config = { exportDir: folder, dataDir: folder };
    const context = testContext({ postgres, clickhouse, config, now: () => ++clock });
    const hooks: ExportHooks = {
      drain,
      unchanged: async (_, task) => {
        onStep('locked');
        return task(async () => true).finally(() => onStep('free'));
      },
      onExport: (outcome: string) => {
        written.push(`${name} ${outcome}`);
        onWritten();
      },
    };
    // A process that dies writes no more.
    const tick = () =>
      writeDueExports(context, hooks, new AbortController().signal, () => undefined).catch(() => undefined);
    return { runner: { tick }, exports: new ScheduledExports(context) };
  }

  async function websites(postgres: Postgres, count: number): Promise<readonly Website[]> {
    const store = { db: postgres.db, refresh: async () => undefined };
    const { id: accountId } = await createAccount(postgres.db, { email: `${randomUUID()}@example.com` }, NOW);
    const { exports } = open(postgres, 'any');
    const made: Website[] = [];
    for (let at = 0; at < count; at += 1) {
      const settings = { name: 'Shop', domain: 'example.com', timezone: 'UTC' };
      const website = await createWebsite(store, accountId, settings, PLAN, NOW);
      await exports.save(website, { destination: 'folder', folder: '' });
      await exports.rerun(website, DAYS[0]!);
      made.push(website);
    }
    return made;
  }

  const filesOf = async (id: string) => (await readdir(join(folder, id))).toSorted();
  const FILES = DAYS.map((day) => `${day}.parquet`);

  test('write each file once, and share the websites', async () => {
    const { postgres, other } = database();
    const ids = (await websites(postgres, 4)).map(({ id }) => id);
    const one = open(postgres, 'one');
    // The embedded database has one process, whose jobs never overlap.
    const runners = postgres.kind === 'server' ? [one, open(other, 'two'), one] : [one];
    for (let round = 1; round <= 2; round += 1) await Promise.all(runners.map(({ runner }) => runner.tick()));
    expect(written.filter((line) => line.endsWith('written'))).toHaveLength(ids.length * DAYS.length);
    for (const id of ids) {
      expect(await filesOf(id)).toEqual(FILES);
      expect(await one.exports.require(id)).toMatchObject({ lastDay: '2026-03-11', nextDay: '2026-03-12' });
    }
  });

  test('one ends after a file, before that is recorded: another one writes the same file and goes on', async () => {
    const { postgres, other } = database();
    const [website] = await websites(postgres, 1);
    const id = website!.id;
    let isDead = false;
    // From then on, nothing of this process reaches the database.
    const db = new Proxy(postgres.db, {
      get: (target, name) => {
        if (isDead) throw new Error('the process is gone');
        return Reflect.get(target, name);
      },
    });
    const onWritten = () => {
      isDead = true;
    };
    const { runner } = open({ ...postgres, db }, 'dying', { onWritten });
    await runner.tick();
    expect(await filesOf(id)).toEqual(FILES.slice(0, 1));
    const first = await readFile(join(folder, id, FILES[0]!));
    const surviving = open(other, 'surviving');
    expect(await surviving.exports.require(id)).toMatchObject({ lastDay: null, nextDay: DAYS[0], failure: null });
    await surviving.runner.tick();
    expect(await filesOf(id)).toEqual(FILES);
    expect((await readFile(join(folder, id, FILES[0]!))).equals(first)).toBe(true);
  });

  test('the events of a file are read while no import and no deletion changes them', async () => {
    const { postgres } = database();
    await websites(postgres, 1);
    const steps: string[] = [];
    const { runner } = open(postgres, 'one', { onStep: (step) => void steps.push(step) });
    await runner.tick();
    expect(steps).toEqual(DAYS.flatMap(() => ['locked', 'read', 'free']));
  });

  test('settings that change while a file is written hold for that file again', async () => {
    const { postgres } = database();
    // The only one that is due: of several, any may be the first to write.
    const [website] = await websites(postgres, 1);
    let isChanged = false;
    const { runner, exports } = open(postgres, 'one', {
      drain: async () => {
        if (isChanged) return;
        isChanged = true;
        await exports.save(website!, { destination: 'folder', folder: 'elsewhere' });
      },
    });
    await runner.tick();
    expect(await filesOf(website!.id)).toEqual(FILES.slice(0, 1));
    expect(await filesOf(`elsewhere/${website!.id}`)).toEqual(FILES);
    expect(await exports.require(website!.id)).toMatchObject({ location: 'elsewhere', lastDay: '2026-03-11' });
  });
});
