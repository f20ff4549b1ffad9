import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sql, string } from '../../../src/clickhouse/sql.js';
import { type ExportHooks, emptyUploads, writeDueExports } from '../../../src/history/export/export-runner.js';
import { ScheduledExports } from '../../../src/history/export/scheduled-exports.js';
import { scheduledExports } from '../../../src/postgres/schema.js';
import { testContext } from '../../context.js';
import { type ApiClient, apiClient, failureOf } from '../../service/api-client.js';
import { imported } from '../../service/oracle-client.js';
import { type TestService, testService } from '../../service/test-service.js';
import { readParquet } from './read-parquet.js';
import { ACCESS_KEY, type Mode, openStorage, REGION, SECRET_KEY, type Storage } from './storage.js';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const DAY = 24 * 3_600_000;
const KEYS = { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY };

let service: TestService;
let owner: ApiClient;
let storage: Storage;
let folder: string;

beforeAll(async () => {
  storage = await openStorage();
  service = await testService({ clock: NOW, environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
  owner = await apiClient(service);
  folder = await mkdtemp(join(tmpdir(), 'footfall-bucket-'));
});
afterAll(async () => {
  await service.close();
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

const made = new Set<string>();

afterEach(async () => {
  storage.mode = 'works';
  service.clock = NOW;
  for (const id of made) await owner.call('DELETE', pathOf(id));
  made.clear();
});

const pathOf = (id: string, more = '') => `/websites/${id}/scheduled-export${more}`;
const urlOf = (bucket = 'bucket/daily') => `http://localhost:${storage.port}/${bucket}`;
const objectOf = (id: string, day: string) => `/bucket/daily/${id}/${day}.parquet`;
const stateOf = async (id: string) => (await owner.get(pathOf(id))).body.data;

async function website(settings: object = {}): Promise<string> {
  const { id } = await owner.website({ timezone: 'UTC' });
  const body = { destination: 's3', url: urlOf(), region: REGION, ...KEYS, ...settings };
  const { status, body: answer } = await owner.call('PUT', pathOf(id), body);
  expect(status, JSON.stringify(answer.meta)).toBe(200);
  made.add(id);
  return id;
}

const VIEW = { type: 'pageview', url: 'https://example.com/', visitor: 'a', device: 'desktop' } as const;

describe('a bucket', () => {
  test('gets a file of each day, which the engine reads back with signatures of its own', async () => {
    const id = await website();
    await owner.call('POST', pathOf(id, '/rerun'), { from: '2026-02-28' });
    await imported(owner, id, [
      { ...VIEW, timestamp: '2026-02-28T23:59:59.999Z' },
      { ...VIEW, timestamp: '2026-03-01T00:00:00.000Z', url: 'https://example.com/b' },
      { ...VIEW, timestamp: '2026-03-01T23:59:59.999Z', url: 'https://example.com/c' },
    ]);
    await service.jobs.run('scheduled exports');
    expect(storage.puts.filter((path) => path.includes(id))).toEqual(
      ['2026-02-28', '2026-03-01'].map((day) => objectOf(id, day)),
    );
    expect(await stateOf(id)).toMatchObject({ destination: 's3', folder: null, region: REGION, lastDay: '2026-03-01' });
    const file = join(folder, 'read-back.parquet');
    await writeFile(file, storage.objects.get(objectOf(id, '2026-03-01'))!);
    expect((await readParquet(service.clickhouse, file)).map(({ path }) => path)).toEqual(['/b', '/c']);
    // That the engine's own signatures are accepted shows that the stand-in checks them as AWS describes.
    const object = string(`http://localhost:${storage.port}${objectOf(id, '2026-03-01')}`);
    const { clickhouse } = service;
    await clickhouse.command(
      sql`CREATE TABLE from_bucket ENGINE = Memory AS SELECT path FROM s3(${object}, ${string(ACCESS_KEY)}, ${string(SECRET_KEY)}, 'Parquet')`,
    );
    const row = z.object({ path: z.string() });
    const read = await clickhouse.query({ name: 'test', sql: sql`SELECT path FROM from_bucket ORDER BY path`, row });
    expect(read).toEqual([{ path: '/b' }, { path: '/c' }]);
    expect(await readdir(join(service.folder, 'export-uploads'))).toEqual([]);
  });

  test.each<[Mode, RegExp]>([
    ['breaks', /^The storage service answered with the status 503 \(SlowDown\)$/],
    ['cuts', /^The storage service (?:closed the connection|could not be reached)$/],
    ['is elsewhere', /^The bucket is in a different region\. Check the region and URL$/],
  ])('that %s is tried again, and gets each file once', async (mode, failure) => {
    const id = await website();
    storage.mode = mode;
    await service.jobs.run('scheduled exports');
    expect(await stateOf(id)).toMatchObject({ failure: expect.stringMatching(failure), lastDay: null });
    const tested = await owner.call('POST', pathOf(id, '/test'));
    expect(tested.body.data).toMatchObject({ written: false, failure: expect.stringMatching(failure) });
    expect([...storage.objects.keys()].filter((path) => path.includes(id))).toEqual([]);
    storage.mode = 'works';
    service.clock += 60_000;
    await service.jobs.run('scheduled exports');
    await service.jobs.run('scheduled exports');
    expect(storage.puts.filter((path) => path.includes(id))).toEqual([objectOf(id, '2026-03-01')]);
    expect(await stateOf(id)).toMatchObject({ failure: null, lastDay: '2026-03-01' });
    expect(await readdir(join(service.folder, 'export-uploads'))).toEqual([]);
  });

  test('that has taken a file, and cuts the connection before its answer, gets the same file again', async () => {
    const id = await website();
    storage.mode = 'cuts after the file';
    await service.jobs.run('scheduled exports');
    const first = storage.objects.get(objectOf(id, '2026-03-01'));
    expect((await stateOf(id)).lastDay).toBeNull();
    storage.mode = 'works';
    service.clock += 60_000;
    await service.jobs.run('scheduled exports');
    expect(storage.puts.filter((path) => path.includes(id))).toHaveLength(2);
    expect(storage.objects.get(objectOf(id, '2026-03-01'))?.equals(first!)).toBe(true);
  });

  test.each([
    [{ secretAccessKey: 'wrong' }, 'The secret key does not match the access key'],
    [{ accessKeyId: 'AKIAUNKNOWN' }, 'The storage service does not know the access key'],
    [{ region: 'eu-central-1' }, 'The bucket is in a different region. Check the region and URL'],
  ])('says what is wrong with %j', async (wrong, failure) => {
    const id = await website(wrong);
    expect((await owner.call('POST', pathOf(id, '/test'))).body.data).toMatchObject({ written: false, failure });
  });

  test('that does not exist, or is not there, is named by its error', async () => {
    const [missing, away] = [
      await website({ url: urlOf('other') }),
      await website({ url: 'http://localhost:1/bucket' }),
    ];
    const failure = async (id: string) => (await owner.call('POST', pathOf(id, '/test'))).body.data.failure;
    expect(await failure(missing)).toBe('The bucket does not exist');
    expect(await failure(away)).toBe('The storage service could not be reached');
  });

  test('takes a test file', async () => {
    const id = await website();
    const { body } = await owner.call('POST', pathOf(id, '/test'));
    const file = `${urlOf()}/${id}/footfall-test.txt`;
    expect(body.data).toEqual({ written: true, file, failure: null });
    expect(storage.objects.get(`/bucket/daily/${id}/footfall-test.txt`)?.toString()).toMatch(/^A test of Footfall/);
  });
});

describe('the keys of a bucket', () => {
  const storedRow = async (id: string) => {
    const { db } = service.engines.postgres;
    const [row] = await db.select().from(scheduledExports).where(eq(scheduledExports.websiteId, id));
    return row!;
  };

  test('are stored encrypted, stay when they are left out, and go with another destination', async () => {
    const id = await website();
    const stored = JSON.stringify(await storedRow(id));
    const { credentials } = await storedRow(id);
    expect(Buffer.from(credentials ?? '', 'base64url').toString('latin1')).not.toContain('AKIA');
    for (const secret of Object.values(KEYS)) expect(stored).not.toContain(secret);
    const { status } = await owner.call('PUT', pathOf(id), { destination: 's3', url: urlOf(), region: REGION });
    expect([status, (await storedRow(id)).credentials]).toEqual([200, credentials]);
    const half = await owner.call('PUT', pathOf(id), { destination: 's3', url: urlOf(), accessKeyId: 'x' });
    expect(failureOf(half)).toEqual({ status: 400, errors: ['secretAccessKey: is required'] });
    await service.jobs.run('scheduled exports');
    expect((await stateOf(id)).failure).toBeNull();
  });

  test('of one website do not open for another', async () => {
    const [id, other] = [await website(), await website()];
    const { credentials } = await storedRow(other);
    const { db } = service.engines.postgres;
    await db.update(scheduledExports).set({ credentials }).where(eq(scheduledExports.websiteId, id));
    await service.jobs.run('scheduled exports');
    expect((await stateOf(id)).failure).toMatch(/^The stored keys cannot be read/);
    expect((await stateOf(other)).failure).toBeNull();
  });

  test('are in no answer and no log, whatever fails', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
    const answers: string[] = [];
    const id = await website();
    const { engines, services, clickhouse } = service;
    const context = testContext({
      ...{ log, clickhouse, postgres: engines.postgres, now: () => service.clock },
      secret: 'another secret than that of the service',
      config: { webhookAllowPrivate: true, dataDir: folder },
    });
    const hooks: ExportHooks = {
      ...{ drain: async () => {}, onExport: () => {} },
      unchanged: (_, task) => task(async () => true),
    };
    await emptyUploads(context);
    const [exporting, runner] = [
      new ScheduledExports(context),
      { tick: () => writeDueExports(context, hooks, new AbortController().signal, () => undefined) },
    ];
    const found = await services.reader.find(id);
    await exporting.save(found!, { destination: 's3', url: urlOf(), region: REGION, ...KEYS });
    for (const mode of ['breaks', 'cuts', 'is elsewhere', 'works'] as const) {
      storage.mode = mode;
      service.clock += DAY;
      await runner.tick();
      answers.push(JSON.stringify([await exporting.test(id), await stateOf(id)]));
    }
    await exporting.save(found!, {
      destination: 's3',
      url: urlOf(),
      region: REGION,
      ...KEYS,
      secretAccessKey: 'wrong',
    });
    service.clock += DAY;
    await runner.tick();
    const refused = await owner.call('PUT', pathOf(id), { destination: 's3', ...KEYS, accessKeyId: `${ACCESS_KEY} ` });
    answers.push(
      JSON.stringify([await stateOf(id), refused.body]),
      await (await service.app.request('/metrics')).text(),
    );
    expect(lines.length).toBeGreaterThanOrEqual(7);
    expect(lines.join('')).toContain('The secret key does not match the access key');
    for (const text of [...lines, ...answers]) {
      for (const secret of [ACCESS_KEY, SECRET_KEY, 'localhost:1/', folder]) expect(text).not.toContain(secret);
    }
    expect(lines.join('')).not.toContain(urlOf());
  });
});

describe('where private addresses are not allowed', () => {
  test('the URL must be https, and a private host is refused when the connection is made', async () => {
    const context = testContext({
      postgres: service.engines.postgres,
      now: () => service.clock,
      config: { dataDir: folder },
    });
    await emptyUploads(context);
    const exporting = new ScheduledExports(context);
    const found = (await service.services.reader.find((await owner.website({ timezone: 'UTC' })).id))!;
    await expect(exporting.save(found, { destination: 's3', url: urlOf(), ...KEYS })).rejects.toThrow(
      'url: must start with https://',
    );
    for (const host of ['localhost', '127.0.0.1', '169.254.169.254', '[::1]', '0x7f000001']) {
      const url = new URL(`https://${host}:${storage.port}/bucket`).href;
      await exporting.save(found, { destination: 's3', url, ...KEYS });
      service.clock += 10_000;
      expect((await exporting.test(found.id)).failure, host).toBe('The host resolves to a private IP address');
    }
    await exporting.remove(found.id);
  });
});
