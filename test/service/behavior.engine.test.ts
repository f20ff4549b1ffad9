import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkRows } from '../rows.js';
import { type ApiClient, apiClient, failureOf } from './api-client.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

const DAY = { from: '2026-04-01', to: '2026-04-01' };

let service: TestService;
let owner: ApiClient;
let id: string;

const page = (path: string) => ({ dimension: 'page', operator: 'is', values: [path] });
const pages = (count: number) => ({ ...page('/'), values: Array.from({ length: count }, (_, each) => `/${each}`) });
const event = (name: string) => ({ dimension: 'event', operator: 'is', values: [name] });

/** Anna signs up a day later, Ben looks at the docs first, Cleo leaves. */
const LINES = [
  { visitor: 'anna', timestamp: '2026-04-01T23:50:00Z', url: 'https://example.com/pricing', country: 'DE' },
  {
    visitor: 'anna',
    timestamp: '2026-04-02T23:49:59Z',
    url: 'https://example.com/pricing',
    type: 'custom',
    name: 'signup',
    country: 'DE',
  },
  { visitor: 'ben', timestamp: '2026-04-01T10:00:00Z', url: 'https://example.com/pricing', country: 'FR' },
  { visitor: 'ben', timestamp: '2026-04-01T10:01:00Z', url: 'https://example.com/docs/api', country: 'FR' },
  {
    visitor: 'ben',
    timestamp: '2026-04-01T10:02:00Z',
    url: 'https://example.com/docs/api',
    type: 'custom',
    name: 'signup',
    country: 'FR',
  },
  { visitor: 'cleo', timestamp: '2026-04-01T11:00:00Z', url: 'https://example.com/pricing', country: 'DE' },
  { visitor: 'cleo', timestamp: '2026-04-01T11:01:00Z', url: 'https://example.com/', country: 'DE' },
];

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 4, 1) });
  owner = await apiClient(service);
  ({ id } = await owner.website({ domain: 'example.com' }));
  await owner.import(id, LINES.map((line) => JSON.stringify(line)).join('\n'));
});

afterAll(() => service.close());

const ask = (path: string, body: object) => owner.call('POST', `/websites/${id}/${path}`, { ...DAY, ...body });

const pointersOf = ({ body }: Awaited<ReturnType<typeof ask>>) =>
  body.meta.problems?.map(({ pointer }: { pointer: string }) => pointer);

