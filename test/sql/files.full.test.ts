import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomHistory } from '../oracle/history.js';
import { answer } from '../oracle/oracle.js';
import { addDays, dayStart } from '../oracle/zones.js';
import { apiClient } from '../service/api-client.js';
import { counted } from '../service/daily-visitors.js';
import { importInPieces } from '../service/oracle-client.js';
import { sharedService } from '../service/shared-service.js';
import { type BiService, biService, readsAll } from './bi-service.js';
import { QUERIES } from './docs-queries.js';

const FILES = new URL('../../bi/', import.meta.url);
const DOMAIN = 'example.com';
const EVENT = 'signup';
const TIME_ZONE = 'America/New_York';
const FIRST = '2026-03-06';
const DAYS = 12;

type Row = Readonly<Record<string, unknown>>;

const website = { timezone: TIME_ZONE, domain: DOMAIN };
const history = randomHistory({ seed: 11, zone: TIME_ZONE, from: FIRST, days: DAYS, visitors: 60, domain: DOMAIN });
const range = { from: addDays(FIRST, 1), to: addDays(FIRST, 8) };
/** Every event of the history. */
const everything = { from: addDays(FIRST, -1), to: addDays(FIRST, DAYS + 2) };

let service: BiService;
let id: string;
let ask: (query: string, query_params?: Row) => Promise<readonly Row[]>;

beforeAll(async () => {
  service = await biService({}, sharedService);
  const client = await apiClient(service);
  ({ id } = await client.website({ name: "Ada's shop", ...website }));
  await importInPieces(client, id, history);
  await counted(service, id);
  const tool = service.connect(client.key);
  await readsAll(tool, id, history);
  ask = async (query, query_params = {}) =>
    (await tool.query({ query, query_params, format: 'JSONEachRow' })).json<Row>();
});

afterAll(() => service.close());

const readText = (path: string): string => readFileSync(new URL(path, FILES), 'utf8');

