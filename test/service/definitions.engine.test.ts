import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { definitions } from '../../src/postgres/schema.js';
import { checkRows } from '../rows.js';
import { type Answer, type ApiClient, apiClient, failureOf } from './api-client.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

const DAY = { from: '2026-04-01', to: '2026-04-01' };
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const is = (dimension: string, ...values: readonly unknown[]) => ({ dimension, operator: 'is', values });

const SIGNUP = { name: 'Signup', match: is('event', 'signup') };
const THANKS = { name: 'Thanks', match: is('page', '/thanks/*') };
const GERMANY = { name: 'Germany', filters: [is('country', 'DE')] };
const FUNNEL = { name: 'Checkout', steps: [is('page', '/'), is('event', 'signup')] };
const NOTE = { at: '2026-04-01', text: 'New prices' };

let service: TestService;
let owner: ApiClient;
let stranger: ApiClient;
let id: string;

const LINES = [
  { visitor: 'a', url: 'https://example.com/', country: 'DE' },
  { visitor: 'a', url: 'https://example.com/thanks/you', country: 'DE' },
  { visitor: 'b', url: 'https://example.com/thanks', country: 'FR' },
  { visitor: 'b', url: 'https://example.com/thanks/you', type: 'custom', name: 'signup', country: 'FR' },
  { visitor: 'c', url: 'https://example.com/a_b', country: 'DE' },
];

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 4, 1) });
  owner = await apiClient(service);
  stranger = await apiClient(service);
  ({ id } = await owner.website({ domain: 'example.com', timezone: 'Europe/Berlin' }));
  const lines = LINES.map((line, minute) => JSON.stringify({ timestamp: `2026-04-01T10:0${minute}:00Z`, ...line }));
  await owner.import(id, lines.join('\n'));
});

afterAll(() => service.close());

const call = (method: string, path: string, body?: unknown) => owner.call(method, `/websites/${id}/${path}`, body);

async function create(kind: string, fields: object): Promise<string> {
  const { status, body } = await call('POST', kind, fields);
  expect([status, body.meta.errors]).toEqual([201, undefined]);
  return body.data.id;
}

/** Without the service's own notes. */
const list = async (kind: string) =>
  (await call('GET', kind)).body.data.filter(({ source }: { source?: string }) => source !== 'system');

const ask = (body: object) => call('POST', 'query', { ...DAY, ...body });

const pointersOf = ({ body }: Answer) => body.meta.problems.map((problem: { pointer: string }) => problem.pointer);