describe('a funnel', () => {
  const steps = [page('/pricing/'), event('signup')];

  test('has goals as steps, and segments as filters', async () => {
    const create = async (kind: string, body: object) =>
      (await owner.call('POST', `/websites/${id}/${kind}`, body)).body.data.id;
    const goal = await create('goals', { name: 'Sign-up', match: event('signup') });
    const german = { dimension: 'country', operator: 'is', values: ['DE'] };
    const segment = await create('segments', { name: 'Germans', filters: german });
    const visitors = async (body: object) =>
      (await ask('funnel', body)).body.data.steps.map((step: { visitors: number }) => step.visitors);
    expect(await visitors({ steps: [page('/pricing'), { goal }] })).toEqual([3, 2]);
    expect(await visitors({ steps: [page('/pricing'), { goal }], filters: { segment } })).toEqual([2, 1]);
    const unknown = await ask('funnel', { steps: [page('/pricing'), { goal: segment }] });
    expect(pointersOf(unknown)).toEqual(['/steps/1/goal']);
  });

  test('counts visitors, also those whose last step lies past the range', async () => {
    const { body } = await ask('funnel', { steps, breakdown: 'country' });
    expect(body.data).toEqual({
      steps: [
        {
          visitors: 3,
          rate: 1,
          stepRate: null,
          dropOff: 1,
          medianSeconds: null,
          next: [{ page: '/', visitors: 1 }],
        },
        { visitors: 2, rate: 0.6667, stepRate: 0.6667, dropOff: 0, medianSeconds: 43259.5, next: [] },
      ],
      openUntil: '2026-04-03T00:00:00.000Z',
      rows: [
        {
          value: 'DE',
          steps: [
            { visitors: 2, rate: 1, stepRate: null, dropOff: 1 },
            { visitors: 1, rate: 0.5, stepRate: 0.5, dropOff: 0 },
          ],
        },
        {
          value: 'FR',
          steps: [
            { visitors: 1, rate: 1, stepRate: null, dropOff: 0 },
            { visitors: 1, rate: 1, stepRate: 1, dropOff: 0 },
          ],
        },
      ],
    });
    expect(body.meta.warnings).toEqual([]);
  });

  test('has the visitors of main under the filter of its first step', async () => {
    const { body } = await owner.call('POST', `/websites/${id}/query`, { ...DAY, filters: page('/pricing') });
    const funnel = await ask('funnel', { steps });
    expect(funnel.body.data.steps[0].visitors).toBe(body.data.rows[0].visitors);
  });

  test('can be strict, within a session, and within a time', async () => {
    const last = async (more: object) => (await ask('funnel', { steps, ...more })).body.data.steps[1].visitors;
    expect(await last({ order: 'strict' })).toBe(1);
    expect(await last({ scope: 'session' })).toBe(1);
    expect(await last({ scope: 'session', order: 'strict' })).toBe(0);
    expect(await last({ withinSeconds: 119 })).toBe(0);
    expect(await last({ withinSeconds: 120 })).toBe(1);
    expect(await last({ filters: { dimension: 'country', operator: 'is', values: ['germany'] } })).toBe(1);
  });

  test('is open until its last step can be, also on days that have not begun', async () => {
    const openUntil = async (more: object) => (await ask('funnel', { steps, ...more })).body.data.openUntil;
    expect(await openUntil({ from: '2026-04-20', to: '2026-05-31' })).toBe('2026-06-02T00:00:00.000Z');
    expect(await openUntil({ from: '2026-06-01', to: '2026-06-30' })).toBe('2026-07-02T00:00:00.000Z');
    expect(await openUntil({ scope: 'session', withinSeconds: 60 })).toBe('2026-04-02T00:01:00.000Z');
    expect(await openUntil({ scope: 'session', withinSeconds: 90 * 86_400 })).toBe('2026-04-03T00:00:00.000Z');
  });

  test('without events has zeros', async () => {
    const { body } = await ask('funnel', { steps, from: '2025-01-01', to: '2025-01-02', breakdown: 'city' });
    expect(body.data.steps.map(({ visitors }: { visitors: number }) => visitors)).toEqual([0, 0]);
    expect(body.data.rows).toEqual([]);
  });

  test.each([
    [{ steps: [page('/')] }, '/steps'],
    [{ steps: Array.from({ length: 11 }, () => page('/')) }, '/steps'],
    [{ steps: [page('/'), null] }, '/steps/1'],
    [{ steps: [page('/'), { goal: 'x' }] }, '/steps/1/goal'],
    [{ steps: [page('/'), { dimension: 'pag', operator: 'is', values: ['/'] }] }, '/steps/1/dimension'],
    [{ steps, withinSeconds: 0 }, '/withinSeconds'],
    [{ steps, withinSeconds: 90 * 86_400 + 1 }, '/withinSeconds'],
    [{ steps: Array.from({ length: 10 }, () => ({ hasDone: pages(101) })) }, '/steps/0/hasDone/values'],
    [{ steps: Array.from({ length: 10 }, () => [{ hasDone: pages(100) }, page('/')]) }, '/steps'],
    [{ steps, order: 'loose' }, '/order'],
    [{ steps, scope: 'website' }, '/scope'],
    [{ steps, breakdown: 'page' }, '/breakdown'],
    [{ steps, breakdown: 'contry' }, '/breakdown'],
    [{ steps, filters: { dimension: 'page', operator: 'matches', values: ['('] } }, '/filters'],
    [{ steps, range: '30d' }, '/range'],
    [{ steps, limit: 101 }, '/limit'],
    [{ steps, rows: 1 }, '/rows'],
  ])('%j is refused at %s', async (body, pointer) => {
    const answer = await ask('funnel', body);
    expect(answer.status).toBe(400);
    expect(pointersOf(answer)).toContain(pointer);
  });
});

