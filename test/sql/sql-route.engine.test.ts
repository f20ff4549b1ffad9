import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkRows } from '../rows.js';
import { SEED } from '../seed.js';
import { type ApiClient, failureOf } from '../service/api-client.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';
import { probes, refusedStatements } from './battery.js';
import { targetsOf, twoAccounts } from './two-accounts.js';

let service: TestService;
let client: ApiClient;
let otherId: string;

beforeAll(async () => {
  service = await sharedService();
  ({ client, otherId } = await twoAccounts(service, ['/own', '/own', '/own'], ['/of-another', '/of-another']));
});

afterAll(() => service.close());

const ask = (query: string, params?: unknown) =>
  client.call('POST', '/sql', { query, ...(params !== undefined && { params }) });

async function askFor(type: string, query: string) {
  const response = await service.app.request('/api/v1/sql', {
    method: 'POST',
    headers: { 'X-API-Key': client.key, 'Content-Type': 'application/json', Accept: type },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

/** A quarter, another one each day: `saved-queries.full.test.ts` has all of them. */
const some = (statements: readonly string[]) => statements.filter((_, place) => place % 4 === SEED % 4);

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
};

describe('POST /sql', () => {
  test('answers columns and rows of the own websites', async () => {
    const { status, body } = await ask('SELECT path, count() AS views, max(time) AS last FROM events GROUP BY path');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      columns: [
        { name: 'path', type: 'String' },
        { name: 'views', type: 'UInt64' },
        { name: 'last', type: "DateTime64(3, 'UTC')" },
      ],
      rows: [['/own', 3, '2026-01-03 00:00:00.000']],
    });
  });

  test('takes parameters of any kind', async () => {
    const params = {
      text: "it's \\ \t\n é 💡",
      number: -1.5,
      flag: true,
      none: null,
      list: ["a'b", 'c\\'],
      lists: [[1], []],
    };
    const query =
      'SELECT {text:String}, {number:Float64}, {flag:Bool}, {none:Nullable(String)}, {list:Array(String)}, {lists:Array(Array(UInt8))}';
    expect((await ask(query, params)).body.data.rows).toEqual([Object.values(params)]);
  });

  test('answers any number of rows, and none', async () => {
    const many = await ask("SELECT number, repeat('x', 100) FROM numbers(20000)");
    expect(many.body.data.rows).toHaveLength(20_000);
    const none = await ask('SELECT path FROM events WHERE 0');
    expect(none.body.data).toEqual({ columns: [{ name: 'path', type: 'String' }], rows: [] });
  });

  test('answers CSV and NDJSON', async () => {
    const query = 'SELECT path, count() AS views FROM events GROUP BY path';
    expect(await askFor('text/csv', query)).toEqual({
      status: 200,
      type: 'text/csv; charset=utf-8',
      text: '"path","views"\n"/own",3\n',
    });
    expect((await askFor('application/x-ndjson', query)).text).toBe('{"path":"/own","views":3}\n');
  });

  test('marks formulas in CSV, unless it is asked for raw', async () => {
    const query = `SELECT '=HYPERLINK("x")' AS a, -5 AS b, 'it"=s' AS c`;
    const text = async (path: string) => {
      const response = await service.app.request(`/api/v1${path}`, {
        method: 'POST',
        headers: { 'X-API-Key': client.key, 'Content-Type': 'application/json', Accept: 'text/csv' },
        body: JSON.stringify({ query }),
      });
      return response.text();
    };
    const marked = `"a","b","c"\n"'=HYPERLINK(""x"")",-5,"it""=s"\n`;
    expect(await text('/sql')).toBe(marked);
    expect(await text('/sql?raw=false')).toBe(marked);
    expect(await text('/sql?raw=true')).toBe(marked.replace("'=", '='));
    expect(await text('/sql?raw=perhaps')).toContain('raw: must be true or false');
  });

  const REFUSED: readonly (readonly [object, string])[] = [
    [{}, 'query: is required'],
    [{ query: '' }, 'query: must not be empty'],
    [{ query: 7 }, 'query: must be a string'],
    [{ query: 'SELECT 1', sql: 1 }, 'sql: unknown field'],
    [
      { query: 'SELECT {a:String}', params: { a: { b: 1 } } },
      'params.a: must be a text, a number, true, false, null, or a list of these, nested at most 10 deep',
    ],
    [{ query: 'SELECT 1', params: { a: nested(3_000) } }, 'params.a: must be a text, a number, true'],
    [
      { query: 'SELECT {a:UInt64}', params: { a: [1, 2 ** 53] } },
      'params.a: whole numbers beyond ±9007199254740991 must be sent as text, because they would be rounded',
    ],
    [{ query: 'SELECT 1', params: [] }, 'params: must be an object of names and values'],
    [{ query: 'SELECT 1', params: { 'a b': 1 } }, 'params.a b: name must be 1 to 100 letters, digits and _'],
    [
      { query: 'SELECT {a:String}', params: { a: 'ü'.repeat(100_000) } },
      'The parameter a has more than 200000 bytes (BAD_ARGUMENTS)',
    ],
    [{ query: 'SHOW GRANTS' }, 'Only SHOW TABLES, DATABASES, COLUMNS, CREATE, SETTINGS and FUNCTIONS are accepted'],
    [{ query: `SELECT '${'ü'.repeat(60_000)}'` }, 'A statement has at most 100000 bytes (SYNTAX_ERROR)'],
    [{ query: 'SELECT 1 FORMAT JSON' }, 'query: must not contain FORMAT; use the Accept header'],
    [{ query: 'SELECT * FROM nothing' }, 'UNKNOWN_TABLE'],
    [{ query: 'SELECT {a:String}' }, 'UNKNOWN_QUERY_PARAMETER'],
    [{ query: 'DROP TABLE events' }, 'Only one SELECT, SHOW, DESCRIBE or EXISTS statement is accepted (READONLY)'],
    [{ query: `SELECT '${'x'.repeat(100_000)}'` }, 'A statement has at most 100000 bytes (SYNTAX_ERROR)'],
  ];
  test('refuses what is no question, and says why', () =>
    checkRows(REFUSED, async ([body, message]) => {
      const { status, errors } = failureOf(await client.call('POST', '/sql', body));
      expect(status).toBe(400);
      expect(errors.join('; ')).toContain(message);
    }));

  test('a large answer that is left frees the place of its account', async () => {
    const response = await service.app.request('/api/v1/sql', {
      method: 'POST',
      headers: { 'X-API-Key': client.key, 'Content-Type': 'application/json', Accept: 'text/csv' },
      body: JSON.stringify({ query: "SELECT repeat('x', 1000) FROM numbers(150000)" }),
    });
    expect(response.status).toBe(200);
    await response.body?.cancel();
    expect((await ask('SELECT 1')).body.data.rows).toEqual([[1]]);
  });

  test('needs a key', async () => {
    const response = await service.app.request('/api/v1/sql', { method: 'POST', body: '{"query":"SELECT 1"}' });
    expect(response.status).toBe(401);
  });

  test(`refuses what the interface for BI tools refuses, and tells nothing of other accounts (TEST_SEED=${SEED})`, async () => {
    const targets = targetsOf(otherId);
    await checkRows(some(refusedStatements(targets)), async (query) => {
      expect((await ask(query, { t: 'default.events', c: 'path' })).status).toBe(400);
    });
    await checkRows(some(probes(targets)), async (query) => {
      const { status, body } = await ask(query);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(otherId);
      expect(JSON.stringify(body.data.rows)).not.toContain('of-another');
    });
  });
});
