import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { savedQueries } from '../../src/postgres/schema.js';
import { MAX_QUERY_BYTES, MAX_SAVED_QUERIES } from '../../src/sql/saved-queries.js';
import { checkRows } from '../rows.js';
import { type Answer, type ApiClient, apiClient, failureOf } from '../service/api-client.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';
import { probes, refusedStatements } from './battery.js';
import { targetsOf, twoAccounts } from './two-accounts.js';

let service: TestService;
let client: ApiClient;
let stranger: ApiClient;
let otherId: string;

beforeAll(async () => {
  service = await sharedService();
  ({ client, stranger, otherId } = await twoAccounts(service, ['/own-1', '/own-2', '/own-3'], ['/of-another']));
});

afterAll(() => service.close());

const save = (name: string, body: unknown) => client.call('PUT', `/queries/${name}`, body);
const run = (name: string, values: Readonly<Record<string, string>> = {}) => client.get(`/queries/${name}`, values);
const rows = ({ body }: Answer): unknown => body.data.rows;

/** A query that takes one parameter of each kind. */
const QUERY = `SELECT path FROM events -- {no:Date}
WHERE toDate(time) BETWEEN {from:Date} AND {to:Date} AND path != '{nor:Date}'
  AND ({only:Nullable(String)} IS NULL OR path = {only:Nullable(String)}) AND NOT has({except:Array(String)}, path)
ORDER BY path`;