describe('a journey', () => {
  const node = (value: string | null, sessions: number, children: readonly object[] = []) => ({
    value,
    sessions,
    visitors: sessions,
    children,
  });

  test('has the steps after its anchor, before it, or both', async () => {
    const anchor = page('/pricing/');
    const { body } = await ask('journey', { anchor: { from: anchor }, steps: 2, events: true });
    const docs = node('/docs/api', 1, [node('signup', 1)]);
    const after = [node('/', 1, [node('(exit)', 1)]), docs, node('(exit)', 1)];
    expect(body.data).toEqual({ root: node('/pricing', 3, after) });
    const to = await ask('journey', { anchor: { to: page('/docs/api') } });
    expect(to.body.data).toEqual({ root: node('/docs/api', 1, [node('/pricing', 1, [node('(exit)', 1)])]) });
    const through = await ask('journey', { anchor: { through: event('signup') }, steps: 1, groupBy: 'section' });
    expect(through.body.data).toEqual({
      root: node('signup', 1, [node('(exit)', 1)]),
      before: node('signup', 1, [node('/docs/*', 1)]),
    });
  });

  test('keeps the page on which a link was clicked', async () => {
    const { id: website } = await owner.website({ domain: 'links.example' });
    const line = (minute: number, path: string, link?: string) =>
      JSON.stringify({
        visitor: 'dora',
        timestamp: `2026-04-01T10:0${minute}:00Z`,
        url: `https://links.example${path}`,
        ...(link !== undefined && { type: 'exit', link }),
      });
    const link = 'https://shop.example/';
    await owner.import(
      website,
      [line(0, '/'), line(1, '/pricing'), line(2, '/pricing', link), line(3, '/docs')].join('\n'),
    );
    const match = { dimension: 'link', operator: 'is', values: [link] };
    const goal = (await owner.call('POST', `/websites/${website}/goals`, { name: 'Shop', match })).body.data.id;
    const body = { ...DAY, anchor: { through: { goal } } };
    const answer = await owner.call('POST', `/websites/${website}/journey`, body);
    expect(answer.body.data).toEqual({
      root: node(null, 1, [node('/docs', 1, [node('(exit)', 1)])]),
      before: node(null, 1, [node('/pricing', 1, [node('/', 1, [node('(exit)', 1)])])]),
    });
  });

  test('begins with the entry page without an anchor, and is of the chosen sessions', async () => {
    const { body } = await ask('journey', { steps: 1, filters: event('signup') });
    expect(body.data.root).toEqual(node(null, 1, [node('/pricing', 1)]));
    const empty = await ask('journey', { from: '2025-01-01', to: '2025-01-01' });
    expect(empty.body.data.root).toEqual(node(null, 0));
  });

  test('names ten nodes of a level, however many there are, and adds up the others', async () => {
    const { id: busy } = await owner.website({ domain: 'busy.example' });
    const visit = (visitor: string, path: string, minute: number) =>
      JSON.stringify({ visitor, url: `https://busy.example${path}`, timestamp: `2026-04-01T10:0${minute}:00Z` });
    // Ways of one session each, among which those of /few would be lost in a list of the largest.
    const many = Array.from({ length: 300 }, (_, each) => [
      visit(`a${each}`, each % 2 === 0 ? '/even' : '/odd', 0),
      visit(`a${each}`, `/page-${each}`, 1),
    ]);
    const more = Array.from({ length: 300 }, (_, each) => [
      visit(`b${each}`, `/alone-${each}`, 0),
      visit(`b${each}`, '/end', 1),
      visit(`c${each}`, `/alone-${each}`, 0),
      visit(`c${each}`, '/end', 1),
    ]);
    await owner.import(busy, [...many, ...more].flat().join('\n'));
    const { body } = await owner.call('POST', `/websites/${busy}/journey`, { ...DAY, steps: 2 });
    const { sessions, children } = body.data.root;
    expect([sessions, children.length, children.at(-1).value]).toEqual([900, 11, '(other)']);
    expect(children[0].value).toBe('/even');
    const below = children.flatMap((each: { children: { value: string }[] }) => each.children);
    expect(below.filter(({ value }: { value: string }) => value === '/end')).toHaveLength(8);
    expect(below.filter(({ value }: { value: string }) => value.startsWith('/page-'))).toHaveLength(2);

    // A followed node is among the ten, however few sessions it has, and no other node has children.
    const rare = children.at(-2).value === '/alone-7' ? '/alone-8' : '/alone-7';
    const followed = await owner.call('POST', `/websites/${busy}/journey`, { ...DAY, steps: 2, path: [rare] });
    const nodes = followed.body.data.root.children as { value: string; sessions: number; children: object[] }[];
    expect([nodes.length, nodes.reduce((sum, each) => sum + each.sessions, 0)]).toEqual([11, 900]);
    expect(nodes.filter((each) => each.children.length > 0)).toMatchObject([
      { value: rare, sessions: 2, children: [{ value: '/end', sessions: 2 }] },
    ]);

    // After a slow statement, no other one begins.
    const { clickhouse } = service.services;
    const [query, now] = [clickhouse.query, performance.now.bind(performance)];
    let passed = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
    const statements = vi.spyOn(clickhouse, 'query').mockImplementation((each) => {
      passed += each.name === 'stats/journey' ? 30_000 : 0;
      return query(each);
    });
    const slow = await owner.call('POST', `/websites/${busy}/journey`, { ...DAY, steps: 3 });
    vi.restoreAllMocks();
    expect(failureOf(slow)).toEqual({ status: 503, errors: ['It took longer than it may: ask for less at once'] });
    expect(statements.mock.calls.filter(([{ name }]) => name === 'stats/journey')).toHaveLength(1);
  });

  test.each([
    [{ anchor: {} }, '/anchor'],
    [{ anchor: { from: page('/'), to: page('/') } }, '/anchor'],
    [{ anchor: { at: page('/') } }, '/anchor/at'],
    [{ anchor: { from: { dimension: 'page', operator: 'is', values: [] } } }, '/anchor/from/values'],
    [{ path: [''] }, '/path/0'],
    [{ path: Array.from({ length: 11 }, () => '/') }, '/path'],
    [{ path: ['/'], anchor: { through: page('/') } }, '/path'],
    [{ steps: 11 }, '/steps'],
    [{ steps: 0 }, '/steps'],
    [{ events: 1 }, '/events'],
    [{ groupBy: 'host' }, '/groupBy'],
    [{ filters: { dimension: 'page', operator: 'matches', values: ['('] } }, '/filters'],
    [{ from: 'today' }, '/from'],
  ])('%j is refused at %s', async (body, pointer) => {
    const answer = await ask('journey', body);
    expect(answer.status).toBe(400);
    expect(pointersOf(answer)).toContain(pointer);
  });
});

