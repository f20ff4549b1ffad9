import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiClient, apiClient, type Body, failureOf } from './api-client.js';
import { sharedService } from './shared-service.js';
import { stagedRows, storedRows } from './stored-rows.js';
import type { TestService } from './test-service.js';

const NOW = Date.UTC(2026, 2, 29, 12);
const RANGE = { from: '2026-03-01', to: '2026-03-29' };

let service: TestService;
let owner: ApiClient;
let id: string;

beforeAll(async () => {
  service = await sharedService({ clock: NOW });
  owner = await apiClient(service);
});

beforeEach(async () => {
  ({ id } = await owner.website());
});

afterAll(() => service.close());

const line = (fields: object = {}) =>
  JSON.stringify({ timestamp: '2026-03-01T10:00:00.000Z', url: 'https://example.com/', visitor: 'ada', ...fields });

const linesOf = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `${line({ visitor: String(index % 500), url: `https://example.com/${index % 7}` })}\n`,
  );

const stat = async (endpoint: string, query: Readonly<Record<string, string>> = {}) =>
  (await owner.get(`/websites/${id}/stats/${endpoint}`, { ...RANGE, ...query })).body.data;

const pageviews = async () => (await stat('main')).totalPageviews;

/** A body that comes in pieces, and may break off. */
function streamOf(pieces: readonly (string | Uint8Array)[], end: 'closes' | 'breaks off' = 'closes') {
  const waiting = [...pieces];
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = waiting.shift();
      if (piece !== undefined) controller.enqueue(Buffer.from(piece));
      else if (end === 'closes') controller.close();
      else controller.error(new Error('connection reset'));
    },
  });
}

async function nothingLeft(): Promise<void> {
  const stored = await storedRows(service, id);
  expect([stored, await stagedRows(service)]).toEqual([{}, {}]);
}

const done = (imported: number, errors: readonly object[] = []) => ({
  success: true,
  data: { imported, rejected: errors.length, errors },
  meta: { status: 200 },
});

describe('a body', () => {
  test('of one line is imported when the answer comes', async () => {
    const { status, body } = await owner.import(id, line());
    expect([status, body]).toEqual([200, done(1)]);
    expect(await pageviews()).toBe(1);
    expect(await stagedRows(service)).toEqual({});
  });

  test('of nothing is an import of nothing', async () => {
    expect((await owner.import(id, '')).body).toEqual(done(0));
    expect((await owner.import(id, '\n\r\n \n')).body).toEqual(done(0));
    await nothingLeft();
  });

  test('may have a byte order mark, carriage returns and blank lines, and need no last line end', async () => {
    const body = `\uFEFF${line()}\r\n\r\n   \n${line({ visitor: 'ben' })}\r\n{\r\n${line({ visitor: 'cleo' })}`;
    expect((await owner.import(id, body)).body).toEqual(done(3, [{ line: 5, message: 'must be a JSON object' }]));
    expect((await stat('main')).totalVisitors).toBe(3);
  });

  test('may come byte by byte', async () => {
    const bytes = Buffer.from(`${line({ city: 'São Paulo 🦶', country: 'BR' })}\n${line({ visitor: 'ben' })}\n`);
    const body = streamOf([...bytes].map((byte) => Uint8Array.of(byte)));
    expect((await owner.import(id, body)).body).toEqual(done(2));
    expect((await stat('cities')).cities).toContainEqual({
      name: 'São Paulo 🦶',
      country: 'BR',
      visitors: 1,
      percentage: 50,
    });
  });

  test('may be compressed', async () => {
    const body = gzipSync(linesOf(1000).join(''));
    expect((await owner.import(id, body, { 'Content-Encoding': 'gzip' })).body).toEqual(done(1000));
    expect(await pageviews()).toBe(1000);
  });

  test('may be compressed in several parts, and the encoding in capitals', async () => {
    const body = Buffer.concat([gzipSync(`${line()}\n`), gzipSync(line({ visitor: 'ben' }))]);
    expect((await owner.import(id, body, { 'Content-Encoding': 'GZIP' })).body).toEqual(done(2));
  });

  const compressed = gzipSync(linesOf(25_000).join(''));
  const damaged = Buffer.from(compressed).fill(7, compressed.length / 2, compressed.length / 2 + 50);
  test.each<[string, Buffer]>([
    ['that is none', Buffer.from(line())],
    ['that is cut off', compressed.subarray(0, -9)],
    ['that is damaged', damaged],
  ])('of gzip %s leaves nothing', async (_what, body) => {
    const answer = await owner.import(id, body, { 'Content-Encoding': 'gzip' });
    expect(failureOf(answer)).toEqual({ status: 400, errors: ['The body broke off or is not valid gzip'] });
    await nothingLeft();
  });

  test('that breaks off leaves nothing', async () => {
    const answer = await owner.import(id, streamOf(linesOf(25_000), 'breaks off'));
    expect(failureOf(answer)).toEqual({ status: 400, errors: ['The body broke off or is not valid gzip'] });
    await nothingLeft();
    expect(await stat('has-events')).toEqual({ hasEvents: false });
  });

  test('that breaks off leaves what was there before', async () => {
    await owner.import(id, line({ timestamp: '2026-03-02T10:00:00Z' }));
    const before = await stat('main', { from: '2026-03-02' });
    await owner.import(id, streamOf([`${line()}\n`], 'breaks off'));
    expect(await stat('main', { from: '2026-03-02' })).toEqual(before);
    expect(before).toMatchObject({ totalVisitors: 1, returningVisitors: 0 });
  });

  test('of another type or encoding is a 415, whatever else is wrong', async () => {
    const type = { status: 415, errors: ['Content-Type must be application/x-ndjson'] };
    expect(failureOf(await owner.import(id, line(), { 'Content-Type': 'application/json' }))).toEqual(type);
    const headers = { 'Content-Encoding': 'br', 'Idempotency-Key': 'x'.repeat(256) };
    const encoding = { status: 415, errors: ['Content-Encoding: must be gzip, or none'] };
    expect(failureOf(await owner.import(id, line(), headers))).toEqual(encoding);
  });
});

