import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { createFootfall, type Footfall, type Outcome, type Page } from '../../packages/client/src/index.js';
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
    for (const { error } of await Promise.all([limit, field, mode])) expect(error?.status).toBe(400);
  });

  test('has its error as a value', async () => {
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
    const outcomes: Outcome<Page<'visitors', 'pag'>>[] = [];
    for await (const outcome of footfall.pages(id, { ...APRIL, dimensions: ['pag'] })) outcomes.push(outcome);
    expect(outcomes.map(({ error }) => error?.errors)).toEqual([['dimensions.0: unknown dimension pag, use page']]);
  });
});

test('every route is there, typed', async () => {
  const match = { dimension: 'page', operator: 'is', values: ['/a'] };
  await owner.call('POST', `/websites/${id}/goals`, { name: 'A', match });
  const { data, error } = await footfall.api.GET('/websites/{id}/goals', { params: { path: { id } } });
  expectTypeOf(data!.data[0]!.name).toEqualTypeOf<string>();
  expect([data?.data, error]).toMatchObject([[{ name: 'A', match }], undefined]);
  const refused = await footfall.api.GET('/websites/{id}/goals', { params: { path: { id: 'none' } } });
  expect(refused.error?.meta.errors).toEqual(['Website not found']);
});