describe.each([
  { kind: 'goals', name: 'Goal', fields: { name: 'Read', match: is('page', '/read') }, stored: {} },
  { kind: 'segments', name: 'Segment', fields: { name: 'France', filters: is('country', 'FR') }, stored: {} },
  {
    kind: 'funnels',
    name: 'Funnel',
    fields: { name: 'Reading', steps: [is('page', '/'), is('page', '/read')] },
    stored: { withinSeconds: 86_400, order: 'any', scope: 'visitor' },
  },
  { kind: 'annotations', name: 'Annotation', fields: NOTE, stored: { until: null, source: 'api' } },
])('$kind', ({ kind, name, fields, stored }) => {
  test('are created, read, changed and deleted', async () => {
    const created = await call('POST', kind, fields);
    const own = created.body.data.id;
    expect([created.status, created.headers.get('Location')]).toEqual([201, `/api/v1/websites/${id}/${kind}/${own}`]);
    const whole = { id: own, ...fields, ...stored };
    expect(created.body.data).toEqual(whole);
    expect((await call('GET', `${kind}/${own.toUpperCase()}`)).body.data).toEqual(whole);
    expect(await list(kind)).toEqual([whole]);
    const field = kind === 'annotations' ? 'text' : 'name';
    expect((await call('PATCH', `${kind}/${own}`, { [field]: ' Other ' })).body.data).toEqual({
      ...whole,
      [field]: 'Other',
    });
    // An answer can be edited and sent back.
    expect((await call('PATCH', `${kind}/${own}`, { ...whole })).body.data).toEqual(whole);
    expect(failureOf(await call('PATCH', `${kind}/${own}`, { id: UNKNOWN, extra: 1 })).errors).toEqual([
      'extra: unknown field',
    ]);
    expect(failureOf(await call('PATCH', `${kind}/${own}`, { id: UNKNOWN })).errors).toEqual(['id: cannot be changed']);
    const deleted = await call('DELETE', `${kind}/${own}`);
    expect([deleted.status, deleted.body.meta.message]).toEqual([200, `${name} deleted`]);
    expect(await list(kind)).toEqual([]);
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      for (const gone of [own, UNKNOWN, 'x']) {
        const answer = await call(method, `${kind}/${gone}`, method === 'PATCH' ? {} : undefined);
        expect(failureOf(answer)).toEqual({ status: 404, errors: [`${name} not found`] });
      }
    }
  });

  test('are of one website, and no other account has them', async () => {
    const own = await create(kind, fields);
    const { id: other } = await owner.website();
    expect((await owner.get(`/websites/${other}/${kind}`)).body.data).toEqual([]);
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      const body = method === 'PATCH' ? {} : undefined;
      expect((await owner.call(method, `/websites/${other}/${kind}/${own}`, body)).status).toBe(404);
      expect((await stranger.call(method, `/websites/${id}/${kind}/${own}`, body)).status).toBe(403);
    }
    expect((await stranger.call('POST', `/websites/${id}/${kind}`, fields)).status).toBe(403);
    // Names are unique on a website only.
    expect((await owner.call('POST', `/websites/${other}/${kind}`, fields)).status).toBe(201);
    expect((await owner.call('DELETE', `/websites/${other}`)).status).toBe(200);
    expect((await owner.get(`/websites/${other}/${kind}`)).status).toBe(404);
    await call('DELETE', `${kind}/${own}`);
  });
});

