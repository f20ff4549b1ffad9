import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../src/dashboard/pages/sql/examples.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';
import { QUERIES } from '../sql/docs-queries.js';
import { untilSqlReads } from '../sql/until-sql-reads.js';
import { plainText, rowsOfTable } from './read-page.js';
import { type SignedIn, signedIn } from './signed-in.js';

const HOSTILE = '/<img src=x onerror=alert(1)>';

let service: TestService;
let api: ApiClient;
let person: SignedIn;
let stranger: SignedIn;
let websiteId: string;

beforeAll(async () => {
  service = await sharedService();
  api = await apiClient(service);
  person = await signedIn(service, api.accountId);
  stranger = await signedIn(service);
  websiteId = (await api.website({ name: 'Shop <b>' })).id;
  const line = (path: string, day: number) =>
    `${JSON.stringify({ timestamp: `2026-01-0${day}T00:00:00.000Z`, url: `https://example.com${path}`, visitor: `v${day}` })}\n`;
  await api.import(websiteId, [line('/a', 1), line('/a', 2), line(encodeURI(HOSTILE), 3), line('/=1+1', 3)].join(''));
  await untilSqlReads(api, 4);
});

afterAll(() => service.close());

/** Sends the form and gives its answer. */
async function send(path: string, fields: Readonly<Record<string, string>>, by = person) {
  const response = await by.post(path, fields);
  const html = await response.text();
  return { status: response.status, location: response.headers.get('Location'), html, text: plainText(html) };
}

const run = (query: string, fields: Readonly<Record<string, string>> = {}) => send('/sql', { query, ...fields });