describe("Grafana's dashboard", () => {
  interface Variable {
    readonly name: string;
    readonly type: string;
    readonly query: string;
  }
  interface Panel {
    readonly title: string;
    readonly type: string;
    readonly datasource: { readonly type: string };
    readonly targets: readonly { readonly rawSql: string; readonly queryType: string; readonly format: number }[];
  }
  const dashboard = JSON.parse(readText('grafana/dashboards/footfall.json')) as {
    readonly templating: { readonly list: readonly Variable[] };
    readonly panels: readonly Panel[];
  };
  const variables = dashboard.templating.list.filter(({ type }) => type === 'query');

  /** The macros and variables of a statement, as the plugin's documentation has them. The last millisecond belongs to the range. */
  function fill(sql: string, { from, to }: { readonly from: string; readonly to: string } = range): string {
    const first = dayStart(TIME_ZONE, from);
    const last = dayStart(TIME_ZONE, addDays(to, 1)) - 1;
    const values: Readonly<Record<string, string>> = { website: id, event: EVENT };
    const seconds = (time: number) => `toDateTime(${Math.floor(time / 1000)})`;
    const filled = sql
      .replace(/\$\{(\w+):singlequote\}/g, (_, name: string) => `'${values[name]?.replaceAll("'", "\\'")}'`)
      .replace(
        /\$__timeFilter_ms\(([\w.]+)\)/g,
        `$1 >= fromUnixTimestamp64Milli(${first}) AND $1 <= fromUnixTimestamp64Milli(${last})`,
      )
      .replace(/\$__timeInterval\(([\w.]+)\)/g, 'toStartOfInterval(toDateTime($1), INTERVAL 7200 second)')
      .replace(/\$__fromTime\b/g, seconds(first))
      .replace(/\$__toTime\b/g, seconds(last));
    expect(filled).not.toContain('$');
    return filled;
  }

  function show(title: string): Promise<readonly Row[]> {
    const sql = dashboard.panels.find((panel) => panel.title === title)?.targets[0]?.rawSql;
    if (sql === undefined) throw new Error(`there is no panel ${title}`);
    return ask(fill(sql));
  }

  const answered = <E extends Parameters<typeof answer>[2]>(endpoint: E) =>
    answer(history, website, endpoint, { ...range, limit: 'all' });

  test.each(dashboard.panels)('$title has rows', async ({ type, datasource, targets }) => {
    expect(datasource.type).toBe('grafana-clickhouse-datasource');
    for (const { rawSql, queryType, format } of targets) {
      expect([queryType, format]).toEqual(type === 'timeseries' ? ['timeseries', 0] : ['table', 1]);
      const rows = await ask(fill(rawSql));
      expect(rows.length).toBeGreaterThan(0);
      if (type === 'timeseries') expect(Object.keys(rows[0] ?? {})[0]).toBe('time');
    }
  });

  test('the variables list websites, as value and text, and events', async () => {
    const listed = await Promise.all(variables.map(({ query }) => ask(fill(query))));
    expect(variables.map(({ name }) => name)).toEqual(['website', 'event']);
    expect(listed[0]).toEqual([{ id, name: "Ada's shop" }]);
    expect(listed[1]).toContainEqual({ name: EVENT });
  });

  test('the figures are those of the dashboard of Footfall', async () => {
    const main = answered('main');
    expect(await show('Visitors')).toEqual([{ visitors: main.totalVisitors }]);
    expect(await show('Pageviews')).toEqual([{ pageviews: main.totalPageviews }]);
    const [bounces] = await show('Bounce rate');
    expect(bounces?.bounce_rate).toBeCloseTo(main.bounceRate, 4);
    const [duration] = await show('Session duration');
    expect(duration?.seconds).toBeCloseTo(main.averageSessionDurationSeconds, 2);
    const series = await show('Visitors and pageviews');
    expect(sum(series, 'pageviews')).toBe(main.totalPageviews);
    const days = answer(history, website, 'visitors-chart', { ...range, granularity: 'day' }).data;
    expect(await show('Visitors by day')).toEqual(
      days.filter(({ visitors }) => visitors > 0).map(({ date: day, visitors }) => ({ day, visitors })),
    );
    const countries = answered('countries').data.filter(({ visitors }) => visitors > 0);
    expect(await show('Countries')).toEqual(countries.map(({ country, visitors }) => ({ country, visitors })));
    expect(await show('Top pages')).toEqual(
      answered('pages').data.map(({ page: path, visitors, pageviews }) => ({ path, visitors, pageviews })),
    );
  });

  test.each([
    ['Landing pages', 'Sessions by landing page'],
    ['Campaigns', 'Conversion by campaign'],
    ['Sources', 'Channels and their sources'],
  ])('%s is the query of the docs', async (panel, query) => {
    expect(await show(panel)).toEqual(await ask(QUERIES.get(query) ?? '', { website: id, ...range, event: EVENT }));
  });

  test('the data source reads the key from the environment', () => {
    const source = readText('grafana/provisioning/datasources/footfall.yaml');
    expect(source).toMatch(/^ {6}protocol: http$/m);
    expect(source).toMatch(/^ {6}defaultDatabase: bi$/m);
    expect(source).toMatch(/^ {6}password: \$FOOTFALL_API_KEY$/m);
  });
});