describe('what is not valid', () => {
  test.each([
    ['goals', { match: is('event', 'x') }, ['/name']],
    ['goals', { name: ' ', match: is('event', 'x') }, ['/name']],
    ['goals', { name: 'x'.repeat(101), match: is('event', 'x') }, ['/name']],
    ['goals', { name: 'A' }, ['/match']],
    ['goals', { name: 'A', match: 'page' }, ['/match']],
    ['goals', { name: 'A', match: [] }, ['/match']],
    ['goals', { name: 'A', match: { not: { or: [] } } }, ['/match']],
    ['goals', { name: 'A', match: is('country', 'DE') }, ['/match/dimension']],
    [
      'goals',
      { name: 'A', match: [is('hostname', 'x'), is('entryPage', '/')] },
      ['/match/0/dimension', '/match/1/dimension'],
    ],
    ['goals', { name: 'A', match: { and: [{ hasDone: is('page', '/') }] } }, ['/match/and/0/hasDone']],
    ['goals', { name: 'A', match: { goal: UNKNOWN } }, ['/match/goal']],
    ['goals', { name: 'A', match: { segment: UNKNOWN } }, ['/match/segment']],
    ['goals', { name: 'A', match: is('event', 'x'), extra: 1 }, ['/extra']],
    ['goals', { name: 'A', match: is('event', ...Array.from({ length: 99 }, () => 'x'.repeat(400))) }, ['']],
    [
      'segments',
      { name: 'A', filters: { dimension: 'page', operator: 'contain', values: ['/'] } },
      ['/filters/operator'],
    ],
    ['segments', { name: 'A', filters: { segment: UNKNOWN } }, ['/filters/segment']],
    ['segments', { name: 'A', filters: { not: { goal: UNKNOWN } } }, ['/filters/not/goal']],
    ['funnels', { name: 'A', steps: [is('page', '/')] }, ['/steps']],
    ['funnels', { name: 'A', steps: [is('page', '/'), { segment: UNKNOWN }] }, ['/steps/1/segment']],
    ['funnels', { name: 'A', steps: [{ hasDone: is('page', '/') }, is('pages', '/')] }, ['/steps/1/dimension']],
    [
      'funnels',
      { ...FUNNEL, withinSeconds: 7_776_001, order: 'x', scope: 'y' },
      ['/withinSeconds', '/order', '/scope'],
    ],
    ['annotations', { at: '2026-02-30', text: 'x' }, ['/at']],
    ['annotations', { at: '2026-02-20', text: '' }, ['/text']],
    ['annotations', { at: '2026-02-20', until: '2026-02-19', text: 'x' }, ['/until']],
    ['annotations', { at: '2026-02-20', until: '2026-02-21T10:00Z', text: 'x' }, ['/until']],
    ['annotations', { at: '2026-02-20', text: 'x', source: 'system' }, ['/source']],
  ])('%s %j', async (kind, fields, pointers) => {
    const answer = await call('POST', kind, fields);
    expect([answer.status, pointersOf(answer)]).toEqual([400, pointers]);
  });

  test('a name that is taken, and one too many', async () => {
    const { id: website } = await owner.website();
    const add = (name: string) => owner.call('POST', `/websites/${website}/goals`, { ...SIGNUP, name });
    const first = await add('0');
    expect(failureOf(await add('0'))).toEqual({
      status: 409,
      errors: ['name: another goal of this website has this name'],
    });
    for (let number = 1; number < 100; number += 1) expect((await add(String(number))).status).toBe(201);
    expect(failureOf(await add('100'))).toEqual({
      status: 409,
      errors: ['A website has at most 100 goals: delete one first'],
    });
    const rename = (name: string) => owner.call('PATCH', `/websites/${website}/goals/${first.body.data.id}`, { name });
    expect((await rename('1')).status).toBe(409);
    expect((await rename('0')).status).toBe(200);
  });
});

test('an annotation has a day of any zone, or an instant', async () => {
  const add = async (fields: object) => (await call('POST', 'annotations', { text: 'x', ...fields })).body.data;
  expect(await add({ at: '2026-04-01T10:00', until: '2026-04-01T10:00:00-02:00' })).toMatchObject({
    at: '2026-04-01T08:00:00.000Z',
    until: '2026-04-01T12:00:00.000Z',
  });
  const day = await add({ at: '2026-04-01', until: '2026-04-03' });
  expect(day).toMatchObject({ at: '2026-04-01', until: '2026-04-03' });
  const changed = await call('PATCH', `annotations/${day.id}`, { until: null });
  expect(changed.body.data).toMatchObject({ at: '2026-04-01', until: null });
  expect((await call('PATCH', `annotations/${day.id}`, { until: '2026-03-01' })).status).toBe(400);
});

