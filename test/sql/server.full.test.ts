import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { sql, trusted } from '../../src/clickhouse/sql.js';
import { CLUSTER } from '../clickhouse/two-shards.js';
import { signedIn } from '../dashboard/signed-in.js';
import { textOf } from '../dashboard/website-pages.js';
import { type ApiClient, apiClient, failureOf } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { twoShardsService } from '../service/two-shards-service.js';
import { serverUsers } from './server-users.js';
import { twoAccounts } from './two-accounts.js';

const ask = (client: ApiClient, query: string, params: object = {}) => client.call('POST', '/sql', { query, params });

describe('SQL on a ClickHouse server', () => {
  let service: TestService;
  let client: ApiClient;
  let stranger: ApiClient;
  const users = serverUsers();

  beforeAll(async () => {
    service = await twoShardsService({}, users);
    ({ client, stranger } = await twoAccounts(service, ['/own', '/own', '/own'], ['/of-another', '/of-another']));
  });
  afterAll(() => service.close());

  test('answers with the rows of the account', async () => {
    const query = 'SELECT path, count() AS views FROM bi.events GROUP BY path';
    const { body } = await ask(client, query);
    expect(body.data).toEqual({
      columns: [
        { name: 'path', type: 'String' },
        { name: 'views', type: 'UInt64' },
      ],
      rows: [['/own', 3]],
    });
    expect((await ask(stranger, query)).body.data.rows).toEqual([['/of-another', 2]]);
    expect((await ask(client, 'SHOW TABLES')).body.data.rows).toEqual([
      ['daily_visitors'],
      ['events'],
      ['visits'],
      ['websites'],
    ]);
  });

  test('takes parameters, and answers files and any number of rows', async () => {
    const params = { text: "it's \\ \t\n é 💡", list: ["a'b", 'c\\'], none: null };
    const query = 'SELECT {text:String}, {list:Array(String)}, {none:Nullable(String)}';
    expect((await ask(client, query, params)).body.data.rows).toEqual([Object.values(params)]);
    const many = await ask(client, "SELECT number, repeat('x', 100) FROM numbers(20000)");
    expect(many.body.data.rows).toHaveLength(20_000);
    const file = await service.app.request('/api/v1/sql', {
      method: 'POST',
      headers: { 'X-API-Key': client.key, 'Content-Type': 'application/json', Accept: 'text/csv' },
      body: JSON.stringify({ query: 'SELECT path FROM events LIMIT 1' }),
    });
    expect(await file.text()).toBe('"path"\n"/own"\n');
  });

  test.each([
    ['SELECT * FROM nothing', 'UNKNOWN_TABLE'],
    ['SELECT 1 +', 'Syntax error'],
    ['SELECT {missing:String}', 'UNKNOWN_QUERY_PARAMETER'],
    ['SELECT 1; SELECT 2', 'SYNTAX_ERROR'],
    ['DROP TABLE events', 'Only one SELECT, SHOW, DESCRIBE or EXISTS statement is accepted (READONLY)'],
    ["SELECT 1 INTO OUTFILE 'a'", 'Only one SELECT, SHOW, DESCRIBE or EXISTS statement is accepted (READONLY)'],
    ['SELECT count() FROM default.events', 'ACCESS_DENIED'],
    ["SELECT 1 SETTINGS log_comment = 'a'", 'READONLY'],
    ['SELECT throwIf(number = 3) FROM numbers(10)', 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO'],
    ['SELECT displayName()', 'displayname cannot be used here'],
    ['SELECT toUInt8(300) FROM nothing_there', 'UNKNOWN_TABLE'],
  ])('refuses %s with the reason', async (query, reason) => {
    const { status, errors } = failureOf(await ask(client, query));
    expect([status, errors[0]]).toEqual([400, expect.stringContaining(reason)]);
    expect(errors[0]).not.toMatch(/bi_rows|formatQuery|footfall_sql|127\.0\.0\.1/);
  });

  test.each([
    ['SELECT {a:String}', { a: 'x'.repeat(140_000) }, 'The parameter a has more than the 131072 bytes'],
    [`SELECT ${'\n'.repeat(90_000)}1`, {}, 'The statement is longer than a ClickHouse server takes'],
    [
      'SELECT 1',
      Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`p${index}`, '%'.repeat(100_000)])),
      'The parameters together are longer',
    ],
  ])('refuses what no URL can hold: %#', async (query, params, reason) => {
    const { status, errors } = failureOf(await ask(client, query, params));
    expect([status, errors]).toEqual([400, [expect.stringContaining(reason)]]);
  });

  test('takes what a URL can hold', async () => {
    const params = { a: 'x'.repeat(131_000) };
    expect((await ask(client, 'SELECT length({a:String})', params)).body.data.rows).toEqual([[131_000]]);
  });

  test('runs saved queries', async () => {
    const query = 'SELECT count() AS events FROM events WHERE toDate(time) >= {from:Date}';
    expect((await client.call('PUT', '/queries/events-since', { query })).body.data.parameters).toEqual([
      { name: 'from', type: 'Date' },
    ]);
    expect((await client.get('/queries/events-since', { from: '2026-01-02' })).body.data.rows).toEqual([[2]]);
  });

  test('goes on after the server has lost its user', async () => {
    users.forget();
    expect((await ask(client, 'SELECT 1')).status).toBe(503);
    expect((await ask(client, 'SELECT 1')).body.data.rows).toEqual([[1]]);
  });

  test('brings the views of an earlier version up to date when it starts', async () => {
    const { clickhouse } = service;
    const earlier = "SELECT generateUUIDv4() AS website_id, toLowCardinality('/x') AS path";
    await clickhouse.command(trusted(`CREATE OR REPLACE VIEW bi.events ON CLUSTER '${CLUSTER}' AS ${earlier}`));
    await service.restart();
    const [found] = await service.clickhouse.query({
      name: 'test',
      sql: sql`SELECT type FROM system.columns WHERE database = 'bi' AND table = 'events' AND name = 'path'`,
      row: z.object({ type: z.string() }),
    });
    expect(found?.type).toBe('String');
  });

  test('has its page in the dashboard', async () => {
    const owner = await signedIn(service, client.accountId);
    const page = textOf(await owner.page('/sql'));
    expect(page).toContain('daily_visitors');
    expect(textOf(await (await owner.post('/sql', { query: 'SELECT DISTINCT path FROM events' })).text())).toContain(
      '/own',
    );
  });
});

describe.each([
  ['does not let it make users', undefined, 'The user in CLICKHOUSE_URL needs the right ACCESS MANAGEMENT'],
  [
    'does not limit users',
    serverUsers('owner'),
    'SQL is off on this ClickHouse server: it does not keep accounts apart, as it answers SELECT 1 FROM',
  ],
])('a ClickHouse server that %s', (_, users, reason) => {
  test('runs no statement, and says why', async () => {
    const service = await twoShardsService({}, users);
    onTestFinished(() => service.close());
    const client = await apiClient(service);
    const owner = await signedIn(service, client.accountId);
    expect(failureOf(await ask(client, 'SELECT 1'))).toMatchObject({
      status: 503,
      errors: [expect.stringContaining(reason)],
    });
    expect((await client.call('PUT', '/queries/a', { query: 'SELECT 1' })).status).toBe(503);
    expect((await client.get('/queries')).body.data).toEqual([]);
    for (const path of ['/sql', '/sql/csv', '/sql/save']) {
      const answer = await owner.post(path, { query: 'SELECT 1', name: 'a' });
      expect([answer.status, textOf(await answer.text())], path).toEqual([503, expect.stringContaining(reason)]);
    }
  });
});
