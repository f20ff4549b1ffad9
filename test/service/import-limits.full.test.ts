import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { countUnfinished } from '../../src/history/import-repository.js';
import { httpServer } from '../../src/http/http-server.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { type ApiClient, apiClient, failureOf } from './api-client.js';
import { sharedService } from './shared-service.js';
import { stagedRows, storedRows } from './stored-rows.js';
import type { TestService } from './test-service.js';

const NOW = Date.UTC(2026, 2, 29, 12);
const NDJSON = { 'Content-Type': 'application/x-ndjson' };

let service: TestService;
let owner: ApiClient;
let id: string;
/** Called before each write. */
let onWrite: (write: keyof ClickHouse, table: string) => void = () => {};

beforeAll(async () => {
  service = await sharedService({ clock: NOW });
  const { insert, command } = service.clickhouse;
  vi.spyOn(service.clickhouse, 'insert').mockImplementation((each) => {
    onWrite('insert', each.table);
    return insert(each);
  });
  vi.spyOn(service.clickhouse, 'command').mockImplementation((statement) => {
    onWrite('command', '');
    return command(statement);
  });
  owner = await apiClient(service);
});

beforeEach(async () => {
  onWrite = () => {};
  ({ id } = await owner.website());
});

afterAll(async () => {
  vi.restoreAllMocks();
  await service.close();
});

const line = (fields: object = {}) =>
  `${JSON.stringify({ timestamp: '2026-03-01T10:00:00.000Z', url: 'https://example.com/', visitor: 'ada', ...fields })}\n`;

const linesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => line({ visitor: String(index % 500) })).join('');

async function nothingLeft(): Promise<void> {
  const stored = await storedRows(service, id);
  expect([stored, await stagedRows(service)]).toEqual([{}, {}]);
  expect(await countUnfinished(service.engines.postgres.db)).toBe(0);
}

describe('a body that is no import', () => {
  const none = 'None of the first lines is valid: nothing was imported';
  const quoted = (message: string) => Array.from({ length: 5 }, (_, index) => `line ${index + 1}: ${message}`);
  const noObject = quoted('must be a JSON object');

  test.each<[string, string, readonly string[]]>([
    ['of bad lines', 'x\n'.repeat(50_000), [none, ...noObject]],
    [
      'of objects of another kind',
      '{"a":1}\n'.repeat(50_000),
      [none, ...quoted('timestamp: is required; url: is required; a: unknown field')],
    ],
    ['of blank lines', '\n'.repeat(9_000_000), [none]],
    ['of a line without end', 'x'.repeat(9_000_000), [none]],
    [
      'of bad lines after one that is valid',
      line() + 'x\n'.repeat(150_000),
      [
        'More than half of the lines are not valid: nothing was imported',
        ...noObject.map((text, index) => text.replace(/\d+/, String(index + 2))),
      ],
    ],
  ])('%s is refused with the first errors', async (_what, body, errors) => {
    expect(failureOf(await owner.import(id, body))).toEqual({ status: 400, errors });
    const packed = await owner.import(id, gzipSync(body), { 'Content-Encoding': 'gzip' });
    expect(failureOf(packed)).toEqual({ status: 400, errors });
    await nothingLeft();
  });

  test('may have many bad lines, as long as it has more good ones', async () => {
    const body = `${'{}\n'.repeat(9_000)}${linesOf(5_000)}`;
    expect((await owner.import(id, body)).body.data).toMatchObject({ imported: 5_000, rejected: 9_000 });
  });

  test('is told in short texts', async () => {
    const props = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}`.repeat(50), {}]));
    const { body } = await owner.import(id, line({ type: 'custom', name: 'x', props }).repeat(2));
    expect(body.data.errors).toHaveLength(2);
    expect(body.data.errors[0].message).toHaveLength(500);
  });
});

describe('an import ends when its client goes', () => {
  const sendAndLeave = async (body: string, leavesAt: typeof onWrite) => {
    const client = new AbortController();
    onWrite = (...write) => {
      leavesAt(...write);
      if (isGone) client.abort();
    };
    const init = { method: 'POST', headers: { ...NDJSON, 'X-API-Key': owner.key }, body, signal: client.signal };
    const answer = await service.app.request(`/api/v1/websites/${id}/import`, init);
    expect(client.signal.aborted).toBe(true);
    expect(answer.status).toBe(400);
  };
  let isGone = false;

  beforeEach(() => {
    isGone = false;
  });

  test.each<[string, typeof onWrite]>([
    [
      'while its lines are read',
      (_write, table) => {
        isGone ||= table === 'import_lines';
      },
    ],
    [
      'while touched sessions are looked for',
      (write) => {
        isGone ||= write === 'command';
      },
    ],
    [
      'while its events are inserted',
      (_write, table) => {
        isGone ||= table === 'events';
      },
    ],
  ])('%s, and leaves nothing', async (_when, leavesAt) => {
    await sendAndLeave(linesOf(25_000), leavesAt);
    await nothingLeft();
  });

  test('also a client that has sent much which is not unpacked yet', async () => {
    const log = { error: () => undefined, warn: () => undefined };
    const server = httpServer({ fetch: service.app.fetch, hostname: '127.0.0.1', log, now: Date.now });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const staged = vi.fn();
    onWrite = (_write, table) => table === 'import_lines' && staged();
    const client = request({
      method: 'POST',
      port: (server.address() as AddressInfo).port,
      path: `/api/v1/websites/${id}/import`,
      headers: { ...NDJSON, 'Content-Encoding': 'gzip', 'X-API-Key': owner.key },
    });
    client.on('error', () => undefined);
    client.end(gzipSync(linesOf(300_000)));
    await vi.waitUntil(() => staged.mock.calls.length > 0, POLL_OPTIONS);
    client.destroy();
    await vi.waitUntil(async () => (await countUnfinished(service.engines.postgres.db)) === 0, POLL_OPTIONS);
    await nothingLeft();
    // Fifteen runs are what all of the body would have come to.
    expect(staged.mock.calls.length).toBeLessThan(15);
    server.close();
  });
});

describe('imports wait for each other', () => {
  /** A body that has begun, and goes on when the test says so. */
  async function opened(client: ApiClient, websiteId: string) {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const answer = client.import(websiteId, readable);
    await writer.write(Buffer.from(line()));
    return { answer, close: () => writer.close() };
  }

  test('those beyond the queue are refused, and none of them has begun', async () => {
    const running = await opened(owner, id);
    await vi.waitUntil(async () => (await countUnfinished(service.engines.postgres.db)) === 1, POLL_OPTIONS);
    const waiting = Array.from({ length: 5 }, () => owner.import(id, line()));
    const refused = await owner.import(id, line());
    expect(failureOf(refused)).toEqual({ status: 429, errors: ['Too many imports are waiting: try again later'] });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await countUnfinished(service.engines.postgres.db)).toBe(1);

    const other = await apiClient(service);
    const { id: otherId } = await other.website();
    expect((await other.import(otherId, line())).status).toBe(200);
    await running.close();
    const answers = await Promise.all([running.answer, ...waiting]);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  });

  test('one whose client goes leaves the queue', async () => {
    const running = await opened(owner, id);
    const client = new AbortController();
    const init = {
      method: 'POST',
      headers: { ...NDJSON, 'X-API-Key': owner.key },
      body: line(),
      signal: client.signal,
    };
    const answer = service.app.request(`/api/v1/websites/${id}/import`, init);
    await new Promise((resolve) => setImmediate(resolve));
    client.abort();
    expect((await answer).status).toBe(400);
    await running.close();
    expect((await running.answer).body.data).toMatchObject({ imported: 1 });
  });
});