describe('a query', () => {
  let goal: string;
  let thanks: string;
  let segment: string;

  beforeAll(async () => {
    goal = await create('goals', SIGNUP);
    thanks = await create('goals', THANKS);
    segment = await create('segments', GERMANY);
  });

  test('counts conversions of past events', async () => {
    const metrics = ['visitors', 'conversions', 'convertedVisitors', 'conversionRate'];
    const { body } = await ask({ metrics, goal: thanks.toUpperCase() });
    // Neither the page without more, nor the custom event on the page.
    expect(body.data.rows).toEqual([{ visitors: 3, conversions: 1, convertedVisitors: 1, conversionRate: 0.3333 }]);
    expect(body.data.query.goal).toEqual({ id: thanks, ...THANKS });
  });

  test('has segments and goals in its filters, and names them', async () => {
    const filters = { or: [{ segment }, { hasDone: { goal } }] };
    const { body } = await ask({ metrics: ['visitors', 'pageviews'], filters });
    expect(body.data.rows).toEqual([{ visitors: 3, pageviews: 4 }]);
    expect(body.data.query.filters).toEqual({
      or: [{ segment, name: 'Germany', filters: { and: [is('country', 'DE')] } }, { hasDone: { goal, ...SIGNUP } }],
    });
    const rest = await ask({ metrics: ['visitors'], filters: [{ segment }, { not: { hasDone: { goal: thanks } } }] });
    expect(rest.body.data.rows).toEqual([{ visitors: 1 }]);
  });

  test('has goals as rows, and their names', async () => {
    const { id: website } = await owner.website();
    const lines = LINES.map((line) => JSON.stringify({ timestamp: '2026-04-01T10:00:00Z', ...line }));
    await owner.import(website, lines.join('\n'));
    const make = async (name: string, match: unknown) =>
      (await owner.call('POST', `/websites/${website}/goals`, { name, match })).body.data.id;
    const rows = (more: object = {}) =>
      owner.call('POST', `/websites/${website}/query`, { ...DAY, metrics: ['events'], dimensions: ['goal'], ...more });
    expect((await rows()).body.data).toMatchObject({ rows: [], query: { goals: [] } });
    const [pages, you, none] = [
      await make('Pages', is('page', '/*')),
      await make('You', THANKS.match),
      await make('None', is('page', '/x')),
    ];
    const { body } = await rows();
    expect(body.data.rows).toEqual([
      { goal: pages, events: 4 },
      { goal: you, events: 1 },
    ]);
    expect(body.data.query.goals).toEqual([
      { id: none, name: 'None' },
      { id: pages, name: 'Pages' },
      { id: you, name: 'You' },
    ]);
    const problem = async (answer: Promise<Answer>) => (await answer).body.meta.problems;
    expect(await problem(rows({ filters: is('goal', pages) }))).toMatchObject([
      { pointer: '/filters/dimension', code: 'not_filterable' },
    ]);
    expect(
      await problem(owner.call('POST', '/query', { ...DAY, websites: [id, website], dimensions: ['goal'] })),
    ).toMatchObject([{ pointer: '/dimensions', code: 'does_not_combine' }]);
    const values = Array.from({ length: 100 }, (_, place) => `/${place}`);
    for (let place = 0; place < 10; place += 1) await make(`Many ${place}`, is('page', ...values));
    expect(await problem(rows())).toMatchObject([{ pointer: '/dimensions', code: 'too_many_values' }]);
  });

  test('counts pages like a pattern', async () => {
    const { id: website } = await owner.website();
    await owner.import(
      website,
      LINES.map((line) => JSON.stringify({ timestamp: '2026-04-01T10:00:00Z', ...line })).join('\n'),
    );
    await checkRows(
      [
        ['*', 4],
        ['/*', 4],
        ['/thanks', 1],
        ['/thanks*', 2],
        ['*/you', 1],
        ['*/you/', 1],
        ['*/%79ou', 1],
        ['*you?a=b', 1],
        ['*/', 1],
        ['/t*s/y*u', 1],
        ['/thanks/*/', 1],
        ['https://example.com/thanks/**', 1],
        ['/THANKS/*', 0],
        ['/a_*', 1],
        ['/t_anks*', 0],
        ['/%61_b*', 1],
        ['*%*', 0],
        ['*\\*', 0],
        [`/${'a*'.repeat(4_000)}`, 0],
      ],
      async ([pattern, pageviews]) => {
        const goal = { name: pattern.slice(0, 100), match: is('page', pattern) };
        const made = await owner.call('POST', `/websites/${website}/goals`, goal);
        const query = { ...DAY, metrics: ['events'], filters: { goal: made.body.data.id } };
        const { body } = await owner.call('POST', `/websites/${website}/query`, query);
        expect(body.data?.rows ?? body.meta.errors).toEqual([{ events: pageviews }]);
      },
    );
  });

  test('of another website, or an unknown one, is refused by name', async () => {
    const { id: other } = await owner.website();
    const theirs = await stranger.website();
    const foreign = await stranger.call('POST', `/websites/${theirs.id}/goals`, SIGNUP);
    for (const unknown of [foreign.body.data.id, UNKNOWN, segment, 'x\n'.repeat(100)]) {
      const answer = await ask({ filters: { not: { goal: unknown } }, goal: unknown, metrics: ['conversions'] });
      expect([answer.status, pointersOf(answer)]).toEqual([400, ['/filters/not/goal', '/goal']]);
      expect(answer.body.meta.errors[0]).toContain('must be the id of a goal of this website, not ');
      expect(answer.body.meta.errors[0].length).toBeLessThan(150);
    }
    for (const unknown of [1, null, {}, [goal]]) {
      expect(pointersOf(await ask({ filters: { goal: unknown } }))).toEqual(['/filters/goal']);
    }
    expect((await owner.call('POST', `/websites/${other}/query`, { ...DAY, goal })).status).toBe(400);
    const many = Array.from({ length: 21 }, () => ({ segment }));
    expect((await ask({ filters: many })).body.meta.problems[0].code).toBe('too_many_conditions');
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect((await call('POST', 'query', `{"range":"7d","filters":${deep}}`)).status).toBe(400);
  });

  test('of another account is as unknown as one that does not exist', async () => {
    const theirs = await stranger.website();
    const make = async (kind: string, fields: object) =>
      (await stranger.call('POST', `/websites/${theirs.id}/${kind}`, fields)).body.data.id as string;
    const [goals, segments, funnels] = await Promise.all([
      make('goals', { ...SIGNUP, name: 'Secret' }),
      make('segments', { ...GERMANY, name: 'Secret' }),
      make('funnels', { ...FUNNEL, name: 'Secret' }),
    ]);
    const home = is('page', '/');
    const requests = (
      goal: string,
      segment: string,
      funnel: string,
    ): readonly (readonly [string, string, object?])[] => [
      ['POST', 'query', { ...DAY, filters: { hasDone: { goal } } }],
      ['POST', 'query', { ...DAY, filters: { segment } }],
      ['POST', 'query', { ...DAY, metrics: ['conversions'], goal }],
      ['POST', 'funnel', { ...DAY, steps: [home, { goal }], filters: { segment } }],
      ['POST', 'cohorts', { ...DAY, interval: 'day', returned: { goal } }],
      ['POST', 'journey', { ...DAY, anchor: { from: { goal } } }],
      ['POST', 'changes', { ...DAY, metric: 'conversions', goal }],
      ['POST', 'segments', { name: 'Mine', filters: { goal } }],
      ['POST', 'funnels', { name: 'Mine', steps: [home, { goal }] }],
      ['GET', `stats/main?from=2026-04-01&to=2026-04-01&segment=${segment}`],
      ['GET', `stats/main?from=2026-04-01&to=2026-04-01&goal=${goal}`],
      ['GET', `goals/${goal}`],
      ['PATCH', `segments/${segment}`, { name: 'Mine' }],
      ['GET', `funnels/${funnel}`],
      ['DELETE', `funnels/${funnel}?force=true`],
    ];
    const refusal = async (request: readonly [string, string, object?]) => {
      const { status, errors } = failureOf(await call(...request));
      return [status, errors.map((error) => error.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'ID'))];
    };
    const unknown = requests(UNKNOWN, UNKNOWN, UNKNOWN);
    const rows = requests(goals, segments, funnels).map((request, place) => ({ request, same: unknown[place]! }));
    await checkRows(rows, async ({ request, same }) => {
      const refused = await refusal(request);
      expect(refused[0]).toBe(['POST', 'GET stats'].some((start) => request.join(' ').startsWith(start)) ? 400 : 404);
      expect(refused).toEqual(await refusal(same));
    });
    expect((await stranger.call('GET', `/websites/${theirs.id}/funnels/${funnels}`)).status).toBe(200);
  });

  test('of several websites has none', async () => {
    const { id: other } = await owner.website();
    const answer = await owner.call('POST', '/query', { ...DAY, websites: [id, other], filters: { segment }, goal });
    const reason = 'segments and goals belong to one website, and cannot be used in a query of several';
    expect(failureOf(answer)).toEqual({ status: 400, errors: [`filters.segment: ${reason}`, `goal: ${reason}`] });
    const one = await owner.call('POST', '/query', { ...DAY, websites: [id], filters: { segment } });
    expect(one.body.data.rows).toEqual([{ visitors: 2 }]);
  });

  test('of a batch has its own', async () => {
    const queries = [
      { ...DAY, filters: { segment } },
      { ...DAY, filters: { segment: UNKNOWN } },
    ];
    const { body } = await call('POST', 'query/batch', { queries });
    expect(body.data.results).toMatchObject([{ status: 200, data: { rows: [{ visitors: 2 }] } }, { status: 400 }]);
    // They are read together.
    const { db } = service.services.websites;
    const select = db.select.bind(db);
    let reads = 0;
    const read = vi.spyOn(db, 'select').mockImplementation((() => {
      const builder = select();
      const from = builder.from.bind(builder) as (table: unknown) => unknown;
      const counting = (table: unknown) => {
        if (table === definitions) reads += 1;
        return from(table);
      };
      return Object.assign(builder, { from: counting });
    }) as never);
    const filters = [{ segment }, { hasDone: { goal } }];
    await call('POST', 'query/batch', { queries: Array.from({ length: 20 }, () => ({ ...DAY, filters })) });
    read.mockRestore();
    expect(reads).toBe(1);
  });

  test('of the statistics and of values takes their ids', async () => {
    const visitors = async (filters: string) => {
      const { body } = await call('GET', `stats/main?from=2026-04-01&to=2026-04-01&${filters}`);
      return body.data?.totalVisitors ?? body.meta.errors;
    };
    expect(await visitors(`segment=${segment}`)).toBe(2);
    expect(await visitors(`goal=${goal}`)).toBe(1);
    expect(await visitors(`goal=${goal}&goal=${thanks}`)).toBe(2);
    expect(await visitors(`segment=${segment}&goal=${goal}`)).toBe(0);
    expect(await visitors('segment=&goal=')).toBe(3);
    expect(await visitors(`segment=${UNKNOWN}&page.containz=x&from=x`)).toHaveLength(3);
    expect(await visitors(`segment=${UNKNOWN}`)).toEqual([
      `segment: must be the id of a segment of this website, not ${UNKNOWN}`,
    ]);
    const pages = await call('GET', `values?from=2026-04-01&to=2026-04-01&dimension=page&segment=${segment}`);
    expect(pages.body.data.values.map(({ value }: { value: string }) => value)).toEqual(['/', '/a_b', '/thanks/you']);
    const unclear = await call('DELETE', `events?from=2026-04-01&to=2026-04-01&segment=${segment}`);
    expect(unclear.status).toBe(400);
  });

  test('a goal that others use is kept, unless forced', async () => {
    const used = await create('goals', { ...SIGNUP, name: 'Used' });
    const by = await create('segments', { name: 'By', filters: { not: { hasDone: { goal: used.toUpperCase() } } } });
    const steps = await create('funnels', { name: 'Steps', steps: [is('page', '/'), { goal: used }] });
    expect(failureOf(await call('DELETE', `goals/${used}`))).toEqual({
      status: 409,
      errors: [
        `The goal Used is used by segment By (${by}), funnel Steps (${steps}): remove it there first, or delete it with force=true`,
      ],
    });
    expect((await call('DELETE', `goals/${used}?force=true`)).status).toBe(200);
    expect(failureOf(await ask({ filters: { segment: by } })).errors).toEqual([
      `filters.segment: the segment By is not valid any more: filters.not.hasDone.goal: must be the id of a goal of this website, not ${used.toUpperCase()}`,
    ]);
    // It can be renamed, and repaired.
    expect((await call('PATCH', `segments/${by}`, { name: 'Renamed' })).status).toBe(200);
    expect((await call('PATCH', `segments/${by}`, { filters: { goal } })).status).toBe(200);
    expect((await ask({ filters: { segment: by } })).body.data.rows).toEqual([{ visitors: 1 }]);
  });
});

