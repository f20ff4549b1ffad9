import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, apiClient } from './api-client.js';
import { sharedService } from './shared-service.js';
import type { TestService } from './test-service.js';

const DAY = { from: '2026-04-02', to: '2026-04-02' };

/** `a` ends on /thanks on each of three days, the second time past midnight. */
const LINES = [
  { visitor: 'd', timestamp: '2026-03-25T10:00:00Z', path: '/thanks' },
  { visitor: 'a', timestamp: '2026-04-01T10:00:00Z', path: '/', screen: '390x844' },
  { visitor: 'a', timestamp: '2026-04-01T10:01:00Z', path: '/thanks' },
  { visitor: 'a', timestamp: '2026-04-02T23:50:00Z', path: '/', screen: '390x844' },
  { visitor: 'a', timestamp: '2026-04-03T00:05:00Z', path: '/docs', screen: '1440x900' },
  { visitor: 'a', timestamp: '2026-04-03T00:10:00Z', path: '/thanks', screen: '1440x900' },
  { visitor: 'a', timestamp: '2026-04-03T00:11:00Z', path: '/docs', type: 'exit', link: 'https://other.example/' },
  { visitor: 'b', timestamp: '2026-04-02T10:00:00Z', path: '/' },
  { visitor: 'b', timestamp: '2026-04-02T10:01:00Z', path: '/docs' },
  { visitor: 'c', timestamp: '2026-04-02T10:00:00Z', path: '/', type: 'custom', name: 'ping', props: { plan: 'pro' } },
];

let service: TestService;
let owner: ApiClient;
let id: string;

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 4, 1) });
  owner = await apiClient(service);
  ({ id } = await owner.website({ domain: 'example.com' }));
  await add(LINES);
});

const add = (lines: readonly { readonly path: string; readonly visitor: string; readonly timestamp: string }[]) =>
  owner.import(
    id,
    lines.map(({ path, ...line }) => JSON.stringify({ ...line, url: `https://example.com${path}` })).join('\n'),
  );

afterAll(() => service.close());

const ask = async (body: object, path = 'query') => {
  const answer = await owner.call('POST', `/websites/${id}/${path}`, { ...DAY, ...body });
  return answer.status === 200 ? answer.body.data : answer.body.meta.errors;
};

const segment = async () => {
  const made = await owner.call('POST', `/websites/${id}/segments`, {
    name: 'Thanked',
    filters: { hasDone: isThanks },
  });
  return made.body.data.id;
};

const isThanks = { dimension: 'exitPage', operator: 'is', values: ['/thanks/'] };

