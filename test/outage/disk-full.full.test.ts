import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, type TestContext, test, vi } from 'vitest';
import { migratePostgres } from '../../src/postgres/migrate.js';
import { openPostgres } from '../../src/postgres/open.js';
import { type ApiClient, apiClient, failureOf } from '../service/api-client.js';
import { stagedRows } from '../service/stored-rows.js';
import { type TestService, type TestServiceOptions, testService } from '../service/test-service.js';
import { view } from './events.js';
import { failingClickHouse } from './failing-clickhouse.js';

let service: TestService;

afterEach(async () => {
  vi.restoreAllMocks();
  await service.close();
});

async function countedToday(client: ApiClient, id: string): Promise<number> {
  const day = new Date(service.clock).toISOString().slice(0, 10);
  return (await client.get(`/websites/${id}/stats/main`, { from: day, to: day })).body.data.totalPageviews;
}

/** Posts until the collector refuses; gives how many it took. */
async function fill(trackingKey: string): Promise<number> {
  for (let kept = 0; ; kept += 1) {
    const { status, headers } = await view(service, trackingKey, `/page/${kept}`);
    if (status === 202) continue;
    expect([status, headers.get('Retry-After')]).toEqual([503, '10']);
    return kept;
  }
}

async function refusesUntilDrained(openDoor: () => void): Promise<void> {
  const client = await apiClient(service);
  const { id, apiKey } = await client.website();
  const kept = await fill(apiKey);
  expect(kept).toBeGreaterThan(10);
  expect((await service.app.request('/health/ready')).status).toBe(503);
  expect(await countedToday(client, id)).toBe(0);

  openDoor();
  await service.drain();
  expect((await view(service, apiKey, '/after')).status).toBe(202);
  expect((await service.app.request('/health/ready')).status).toBe(200);
  await service.drain();
  expect(await countedToday(client, id)).toBe(kept + 1);
}

test('a journal at its allowance refuses with 503, answers questions, and goes on when there is room', async () => {
  let openDoor = () => {};
  service = await testService({
    environment: { JOURNAL_MAX_BYTES: '50000' },
    wrapClickHouse: (clickhouse) => {
      const failing = failingClickHouse(clickhouse);
      failing.shut = true;
      openDoor = () => {
        failing.shut = false;
      };
      return failing;
    },
  });
  await refusesUntilDrained(openDoor);
});