test('a saved funnel is what POST …/funnel answers', async () => {
  const goal = await create('goals', { ...SIGNUP, name: 'Of a funnel' });
  const segment = await create('segments', { ...GERMANY, name: 'Of a funnel' });
  const settings = { withinSeconds: 60, order: 'strict', scope: 'session' };
  const asked = [
    { steps: [{ goal }, { segment }] },
    { steps: [{ hasDone: { goal } }, { and: [] }], ...settings },
    { steps: [is('page', '/'), null] },
    { steps: [is('page', '/'), { hasDone: 1 }] },
    { steps: [is('page', '/')] },
    { steps: [is('page', '/'), is('page', '/')], withinSeconds: 7_776_001 },
  ];
  for (const [place, funnel] of asked.entries()) {
    const answered = await call('POST', 'funnel', { ...DAY, ...funnel });
    const saved = await call('POST', 'funnels', { name: `Funnel ${place}`, ...funnel });
    expect([saved.status, saved.body.meta.problems]).toEqual([
      answered.status === 200 ? 201 : 400,
      answered.body.meta.problems,
    ]);
  }
  expect((await call('DELETE', `segments/${segment}`)).status).toBe(409);
});

test('what goals and segments stand for counts in every filter that names them', async () => {
  const letters = Array.from({ length: 100 }, (_, place) => `/${place}`);
  const match = { or: Array.from({ length: 8 }, () => ({ dimension: 'page', operator: 'is', values: letters })) };
  const goal = await create('goals', { name: 'Many pages', match });
  const query = { range: '7d', filters: { or: [{ goal }, { goal }, { goal }] } };
  const answer = await call('POST', 'query', query);
  expect(failureOf(answer)).toEqual({
    status: 400,
    errors: ['filters.or.2.goal: all filters together must have at most 2,000 values'],
  });
  const steps = Array.from({ length: 10 }, () => ({ goal }));
  expect((await call('POST', 'funnel', { range: '7d', steps })).status).toBe(400);
});

