import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkRows } from '../rows.js';
import { answerHere, footfallHere } from './footfall-here.js';
import { openHere, type ServiceHere } from './here.js';

const KEY = `ff_live_${'a'.repeat(64)}`;
const BOOTSTRAP = { BOOTSTRAP_EMAIL: 'ada@example.com', BOOTSTRAP_API_KEY: KEY };
const RANGE = ['--from', '2026-01-01', '--to', '2026-01-31'];

const LINES = [
  { visitor: 'a', url: 'https://shop.example/', country: 'DE' },
  { visitor: 'a', url: 'https://shop.example/docs', country: 'DE' },
  { visitor: 'b', url: 'https://shop.example/docs/a,b', country: 'AT' },
  { visitor: 'c', url: 'https://shop.example/', country: 'FR' },
  {
    visitor: 'c',
    url: 'https://shop.example/',
    type: 'custom',
    name: '\u001b[31m=red',
    props: { price: 9.5, plan: 404 },
  },
];

let folder: string;
let environment: Record<string, string>;
let service: ServiceHere | undefined;
let goal: string;
let segment: string;

const here = () => service!;

async function call(method: string, path: string, body?: unknown, type = 'application/json') {
  const response = await here().fetch(`/api/v1${path}`, {
    method,
    headers: { 'X-API-Key': KEY, 'Content-Type': type },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: any answer of the API.
  const { data } = (await response.json()) as any;
  return data;
}

let website: string;
let other: string;

const STEPS = [
  { dimension: 'page', operator: 'is', values: ['/'] },
  { dimension: 'page', operator: 'contains', values: ['/docs'] },
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-query-'));
  environment = { DATA_DIR: join(folder, 'data') };
  service = await openHere({ ...environment, ...BOOTSTRAP });
  ({ id: website } = await call('POST', '/websites', { name: 'Shop', domain: 'shop.example', timezone: 'UTC' }));
  const lines = LINES.map((line, minute) => JSON.stringify({ timestamp: `2026-01-10T10:0${minute}:00Z`, ...line }));
  await call('POST', `/websites/${website}/import`, lines.join('\n'), 'application/x-ndjson');
  const match = { dimension: 'page', operator: 'is', values: ['/docs*'] };
  ({ id: goal } = await call('POST', `/websites/${website}/goals`, { name: 'Docs', match }));
  const filters = { dimension: 'country', operator: 'is', values: ['DE', 'FR'] };
  await call('POST', `/websites/${website}/funnels`, { name: 'To docs', steps: STEPS, withinSeconds: 3600 });
  ({ id: other } = await call('POST', '/websites', { name: 'Blog', domain: 'blog.example', timezone: 'UTC' }));
  const line = { timestamp: '2026-01-10T10:00:00Z', visitor: 'z', url: 'https://blog.example/' };
  await call('POST', `/websites/${other}/import`, JSON.stringify(line), 'application/x-ndjson');
  ({ id: segment } = await call('POST', `/websites/${website}/segments`, { name: 'S', filters }));
});

afterAll(async () => {
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (args: readonly string[], input = '') =>
  footfallHere(['query', '--website', 'shop.example', ...args], environment, input);

/** The table that answers can change, as soon as visitors are counted by the day, and a cursor has the time. */
const comparable = ({ query: { source: _, ...query }, nextCursor, ...rest }: Answer) => ({
  ...rest,
  query,
  hasMore: nextCursor !== null,
});

interface Answer {
  readonly query: { readonly source: string };
  readonly nextCursor: string | null;
}

const data = async (args: readonly string[]) => comparable(JSON.parse((await run([...args, '--json'])).stdout));

const days = { from: '2026-01-01', to: '2026-01-31' };
const pages = { dimension: 'page', operator: 'contains', values: ['/docs'] };

/** Options, and the body that they stand for. */
const numbers = Array.from({ length: 100 }, (_, place) => 400 + place);

const bodies = (): readonly (readonly [readonly string[], object])[] => [
  [[], {}],
  [
    [
      '--metrics',
      'pageviews, visitors',
      '--dimensions',
      'country,page',
      '--limit',
      '2',
      '--include',
      'totals,totalRows',
    ],
    {
      metrics: ['pageviews', 'visitors'],
      dimensions: ['country', 'page'],
      limit: 2,
      include: ['totals', 'totalRows'],
    },
  ],
  [
    ['--filter', 'country is DE, AT', '--filter', 'page contains /docs', '--dimensions', 'page'],
    { dimensions: ['page'], filters: [{ dimension: 'country', operator: 'is', values: ['DE', 'AT'] }, pages] },
  ],
  [['--filter', 'page is ["/docs/a,b"]'], { filters: [{ dimension: 'page', operator: 'is', values: ['/docs/a,b'] }] }],
  [
    ['--filter', 'property:price greater 9', '--metrics', 'events'],
    { metrics: ['events'], filters: [{ dimension: 'property:price', operator: 'greater', values: [9] }] },
  ],
  [['--filter', 'event is_not null'], { filters: [{ dimension: 'event', operator: 'is_not', values: [null] }] }],
  [
    ['--filter', 'property:plan is [404]'],
    { filters: [{ dimension: 'property:plan', operator: 'is', values: [404] }] },
  ],
  [
    ['--filter', 'property:plan is 404', '--metrics', 'events'],
    { metrics: ['events'], filters: [{ dimension: 'property:plan', operator: 'is', values: ['404', 404] }] },
  ],
  [['--filters', JSON.stringify({ not: pages })], { filters: [{ not: pages }] }],
  [
    ['--goal', goal, '--segment', segment, '--metrics', 'visitors,conversionRate', '--dimensions', 'country'],
    { goal, filters: [{ segment }], metrics: ['visitors', 'conversionRate'], dimensions: ['country'] },
  ],
  [['--compare', 'year', '--dimensions', 'country'], { comparison: { mode: 'year' }, dimensions: ['country'] }],
  [['--compare', '2025-12-01..2025-12-31'], { comparison: { mode: 'custom', from: '2025-12-01', to: '2025-12-31' } }],
  [
    ['--dimensions', 'page', '--order', 'visitors asc, page'],
    {
      dimensions: ['page'],
      orderBy: [
        { by: 'visitors', direction: 'asc' },
        { by: 'page', direction: 'desc' },
      ],
    },
  ],
  [
    ['--filter', `property:plan is ${numbers}`],
    {
      filters: [
        { dimension: 'property:plan', operator: 'is', values: numbers.flatMap((each) => [String(each), each]) },
      ],
    },
  ],
];

describe('footfall query', () => {
  test('asks a running service what the API answers, and without one answers the same', async () => {
    const asks = bodies().map(([, body]) => call('POST', `/websites/${website}/query`, { ...days, ...body }));
    const expected = (await Promise.all(asks)).map(comparable);
    const files = bodies().map(([, body], place) => [join(folder, `${place}.json`), body] as const);
    await Promise.all(files.map(([file, body]) => writeFile(file, JSON.stringify({ ...days, ...body }))));
    const check = () =>
      checkRows([...bodies().entries()], async ([place, [options]]) => {
        expect(await data([...RANGE, ...options])).toEqual(expected[place]);
        expect(await data(['--body', files[place]![0]])).toEqual(expected[place]);
      });
    await check();
    const csv = await run([...RANGE, '--dimensions', 'page', '--csv']);
    await here().close();
    service = undefined;
    expect(await run([...RANGE, '--dimensions', 'page', '--csv'])).toEqual(csv);
    expect(csv).toEqual({ code: 0, stderr: '', stdout: 'page,visitors\r\n/,2\r\n/docs,1\r\n"/docs/a,b",1\r\n' });
    // One after another opens the databases each time: a few are enough.
    for (const place of [1, 8]) {
      expect(await data([...RANGE, ...bodies()[place]![0]])).toEqual(expected[place]);
    }
    service = await openHere({ ...environment, ...BOOTSTRAP });
  });

  test('prints a table, and notes on standard error', async () => {
    const options = [
      '--dimensions',
      'country',
      '--include',
      'totals,totalRows',
      '--limit',
      '2',
      '--compare',
      'previous',
    ];
    const { stdout, stderr } = await run([...RANGE, ...options]);
    expect(stdout).toBe(
      [
        'COUNTRY  VISITORS  VISITORS BEFORE',
        'AT       1         -',
        'DE       1         -',
        'Total    3         0',
        '',
      ].join('\n'),
    );
    expect(stderr).toBe('3 rows in all.\nThere are more rows: use --limit, or --csv for all.\n');
    expect((await run(['--range', 'today'])).stderr).toContain('The range has not ended yet');
  });

  test('labels cannot control the terminal', async () => {
    const options = [...RANGE, '--dimensions', 'event', '--metrics', 'events'];
    expect((await run(options)).stdout).toContain('\n[31m=red  1\n');
    const body = JSON.stringify({ ...days, dimensions: ['event'] });
    expect(JSON.parse((await run(['--body', '-', '--json'], body)).stdout).rows).toHaveLength(1);
  });

  test('options replace fields of the body', async () => {
    const body = JSON.stringify({ range: '7d', metrics: ['events'], dimensions: ['page'] });
    const { query } = await answerHere<{ query: { metrics: unknown; from: string } }>(
      ['query', '--website', website, '--body', await inFile(body), '--range', 'all', '--metrics', 'visits'],
      environment,
    );
    expect(query).toMatchObject({ metrics: ['visits'], dimensions: ['page'], from: '2026-01-10T00:00:00.000Z' });
  });

  test('mistakes are named by their options', async () => {
    const messages: readonly (readonly [readonly string[], string])[] = [
      [[], '--range: is required: today, '],
      [['--from', '2026-01-01'], '--to: is required: from and to belong together'],
      [[...RANGE, '--metrics', 'visitor'], '--metrics: unknown metric visitor, use visitors'],
      [[...RANGE, '--metrics', 'zzzz'], '--metrics: unknown metric zzzz: see footfall query --help\n'],
      [[...RANGE, '--dimensions', 'contry'], '--dimensions: unknown dimension contry, use country'],
      [[...RANGE, '--filter', 'country DE'], "--filter 'country DE': must have a dimension, an operator and values"],
      [
        [...RANGE, '--segment', segment, '--filter', 'page is /', '--filter', 'country contain DE'],
        "--filter 'country contain DE': unknown operator contain, use contains",
      ],
      [[...RANGE, '--filter', 'page is [/'], "--filter 'page is [/': must be JSON"],
      [[...RANGE, '--filters', '{'], '--filters: must be JSON'],
      [
        [...RANGE, '--filter', 'page is /', '--filters', '{"not":{"dimension":"pge","operator":"is","values":["/"]}}'],
        '--filters.not.dimension: unknown dimension pge',
      ],
      [[...RANGE, '--goal', 'x'], '--goal: must be the id of a goal of this website, not x'],
      [[...RANGE, '--segment', 'x'], '--segment: must be the id of a segment of this website, not x'],
      [[...RANGE, '--metrics', 'conversions'], '--metrics: conversions needs a goal'],
      [[...RANGE, '--compare', 'last'], '--compare: '],
      [[...RANGE, '--order', 'pages desc'], '--order: must be a metric or dimension of the query'],
      [[...RANGE, '--order', 'visitors down'], '--order: '],
      [[...RANGE, '--limit', 'all'], '--limit: must be a whole number'],
      [[...RANGE, '--limit', '5', '--csv'], '--limit: must not be combined with --csv'],
      [[...RANGE, '--json', '--csv'], 'use only one of --json and --csv'],
      [['--body', join(folder, 'none')], `--body: ${join(folder, 'none')} cannot be read (ENOENT)`],
      [['--body', await inFile('[]')], '--body: must be a JSON object'],
      [['--body', await inFile('{"range":"7d","metrics":["vistors"]}')], '--body.metrics.0: unknown metric vistors'],
      [['--body', await inFile('{"range":"7d","metric":["visitors"]}')], '--body.metric: unknown field'],
    ];
    await checkRows(messages, async ([options, message]) => {
      const { code, stdout, stderr } = await run(options);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr.startsWith(`footfall: ${message}`), stderr).toBe(true);
    });
    const { stderr } = await footfallHere(['query', '--website', 'none.example', ...RANGE], environment);
    expect(stderr).toBe('footfall: no website has the ID or domain none.example\n');
  });
});

/** A command, the route whose answer it prints, and its body. */
const reports = (): readonly (readonly [readonly string[], string, object])[] => [
  [['funnel', 'query', 'To docs'], 'funnel', { steps: STEPS, withinSeconds: 3600 }],
  [
    ['funnel', 'query', 'To docs', '--breakdown', 'country', '--filter', 'country is DE,FR'],
    'funnel',
    {
      ...{ steps: STEPS, withinSeconds: 3600, breakdown: 'country' },
      filters: [{ dimension: 'country', operator: 'is', values: ['DE', 'FR'] }],
    },
  ],
  [['cohorts', '--interval', 'week'], 'cohorts', { interval: 'week' }],
  [['journey', '--steps', '2'], 'journey', { steps: 2 }],
  [
    ['journey', '--anchor', JSON.stringify({ to: STEPS[1] }), '--group-by', 'section'],
    'journey',
    { anchor: { to: STEPS[1] }, groupBy: 'section' },
  ],
  [['changes', '--metric', 'visits'], 'changes', { metric: 'visits' }],
  [['changes', '--metric', 'conversions', '--goal', goal], 'changes', { metric: 'conversions', goal }],
];

describe('funnel query, cohorts, journey and changes', () => {
  const ask = (args: readonly string[]) => footfallHere([...args, '--website', 'shop.example', ...RANGE], environment);

  test('print what the API answers, with and without a running service', async () => {
    const expected = await Promise.all(
      reports().map(([, path, body]) => call('POST', `/websites/${website}/${path}`, { ...days, ...body })),
    );
    await checkRows([...reports().entries()], async ([place, [args]]) => {
      expect(JSON.parse((await ask([...args, '--json'])).stdout)).toEqual(expected[place]);
    });
    await here().close();
    service = undefined;
    for (const place of [0, 2, 5]) {
      expect(JSON.parse((await ask([...reports()[place]![0], '--json'])).stdout)).toEqual(expected[place]);
    }
    service = await openHere({ ...environment, ...BOOTSTRAP });
  });

  test('print tables and CSV', async () => {
    const funnel = await ask(['funnel', 'query', 'To docs']);
    expect(funnel.stdout).toBe(
      [
        'STEP  EVENT                VISITORS  RATE  STEP RATE  DROP OFF  MEDIAN SECONDS',
        '1     page is /            2         1     -          1         -',
        '2     page contains /docs  1         0.5   0.5        0         60',
        '',
      ].join('\n'),
    );
    expect(funnel.stderr).toMatch(/^Later steps may follow until 2026-02-01T01:00:00\.000Z\.\n/);
    expect(await ask(['funnel', 'query', 'To docs', '--breakdown', 'country', '--csv'])).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        'value,step,event,visitors,rate,stepRate,dropOff',
        'DE,1,page is /,1,1,,0',
        'DE,2,page contains /docs,1,1,1,0',
        'FR,1,page is /,1,1,,1',
        'FR,2,page contains /docs,0,0,0,0',
        '',
      ].join('\r\n'),
    });
    const cohorts = (await ask(['cohorts', '--interval', 'month'])).stdout;
    expect(cohorts).toMatch(/^START +VISITORS( +1 .*)?\n2026-01 +3/);
    const journey = (await ask(['journey', '--csv'])).stdout;
    expect(journey).toMatch(
      /^step,value,sessions,visitors\r\n0,\(start\),3,3\r\n1,\/,2,2\r\n2,\/docs,1,1\r\n3,\(exit\),1,1\r\n/,
    );
    const before = await ask(['journey', '--csv', '--anchor', JSON.stringify({ to: STEPS[1] })]);
    expect(before.stdout).toMatch(/^step,value,sessions,visitors\r\n0,.*\r\n-1,\/,1,1\r\n/);
    const changes = await ask(['changes', '--metric', 'visitors']);
    expect(changes.stdout).toMatch(/^DIMENSION +VALUE +NOW +BEFORE +CHANGE +SHARE\n(.* 3 +0 +3 +1\n)?/);
    expect(changes.stderr).toContain('3');
  });

  test('name the options of mistakes', () =>
    checkRows<readonly [readonly string[], string]>(
      [
        [['funnel', 'query', 'None'], 'no funnel has the ID or name None: see footfall funnel list\n'],
        [['funnel', 'query', 'To docs', '--breakdown', 'contry'], '--breakdown: unknown dimension contry, use country'],
        [['cohorts'], '--interval: '],
        [['cohorts', '--interval', 'day', '--returned', '{'], '--returned: must be JSON\n'],
        [['journey', '--steps', 'x'], '--steps: must be a whole number of steps\n'],
        [['journey', '--group-by', 'x'], '--group-by: '],
        [['changes', '--metric', 'conversions'], '--goal: conversions needs a goal\n'],
        [['changes'], '--metric: must be one of visitors, visits'],
      ],
      async ([args, message]) => {
        const { code, stdout, stderr } = await ask(args);
        expect([code, stdout]).toEqual([1, '']);
        expect(stderr.startsWith(`footfall: ${message}`), stderr).toBe(true);
      },
    ));
});