describe('saved queries', () => {
  test('are listed with their parameters, replaced, and deleted', async () => {
    const { status, body } = await save('paths', { query: QUERY, description: 'Paths of a range' });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      name: 'paths',
      description: 'Paths of a range',
      query: QUERY,
      parameters: [
        { name: 'from', type: 'Date' },
        { name: 'to', type: 'Date' },
        { name: 'only', type: 'Nullable(String)' },
        { name: 'except', type: 'Array(String)' },
      ],
      url: 'https://footfall.example/api/v1/queries/paths',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    await save('another', { query: 'SELECT 1' });
    expect((await client.get('/queries')).body.data.map(({ name }: { name: string }) => name)).toEqual([
      'another',
      'paths',
    ]);
    service.clock += 1_000;
    const { createdAt, updatedAt, ...replaced } = (await save('another', { query: 'SELECT {a:UInt8}' })).body.data;
    expect(Date.parse(updatedAt) - Date.parse(createdAt)).toBe(1_000);
    expect(replaced).toMatchObject({ description: null, parameters: [{ name: 'a', type: 'UInt8' }] });
    expect((await client.call('DELETE', '/queries/another')).status).toBe(200);
    expect(failureOf(await client.call('DELETE', '/queries/another'))).toEqual({
      status: 404,
      errors: ['Query not found'],
    });
    expect((await run('another')).status).toBe(404);
  });

  test('are run with their parameters, in every format', async () => {
    const range = { from: '2026-01-01', to: '2026-01-03' };
    expect(rows(await run('paths', { ...range, except: "['/own-2','it\\'s']" }))).toEqual([['/own-1'], ['/own-3']]);
    expect(rows(await run('paths', { ...range, only: '/own-2', except: '[]' }))).toEqual([['/own-2']]);
    const path = `/queries/paths?${new URLSearchParams({ ...range, except: '[]', only: '/own-2' })}`;
    const file = (Accept: string) => client.call('GET', path, undefined, { Accept });
    expect((await file('text/csv')).body.data).toBe('"path"\n"/own-2"\n');
    expect((await file('application/x-ndjson')).body.data).toBe('{"path":"/own-2"}\n');
  });

  test.each(["it's", '\\N', '\t\n\\', '{x:String}', "' OR 1 = 1 --", 'é 💡', ''])('take %j as a text', async (text) => {
    await save('echo', { query: 'SELECT {text:String}' });
    expect(rows(await run('echo', { text }))).toEqual([[text]]);
  });

  test('take NULL for a parameter of a type that contains it', async () => {
    await save('nulls', { query: 'SELECT {a:Nullable(Date)}, {b:LowCardinality(Nullable(String))}' });
    expect(rows(await run('nulls'))).toEqual([[null, null]]);
    expect(rows(await run('nulls', { a: '2026-01-01', b: '' }))).toEqual([['2026-01-01', '']]);
  });

  test('mark formulas in CSV, unless they are asked for raw, or have a parameter of that name', async () => {
    await save('formula', { query: "SELECT '=1' AS a" });
    const csv = { Accept: 'text/csv' };
    const text = async (path: string) => (await client.call('GET', path, undefined, csv)).body.data;
    expect(await text('/queries/formula')).toBe(`"a"\n"'=1"\n`);
    expect(await text('/queries/formula?raw=true')).toBe('"a"\n"=1"\n');
    expect(failureOf(await client.call('GET', '/queries/formula?raw=x')).errors).toEqual([
      'raw: must be true or false',
    ]);
    await save('formula', { query: 'SELECT {raw:String} AS a' });
    expect(await text('/queries/formula?raw=%3Dtrue')).toBe(`"a"\n"'=true"\n`);
  });

  test('say which parameters are missing, unknown or repeated', async () => {
    expect(failureOf(await run('paths', { form: '2026-01-01', except: '[]' }))).toEqual({
      status: 400,
      errors: [
        'from: is required (Date)',
        'to: is required (Date)',
        'form: unknown parameter. This query takes from, to, only, except',
      ],
    });
    await save('plain', { query: 'SELECT 1' });
    expect(failureOf(await run('plain', { ['x'.repeat(5_000)]: '1' })).errors).toEqual([
      `${'x'.repeat(60)}…: unknown parameter. This query takes no parameters`,
    ]);
    expect(failureOf(await client.call('GET', '/queries/echo?text=a&text=b')).errors).toEqual([
      'text: must be given once',
    ]);
    const wrong = failureOf(await run('paths', { from: 'today', to: '2026-01-01', except: '[]' }));
    expect(wrong).toMatchObject({ status: 400, errors: [expect.stringContaining('today')] });
  });

  test.each([
    ['Upper', { query: 'SELECT 1' }, 'name: must be lowercase letters'],
    ['a--b', { query: 'SELECT 1' }, 'name: must be lowercase letters'],
    ['x'.repeat(61), { query: 'SELECT 1' }, 'name: must have at most 60 characters'],
    ['a', {}, 'query: is required'],
    ['a', { query: '' }, 'query: must not be empty'],
    ['a', { query: "SELECT '\0'" }, 'query: must not contain NUL or lone surrogates'],
    ['a', { query: 'SELECT 1', description: '' }, 'description: must be 1 to 200 characters'],
    ['a', { query: 'SELECT 1', parameters: [] }, 'parameters: unknown field'],
    ['a', { query: 'SELECT 1 FORMAT CSV' }, 'query: must not contain FORMAT; use the Accept header'],
    ['a', { query: 'SELECT 1 FRM' + ' x y' }, 'SYNTAX_ERROR'],
    ['a', { query: 'DROP TABLE events' }, 'Only one SELECT, SHOW, DESCRIBE or EXISTS statement is accepted (READONLY)'],
    ['a', { query: 'SELECT 1; SELECT 2' }, 'query: '],
    ['a', { query: 'SELECT * FROM {t:Identifier}' }, 'its type must not be Identifier'],
    [
      'a',
      { query: `SELECT '${'é'.repeat(MAX_QUERY_BYTES / 2)}'` },
      `query: must have at most ${MAX_QUERY_BYTES} bytes`,
    ],
  ])('%s with %j is refused', async (name, body, message) => {
    const { status, errors } = failureOf(await save(name, body));
    expect(status).toBe(400);
    expect(errors.join('; ')).toContain(message);
    expect((await run('a')).status).toBe(404);
  });

  test('are at most so many for an account, which can still replace them', async () => {
    const { db } = service.engines.postgres;
    const owner = await apiClient(service);
    const at = new Date(service.clock);
    const row = { accountId: owner.accountId, query: 'SELECT 1', parameters: [], createdAt: at, updatedAt: at };
    await db
      .insert(savedQueries)
      .values(Array.from({ length: MAX_SAVED_QUERIES }, (_, index) => ({ ...row, name: `q-${index}` })));
    const put = (name: string) => owner.call('PUT', `/queries/${name}`, { query: 'SELECT 2' });
    expect(failureOf(await put('more'))).toEqual({
      status: 409,
      errors: ['An account has at most 100 saved queries: delete one first'],
    });
    expect((await put('q-7')).status).toBe(200);
  });

  test('are those of one account', async () => {
    await save('mine', { query: 'SELECT path FROM events' });
    expect((await stranger.get('/queries')).body.data).toEqual([]);
    expect((await stranger.get('/queries/mine')).status).toBe(404);
    expect((await stranger.call('DELETE', '/queries/mine')).status).toBe(404);
    await stranger.call('PUT', '/queries/mine', { query: "SELECT 'of-another', path FROM events" });
    expect(rows(await stranger.get('/queries/mine'))).toEqual([['of-another', '/of-another']]);
    expect(rows(await run('mine'))).toHaveLength(3);
  });

  test('are refused what the interface for BI tools refuses, and tell nothing of other accounts', async () => {
    const targets = targetsOf(otherId);
    let saved = 0;
    await checkRows(refusedStatements(targets), async (query) => {
      const { status } = await save('refused', { query });
      if (status === 400) return;
      saved += 1;
      // What the rights of the session refuse shows when it runs.
      const { body } = await run('refused', query.includes('{') ? { t: 'default.events', c: 'path' } : {});
      expect(body.success).toBe(false);
    });
    expect(saved).toBeGreaterThan(0);
    await checkRows(probes(targets), async (query) => {
      expect((await save('probe', { query })).status).toBe(200);
      const { status, body } = await run('probe');
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(otherId);
      expect(JSON.stringify(body.data.rows)).not.toContain('of-another');
    });
  });
});
