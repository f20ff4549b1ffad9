import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../../src/clickhouse/sql.js';
import { randomHistory } from '../oracle/history.js';
import { answer, ENDPOINTS } from '../oracle/oracle.js';
import { type ApiClient, apiClient } from './api-client.js';
import { fetchAnswer, importInPieces } from './oracle-client.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

const ZONE = 'America/New_York';
const DOMAIN = 'example.com';
const FROM = '2026-03-06';
const WHOLE = { from: '2026-01-01', to: '2026-06-30' };

interface Line {
  readonly timestamp: string;
  readonly type: string;
  readonly visitor: string;
  readonly stored: Readonly<Record<string, string | number>>;
}

let service: TestService;
let client: ApiClient;
const history = randomHistory({ seed: 3, zone: ZONE, from: FROM, days: 9, visitors: 40, domain: DOMAIN });

beforeAll(async () => {
  service = await sharedService();
  client = await apiClient(service);
});

afterAll(() => service.close());

const newWebsite = () => client.website({ timezone: ZONE, domain: DOMAIN });

async function download(id: string, query: Readonly<Record<string, string>> = {}, key = client.key) {
  const address = `/api/v1/websites/${id}/export?${new URLSearchParams({ ...WHOLE, ...query })}`;
  const response = await service.app.request(address, { headers: { 'X-API-Key': key } });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const parseLines = (bytes: Buffer): readonly Line[] =>
  bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

async function importLines(id: string, lines: readonly Line[]): Promise<void> {
  const { body } = await client.import(id, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  expect(body.data).toEqual({ imported: lines.length, rejected: 0, errors: [] });
}

/** What the collector adds and an import does not: versions, a region, a screen, and reports that a page was left. */
function asCollected(lines: readonly Line[]): readonly Line[] {
  return lines.flatMap((line, index) => {
    const stored = { ...line.stored, region: 'Bavaria', browserVersion: '12', osVersion: '1.2', screen: '10x20' };
    const collected = { ...line, stored };
    if (index % 3 !== 0 || line.type !== 'pageview') return [collected];
    const timestamp = new Date(Date.parse(line.timestamp) + 40_001).toISOString();
    return [collected, { ...collected, timestamp, type: 'leave', stored: { ...stored, seconds: 35 } }];
  });
}

describe('an export', () => {
  test('is imported into another website, whose every statistic is the same', async () => {
    const [first, second, third] = [await newWebsite(), await newWebsite(), await newWebsite()];
    await importInPieces(client, first.id, history);
    const lines = asCollected(parseLines((await download(first.id)).bytes));
    await importLines(second.id, lines);
    const exported = await download(second.id);
    expect(exported.headers.get('x-footfall-events')).toBe(String(lines.length));
    await importLines(third.id, parseLines(exported.bytes));
    const queries = [
      { ...WHOLE, limit: 'all' },
      { from: FROM, to: '2026-03-09', limit: 'all' },
      { ...WHOLE, limit: 'all', filters: { channel: 'Direct' } },
      { ...WHOLE, limit: 'all', filters: { page: '/pricing' } },
    ] as const;
    for (const endpoint of ENDPOINTS) {
      for (const query of queries) {
        const expected = await fetchAnswer(client, second.id, endpoint, query);
        expect(await fetchAnswer(client, third.id, endpoint, query), `${endpoint} ${JSON.stringify(query)}`).toEqual(
          expected,
        );
      }
    }
    // Reports that a page was left lengthen sessions, and do nothing else.
    const main = await fetchAnswer(client, third.id, 'main', WHOLE);
    const { averageSessionDurationSeconds: _, ...plain } = answer(
      history,
      { timezone: ZONE, domain: DOMAIN },
      'main',
      WHOLE,
    );
    const { previousAverageSessionDurationSeconds: _previous, sessionDurationChange: _change, ...others } = plain;
    expect(main).toMatchObject(others);
    // All that is stored is the same but the ids of visitors.
    const again = parseLines((await download(third.id)).bytes);
    const without = (list: readonly Line[]) =>
      list
        .map(({ timestamp, type, stored }) => JSON.stringify([timestamp, type, Object.entries(stored).sort()]))
        .sort();
    expect(without(again).join('\n') === without(lines).join('\n')).toBe(true);
  });

  test('has the events of its range and website, as NDJSON, CSV and Parquet', async () => {
    const website = await newWebsite();
    await importInPieces(client, website.id, history);
    const range = { from: '2026-03-08', to: '2026-03-09' };
    const inRange = history.filter(
      ({ timestamp }) => timestamp >= '2026-03-08T05:00' && timestamp < '2026-03-10T04:00',
    );
    const lines = parseLines((await download(website.id, range)).bytes);
    expect(lines.map(({ timestamp }) => timestamp)).toEqual(inRange.map(({ timestamp }) => timestamp));

    const csv = await download(website.id, { ...range, format: 'csv' });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head = '', ...rows] = csv.bytes.toString().trim().split('\n');
    expect(head).toMatch(/^"website_id","time","local_time","type","visitor_id","session_id",/);
    expect(
      rows.map((row) => row.split(',')[2]?.slice(1, 11)).filter((day) => day !== '2026-03-08' && day !== '2026-03-09'),
    ).toEqual([]);
    expect(rows).toHaveLength(inRange.length);

    const parquet = await download(website.id, { ...range, format: 'parquet' });
    expect(parquet.headers.get('content-disposition')).toBe('attachment; filename="example.com.parquet"');
    expect([parquet.bytes.subarray(0, 4).toString(), parquet.bytes.subarray(-4).toString()]).toEqual(['PAR1', 'PAR1']);
    expect(await countInParquet(parquet.bytes)).toBe(inRange.length);
  });

  test('marks formulas in CSV, unless it is asked for raw', async () => {
    const { id } = await newWebsite();
    const line = {
      timestamp: '2026-03-08T12:00:00.000Z',
      url: 'https://example.com/?utm_source=%3D1%2B1',
      visitor: 'v',
    };
    await client.import(id, JSON.stringify(line));
    const range = { from: '2026-03-08', to: '2026-03-08', format: 'csv' };
    expect((await download(id, range)).bytes.toString()).toContain(`,"'=1+1",`);
    expect((await download(id, { ...range, raw: 'true' })).bytes.toString()).toContain(',"=1+1",');
  });

  test('of a range without events is empty', async () => {
    const { id } = await newWebsite();
    expect((await download(id)).bytes.toString()).toBe('');
    expect((await download(id, { format: 'csv' })).bytes.toString()).toMatch(/^"website_id".*\n$/);
  });

  test.each([
    [{ format: 'xml' }, 400],
    [{ from: '2026-02-30' }, 400],
    [{ from: '2026-02-02', to: '2026-02-01' }, 400],
    [{ from: '1990-01-01' }, 400],
  ])('%j is refused with %i', async (query, status) => {
    const { id } = await newWebsite();
    expect((await download(id, query)).status).toBe(status);
  });

  test("another account's website, no website, no key", async () => {
    const { id } = await newWebsite();
    const stranger = await service.account();
    expect((await download(id, {}, stranger.key)).status).toBe(403);
    expect((await download('6f1c1f9e-0d5f-4b0e-9a53-000000000001')).status).toBe(404);
    expect((await download(id, {}, 'ff_live_x')).status).toBe(401);
  });
});

describe('a line that an export has made', () => {
  const stored = {
    hostname: 'a.example',
    path: '/',
    referrer: 'Direct',
    channel: 'Direct',
    country: 'ZZ',
    city: 'Unknown',
  };
  const rest = { browser: 'Unknown', os: 'Unknown', device: 'desktop', language: 'und' };
  const line = {
    timestamp: '2026-01-01T00:00:00.000Z',
    url: 'https://a.example/',
    visitor: 'x',
    stored: { ...stored, ...rest },
  };

  test.each([
    [{ ...line, visitor: undefined }, 'visitor: is required'],
    [{ ...line, type: 'custom' }, 'stored.name: is required for a custom event'],
    [
      { ...line, stored: { ...line.stored, device: 'fridge' } },
      'stored.device: must be one of desktop, mobile, tablet, tv, other',
    ],
    [{ ...line, stored: { ...line.stored, props: 'no JSON' } }, 'stored.props: must be properties as JSON'],
    [{ ...line, stored: { ...line.stored, props: '{"a":{}}' } }, 'stored.props: must be properties as JSON'],
    [{ ...line, stored: { ...line.stored, country: "'; DROP" } }, 'stored.country: must be an ISO 3166-1 alpha-2 code'],
    [{ ...line, stored: { ...line.stored, seconds: -1 } }, 'stored.seconds: '],
    [{ ...line, stored: { ...line.stored, other: 1 } }, 'other: unknown field'],
    [
      { timestamp: line.timestamp, url: line.url, visitor: 'x', type: 'leave' },
      'type: must be one of pageview, exit, custom',
    ],
  ])('%j is rejected: %s', async (wrong, message) => {
    const { id } = await newWebsite();
    const { body } = await client.import(id, `${JSON.stringify(line)}\n${JSON.stringify(wrong)}\n`);
    expect(body.data).toMatchObject({ imported: 1, rejected: 1 });
    expect(body.data.errors[0].message).toContain(message);
  });

  test.each(['path', 'referrer', 'channel', 'city', 'browser', 'os', 'language'])(
    'an empty %s is rejected: no filter could choose it',
    async (name) => {
      const { id } = await newWebsite();
      const { body } = await client.import(id, JSON.stringify({ ...line, stored: { ...line.stored, [name]: '' } }));
      expect(body.data.errors[0].message).toBe(`stored.${name}: must not be empty`);
    },
  );
});

/** Reads the file back with the engine. */
async function countInParquet(bytes: Buffer): Promise<number> {
  await writeFile(join(service.folder, 'read-back.parquet'), bytes);
  const path = { type: 'String', value: join(service.folder, 'read-back.parquet') } as const;
  await service.clickhouse.command(
    sql`CREATE TABLE read_back ENGINE = Memory AS SELECT * FROM file(${path}, 'Parquet')`,
  );
  const [row] = await service.clickhouse.query({
    name: 'test',
    sql: sql`SELECT count() AS rows FROM read_back`,
    row: z.object({ rows: z.coerce.number() }),
  });
  return row?.rows ?? 0;
}