test('a regular expression of a goal stays as it is', async () => {
  const match = { dimension: 'page', operator: 'matches', values: ['^/thanks/.*'] };
  const goal = await create('goals', { name: 'Pattern', match });
  const { body } = await ask({ metrics: ['conversions'], goal });
  expect(body.data.rows).toEqual([{ conversions: 1 }]);
});

test.each([
  ['goals', { name: 'Bad', match: { dimension: 'page', operator: 'matches', values: ['^/a', '(b'] } }, 'match'],
  [
    'segments',
    { name: 'Bad', filters: { not: { dimension: 'country', operator: 'matches_not', values: ['['] } } },
    'filters',
  ],
  [
    'funnels',
    { ...FUNNEL, name: 'Bad', steps: [is('page', '/'), { dimension: 'page', operator: 'matches', values: ['*'] }] },
    'steps',
  ],
])('of %s, a malformed regular expression is refused, and named', async (kind, fields, field) => {
  const errors = [`${field}: must have regular expressions of RE2 syntax`];
  expect(failureOf(await call('POST', kind, fields))).toEqual({ status: 400, errors });
  const valid = { goals: SIGNUP, segments: GERMANY, funnels: FUNNEL }[kind]!;
  const made = await create(kind, { ...valid, name: 'To be changed' });
  const { [field]: changed } = fields as Record<string, unknown>;
  expect(failureOf(await call('PATCH', `${kind}/${made}`, { [field]: changed }))).toEqual({ status: 400, errors });
});