describe('the page for SQL', () => {
  test('needs a person, and forms of its own', async () => {
    expect((await service.app.request('/sql')).headers.get('Location')).toBe('/login?next=%2Fsql');
    for (const path of ['/sql', '/sql/csv', '/sql/save', '/sql/delete', '/sql/parameters']) {
      const response = await person.post(path, { query: 'SELECT 1' }, { 'Sec-Fetch-Site': 'cross-site' });
      expect(response.status, path).toBe(403);
    }
  });

  test('shows the views with their columns, and examples with their fields', async () => {
    const text = plainText(await person.page('/sql'));
    expect(text).toContain('visitor_id UInt64 Visitor of this website; visitors of two websites are never the same');
    for (const { title } of EXAMPLES) expect(text).toContain(title);
    const html = await person.page('/sql?example=top-pages');
    expect(html).toContain(`<option value="${websiteId}">Shop &lt;b&gt;</option>`);
    expect(html).toMatch(/<input id="param_from" [^>]*type="date" [^>]*value="\d{4}-\d\d-\d\d"/);
  });

  test.each(EXAMPLES)('has the example $name as the docs have it', async ({ title, query }) => {
    expect(query).toBe(QUERIES.get(title)?.trim());
    const { status, text } = await run(query, {
      param_website: websiteId,
      param_from: '2026-01-01',
      param_to: '2026-01-03',
    });
    expect([status, text]).toEqual([200, expect.stringMatching(/\d rows? in/)]);
  });

  test('runs a query and keeps what was typed; what visitors and queries are called is text', async () => {
    const query =
      'SELECT path AS `<b>x</b>`, count() AS events FROM events\nWHERE path != {not:String} GROUP BY path ORDER BY path';
    const { status, html, text } = await run(query.replace('\n', '\r\n'), { param_not: '/"><i>' });
    expect(status).toBe(200);
    expect(rowsOfTable(html)).toEqual([
      [HOSTILE, '1'],
      ['/=1+1', '1'],
      ['/a', '2'],
    ]);
    expect(html).not.toMatch(/<img|<b>|<i>/);
    expect(html).toContain('value="/&quot;&gt;&lt;i&gt;"');
    expect(html).toContain(`path != {not:String}`);
    expect(text).toContain('<b>x</b>');
  });

  test.each([
    ['SELECT NULL, [1, NULL], 18446744073709551615', ['NULL', '[1,null]', '18446744073709551615']],
    ["SELECT repeat('x', 600)", [`${'x'.repeat(500)}…`]],
    ['SELECT {a:Nullable(String)}, {b:String}, {c:Array(String)}', ['NULL', '', '["d"]']],
  ])('%s', async (query, cells) => {
    const { html } = await run(query, { param_a: '', param_b: '', param_c: "['d']" });
    expect(rowsOfTable(html)).toEqual([cells]);
  });

  test('shows the first rows only, of any number and size', async () => {
    expect((await run('SELECT number FROM numbers(5000)')).text).toContain('The first 1,000 rows');
    expect((await run('SELECT 1 FROM numbers(1000)')).text).not.toContain('The first');
    const large = await run("SELECT repeat('x', 900000) FROM numbers(3)");
    expect(large.text).toContain('The first 2 rows');
    expect((await run("SELECT groupArray(repeat('x', 1000000)) FROM numbers(3)")).text).toContain(
      'The first row is too large for this page',
    );
    expect((await run('SELECT 1 WHERE 0')).text).toContain('0 rows');
  });

  test.each([
    ['', 400, 'Enter a query.'],
    ['SELECT {a:Date}', 400, 'Enter a value for each parameter.'],
    ['SELECT 1 FRM x y', 400, 'Syntax error'],
    ['SELECT * FROM nothing', 400, 'UNKNOWN_TABLE'],
    ['DROP TABLE events', 400, 'Only one SELECT, SHOW, DESCRIBE or EXISTS statement is accepted'],
    ['SELECT 1 FORMAT CSV', 400, 'Remove the FORMAT clause.'],
    ['SELECT path FROM default.events', 400, 'ACCESS_DENIED'],
  ])('says what is wrong with %j', async (query, status, message) => {
    for (const path of ['/sql', '/sql/csv']) {
      const answer = await send(path, { query });
      expect(answer.status).toBe(status);
      expect(answer.html).toMatch(/role="alert"/);
      expect(answer.text).toContain(message);
      expect(answer.text).not.toContain('Expected one of');
      expect(answer.text).toContain(query);
    }
  });

  test('asks for the values of parameters that are missing', async () => {
    const { html } = await run('SELECT {a:Date}, {b:String}', { param_a: '' });
    expect(html).toContain('id="param_a-error"');
    expect(html).toContain('id="param_b-error"');
    expect((await run('SELECT {constructor:String}')).html).toContain('id="param_constructor-error"');
    const fragment = await person.post(
      '/sql/parameters',
      { query: 'SELECT {c:UInt8}' },
      { 'X-Footfall-Fragment': '1' },
    );
    const fields = await fragment.text();
    expect(fields).toContain('name="param_c"');
    expect(fields).not.toContain('<textarea');
  });

  test('has a field for each type of parameter', async () => {
    const query = 'SELECT {day:Nullable(Date)}, {rate:Float64}, {count:LowCardinality(UInt8)}, {text:String}';
    const { html } = await send('/sql/parameters', { query });
    const field = (name: string) => new RegExp(`<input id="param_${name}" [^>]*>`).exec(html)?.[0];
    expect(field('day')).toContain('type="date"');
    expect(field('rate')).toContain('inputmode="decimal"');
    expect(field('count')).toContain('inputmode="numeric"');
    expect(field('text')).not.toContain('inputmode');
  });

  test('gives every row as CSV, without formulas', async () => {
    const query = 'SELECT path, count() AS events, -5 AS less FROM events GROUP BY path ORDER BY path';
    const response = await person.post('/sql/csv', { query });
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="query.csv"');
    expect(await response.text()).toBe(`path,events,less\r\n${HOSTILE},1,-5\r\n/=1+1,1,-5\r\n/a,2,-5\r\n`);
    const formula = await person.post('/sql/csv', {
      query: "SELECT '=1+1', 18446744073709551615, -9223372036854775807, NULL",
    });
    expect((await formula.text()).split('\r\n')[1]).toBe("'=1+1,18446744073709551615,-9223372036854775807,");
    const many = await person.post('/sql/csv', { query: 'SELECT number FROM numbers(20000)' });
    expect((await many.text()).split('\r\n')).toHaveLength(20_002);
  });

  test('refuses a row as CSV that would take the thread too long, and queries with too many parameters', async () => {
    const query = "SELECT groupArray(repeat('x', 1000000)) FROM numbers(3)";
    const { status, text } = await send('/sql/csv', { query });
    expect([status, text]).toEqual([400, expect.stringContaining('A row is too large for CSV')]);
    const parameters = Array.from({ length: 101 }, (_, index) => `{a${index}:String}`);
    for (const path of ['/sql', '/sql/csv', '/sql/save', '/sql/parameters']) {
      const refused = await send(path, { query: `SELECT ${parameters}` });
      expect([refused.status, refused.text]).toEqual([
        400,
        expect.stringContaining('A query can have at most 100 parameters'),
      ]);
    }
    const most = await send('/sql/parameters', { query: `SELECT ${parameters.slice(1)}` });
    expect(most.status).toBe(200);
  });

  test('draws lines over times and bars over names, unless there is nothing to draw', async () => {
    const days = await run(
      'SELECT toDate(time) AS day, count() AS events, uniq(visitor_id) AS v FROM events GROUP BY day',
    );
    expect(days.html.match(/class="series-line/g)).toHaveLength(2);
    expect(days.text).toContain('1 Jan');
    const pages = await run('SELECT path, -count() / 4 AS events FROM events GROUP BY path');
    expect(pages.html.match(/class="series-bar/g)).toHaveLength(3);
    const pairs = await run("SELECT 'a' AS one, 'b' AS other, 1 AS n UNION ALL SELECT 'a', 'c', 2");
    expect(pairs.text).toContain('a · b');
    const twice = "SELECT 'a' AS one, 1 AS n UNION ALL SELECT 'a', 2";
    for (const query of ['SELECT path FROM events', "SELECT 'a', 1", 'SELECT path, country FROM events', twice]) {
      expect((await run(query)).html).not.toContain('sql-chart');
    }
    for (const value of ['nan', 'inf', 'NULL', '1e300', '-1e300', '0']) {
      const { html } = await run(`SELECT number, ${value} AS y FROM numbers(3)`);
      expect(html, value).not.toMatch(/NaN|Infinity|undefined/);
    }
  });
});

describe('saved queries on the page', () => {
  const QUERY = 'SELECT path FROM events WHERE toDate(time) >= {from:Date} ORDER BY path';

  test('running a query keeps the typed name in sight', async () => {
    expect((await run('SELECT 1')).html).toMatch(/<details class="sql-save">/);
    expect((await run('SELECT 1', { name: 'one' })).html).toMatch(
      /<details class="sql-save" open[^>]*>[\s\S]*value="one"/,
    );
  });

  test('are saved, opened, changed, called and deleted, and are those of one account', async () => {
    const saved = await send('/sql/save', { query: QUERY, name: 'paths', description: 'Paths <b>' });
    expect([saved.status, saved.location]).toEqual([303, '/sql?saved=paths&done=saved']);
    const page = await person.page('/sql?saved=paths&done=saved');
    expect(plainText(page)).toContain('Query saved.');
    expect(plainText(page)).toContain('https://footfall.example/api/v1/queries/paths?from={from}');
    expect(page).toContain('Paths &lt;b&gt;');
    expect(page).toContain('name="param_from"');
    expect((await api.get('/queries/paths', { from: '2026-01-02' })).body.data.rows).toHaveLength(3);

    const other = { query: 'SELECT 1', name: 'paths', description: '' };
    const refused = await send('/sql/save', other);
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('A query named “paths” already exists.'),
    ]);
    expect((await send('/sql/save', { ...other, opened: 'paths' })).status).toBe(303);
    expect((await api.get('/queries/paths')).body.data.rows).toEqual([[1]]);

    expect((await stranger.get('/sql?saved=paths')).status).toBe(404);
    expect(await stranger.page('/sql')).not.toContain('queries/paths');
    await send('/sql/delete', { name: 'paths' }, stranger);
    expect((await api.get('/queries/paths')).status).toBe(200);

    expect((await send('/sql/delete', { name: 'paths' })).location).toBe('/sql?done=deleted');
    expect((await api.get('/queries/paths')).status).toBe(404);
  });

  test.each([
    [{ query: QUERY, name: 'Not A Name' }, 'Must be lowercase letters and digits, with single hyphens between them.'],
    [{ query: QUERY, name: '' }, 'Must be lowercase'],
    [{ query: '', name: 'empty' }, 'Must not be empty.'],
    [{ query: 'DROP TABLE events', name: 'drop' }, 'Only one SELECT'],
    [{ query: 'SELECT 1 FORMAT CSV', name: 'csv' }, 'Remove the FORMAT clause.'],
    [{ query: QUERY, name: 'long', description: 'x'.repeat(201) }, 'Must be 1 to 200 characters.'],
  ])('%j is refused, and nothing typed is lost', async (fields, message) => {
    const { status, text, html } = await send('/sql/save', fields);
    expect(status).toBe(400);
    expect(text).toContain(message);
    expect(text).toContain(fields.query);
    expect(html).toContain(`value="${fields.name}"`);
    expect((await api.get('/queries')).body.data).toEqual([]);
  });
});
