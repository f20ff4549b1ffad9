import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import {
  createFootfall,
  type DimensionName,
  type Filter,
  type Footfall,
  type MetricName,
  type Outcome,
  type Page,
} from '../../packages/client/src/index.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';

const APRIL = { from: '2026-04-01', to: '2026-04-30' } as const;

let service: TestService;
let owner: ApiClient;
let id: string;
let footfall: Footfall;

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 4, 1) });
  owner = await apiClient(service);
  ({ id } = await owner.website());
  const lines = ['/', '/a', '/b', '/c', '/d'].map((path, minute) =>
    JSON.stringify({
      timestamp: `2026-04-05T10:0${minute}:00Z`,
      visitor: `v${minute}`,
      url: `https://example.com${path}`,
    }),
  );
  const custom = {
    timestamp: '2026-04-06T10:00:00Z',
    type: 'custom',
    name: 'order',
    props: { plan: 7 },
    visitor: 'v0',
  };
  lines.push(JSON.stringify({ ...custom, url: 'https://example.com/' }));
  await owner.import(id, lines.join('\n'));
  footfall = open(owner.key);
});

afterAll(() => service.close());

const open = (key: string) =>
  createFootfall({
    url: 'https://footfall.example/',
    key,
    fetch: async (request) => service.app.request(request),
  });

describe('a query', () => {
  test('answers as the API does, with typed rows', async () => {
    const query = {
      ...APRIL,
      metrics: ['visitors', 'bounceRate'],
      dimensions: ['page', 'weekday', 'property:plan'],
      include: ['totals', 'totalRows'],
      comparison: { mode: 'previous' },
    } as const;
    const { data, warnings, error } = await footfall.query(id, { ...query, include: [...query.include] });
    expect(error).toBeUndefined();
    const { body } = await owner.call('POST', `/websites/${id}/query`, query);
    expect([data, warnings]).toEqual([body.data, body.meta.warnings]);
    const custom = { page: '/', weekday: 1, 'property:plan': 7, visitors: 1 };
    expect(data!.rows).toContainEqual(expect.objectContaining(custom));
    const [row] = data!.rows;
    expectTypeOf(row!.page).toEqualTypeOf<string | null>();
    expectTypeOf(row!.weekday).toEqualTypeOf<number>();
    expectTypeOf(row!['property:plan']).toEqualTypeOf<string | number | boolean | null>();
    expectTypeOf(row!.bounceRate).toEqualTypeOf<number>();
    expectTypeOf(row!.comparison!.visitors).toEqualTypeOf<number | null>();
    expectTypeOf(data!.totals!.visitors).toEqualTypeOf<number>();
    // @ts-expect-error the query does not have this metric.
    expect(row!.visits).toBeUndefined();
    // @ts-expect-error totals have no dimension.
    expect(data!.totals!.page).toBeUndefined();
  });

  test('counts visitors by default', async () => {
    const { data } = await footfall.query(id, { range: 'lastMonth' });
    expectTypeOf(data!.rows[0]!.visitors).toEqualTypeOf<number>();
    expect(data!.rows).toEqual([{ visitors: 5 }]);
  });

  test('is refused by the compiler where the document has other types', async () => {
    // @ts-expect-error a limit is a number.
    const limit = footfall.query(id, { range: '7d', limit: '10' });
    // @ts-expect-error there is no such field.
    const field = footfall.query(id, { range: '7d', filter: [] });
    const mode = footfall.query(id, {
      range: '7d',
      // @ts-expect-error there is no such comparison.
      comparison: { mode: 'last' },
    });
    // @ts-expect-error there is no such range.
    const range = footfall.query(id, { range: '8d' });
    // @ts-expect-error there is no such metric.
    const metric = footfall.query(id, { range: '7d', metrics: ['visitor'] });
    // @ts-expect-error there is no such dimension.
    const dimension = footfall.query(id, { range: '7d', dimensions: ['pages'] });
    // @ts-expect-error there is no such order.
    const order = footfall.query(id, { range: '7d', orderBy: [{ by: 'visitor', direction: 'asc' }] });
    const refused = [limit, field, mode, range, metric, dimension, order];
    for (const { error } of await Promise.all(refused)) expect(error?.status).toBe(400);
  });

  test('takes names of properties, and any filter, typed', async () => {
    const isDocs = { dimension: 'page', operator: 'contains', values: ['/docs'] } satisfies Filter;
    const filters: Filter = {
      and: [
        { or: [isDocs, { dimension: 'property:plan', operator: 'greater', values: [5] }] },
        { not: { hasDone: { dimension: 'country', operator: 'is_not', values: ['DE', null] } } },
        [isDocs],
      ],
    };
    const { data, error } = await footfall.query(id, {
      ...APRIL,
      metrics: ['sum:plan', 'avg:plan', 'revenue:EUR', 'visitors'],
      dimensions: ['property:plan', 'entryPage'],
      orderBy: [{ by: 'sum:plan', direction: 'asc' }],
      filters,
    });
    expect(error).toBeUndefined();
    expect(data!.rows).toEqual([]);
    type Row = NonNullable<typeof data>['rows'][number];
    expectTypeOf<Row['sum:plan']>().toEqualTypeOf<number>();
    const { data: revenue } = await footfall.query(id, { ...APRIL, metrics: ['revenue', 'visitors'] });
    expect(revenue!.rows).toEqual([{ visitors: 5 }]);
    // @ts-expect-error revenue is a field for each currency.
    expect(revenue!.rows[0]!.revenue).toBeUndefined();
    expectTypeOf(revenue!.rows[0]!['revenue:EUR']).toEqualTypeOf<number | undefined>();
    expectTypeOf<'property:plan' | 'page' | 'goal' | 'hourOfDay'>().toExtend<DimensionName>();
    expectTypeOf<'sum:price' | 'avg:price' | 'revenue' | 'revenue:EUR' | 'percentage'>().toExtend<MetricName>();
    expectTypeOf<'pages'>().not.toExtend<DimensionName>();
    expectTypeOf<'sum'>().not.toExtend<MetricName>();
    expectTypeOf<Filter>().not.toBeAny();
    expectTypeOf<{ goal: string }>().toExtend<Filter>();
    expectTypeOf<{ segment: string }>().toExtend<Filter>();
    expectTypeOf<{ segment: number }>().not.toExtend<Filter>();
    const wrong: readonly Filter[] = [
      // @ts-expect-error there is no such dimension.
      { dimension: 'pages', operator: 'is', values: ['/'] },
      // @ts-expect-error there is no such operator.
      { dimension: 'page', operator: 'equals', values: ['/'] },
      // @ts-expect-error values are a list.
      { dimension: 'page', operator: 'is', values: '/' },
      // @ts-expect-error parts of other filters are filters.
      { and: [{ or: [{ dimension: 'page', operator: 'like', values: ['/'] }] }] },
      // @ts-expect-error there is no such kind of filter.
      { every: [isDocs] },
    ];
    const answers = await Promise.all(wrong.map((filters) => footfall.query(id, { ...APRIL, filters })));
    expect(answers.map(({ error }) => error?.status)).toEqual(wrong.map(() => 400));
  });

  test('has its error as a value', async () => {
    // @ts-expect-error there is no such metric.
    const { data, error } = await footfall.query(id, { range: '7d', metrics: ['visitor'] });
    expect(data).toBeUndefined();
    expect(error).toEqual({
      status: 400,
      errors: ['metrics.0: unknown metric visitor, use visitors'],
      problems: [{ pointer: '/metrics/0', code: 'unknown_metric', suggestions: ['visitors'] }],
    });
    const errors = await Promise.all([
      open('wrong').query(id, { range: '7d' }),
      footfall.query('none', { range: '7d' }),
      createFootfall({ url: 'http://127.0.0.1:1', key: owner.key }).query(id, { range: '7d' }),
      createFootfall({
        url: 'https://footfall.example',
        key: owner.key,
        fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      }).query(id, { range: '7d' }),
    ]);
    expect(errors.map(({ error }) => [error?.status, error?.errors])).toEqual([
      [401, ['Invalid API key']],
      [404, ['Website not found']],
      [0, ['fetch failed']],
      [502, ['The service answered with status 502']],
    ]);
  });
});