describe('the exit page and the screen of a session', () => {
  test('are of the whole session, wherever the range ends', async () => {
    const metrics = ['visitors', 'pageviews', 'visits', 'bounceRate'];
    expect(
      (await ask({ metrics, dimensions: ['exitPage'], orderBy: [{ by: 'exitPage', direction: 'asc' }] })).rows,
    ).toEqual([
      { exitPage: null, visitors: 1, pageviews: 0, visits: 1, bounceRate: 0 },
      { exitPage: '/docs', visitors: 1, pageviews: 2, visits: 1, bounceRate: 0 },
      { exitPage: '/thanks', visitors: 1, pageviews: 1, visits: 1, bounceRate: 0 },
    ]);
    const screens = { metrics: ['visitors'], dimensions: ['screen'], filters: isThanks };
    expect((await ask(screens)).rows).toEqual([{ screen: '390x844', visitors: 1 }]);
    const next = { from: '2026-04-03', to: '2026-04-03' };
    expect((await ask({ ...screens, ...next })).rows).toEqual([{ screen: '390x844', visitors: 1 }]);
  });

  test('filter the statistics, of the compared range too', async () => {
    const report = async (path: string, range = DAY) => {
      const { body } = await owner.get(`/websites/${id}/stats/${path}`, { ...range, 'exitPage.is': '/thanks/' });
      return body.data;
    };
    expect(await report('main')).toMatchObject({ totalVisitors: 1, previousTotalVisitors: 1 });
    expect(await report('main', { ...DAY, to: '2026-04-09' })).toMatchObject({ previousTotalVisitors: 2 });
    expect((await report('pages')).data).toMatchObject([{ page: '/' }]);
    expect((await report('entry-pages')).entryPages).toMatchObject([{ name: '/', visitors: 1 }]);
    expect((await report('visitors-chart')).data.at(-1)).toMatchObject({ visitors: 1 });
    expect(await report('custom-events')).toBeDefined();
  });

  test('choose visitors by what they have done, whichever table answers', async () => {
    const done = { metrics: ['visitors', 'visits', 'bounceRate'], filters: { hasDone: isThanks } };
    for (const more of [{}, { dimensions: ['country'] }, { dimensions: ['day'] }, { dimensions: ['page'] }]) {
      expect((await ask({ ...done, ...more })).rows).toEqual([
        expect.objectContaining({ visitors: 1, visits: 1, bounceRate: 0 }),
      ]);
    }
    const { body } = await owner.get(`/websites/${id}/stats/main`, { ...DAY, segment: await segment() });
    expect(body.data).toMatchObject({ totalVisitors: 1 });
  });

  test('are, on all pages of a query, those of its first page', async () => {
    const at = (timestamp: string, path: string, ...countries: readonly string[]) =>
      add(countries.map((country) => ({ visitor: `in ${country}`, timestamp, path, country })));
    await at('2026-04-30T23:50:00Z', '/thanks', 'DE', 'FR', 'IT');
    const yesterday = { from: '2026-04-30', to: '2026-04-30', dimensions: ['country'], limit: 1 };
    const page = (filters: object, cursor: string | null) => ask({ ...yesterday, filters, cursor });
    const [first, done] = [await page(isThanks, null), await page({ hasDone: isThanks }, null)];
    service.clock += 60_000;
    await at('2026-05-01T00:00:30Z', '/docs', 'FR');
    expect((await page(isThanks, first.nextCursor)).rows).toEqual([{ country: 'FR', visitors: 1 }]);
    expect((await page({ hasDone: isThanks }, done.nextCursor)).rows).toEqual([{ country: 'FR', visitors: 1 }]);
    const again = await page({ hasDone: isThanks }, null);
    expect((await page({ hasDone: isThanks }, again.nextCursor)).rows).toEqual([{ country: 'IT', visitors: 1 }]);
  });

  test('have suggested values', async () => {
    const { body } = await owner.get(`/websites/${id}/values`, { ...DAY, dimension: 'exitPage', search: 'THAN' });
    expect(body.data.values).toEqual([{ value: '/thanks', label: '/thanks', visitors: 1 }]);
  });

  test('are in funnels, journeys and returns, and choose cohorts', async () => {
    const page = (path: string) => ({ dimension: 'page', operator: 'is', values: [path] });
    const funnel = await ask(
      { steps: [page('/'), { and: [page('/docs'), isThanks] }], breakdown: 'exitPage' },
      'funnel',
    );
    expect(funnel.steps.map(({ visitors }: { visitors: number }) => visitors)).toEqual([3, 1]);
    expect(funnel.rows.map(({ value }: { value: unknown }) => value).toSorted()).toEqual(['/docs', '/thanks', null]);
    const { root } = await ask({ filters: isThanks, anchor: { to: isThanks } }, 'journey');
    expect(root.sessions).toBe(1);
    const returned = { interval: 'day', from: '2026-04-01', returned: isThanks };
    const countFirst = async (filters: object) => (await ask({ ...returned, filters }, 'cohorts')).cohorts[0].visitors;
    const [first] = (await ask(returned, 'cohorts')).cohorts;
    expect(first.returned.slice(0, 4)).toEqual([1, 1, 1, 0]);
    expect([first.visitors, await countFirst(isThanks), await countFirst({ not: isThanks })]).toEqual([1, 1, 0]);
  });

  test('are not in goals', async () => {
    const answer = await owner.call('POST', `/websites/${id}/goals`, { name: 'Thanks', match: isThanks });
    expect(answer.status).toBe(400);
  });
});