describe('a real small file system', () => {
  let mounted: string | undefined;

  afterEach(() => {
    if (mounted !== undefined) execFileSync('umount', ['-l', mounted]);
    mounted = undefined;
  });

  function mount(folder: string, size = '64k'): boolean {
    try {
      mkdirSync(folder, { recursive: true });
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
      mounted = folder;
      return true;
    } catch {
      return false;
    }
  }

  /** Starts the service with one of its folders on the small file system, or skips the test. */
  async function startOn(name: string, context: TestContext, options: TestServiceOptions = {}): Promise<void> {
    let isMounted = false;
    service = await testService({
      ...options,
      prepare: (folder) => {
        isMounted = mount(join(folder, name));
      },
    });
    if (!isMounted) skip(context);
  }

  function skip(context: TestContext): never {
    // Also where CI is set: its ordinary runners may not mount.
    console.warn('\n*** SKIPPED: a full disk. No file system can be mounted here. ***\n');
    context.skip();
  }

  /** A file system of its own that outlives the service, or the test is skipped. */
  async function mountElsewhere(context: TestContext): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'footfall-disk-'));
    onTestFinished(async () => {
      if (isMounted) execFileSync('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    });
    const isMounted = mount(folder, '150m');
    mounted = undefined;
    if (isMounted) return folder;
    service = await testService();
    return skip(context);
  }

  /** Fills a file system; gives back the room with the returned function. */
  async function fill(folder: string): Promise<() => Promise<void>> {
    const path = join(folder, 'filler');
    const filler = await open(path, 'w');
    const isFull = async () => {
      try {
        await filler.write(Buffer.alloc(2 ** 16));
        return false;
      } catch {
        return true;
      }
    };
    while (!(await isFull()));
    await filler.close();
    return () => rm(path);
  }

  test('a full disk refuses with 503 and loses nothing', async (context) => {
    let openDoor = () => {};
    await startOn('journal', context, {
      wrapClickHouse: (clickhouse) => {
        const failing = failingClickHouse(clickhouse);
        failing.shut = true;
        openDoor = () => {
          failing.shut = false;
        };
        return failing;
      },
    });
    await refusesUntilDrained(openDoor);
  });

  test('what PostgreSQL cannot write is a 503, and goes in when there is room', async (context) => {
    const disk = await mountElsewhere(context);
    const postgres = await openPostgres({ url: undefined, folder: join(disk, 'postgres') });
    await migratePostgres(postgres);
    service = await testService({ postgres });
    const client = await apiClient(service);
    const add = () => client.call('POST', '/websites', { name: 'Shop', domain: 'example.com', timezone: 'UTC' });
    expect((await add()).status).toBe(201);

    const makeRoom = await fill(disk);
    let answer = await add();
    while (answer.status === 201) answer = await add();
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await client.get('/websites')).status).toBe(200);

    await makeRoom();
    await expect.poll(async () => (await add()).status).toBe(201);
  });

  test('what ClickHouse cannot write is a 503, and events wait', async (context) => {
    const disk = await mountElsewhere(context);
    service = await testService({ prepare: (folder) => symlinkSync(disk, join(folder, 'clickhouse')) });
    const client = await apiClient(service);
    const { id, apiKey } = await client.website();
    const makeRoom = await fill(disk);
    const timestamp = new Date(service.clock).toISOString();
    const refused = await client.import(id, JSON.stringify({ timestamp, url: 'https://example.com/', visitor: '1' }));
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await view(service, apiKey, '/')).status).toBe(202);

    await makeRoom();
    await service.drain();
    expect(await countedToday(client, id)).toBe(1);
  });

  test('too little room for an import is a 503 that leaves nothing, and the next one goes in', async (context) => {
    await startOn('imports', context);
    const client = await apiClient(service);
    const { id } = await client.website();
    const timestamp = new Date(service.clock).toISOString();
    const lines = (count: number) =>
      Array.from({ length: count }, (_, visitor) =>
        JSON.stringify({ timestamp, url: 'https://example.com/', visitor: String(visitor) }),
      ).join('\n');
    const refused = await client.import(id, lines(1000));
    expect(failureOf(refused)).toEqual({
      status: 503,
      errors: ['There is not enough room on the disk for this import: nothing of it was kept'],
    });
    expect(refused.headers.get('Retry-After')).toBe('60');
    expect(await countedToday(client, id)).toBe(0);
    expect(await stagedRows(service)).toEqual({});
    expect((await client.import(id, lines(100))).status).toBe(200);
    expect(await countedToday(client, id)).toBe(100);
  });
});

describe('fdatasync', () => {
  async function spyOnSync() {
    const handle = await open(join(service.folder, 'instance'));
    const prototype = Object.getPrototypeOf(handle) as { datasync: () => Promise<void> };
    await handle.close();
    return vi.spyOn(prototype, 'datasync');
  }

  test('there is no 202 before it has returned', async () => {
    service = await testService();
    const { apiKey } = await (await apiClient(service)).website();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    (await spyOnSync()).mockImplementation(() => held);
    let answered = false;
    const answer = view(service, apiKey, '/').then((response) => {
      answered = true;
      return response;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(answered).toBe(false);
    letGo();
    expect((await answer).status).toBe(202);
  });

  test('there is a 503 when it fails, and the event is not counted', async () => {
    service = await testService();
    const client = await apiClient(service);
    const { id, apiKey } = await client.website();
    const sync = await spyOnSync();
    sync.mockRejectedValueOnce(new Error('EIO'));
    expect((await view(service, apiKey, '/lost')).status).toBe(503);
    sync.mockRestore();
    expect((await view(service, apiKey, '/kept')).status).toBe(202);
    await service.drain();
    expect(await countedToday(client, id)).toBe(1);
  });
});