describe('pages', () => {
  test('follow one another until the last one', async () => {
    const sizes: number[] = [];
    const found: (string | null)[] = [];
    for await (const { data } of footfall.pages(id, { ...APRIL, dimensions: ['page'], limit: 2 })) {
      sizes.push(data!.rows.length);
      found.push(...data!.rows.map(({ page }) => page));
    }
    expect(sizes).toEqual([2, 2, 1]);
    expect(found.toSorted()).toEqual(['/', '/a', '/b', '/c', '/d']);
  });

  test('end with an error', async () => {
    const outcomes: Outcome<Page<'visitors', 'page'>>[] = [];
    const dimensions = ['pag' as string as 'page'] as const;
    for await (const outcome of footfall.pages(id, { ...APRIL, dimensions })) outcomes.push(outcome);
    expect(outcomes.map(({ error }) => error?.errors)).toEqual([['dimensions.0: unknown dimension pag, use page']]);
  });
});

test('every route is there, typed', async () => {
  const match = { dimension: 'page', operator: 'is', values: ['/a'] } satisfies Filter;
  await owner.call('POST', `/websites/${id}/goals`, { name: 'A', match });
  const { data, error } = await footfall.api.GET('/websites/{id}/goals', { params: { path: { id } } });
  expectTypeOf(data!.data[0]!.name).toEqualTypeOf<string>();
  expectTypeOf(data!.data[0]!.match).toEqualTypeOf<Filter>();
  const funnel = await footfall.api.POST('/websites/{id}/funnel', {
    params: { path: { id } },
    body: { ...APRIL, steps: [match, { goal: data!.data[0]!.id }], breakdown: 'country' },
  });
  expect(funnel.data?.data.steps.map(({ visitors }) => visitors)).toEqual([1, 0]);
  const saved = await footfall.api.POST('/websites/{id}/segments', {
    params: { path: { id } },
    // @ts-expect-error there is no such operator.
    body: { name: 'B', filters: { ...match, operator: 'equals' } },
  });
  expect(saved.response.status).toBe(400);
  const journey = await footfall.api.POST('/websites/{id}/journey', { params: { path: { id } }, body: { ...APRIL } });
  const [first] = journey.data!.data.root.children;
  expectTypeOf<NonNullable<typeof first>['children'][number]['children'][number]['sessions']>().toEqualTypeOf<number>();
  expect(first!.sessions).toBe(1);
  expect([data?.data, error]).toMatchObject([[{ name: 'A', match }], undefined]);
  const refused = await footfall.api.GET('/websites/{id}/goals', { params: { path: { id: 'none' } } });
  expect(refused.error?.meta.errors).toEqual(['Website not found']);
});