describe('retention', () => {
  test('has a row for each cohort, and null for the period that is running', async () => {
    const { body } = await ask('cohorts', { interval: 'day', from: '2026-04-01', to: '2026-04-02' });
    const [first, second] = body.data.cohorts;
    expect(body.data.cohorts).toHaveLength(2);
    expect(first).toMatchObject({ start: '2026-04-01', visitors: 3, partial: true });
    // The service's clock is on the first of May.
    expect(first.returned).toEqual([3, 1, ...Array.from({ length: 28 }, () => 0), null]);
    expect(second).toMatchObject({ start: '2026-04-02', visitors: 0 });
    expect(second.returned).toHaveLength(30);
  });

  test('is of weeks and months, of some visitors, and of some events', async () => {
    const cohorts = async (more: object) =>
      (await ask('cohorts', { range: 'all', from: undefined, to: undefined, ...more })).body.data.cohorts;
    expect(await cohorts({ interval: 'month' })).toEqual([
      { start: '2026-04', visitors: 3, returned: [3, null], partial: true },
      { start: '2026-05', visitors: 0, returned: [null], partial: true },
    ]);
    const [week] = await cohorts({
      interval: 'week',
      filters: { dimension: 'country', operator: 'is', values: ['germany'] },
    });
    expect(week).toMatchObject({ start: '2026-03-30', visitors: 2 });
    const [day] = await cohorts({ interval: 'day', returned: page('/docs') });
    expect(day.returned.slice(0, 2)).toEqual([3, 0]);
  });

  test('is of visitors by any trait of their first session', async () => {
    const { id: website } = await owner.website({ domain: 'traits.example' });
    const line = (visitor: string, day: number, value: string) =>
      JSON.stringify({
        visitor,
        timestamp: `2026-04-0${day}T10:00:00Z`,
        url: 'https://traits.example/',
        stored: {
          ...{ hostname: 'traits.example', path: `/${value}`, referrer: 'Direct', channel: 'Direct', screen: value },
          ...{ country: 'DE', region: value, city: 'Unknown', language: 'de', utmContent: value, utmTerm: value },
          ...{ browser: 'Firefox', browserVersion: value, os: 'Windows', osVersion: value, device: 'desktop' },
        },
      });
    const lines = [line('first', 1, 'one'), line('first', 2, 'two'), line('second', 1, 'two'), line('third', 3, 'one')];
    await owner.import(website, lines.join('\n'));
    const traits = ['region', 'screen', 'browserVersion', 'osVersion', 'utmContent', 'utmTerm', 'exitPage'];
    await checkRows(traits, async (dimension) => {
      const returned = async (value: string) => {
        const filters = { dimension, operator: 'is', values: [dimension === 'exitPage' ? `/${value}` : value] };
        const body = { ...DAY, to: '2026-04-02', interval: 'day', filters };
        const answer = await owner.call('POST', `/websites/${website}/cohorts`, body);
        return answer.body.data?.cohorts.map((each: { returned: number[] }) => each.returned.slice(0, 2));
      };
      expect(await returned('one')).toEqual([
        [1, 1],
        [0, 0],
      ]);
      expect(await returned('two')).toEqual([
        [1, 0],
        [0, 0],
      ]);
    });
  });

  test('is not of visitors by what single events have, which is named', async () => {
    const goal = await owner.call('POST', `/websites/${id}/goals`, { name: 'Docs', match: page('/docs/*') });
    const filters = { or: [{ goal: goal.body.data.id }, event('signup'), { hasDone: page('/') }] };
    expect(failureOf(await ask('cohorts', { interval: 'day', filters })).errors).toEqual([
      'filters: cohorts are filtered by traits of the first session, not by page or custom event or hasDone, use entryPage or country or referrer',
    ]);
  });

  test.each([
    [{}, '/interval'],
    [{ interval: 'year' }, '/interval'],
    [{ interval: 'day', from: '2026-01-01', to: '2026-04-01' }, '/interval'],
    [{ interval: 'day', from: '2026-01-01', to: '2026-03-02' }, '/interval'],
    [{ interval: 'day', from: '1970-01-01', to: '1980-01-01' }, '/interval'],
    [{ interval: 'week', from: '1970-01-01', to: '1980-01-01' }, '/interval'],
    [{ interval: 'month', from: '1970-01-01', to: '1975-01-01' }, '/interval'],
    [{ interval: 'day', filters: page('/') }, '/filters'],
    [{ interval: 'day', filters: { hasDone: page('/') } }, '/filters'],
    [{ interval: 'day', returned: { goal: 'x' } }, '/returned/goal'],
  ])('%j is refused at %s', async (body, pointer) => {
    const answer = await ask('cohorts', body);
    expect(answer.status).toBe(400);
    expect(pointersOf(answer)).toContain(pointer);
  });

  test.each([
    ['day', '1970-03-01', 60],
    ['week', '1971-02-21', 60],
    ['month', '1974-12-31', 60],
  ])('of the past has up to 60 cohorts by %s, each of 60 periods', async (interval, to, count) => {
    const { cohorts } = (await ask('cohorts', { interval, from: '1970-01-01', to })).body.data;
    expect(cohorts).toHaveLength(count);
    const whole = { visitors: 0, returned: Array.from({ length: 60 }, () => 0), partial: false };
    for (const each of cohorts) expect(each).toMatchObject(whole);
  });

  test('is refused where visitor IDs change daily, and ends with the month where they change monthly', async () => {
    const find = vi.spyOn(service.services, 'findVisitorIdRotation');
    find.mockResolvedValueOnce('daily');
    const refused = await ask('cohorts', { interval: 'day' });
    expect([refused.status, refused.body.meta.problems[0].code]).toEqual([400, 'visitor_ids_change_daily']);
    find.mockResolvedValueOnce('monthly');
    const { body } = await ask('cohorts', { interval: 'week' });
    expect(body.data.cohorts).toEqual([{ start: '2026-03-30', visitors: 3, returned: [3], partial: false }]);
  });
});

test("another account's website is refused", async () => {
  const stranger = await apiClient(service);
  for (const [path, body] of [
    ['funnel', { steps: [page('/'), page('/')] }],
    ['cohorts', { interval: 'day' }],
    ['journey', {}],
  ] as const) {
    expect((await stranger.call('POST', `/websites/${id}/${path}`, { ...DAY, ...body })).status).toBe(403);
  }
});