describe('a line', () => {
  const URL_RULE = 'must be an http or https URL';
  const TIME_RULE = 'must be an ISO 8601 date-time with its offset, such as 2026-03-01T10:00:00.000Z';
  const WHO = 'visitor: is required, or both ip and userAgent';

  const WRONG: readonly (readonly [what: string, line: string, message: string])[] = [
    ['no JSON', '{"url"', 'must be a JSON object'],
    ['null', 'null', 'must be a JSON object'],
    ['a list', '[]', 'must be a JSON object'],
    ['a number', '7', 'must be a JSON object'],
    ['deeply nested', '['.repeat(30_000), 'must be a JSON object'],
    ['too long', line({ referrer: 'x'.repeat(70_000) }), 'is too long'],
    ['nothing', '{}', 'timestamp: is required; url: is required'],
    ['no timestamp', line({ timestamp: undefined }), 'timestamp: is required'],
    ['null for a timestamp', line({ timestamp: null }), 'timestamp: is required'],
    ['a date for a timestamp', line({ timestamp: '2026-03-01' }), `timestamp: ${TIME_RULE}`],
    ['a local timestamp', line({ timestamp: '2026-03-01T10:00:00' }), `timestamp: ${TIME_RULE}`],
    ['a number for a timestamp', line({ timestamp: NOW }), `timestamp: ${TIME_RULE}`],
    ['30 February', line({ timestamp: '2026-02-30T10:00:00Z' }), `timestamp: ${TIME_RULE}`],
    ['a time in the future', line({ timestamp: '2026-03-29T12:00:00.001Z' }), 'timestamp: must not be in the future'],
    [
      'a time that is none, as zero is',
      line({ timestamp: '1970-01-01T00:00:00Z' }),
      'timestamp: must not be before 1970-01-03',
    ],
    ['no URL', line({ url: '' }), 'url: is required'],
    ['a path for a URL', line({ url: '/pricing' }), `url: ${URL_RULE}`],
    ['a script for a URL', line({ url: 'javascript:alert(1)' }), `url: ${URL_RULE}`],
    ['nobody', line({ visitor: undefined }), WHO],
    ['an address alone', line({ visitor: null, ip: '192.0.2.1' }), WHO],
    ['a user agent alone', line({ visitor: '', userAgent: 'x' }), WHO],
    ['no address', line({ ip: '192.0.2.256' }), 'ip: must be an IP address'],
    ['an exit without a link', line({ type: 'exit' }), 'link: is required for an exit'],
    ['a custom event without a name', line({ type: 'custom' }), 'name: is required for a custom event'],
    [
      'a leave',
      line({ type: 'leave', seconds: 3 }),
      'type: must be one of pageview, exit, custom; seconds: unknown field',
    ],
    ['an unknown device', line({ device: 'toaster' }), 'device: must be one of desktop, mobile, tablet, tv, other'],
    ['a country’s name', line({ country: 'Germany' }), 'country: must be an ISO 3166-1 alpha-2 code'],
    ['unknown fields', line({ color: 'red', session: 7 }), 'color: unknown field; session: unknown field'],
    ['unprintable names', line({ 'a\0': 1, 'b\uD800': 1 }), 'a\uFFFD: unknown field; b\uFFFD: unknown field'],
    [
      'the name of a property',
      line({ type: 'custom', name: 'x', props: { '\0': {} } }),
      'props.\uFFFD: must be a number, true, false or a string',
    ],
    ['a long name', line({ ['x'.repeat(60_000)]: 1 }), `${'x'.repeat(100)}: unknown field`],
    [
      'many unknown fields',
      line(Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`x${index}`, 1]))),
      Array.from({ length: 10 }, (_, index) => `x${index}: unknown field`).join('; '),
    ],
    ['a number for a visitor', line({ visitor: 7 }), 'visitor: must be a string'],
  ];

  test('that is wrong is rejected, and those around it are imported', async () => {
    const body = WRONG.map(([, wrong]) => `${line()}\n\n${wrong}\n`).join('');
    const rejected = WRONG.map(([, , message], index) => ({ line: 3 * index + 3, message }));
    expect((await owner.import(id, body)).body).toEqual(done(WRONG.length, rejected));
  });

  test('may have null or nothing for what is not known', async () => {
    const unknown = {
      referrer: null,
      link: null,
      name: '',
      ip: null,
      country: '',
      city: null,
      browser: '',
      device: null,
    };
    expect((await owner.import(id, line({ ...unknown, language: null, props: null, type: null }))).body).toEqual(
      done(1),
    );
    expect((await stat('countries')).data).toMatchObject([{ country: 'ZZ' }]);
    expect((await stat('referrers')).data).toMatchObject([{ referrer: 'Direct' }]);
  });

  test('may have the codes by which networks say that a country is not known', async () => {
    await owner.import(id, ['XX', 't1', 'ZZ'].map((country) => line({ country })).join('\n'));
    expect((await stat('countries')).data).toMatchObject([{ country: 'ZZ' }]);
  });

  test('is taken as it is, and the rest is derived', async () => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
    const given = {
      country: 'de',
      city: 'Köln',
      browser: 'Netscape',
      referrer: 'https://www.google.de/',
      language: 'de_at',
    };
    await owner.import(id, line({ url: 'https://elsewhere.example/a/?utm_campaign=x#y', userAgent, ...given }));
    expect((await stat('pages')).data).toMatchObject([{ page: '/a' }]);
    expect((await stat('cities')).cities).toMatchObject([{ name: 'Köln', country: 'DE' }]);
    expect((await stat('browsers')).data).toMatchObject([{ browser: 'Netscape' }]);
    expect((await stat('os')).operatingSystems).toMatchObject([{ name: 'iOS', code: 'ios' }]);
    expect((await stat('devices')).data).toMatchObject([{ device: 'mobile' }]);
    expect((await stat('languages')).languages).toMatchObject([{ code: 'de-AT' }]);
    expect((await stat('channels')).channels).toMatchObject([
      { name: 'Organic Search', topSources: [{ source: 'Google' }] },
    ]);
  });

  test('is not excluded', async () => {
    const excluded = { excludedPaths: ['/*'], excludedIps: ['192.0.2.1'], excludedCountries: ['DE'] };
    await owner.call('PATCH', `/websites/${id}`, excluded);
    const robot = { visitor: undefined, ip: '192.0.2.1', userAgent: 'Googlebot/2.1', country: 'DE' };
    expect((await owner.import(id, line({ ...robot, url: 'http://localhost:3000/' }))).body).toEqual(done(1));
    expect(await pageviews()).toBe(1);
  });

  test('that is rejected is counted, and ten lines of each message are told, a thousand in all', async () => {
    const same = await owner.import(id, `${'{}\n'.repeat(1500)}{"url":1}\n${line()}`);
    expect(same.body.data).toMatchObject({ imported: 1, rejected: 1501 });
    const message = 'timestamp: is required; url: is required';
    expect(same.body.data.errors).toEqual([
      { line: 1, message, count: 1500 },
      ...Array.from({ length: 9 }, (_, index) => ({ line: index + 2, message })),
      { line: 1501, message: expect.stringContaining('url: must be') },
    ]);
    const many = Array.from({ length: 1500 }, (_, index) => line({ [`field-${index}`]: 1 }));
    const other = await owner.import(id, [...many, line()].join('\n'));
    expect(other.body.data).toMatchObject({ imported: 1, rejected: 1500 });
    expect(other.body.data.errors).toHaveLength(1000);
  });

  test('has a device by its code or its name', async () => {
    const devices = ['Desktop', 'desktop', 'TV', 'Mobile'];
    const body = devices.map((device) => line({ device, visitor: device })).join('\n');
    expect((await owner.import(id, body)).body).toEqual(done(4));
    const found = (await stat('devices')).data.map(({ device, visitors }: Record<string, unknown>) => [
      device,
      visitors,
    ]);
    expect(found).toEqual([
      ['desktop', 2],
      ['mobile', 1],
      ['tv', 1],
    ]);
  });
});