describe('footfall query of several websites', () => {
  const ask = async (websites: readonly string[], more: readonly string[] = []) =>
    footfallHere(
      ['query', ...websites.flatMap((each) => ['--website', each]), ...RANGE, '--dimensions', 'website', ...more],
      environment,
    );

  test('answers what the API answers for them', async () => {
    const body = { ...days, dimensions: ['website'], websites: [website, other] };
    const expected = comparable(await call('POST', '/query', body));
    for (const websites of [['shop.example', other], ['all'], ['shop.example', 'blog.example', website]]) {
      expect(comparable(JSON.parse((await ask(websites, ['--json'])).stdout))).toEqual(expected);
    }
    expect((await ask(['all'], ['--csv'])).stdout).toBe(`website,visitors\r\n${website},3\r\n${other},1\r\n`);
  });

  test('names what is wrong', async () => {
    for (const wrong of ['all', 'none.example']) {
      const { stderr } = await ask(['shop.example', wrong]);
      expect(stderr).toBe(`footfall: no website has the ID or domain ${wrong}\n`);
    }
    expect((await ask(['all'], ['--segment', segment])).stderr).toContain(
      '--segment: segments and goals belong to one',
    );
  });
});

let written = 0;

async function inFile(content: string): Promise<string> {
  written += 1;
  const file = join(folder, `body-${written}.json`);
  await writeFile(file, content);
  return file;
}