describe('the dbt package', () => {
  const paths = readdirSync(new URL('dbt/models/', FILES), { recursive: true, encoding: 'utf8' });
  const models = new Map(
    paths
      .filter((path) => path.endsWith('.sql'))
      .map((path) => [basename(path, '.sql'), readText(`dbt/models/${path}`)] as const),
  );

  /** The statement of a model, with the Jinja that the package uses resolved. */
  function compile(name: string): string {
    const compiled = (models.get(name) ?? '')
      .replace(/\{\{ source\('footfall', '(\w+)'\) \}\}/g, 'bi.$1')
      .replace(/\{\{ ref\('(\w+)'\) \}\}/g, (_, other: string) => `(${compile(other)})`)
      .replace(/\{\{ var\("conversion_event"\) \}\}/g, EVENT);
    expect(compiled).not.toMatch(/\{[{%]|^$/);
    return compiled;
  }

  test('the sources are the views, with the comments of their columns', async () => {
    const views = await ask("SELECT name, comment FROM system.tables WHERE database = 'bi' ORDER BY name");
    const columns = await ask(
      "SELECT table, name, comment FROM system.columns WHERE database = 'bi' ORDER BY table, position",
    );
    const lines = [
      '# The views and the comments of their columns. A test writes this file.',
      ...['version: 2', '', 'sources:', '  - name: footfall', '    schema: bi', '    tables:'],
      ...views.flatMap(({ name: view, comment }) => [
        ...[`      - name: ${view}`, `        description: ${JSON.stringify(comment)}`, '        columns:'],
        ...columns
          .filter(({ table }) => table === view)
          .flatMap((column) => [
            `          - name: ${column.name}`,
            `            description: ${JSON.stringify(column.comment)}`,
          ]),
      ]),
    ];
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../../bi/dbt/models/sources.yml');
  });

  interface Described {
    readonly model: string;
    readonly columns: readonly { readonly name: string; readonly tests: readonly string[] }[];
  }

  /** What models.yml says, which has a fixed form. */
  const described: readonly Described[] = readText('dbt/models/models.yml')
    .split(/^ {2}- name: /m)
    .slice(1)
    .map((text) => ({
      model: /^\w+/.exec(text)?.[0] ?? '',
      columns: [...text.matchAll(/^ {6}- name: (\w+)\n {8}description: .+\n(?: {8}data_tests: \[(.+)\]\n)?/gm)].map(
        ([, name = '', tests]) => ({ name, tests: tests?.split(', ') ?? [] }),
      ),
    }));

  test('every model is described', () => {
    expect(described.map(({ model }) => model).sort()).toEqual([...models.keys()].sort());
  });

  test.each(described)('$model has rows, the columns described, and passes its tests', async ({ model, columns }) => {
    const compiled = compile(model);
    const rows = await ask(compiled);
    expect(rows.length).toBeGreaterThan(0);
    expect(Object.keys(rows[0] ?? {})).toEqual(columns.map(({ name }) => name));
    for (const { name, tests } of columns) {
      for (const each of tests) {
        const failing = GENERIC_TESTS[each]?.(`(${compiled})`, name) ?? `no test ${each}`;
        expect(await ask(`select count() as failures from (${failing})`)).toEqual([{ failures: 0 }]);
      }
    }
  });

  test('the sessions are those of bi.visits', async () => {
    const figures = 'sum(pageviews) AS pageviews, sum(bounces) AS bounces';
    const found = await ask(`SELECT count() AS sessions, ${figures} FROM (${compile('stg_sessions')})`);
    expect(found).toEqual(await ask(`SELECT sum(sessions) AS sessions, ${figures} FROM bi.visits`));
  });

  test('the visitors by day and country are those of bi.events', async () => {
    const order = 'ORDER BY date, country';
    const found = await ask(
      `SELECT date, country, visitors, pageviews FROM (${compile('daily_visitors_by_country')}) ${order}`,
    );
    const events = `SELECT toDate(local_time) AS date, country, uniq(visitor_id) AS visitors, countIf(type = 'pageview') AS pageviews
      FROM bi.events GROUP BY date, country ${order}`;
    expect(found).toEqual(await ask(events));
  });

  test.each([
    [
      'sessions_by_landing_page',
      'Sessions by landing page',
      `landing_page AS entry_path, sum(m.sessions) AS sessions, sum(m.bounce_rate * m.sessions) / sessions AS bounce_rate,
       sum(average_duration_seconds * m.sessions) / sessions AS seconds`,
      'entry_path',
    ],
    [
      'conversions_by_campaign',
      'Conversion by campaign',
      'campaign, sum(m.sessions) AS sessions, sum(m.conversions) AS conversions, conversions / sessions AS rate',
      'campaign',
    ],
  ])('%s adds up to the query of the docs', async (model, query, columns, key) => {
    const found = await ask(
      `SELECT ${columns} FROM (${compile(model)}) AS m GROUP BY ${key} ORDER BY sessions DESC, ${key}`,
    );
    const expected = await ask(QUERIES.get(query) ?? '', { website: id, ...everything, event: EVENT });
    expect(found).toEqual(expected.map(approximate));
  });

  test.each([
    'EXISTS DATABASE `bi`',
    'select name from system.databases',
    `/* {"app": "dbt"} */
    select t.name as name, t.database as schema, if(engine not in ('MaterializedView', 'View'), 'table', 'view') as type, db.engine as db_engine
    from system.tables as t JOIN system.databases as db on t.database = db.name where schema = 'bi'`,
  ])('the statement of dbt at connect is answered: %s', async (statement) => {
    expect((await ask(statement)).length).toBeGreaterThan(0);
  });
});

/** The rows for which a generic test of dbt fails. */
const GENERIC_TESTS: Readonly<Record<string, (model: string, column: string) => string>> = {
  not_null: (model, column) => `select ${column} from ${model} where ${column} is null`,
  unique: (model, column) =>
    `select ${column}, count(*) as n_records from ${model} where ${column} is not null group by ${column} having count(*) > 1`,
};

const sum = (rows: readonly Row[], name: string): number => rows.reduce((total, row) => total + Number(row[name]), 0);

/** Sums of fractions depend on their order in the last digits. */
const approximate = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? expect.closeTo(value, 6) : value]),
  );