describe('the Idempotency-Key', () => {
  const keyed = (body: Body, key = 'move-1', website = id) => owner.import(website, body, { 'Idempotency-Key': key });

  test('makes a repeat harmless', async () => {
    const body = `${line()}\n{}\n`;
    const first = await keyed(body);
    expect(first.body).toEqual(done(1, [{ line: 2, message: 'timestamp: is required; url: is required' }]));
    expect((await keyed(body)).body).toEqual(first.body);
    expect(await pageviews()).toBe(1);
    expect((await owner.import(id, body)).status).toBe(200);
    expect(await pageviews()).toBe(2);
  });

  test('is the same whether the body is compressed', async () => {
    await keyed(line());
    const headers = { 'Idempotency-Key': 'move-1', 'Content-Encoding': 'gzip' };
    expect((await owner.import(id, gzipSync(line()), headers)).status).toBe(200);
    expect(await pageviews()).toBe(1);
  });

  test('with another body is a 409, for 24 hours', async () => {
    await keyed(line());
    const answer = await keyed(line({ visitor: 'ben' }));
    expect(failureOf(answer)).toEqual({ status: 409, errors: ['Idempotency-Key: was used with another body'] });
    expect((await stat('main')).totalVisitors).toBe(1);
    service.clock = NOW + 24 * 60 * 60 * 1000 + 1;
    expect((await keyed(line({ visitor: 'ben' }))).status).toBe(200);
    service.clock = NOW;
  });

  test('of an import under way is a 409', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const first = keyed(readable);
    await writer.write(Buffer.from(`${line()}\n`));
    expect(failureOf(await keyed(line()))).toEqual({
      status: 409,
      errors: ['Idempotency-Key: an import under this key is under way'],
    });
    await writer.close();
    expect((await first).body).toEqual(done(1));
  });

  test('can be used again after an import that failed', async () => {
    expect((await keyed(streamOf([line()], 'breaks off'))).status).toBe(400);
    expect((await keyed(line({ visitor: 'ben' }))).status).toBe(200);
    expect(await pageviews()).toBe(1);
  });

  test('is of one website', async () => {
    const other = await owner.website();
    await keyed(line());
    expect((await keyed(line({ visitor: 'ben' }), 'move-1', other.id)).body).toEqual(done(1));
  });

  test('that is empty is none', async () => {
    expect((await keyed(line(), '')).status).toBe(200);
    expect((await keyed(line({ visitor: 'ben' }), '')).status).toBe(200);
    expect((await stat('main')).totalVisitors).toBe(2);
  });

  test('has 255 characters at most', async () => {
    expect((await keyed(line(), 'x'.repeat(255))).status).toBe(200);
    expect(failureOf(await keyed(line(), 'x'.repeat(256)))).toEqual({
      status: 400,
      errors: ['Idempotency-Key: must have at most 255 characters'],
    });
  });
});

test('ten years of months come in at once', async () => {
  const months = Array.from({ length: 120 }, (_, month) => new Date(Date.UTC(2016, 3 + month, 15)).toISOString());
  const { body } = await owner.import(id, months.map((timestamp) => line({ timestamp })).join('\n'));
  expect(body).toEqual(done(120));
  const { data } = await stat('visitors-chart', { from: '2016-03-30', to: '2026-03-29', granularity: 'day' });
  expect(data.filter((day: { pageviews: number }) => day.pageviews > 0)).toHaveLength(120);
});
