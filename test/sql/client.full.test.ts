import { brotliCompressSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cityHash128 } from '../../src/sql/wire/city-hash.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { sharedService } from '../service/shared-service.js';
import { type BiService, biService } from './bi-service.js';

const ROWS = 1_000;

let service: BiService;
let client: ApiClient;

beforeAll(async () => {
  service = await biService({}, sharedService);
  client = await apiClient(service);
  const { id } = await client.website();
  const lines = Array.from({ length: ROWS }, (_, index) => {
    const timestamp = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString();
    return `${JSON.stringify({ timestamp, url: `https://example.com/${index % 7}`, visitor: `v${index % 50}` })}\n`;
  });
  await client.import(id, lines.join(''));
});

afterAll(() => service.close());

describe('@clickhouse/client', () => {
  test('pings', async () => {
    expect(await service.connect(client.key).ping()).toEqual({ success: true });
    expect(await service.connect(client.key).ping({ select: true })).toEqual({ success: true });
    expect(await service.connect('none').ping({ select: true })).toMatchObject({ success: false });
  });

  test('is refused with a wrong key, whatever the user', async () => {
    const wrong = service.connect(`${client.key.slice(0, -1)}x`).query({ query: 'SELECT 1' });
    await expect(wrong).rejects.toMatchObject({ code: '516', type: 'AUTHENTICATION_FAILED' });
    const other = service.connect(client.key, { username: 'Müller' });
    expect(await (await other.query({ query: 'SELECT 1', format: 'CSV' })).text()).toBe('1\n');
  });

  test('sends parameters of any text', async () => {
    const query_params = {
      text: "it's \\ \n \t é 💡 {x:String}",
      list: ["x'y", 'z\\', ''],
      none: null,
      day: '2026-01-01',
    };
    const result = await service.connect(client.key).query({
      query:
        'SELECT {text:String} AS text, {list:Array(String)} AS list, {none:Nullable(String)} AS none, {day:Date} AS day',
      query_params,
      format: 'JSONEachRow',
    });
    expect(await result.json()).toEqual([query_params]);
  });

  test.each([
    ['JSON', false],
    ['JSONEachRow', true],
    ['CSVWithNames', true],
    ['TabSeparatedWithNamesAndTypes', false],
    ['JSONCompactEachRowWithNames', true],
  ] as const)('reads %s, gzip: %s', async (format, response) => {
    const tool = service.connect(client.key, { compression: { response } });
    const result = await tool.query({ query: 'SELECT path, time FROM events ORDER BY time, path', format });
    const text = await result.text();
    expect(text.match(/2026-01-01/g)).toHaveLength(ROWS);
  });

  test('streams rows', async () => {
    const result = await service.connect(client.key).query({
      query: 'SELECT a.path, b.time FROM events AS a CROSS JOIN (SELECT time FROM events LIMIT 100) AS b',
      format: 'JSONEachRow',
    });
    let rows = 0;
    for await (const batch of result.stream()) rows += batch.length;
    expect(rows).toBe(100 * ROWS);
  });

  test('reads Parquet', async () => {
    const { stream } = await service
      .connect(client.key)
      .exec({ query: 'SELECT * EXCEPT properties FROM events FORMAT Parquet' });
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const file = Buffer.concat(chunks);
    expect([file.subarray(0, 4).toString(), file.subarray(-4).toString()]).toEqual(['PAR1', 'PAR1']);
  });

  test.each([
    ['SELECT * FROM nothing', '60', 'UNKNOWN_TABLE'],
    ['SELEC 1', '62', 'SYNTAX_ERROR'],
    ['SELECT nothing FROM events', '47', 'UNKNOWN_IDENTIFIER'],
    ['DROP TABLE events', '164', 'READONLY'],
    ["SELECT throwIf(1, 'because')", '395', 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO'],
    ['SELECT count() FROM numbers(1000000) AS a CROSS JOIN numbers(1000000) AS b', '159', 'TIMEOUT_EXCEEDED'],
  ])('understands the error of %s', async (query, code, type) => {
    const result = service.connect(client.key).query({ query, clickhouse_settings: { max_execution_time: 1 } });
    await expect(result).rejects.toMatchObject({ code, type });
  });

  test('runs many statements at once, each in a session of its own', async () => {
    const tool = service.connect(client.key);
    const counts = await Promise.all(
      Array.from({ length: 16 }, async (_, page) => {
        const query =
          "SELECT {page:UInt8} AS page, count() AS events FROM events WHERE path = concat('/', toString({page:UInt8}))";
        const result = await tool.query({ query, query_params: { page }, format: 'JSONEachRow' });
        return (await result.json<{ page: number; events: number }>())[0];
      }),
    );
    expect(counts.map((row) => row?.page)).toEqual(Array.from({ length: 16 }, (_, page) => page));
    expect(counts.reduce((sum, row) => sum + Number(row?.events), 0)).toBe(ROWS);
  });
});

describe('other clients', () => {
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${service.biUrl}${path}`, init);
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const basic = () => ({ Authorization: `Basic ${Buffer.from(`any:${client.key}`).toString('base64')}` });

  test.each(['/ping', '/replicas_status'])('%s needs no key', async (path) => {
    expect((await ask(path)).bytes.toString()).toBe('Ok.\n');
  });

  test('the key is a password in every way that drivers send it', async () => {
    const headers = [
      basic(),
      { Authorization: `Bearer ${client.key}` },
      { 'X-ClickHouse-User': 'any', 'X-ClickHouse-Key': client.key },
    ];
    for (const each of headers) expect((await ask('/?query=SELECT+1', { headers: each })).bytes.toString()).toBe('1\n');
    expect((await ask(`/?query=SELECT+1&user=any&password=${client.key}`)).bytes.toString()).toBe('1\n');
    for (const wrong of [{}, { Authorization: 'Basic ::::' }, { Authorization: 'Bearer' }]) {
      expect((await ask('/?query=SELECT+1', { headers: wrong })).status).toBe(403);
    }
  });

  test('a statement is in the address, in the body, or in both', async () => {
    const post = (path: string, body: string | FormData, more = {}) =>
      ask(path, { method: 'POST', body, headers: { ...basic(), ...more } });
    expect((await post('/', 'SELECT 1')).bytes.toString()).toBe('1\n');
    expect((await post('/?query=SELECT', '2')).bytes.toString()).toBe('2\n');
    expect((await post('/', '')).bytes.toString()).toBe('Ok.\n');
    // As `curl --data-binary` sends it.
    const curl = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await post('/', "SELECT 'a&b=c+d%20'", curl)).bytes.toString()).toBe('a&b=c+d%20\n');
    const form = new FormData();
    form.set('query', 'SELECT {x:String}');
    form.set('param_x', 'in a form');
    expect((await post('/', form)).bytes.toString()).toBe('in a form\n');
    expect((await post('/', 'x', { 'Content-Type': 'multipart/form-data; boundary=y' })).status).toBe(400);
    expect((await post('/', 'x'.repeat(1_100_000))).status).toBe(413);
    expect((await post('/', `SELECT '${'x'.repeat(100_000)}'`)).status).toBe(400);
  });

  test('a statement may be compressed', async () => {
    const post = (body: Uint8Array<ArrayBuffer>, encoding: string) =>
      ask('/', { method: 'POST', body, headers: { ...basic(), 'Content-Encoding': encoding } });
    expect((await post(gzipSync("SELECT 'gzip'"), 'gzip')).bytes.toString()).toBe('gzip\n');
    expect((await post(deflateSync("SELECT 'deflate'"), 'deflate')).bytes.toString()).toBe('deflate\n');
    expect((await post(brotliCompressSync("SELECT 'br'"), 'br')).bytes.toString()).toBe('br\n');
    expect((await post(Buffer.from('SELECT 1'), 'gzip')).bytes.toString()).toContain('The body is not gzip');
    expect((await post(Buffer.from('SELECT 1'), 'zstd')).bytes.toString()).toContain('send gzip, deflate or br');
    expect((await post(gzipSync(Buffer.alloc(2_000_000)), 'gzip')).status).toBe(413);
  });

  test('the format is the one of the statement, of the address, or of a header', async () => {
    const format = async (path: string, headers = {}) =>
      (await ask(path, { headers: { ...basic(), ...headers } })).headers.get('x-clickhouse-format');
    expect(await format('/?query=SELECT+1')).toBe('TabSeparated');
    expect(await format('/?query=SELECT+1&default_format=CSV')).toBe('CSV');
    expect(await format('/?query=SELECT+1', { 'X-ClickHouse-Format': 'JSON' })).toBe('JSON');
    expect(await format('/?query=SELECT+1+FORMAT+Pretty&default_format=CSV')).toBe('Pretty');
    expect((await ask('/?query=SELECT+1&default_format=N0ne', { headers: basic() })).status).toBe(400);
  });

  test('a query id comes back, and is never a header of its own', async () => {
    const id = async (text: string) =>
      (await ask(`/?query=SELECT+1&query_id=${text}`, { headers: basic() })).headers.get('x-clickhouse-query-id');
    expect(await id('a-1')).toBe('a-1');
    expect(await id('a%0D%0AX-Evil:%201')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('what clickhouse-connect, Grafana and JDBC ask when they connect', async () => {
    for (const query of [
      'SELECT version(), timezone()',
      'SELECT name, value, readonly as readonly FROM system.settings LIMIT 10000',
      'SELECT displayName(), version(), revision(), timezone()',
      'SELECT currentUser() AS user, timezone() AS timezone, version() AS version LIMIT 1',
      'SELECT timezone() AS tz',
      'SELECT name FROM system.databases',
      'SHOW TABLES',
      'DESCRIBE TABLE bi.events',
    ]) {
      const { status, bytes } = await ask(`/?query=${encodeURIComponent(query)}`, { headers: basic() });
      expect(status, `${query}: ${bytes}`).toBe(200);
    }
    const gzip = await ask('/?query=SELECT+timezone()&enable_http_compression=1', {
      headers: { ...basic(), 'Accept-Encoding': 'identity' },
    });
    expect(gzip.bytes.toString()).toBe('UTC\n');
    expect(() => gunzipSync(gzip.bytes)).toThrow();
  });

  test.each([
    [0, '', ''],
    [54_405, '010002ffffffff00', ''],
    [54_460, '010002ffffffff00', '00'],
  ])('Native for the protocol %i is as the format says', async (protocol, info, serialization) => {
    const hex = (text: string) => Buffer.from(text).toString('hex');
    const { bytes } = await ask(
      `/?client_protocol_version=${protocol}&query=${encodeURIComponent('SELECT 1 AS check FORMAT Native')}`,
      {
        headers: basic(),
      },
    );
    // Columns, rows; name, type, value.
    const expected = `${info}0101` + `05${hex('check')}05${hex('UInt8')}${serialization}01`;
    expect(bytes.toString('hex')).toBe(expected);
  });

  test('Native for a later protocol has every value of every type, in blocks of any size', async () => {
    const query = `SELECT number, toString(number) AS text, toLowCardinality(toString(number % 7)) AS low, [number, 1] AS list,
  map('a', number) AS pairs, (number, 'x') AS pair, if(number % 2 = 0, NULL, number) AS maybe, toDecimal64(number, 3) AS amount,
  toFixedString('abc', 3) AS fixed, now64(3) AS time, generateUUIDv4() AS id, toLowCardinality(if(number % 3 = 0, NULL, 'y')) AS low_maybe,
  emptyArrayString() AS empty, [[toLowCardinality('z')]] AS lists, toIntervalDay(1) AS span, CAST((1, 'n'), 'Tuple(a UInt8, \`b c\` String)') AS named,
  toIPv6('::1') AS address, true AS flag, CAST('a' AS Enum8('a, (' = 1, 'a' = 2)) AS choice
FROM numbers(30000) FORMAT Native`;
    const read = async (protocol: number) =>
      (await ask(`/?client_protocol_version=${protocol}`, { method: 'POST', headers: basic(), body: query })).bytes;
    const [plain, later] = [await read(0), await read(54_460)];
    expect(plain.toString('latin1').slice(0, 300)).not.toContain('Exception');
    // What a later protocol adds: 8 bytes to a block, and one to each of its 19 columns.
    const blocks = later.toString('latin1').split('\x01\x00\x02\xff\xff\xff\xff\x00\x13').length - 1;
    expect(blocks).toBeGreaterThan(1);
    expect(later.length - plain.length).toBe(blocks * (8 + 19));
  });

  test('properties are sent as text where the protocol has no JSON', async () => {
    const query = encodeURIComponent('SELECT properties FROM events LIMIT 1 FORMAT Native');
    const { bytes, status } = await ask(`/?client_protocol_version=54460&query=${query}`, { headers: basic() });
    expect(status).toBe(200);
    const hex = (text: string) => Buffer.from(text).toString('hex');
    expect(bytes.toString('hex')).toBe(`010002ffffffff0001010a${hex('properties')}06${hex('String')}0002${hex('{}')}`);
  });

  test('compress=1 answers in frames that hold the very same bytes', async () => {
    const query = encodeURIComponent(
      "SELECT number, repeat('x', number % 300) FROM numbers(30000) FORMAT RowBinaryWithNamesAndTypes",
    );
    const plain = await ask(`/?query=${query}`, { headers: basic() });
    const { bytes } = await ask(`/?compress=1&query=${query}`, { headers: basic() });
    const parts: Buffer[] = [];
    for (let at = 0; at < bytes.length; ) {
      const size = bytes.readUInt32LE(at + 17);
      const frame = bytes.subarray(at + 16, at + 16 + size);
      expect(cityHash128(frame)).toEqual([bytes.readBigUInt64LE(at), bytes.readBigUInt64LE(at + 8)]);
      expect(frame[0]).toBe(0x82);
      const data = frame.subarray(frame.length - frame.readUInt32LE(5));
      parts.push(data);
      at += 16 + size;
    }
    expect(parts.length).toBeGreaterThan(1);
    expect(Buffer.concat(parts).equals(plain.bytes)).toBe(true);
  });

  test.each(['JSON', 'JSONCompact', 'JSONColumnsWithMetadata', 'XML', 'Pretty'])(
    '%s does not say how many rows were read, those of others among them',
    async (format) => {
      const query = encodeURIComponent(`SELECT path FROM events LIMIT 1 FORMAT ${format}`);
      const { bytes, headers, status } = await ask(`/?query=${query}`, { headers: basic() });
      expect(status).toBe(200);
      expect(bytes.toString()).not.toMatch(/read|statistics|elapsed/i);
      expect(headers.get('x-clickhouse-summary')).toContain('"read_rows":"0"');
    },
  );

  test.each([
    ['max_execution_time', '0.0000001'],
    ['max_execution_time', '1e-9'],
    ['max_execution_time', '+1'],
    ['max_result_rows', '-1'],
    ['limit', '1e3'],
    ['join_use_nulls', '2'],
    ['session_timezone', "UTC'"],
  ])('the setting %s must not be %s', async (name, value) => {
    const query = new URLSearchParams({ query: 'SELECT 1', [name]: value });
    const { bytes, status } = await ask(`/?${query}`, { headers: basic() });
    expect([status, bytes.toString()]).toEqual([
      400,
      expect.stringContaining(`The setting ${name} has no valid value`),
    ]);
  });

  test('a limit may be lowered, and nothing raises or lifts it', async () => {
    const limit = async (value: string) => {
      const query = new URLSearchParams({
        query: "SELECT getSetting('max_result_rows')",
        max_result_rows: value,
      });
      return (await ask(`/?${query}`, { headers: basic() })).bytes.toString();
    };
    expect(await limit('7')).toBe('7\n');
    for (const value of ['0', '1000001', '99999999999999999999'.slice(0, 19), ''])
      expect(await limit(value)).toBe('1000000\n');
  });

  test('more parameters than a statement may have are refused', async () => {
    const many = new URLSearchParams(
      Array.from({ length: 101 }, (_, index): [string, string] => [`param_p${index}`, '1']),
    );
    expect((await ask(`/?query=SELECT+1&${many}`, { headers: basic() })).bytes.toString()).toContain(
      'at most 100 parameters',
    );
  });

  test('an error within a large answer stands at its end, as ClickHouse has it', async () => {
    const failing = "SELECT throwIf(number = 900000, 'too far'), repeat('x', 50) FROM numbers(1000000)";
    const { bytes, headers, status } = await ask(`/?query=${encodeURIComponent(failing)}`, { headers: basic() });
    const tag = headers.get('x-clickhouse-exception-tag');
    expect(status).toBe(200);
    const end = bytes.subarray(bytes.lastIndexOf('\r\n__exception__', bytes.length - 40)).toString();
    expect(end).toMatch(
      new RegExp(`^\r\n__exception__\r\n${tag}\r\nCode: 395[^]*too far[^]*\n\\d+ ${tag}\r\n__exception__\r\n$`),
    );
    const rows = async () => {
      const result = await service.connect(client.key).query({ query: failing, format: 'JSONEachRow' });
      for await (const _ of result.stream());
    };
    await expect(rows()).rejects.toMatchObject({ code: '395' });
  });

  test('statements that do not end, and clients that go, hold up no other account', async () => {
    const other = await apiClient(service);
    const stuck = "SELECT repeat('a', 1000000) LIKE repeat('%a', 20000)";
    const staying = new AbortController();
    const stay = ask('/', { method: 'POST', headers: basic(), body: stuck, signal: staying.signal }).catch(
      () => 'left at last',
    );
    const leaving = new AbortController();
    const leave = ask('/', { method: 'POST', headers: basic(), body: stuck, signal: leaving.signal }).catch(
      () => 'left',
    );
    setTimeout(() => leaving.abort(), 500);
    const headers = { Authorization: `Bearer ${other.key}` };
    for (let count = 0; count < 3; count += 1) {
      expect((await ask('/?query=SELECT+1', { headers })).bytes.toString()).toBe('1\n');
    }
    expect(await leave).toBe('left');
    // It has run all the time.
    staying.abort();
    expect(await stay).toBe('left at last');
    const slow = ask('/?max_execution_time=1', { method: 'POST', headers: basic(), body: stuck });
    expect(await slow).toMatchObject({ status: 408 });
    // The account has used a part of its minute, and no place.
    service.clock += 61_000;
    expect((await ask('/?query=SELECT+1', { headers: basic() })).bytes.toString()).toBe('1\n');
  });

  test('another path, another method', async () => {
    expect((await ask('/api/v1/account', { headers: basic() })).status).toBe(404);
    expect((await ask('/', { method: 'DELETE', headers: basic() })).status).toBe(404);
  });
});
