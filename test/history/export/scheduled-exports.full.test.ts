import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { lookAtExports } from '../../../src/cli/doctor/exports.js';
import { scheduledExports } from '../../../src/postgres/schema.js';
import { randomHistory } from '../../oracle/history.js';
import { addDays, dayStart } from '../../oracle/zones.js';
import { view } from '../../outage/events.js';
import { checkRows } from '../../rows.js';
import { type ApiClient, apiClient, failureOf } from '../../service/api-client.js';
import { imported } from '../../service/oracle-client.js';
import { type TestService, testService } from '../../service/test-service.js';
import { readParquet } from './read-parquet.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;

let service: TestService;
let owner: ApiClient;
let isAway = false;

beforeAll(async () => {
  service = await testService({
    environment: { EXPORT_DIR: join(await newRoot(), 'exports') },
    clock: Date.parse('2026-03-20T12:00:00Z'),
    wrapClickHouse: (clickhouse) => ({
      ...clickhouse,
      insert: async (insert) => {
        if (isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
        return clickhouse.insert(insert);
      },
    }),
  });
  owner = await apiClient(service);
});
afterAll(async () => {
  await service.close();
  await rm(root, { recursive: true, force: true });
});

let root: string;

async function newRoot(): Promise<string> {
  root = await mkdtemp(join(tmpdir(), 'footfall-exports-'));
  await mkdir(join(root, 'exports'));
  return root;
}

const pathOf = (id: string, name = '') => join(root, 'exports', id, name);
const filesOf = async (id: string) => (existsSync(pathOf(id)) ? (await readdir(pathOf(id))).toSorted() : []);
const stateOf = async (id: string) => (await owner.get(`/websites/${id}/scheduled-export`)).body.data;

const made = new Set<string>();

async function set(id: string, body: object) {
  made.add(id);
  return owner.call('PUT', `/websites/${id}/scheduled-export`, body);
}

const rerun = (id: string, body: object) => owner.call('POST', `/websites/${id}/scheduled-export/rerun`, body);

// Otherwise the clock of a later test has them catch up.
afterEach(async () => {
  for (const id of made) await owner.call('DELETE', `/websites/${id}/scheduled-export`);
  made.clear();
});

async function website(timezone: string, { from, ...settings }: Record<string, string> = {}): Promise<string> {
  const { id } = await owner.website({ timezone });
  const { status, body } = await set(id, { destination: 'folder', ...settings });
  expect(status, JSON.stringify(body.meta)).toBe(200);
  if (from !== undefined) expect((await rerun(id, { from })).status).toBe(200);
  return id;
}

/** Runs at an instant of the service's clock. */
async function runAt(clock: number): Promise<void> {
  service.clock = clock;
  await service.jobs.run('scheduled exports');
}

describe('a day', () => {
  test.each([
    ['Europe/Berlin', '2026-03-28'],
    ['America/New_York', '2025-11-01'],
    ['Australia/Lord_Howe', '2025-10-04'],
    ['Africa/Cairo', '2025-04-24'],
    ['Asia/Kathmandu', '2026-01-31'],
    ['Pacific/Apia', '2011-12-28'],
  ])('of %s around %s is written an hour after its end, with the events of the local day', async (zone, from) => {
    const days = [0, 1, 2, 3].map((each) => addDays(from, each));
    service.clock = dayStart(zone, from) + 12 * HOUR;
    const id = await website(zone, { from });
    service.clock = dayStart(zone, addDays(from, 8));
    const history = randomHistory({ seed: 5, zone, from, days: 4, visitors: 12, domain: 'example.com' });
    await imported(owner, id, history);
    const written: string[] = [];
    for (const day of days) {
      const end = dayStart(zone, addDays(day, 1));
      const isSkipped = dayStart(zone, day) === end;
      await runAt(end + HOUR - 1);
      expect(await filesOf(id), `before the end of ${day}`).toEqual(written);
      await runAt(end + HOUR);
      if (!isSkipped) written.push(`${day}.parquet`);
      expect(await filesOf(id), `after the end of ${day}`).toEqual(written);
      if (isSkipped) continue;
      const rows = await readParquet(service.clickhouse, pathOf(id, `${day}.parquet`));
      const ofDay = history.filter(({ timestamp }) => {
        const time = Date.parse(timestamp);
        return time >= dayStart(zone, day) && time < end;
      });
      const view = (list: readonly { readonly type: string; readonly time: string }[]) =>
        list.map(({ time, type }) => `${new Date(`${time}Z`).toISOString()} ${type}`);
      expect(ofDay.length).toBeGreaterThan(0);
      const expected = ofDay.map(({ timestamp, type }) => ({ time: timestamp.slice(0, -1), type }));
      // Sorted by time; two visitors may share an instant.
      expect(view(rows).map((line) => line.slice(0, 24))).toEqual(view(expected).map((line) => line.slice(0, 24)));
      expect(view(rows).toSorted()).toEqual(view(expected).toSorted());
      expect(new Set(rows.map(({ website_id }) => website_id))).toEqual(new Set([id]));
    }
    expect(written).toHaveLength(zone === 'Pacific/Apia' ? 3 : 4);
    expect(await stateOf(id)).toMatchObject({ lastDay: written.at(-1)?.slice(0, 10), failure: null });
  });

  test('without events has a file with the same columns', async () => {
    service.clock = Date.parse('2026-05-02T12:00:00Z');
    const id = await website('UTC');
    await runAt(service.clock);
    expect(await filesOf(id)).toEqual(['2026-05-01.parquet']);
    expect(await readParquet(service.clickhouse, pathOf(id, '2026-05-01.parquet'))).toEqual([]);
  });

  test('has the events that waited for ClickHouse until it answered again', async () => {
    service.clock = Date.parse('2026-05-10T23:59:00Z');
    const { id, apiKey } = await owner.website();
    await set(id, { destination: 'folder' });
    await rerun(id, { from: '2026-05-10' });
    isAway = true;
    await view(service, apiKey, '/late');
    await runAt(Date.parse('2026-05-11T01:00:00Z'));
    expect(await filesOf(id)).toEqual([]);
    expect(await stateOf(id)).toMatchObject({ failure: 'The events could not be read', lastDay: null });
    isAway = false;
    await runAt(Date.parse('2026-05-11T01:01:00Z'));
    const rows = await readParquet(service.clickhouse, pathOf(id, '2026-05-10.parquet'));
    expect(rows.map(({ path }) => path)).toEqual(['/late']);
  });

  test('is written in the new time zone of a website, when that day is over', async () => {
    service.clock = Date.parse('2026-06-02T00:00:00Z');
    const id = await website('Asia/Tokyo', { from: '2026-06-02' });
    await owner.call('PATCH', `/websites/${id}`, { timezone: 'America/Los_Angeles' });
    await runAt(Date.parse('2026-06-02T16:00:00Z'));
    expect(await filesOf(id)).toEqual([]);
    expect((await stateOf(id)).nextRunAt).toBe('2026-06-03T08:00:00.000Z');
    await runAt(Date.parse('2026-06-03T08:00:00Z'));
    expect(await filesOf(id)).toEqual(['2026-06-02.parquet']);
  });
});

describe('after downtime', () => {
  test('the missed days are written in order, and none twice', async () => {
    service.clock = Date.parse('2026-05-01T12:00:00Z');
    const id = await website('UTC');
    await runAt(service.clock);
    service.clock += 20 * DAY;
    await service.restart();
    await Promise.all([service.jobs.run('scheduled exports'), service.jobs.run('scheduled exports')]);
    const all = Array.from({ length: 21 }, (_, day) => `${addDays('2026-04-30', day)}.parquet`);
    expect(await filesOf(id)).toEqual(all);
    const before = await Promise.all(all.map((name) => readFile(pathOf(id, name))));
    await runAt(service.clock + 6 * HOUR);
    expect(await filesOf(id)).toEqual(all);
    expect(before.every((bytes) => bytes.length > 0)).toBe(true);
    expect(await stateOf(id)).toMatchObject({ lastDay: '2026-05-20', nextDay: '2026-05-21' });
  });

  test('a first round has 31 days', async () => {
    service.clock = Date.parse('2026-05-01T12:00:00Z');
    const id = await website('UTC', { from: '2026-03-28' });
    await runAt(service.clock);
    expect(await filesOf(id)).toHaveLength(31);
    await runAt(service.clock + MINUTE);
    expect(await filesOf(id)).toHaveLength(34);
  });
});

describe('days that the retention has deleted', () => {
  const START = Date.parse('2026-04-20T12:00:00Z');
  const keep = (id: string, retentionMonths: number | null) =>
    owner.call('PUT', `/websites/${id}/retention`, { retentionMonths });

  test('are not written again: the file is the last copy of them', async () => {
    service.clock = START;
    const id = await website('Asia/Tokyo', { from: '2026-03-18' });
    await keep(id, 1);
    const refused = await rerun(id, { from: '2026-03-19' });
    expect([refused.status, refused.body.meta.errors]).toEqual([
      400,
      ['from: must not be before 2026-03-20, the first day whose events are kept'],
    ]);
    expect((await rerun(id, { from: '2026-03-20' })).status).toBe(200);
    await keep(id, null);
  });

  test('are skipped when they are due', async () => {
    service.clock = START;
    const id = await website('UTC', { from: '2026-03-18' });
    await keep(id, 1);
    await runAt(START + MINUTE);
    const [first] = await filesOf(id);
    expect(first).toBe('2026-03-20.parquet');
    expect(await stateOf(id)).toMatchObject({ lastDay: '2026-04-17', failure: null });
    await keep(id, null);
  });
});

describe('a process that ends between writing and recording', () => {
  test('writes the same file again, also when the engine has merged its parts', async () => {
    service.clock = Date.parse('2026-05-03T12:00:00Z');
    const id = await website('UTC', { from: '2026-05-01' });
    const history = randomHistory({
      ...{ seed: 9, zone: 'UTC', from: '2026-05-01', days: 1, visitors: 30, domain: 'example.com' },
    });
    for (const part of [history.slice(0, 40), history.slice(40)]) {
      await imported(
        owner,
        id,
        part.filter(({ timestamp }) => timestamp < '2026-05-03T12'),
      );
    }
    const name = '2026-05-01.parquet';
    await runAt(service.clock);
    const first = await readFile(pathOf(id, name));
    expect((await readParquet(service.clickhouse, pathOf(id, name))).length).toBeGreaterThan(40);
    await service.clickhouse.command({ chunks: ['OPTIMIZE TABLE events FINAL'], parameters: [] });
    // As the process has left it: the file is there, and a part of another one; the row does not know.
    await writeFile(pathOf(id, `.${name}.0.unfinished`), first.subarray(0, 100));
    await service.engines.postgres.db
      .update(scheduledExports)
      .set({ nextDay: '2026-05-01', lastDay: null, dueAt: new Date(service.clock) })
      .where(eq(scheduledExports.websiteId, id));
    await rename(pathOf(id, name), join(root, 'kept'));
    await service.restart();
    await service.jobs.run('scheduled exports');
    expect(first.equals(await readFile(pathOf(id, name)))).toBe(true);
    expect(await filesOf(id)).toEqual([`.${name}.0.unfinished`, name, '2026-05-02.parquet']);
    await runAt(Date.now() + 2 * DAY);
    expect((await filesOf(id)).filter((each) => each.startsWith('.'))).toEqual([]);
  });
});

describe('a failure', () => {
  test('is shown, tried again with growing pauses, and ends with a success', async () => {
    service.clock = Date.parse('2026-07-02T00:30:00Z');
    const id = await website('UTC', { folder: 'team/a', from: '2026-07-01' });
    await writeFile(join(root, 'exports', 'team'), 'a file');
    const start = Date.parse('2026-07-02T01:00:00Z');
    const attempts: number[] = [];
    for (let clock = start; clock < start + 5 * HOUR; clock += MINUTE) {
      const { nextRunAt } = await stateOf(id);
      if (Date.parse(nextRunAt) > clock) continue;
      attempts.push((clock - start) / MINUTE);
      await runAt(clock);
    }
    expect(attempts).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
    expect(await stateOf(id)).toMatchObject({
      failure: 'Part of the path is not a folder',
      failingSince: '2026-07-02T01:00:00.000Z',
      lastDay: null,
      location: `team/a/${id}`,
    });
    const doctor = () => lookAtExports(service.engines.postgres.db);
    expect(await doctor()).toMatchObject({ status: 'warning', message: expect.stringMatching(/^1 failing/) });
    const tested = await owner.call('POST', `/websites/${id}/scheduled-export/test`);
    expect(tested.body.data).toEqual({
      written: false,
      file: `team/a/${id}/footfall-test.txt`,
      failure: 'Part of the path is not a folder',
    });
    await rename(join(root, 'exports', 'team'), join(root, 'file'));
    await runAt(start + 8 * HOUR);
    expect(await stateOf(id)).toMatchObject({ failure: null, failingSince: null, lastDay: '2026-07-01' });
    expect(await doctor()).toMatchObject({ status: 'ok' });
    expect(await readdir(join(root, 'exports/team/a', id))).toEqual(['2026-07-01.parquet']);
    expect(await (await service.app.request('/metrics')).text()).toMatch(
      /^footfall_scheduled_exports_total\{outcome="failed"\} \d+$/m,
    );
  });

  test('of one website does not stop the others, and no link leads out of the folder', async () => {
    service.clock = Date.parse('2026-08-02T00:30:00Z');
    await symlink(root, join(root, 'exports', 'out'));
    const failing = await website('UTC', { folder: 'out', from: '2026-08-01' });
    const other = await website('UTC', { from: '2026-08-01' });
    await runAt(Date.parse('2026-08-02T02:00:00Z'));
    expect((await stateOf(failing)).failure).toMatch(/^A symbolic link/);
    expect(existsSync(join(root, failing))).toBe(false);
    expect(await filesOf(other)).toEqual(['2026-08-01.parquet']);
  });
});

const REFUSED: readonly (readonly [object, string])[] = [
  [{}, 'destination: is required'],
  [{ destination: 'ftp' }, 'destination: must be one of folder, s3'],
  ...['..', '../x', 'a/../b', '/etc', 'a//b', 'a/', '.hidden', 'a/.b', 'a\\b', 'a\0b', 'ü', 'a b', 'x'.repeat(101)].map(
    (folder): [object, string] => [{ destination: 'folder', folder }, 'folder: must be names of letters'] as const,
  ),
  ...['a.parquet', 'a/2026-11-26.PARQUET', 'a.parquet/b'].map(
    (folder): [object, string] =>
      [{ destination: 'folder', folder }, 'folder: must not have a name that ends in .parquet'] as const,
  ),
  ...['footfall-test.txt', 'a/Footfall-Test.TXT/b'].map(
    (folder): [object, string] =>
      [{ destination: 'folder', folder }, 'folder: must not have the name footfall-test.txt'] as const,
  ),
  [{ destination: 'folder', folder: Array(11).fill('a').join('/') }, 'folder: must be names of letters'],
  [{ destination: 'folder', url: 'https://a.example/b' }, 'url: is not for the destination folder'],
  [{ destination: 'folder', other: 1 }, 'other: is not for the destination folder'],
  [{ destination: 's3' }, 'url: is required'],
  [{ destination: 's3', url: 'https://a.example/b' }, 'accessKeyId: is required'],
  [{ destination: 's3', url: 'https://a.example/b' }, 'secretAccessKey: is required'],
  [{ destination: 's3', folder: 'x' }, 'folder: is not for the destination s3'],
  [{ destination: 's3', url: 'https://a.example/b', accessKeyId: 'k' }, 'secretAccessKey: is required'],
  [{ destination: 's3', url: 'https://a.example/b', secretAccessKey: 'k' }, 'accessKeyId: is required'],
  ...['http://a.example/b', 'http://localhost/b'].map((url): [object, string] => [
    { destination: 's3', url, accessKeyId: 'k', secretAccessKey: 's' },
    'url: must start with https://',
  ]),
  ...[
    'x',
    'ftp://a/b',
    'https://u:p@a.example/b',
    'https://a.example/?b',
    'https://a.example/#b',
    'https://a.999/b',
    'https://a.example:99999/b',
  ].map((url): [object, string] => [{ destination: 's3', url }, 'url: must be the https URL of a bucket']),
  ...[
    'https://a.example/b%20c',
    'https://a.example/b//c',
    `https://a.example/${'x'.repeat(101)}`,
    `https://a.example${'/a'.repeat(11)}`,
  ].map((url): [object, string] => [{ destination: 's3', url }, 'url: must have a path of at most ten names']),
  [
    { destination: 's3', url: 'https://a.example/b', accessKeyId: 'a\r\nX: b', secretAccessKey: 's' },
    'accessKeyId: must be',
  ],
  [{ destination: 's3', url: 'https://a.example/b', region: 'a/b' }, 'region: must be letters'],
];

describe('the interface', () => {
  test('begins with yesterday, and exports again from a day on', async () => {
    service.clock = Date.parse('2026-09-10T12:00:00Z');
    const { id } = await owner.website({ timezone: 'UTC' });
    expect((await owner.get(`/websites/${id}/scheduled-export`)).status).toBe(404);
    expect((await owner.call('POST', `/websites/${id}/scheduled-export/test`)).status).toBe(404);
    expect((await rerun(id, { from: '2026-09-08' })).status).toBe(404);
    expect((await owner.call('DELETE', `/websites/${id}/scheduled-export`)).status).toBe(404);
    expect((await set(id, { destination: 'folder', folder: 'x' })).body.data).toEqual({
      destination: 'folder',
      folder: 'x',
      url: null,
      region: null,
      location: `x/${id}`,
      lastDay: null,
      lastWrittenAt: null,
      nextDay: '2026-09-09',
      nextRunAt: '2026-09-10T01:00:00.000Z',
      failure: null,
      failingSince: null,
    });
    await runAt(service.clock);
    expect(await stateOf(id)).toMatchObject({ lastDay: '2026-09-09', nextDay: '2026-09-10' });
    await set(id, { destination: 'folder', folder: 'x' });
    expect(await stateOf(id)).toMatchObject({ lastDay: '2026-09-09' });
    // In another folder, the last day is not there.
    await set(id, { destination: 'folder' });
    expect(await stateOf(id)).toMatchObject({
      lastDay: null,
      lastWrittenAt: null,
      nextDay: '2026-09-10',
      location: id,
    });
    await imported(owner, id, [
      {
        timestamp: '2026-09-08T10:00:00.000Z',
        type: 'pageview',
        url: 'https://example.com/',
        visitor: 'a',
        device: 'desktop',
      },
    ]);
    expect((await rerun(id, { from: '2026-09-08' })).body.data).toMatchObject({
      lastDay: null,
      nextDay: '2026-09-08',
      nextRunAt: '2026-09-09T01:00:00.000Z',
    });
    await runAt(service.clock);
    expect(await filesOf(id)).toEqual(['2026-09-08.parquet', '2026-09-09.parquet']);
    expect(await readParquet(service.clickhouse, pathOf(id, '2026-09-08.parquet'))).toHaveLength(1);
    expect((await owner.call('DELETE', `/websites/${id}/scheduled-export`)).body).toMatchObject({ data: null });
    await runAt(service.clock + 2 * DAY);
    expect(await filesOf(id)).toHaveLength(2);
  });

  test('a test writes a small file, at most one in a few seconds', async () => {
    service.clock = Date.parse('2026-09-10T12:00:00Z');
    const id = await website('UTC');
    const run = () => owner.call('POST', `/websites/${id}/scheduled-export/test`);
    expect((await run()).body.data).toEqual({ written: true, file: `${id}/footfall-test.txt`, failure: null });
    expect(await readFile(pathOf(id, 'footfall-test.txt'), 'utf8')).toBe(
      'A test of Footfall at 2026-09-10T12:00:00.000Z\n',
    );
    const again = await run();
    expect([again.status, again.headers.get('Retry-After')]).toEqual([429, '5']);
    service.clock += 5_000;
    expect((await run()).status).toBe(200);
  });

  test('what is no scheduled export is refused, and says why', () =>
    checkRows(REFUSED, async ([body, message]) => {
      const { id } = await owner.website({ timezone: 'UTC' });
      const { status, errors } = failureOf(await set(id, body));
      expect(status).toBe(400);
      expect(errors.join('\n')).toContain(message);
      expect((await owner.get(`/websites/${id}/scheduled-export`)).status).toBe(404);
    }));

  test('a rerun of no day that there can be is refused, and says why', () =>
    checkRows(
      [
        [{}, 'from: is required'],
        [{ from: '2026-02-30' }, 'from: must be an existing date (YYYY-MM-DD)'],
        [{ from: '2199-01-01' }, 'from: must be an existing date (YYYY-MM-DD)'],
        [{ from: '2099-01-01' }, 'from: must not be in the future'],
        [{ from: '1990-01-01' }, 'from: must be at most ten years ago'],
        [{ from: '2026-01-01', to: '2026-01-02' }, 'to: unknown field'],
      ],
      async ([body, message]) => {
        const id = await website('UTC');
        const before = await stateOf(id);
        expect(failureOf(await rerun(id, body))).toEqual({ status: 400, errors: [message] });
        expect(await stateOf(id)).toEqual(before);
      },
    ));

  test("another account's website is refused like anywhere else, and no website and no key too", async () => {
    const id = await website('UTC');
    const stranger = await apiClient(service);
    const path = `/websites/${id}/scheduled-export`;
    for (const [method, body] of [['GET'], ['DELETE'], ['PUT', { destination: 'folder' }]] as const) {
      expect((await stranger.call(method, path, body)).status, method).toBe(403);
      expect((await stranger.call(method, path.replace(id, '6f1c1f9e-0d5f-4b0e-9a53-000000000001'), body)).status).toBe(
        404,
      );
      expect((await owner.call(method, path, body, { 'X-API-Key': 'ff_live_x' })).status).toBe(401);
    }
    expect((await stranger.call('POST', `${path}/test`)).status).toBe(403);
    expect((await stranger.call('POST', `${path}/rerun`, { from: '2026-01-01' })).status).toBe(403);
    expect(await stateOf(id)).toMatchObject({ destination: 'folder' });
  });

  test('a deleted website has no scheduled export', async () => {
    const id = await website('UTC');
    await owner.call('DELETE', `/websites/${id}`);
    await runAt(service.clock + 3 * DAY);
    expect(await filesOf(id)).toEqual([]);
  });
});
