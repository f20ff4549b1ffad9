import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ClickHouseError, TIMEOUT_EXCEEDED } from '../../src/clickhouse/clickhouse.js';
import { createSharedLink } from '../../src/websites/shared-links.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { behaviorWebsite, DAYS, HOSTILE_VALUES, linksIn, NOW } from './behavior-website.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText, stepsIn } from './read-page.js';
import type { SignedIn } from './signed-in.js';

const RANGE = `from=${DAYS.from}&to=${DAYS.to}`;
const STEPS = 'step=page%3A%2Fpricing&step=event%3Asignup';

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let path: string;
let id: string;
let goal: string;

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: NOW }));
  ({ id, goal } = await behaviorWebsite(owner));
  path = `/websites/${id}/funnels`;
});

afterAll(() => service.close());

const page = (value: string) => ({ dimension: 'page', operator: 'is', values: [value] });
const signup = { dimension: 'event', operator: 'is', values: ['signup'] };

const saved = async () => (await owner.get(`/websites/${id}/funnels`)).body.data as Record<string, unknown>[];

const save = async (body: object): Promise<string> =>
  (await owner.call('POST', `/websites/${id}/funnels`, body)).body.data.id;

const rowsIn = (html: string) =>
  [
    ...(/<table class="table funnel-table">.*?<tbody>(.*?)<\/tbody>/s.exec(html)?.[1] ?? '').matchAll(
      /<tr>(.*?)<\/tr>/gs,
    ),
  ].map(([, row = '']) => [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => plainText(cell)));

describe('a funnel of the address', () => {
  test.each([
    ['', {}],
    ['&order=strict', { order: 'strict' }],
    ['&scope=session', { scope: 'session' }],
    ['&within=120', { withinSeconds: 120 }],
    ['&country=DE', { filters: page('/pricing') && { dimension: 'country', operator: 'is', values: ['DE'] } }],
  ])('has the figures of the API under %j', async (query, more) => {
    const body = { ...DAYS, steps: [page('/pricing'), signup], breakdown: 'country', ...more };
    const { steps, rows } = (await owner.call('POST', `/websites/${id}/funnel`, body)).body.data;
    const html = await person.page(`${path}?${RANGE}&${STEPS}&breakdown=country${query}`);
    const rate = (value: number) => `${(value * 100).toFixed(1)}%`;
    expect(stepsIn(html)).toEqual(
      steps.map((step: { rate: number; visitors: number }, place: number) => [
        ['/pricing', 'signup'][place],
        rate(step.rate),
        step.visitors,
      ]),
    );
    expect(rowsIn(html).map(([, started]) => Number(started))).toEqual(
      rows.map(({ steps: [first] }: { steps: { visitors: number }[] }) => first!.visitors),
    );
    expect(steps[0].visitors).toBe(query === '&country=DE' ? 2 : 3);
  });

  test('says who went on, where the others went, and how long figures can rise', async () => {
    const text = plainText(await person.page(`${path}?${RANGE}&${STEPS}`));
    expect(text).toContain('3 started · 2 finished · 66.7%');
    expect(text).toContain('66.7% went on, half of them within');
    expect(text).toContain('Started → signup Finished (of started)');
    expect(text).toContain('1 dropped off (33.3%): / 1');
    expect(text).toContain('all steps within 1 day of the first one.');
    expect(text).not.toContain('figures can rise');
    const long = plainText(await person.page(`${path}?${RANGE}&${STEPS}&within=7776000`));
    expect(long).toContain('figures can rise until 3 Jul 2026, 00:00.');
  });

  test('is by device and country, too', async () => {
    const html = await person.page(`${path}?${RANGE}&${STEPS}&breakdown=country`);
    expect(rowsIn(html)).toEqual([
      ['Germany', '2', '50.0%', '50.0%'],
      ['France', '1', '100%', '100%'],
    ]);
    expect(rowsIn(await person.page(`${path}?${RANGE}&${STEPS}`))[0]?.[0]).toBe('Direct');
  });

  test('has goals and pages with stars as steps', async () => {
    const html = await person.page(`${path}?${RANGE}&step=page:/pri*&step=goal:${goal}`);
    expect(stepsIn(html)).toEqual([
      ['/pri*', '100.0%', 3],
      ['Sign-up', '66.7%', 2],
    ]);
  });

  test('has pages with stars in any spelling that a goal has', async () => {
    const html = await person.page(`${path}?${RANGE}&step=page:*pricing/&step=page:docs/*/`);
    expect(stepsIn(html)).toEqual([
      ['*pricing/', '100.0%', 3],
      ['docs/*/', '33.3%', 1],
    ]);
  });

  test('has ten steps at most, and one step is none', async () => {
    const many = Array.from({ length: 12 }, (_, place) => `step=page:/${place}`).join('&');
    expect(plainText(await person.page(`${path}?${RANGE}&${many}`))).toContain('A funnel has at most 10 steps.');
    expect(plainText(await person.page(`${path}?${RANGE}&step=page:/`))).toContain('Add a second step');
  });
});

test('the form becomes the address: empty steps are left out, and defaults too', async () => {
  const typed = async (query: string) =>
    (await person.get(`${path}?${RANGE}&typed=1&${query}`)).headers.get('Location');
  expect(
    await typed('kind1=page&value1=/pricing&kind2=page&value2=&kind3=event&value3=signup&order=any&within=86400'),
  ).toBe(`${path}?${RANGE}&${STEPS}`);
  expect(await typed(`kind1=page&value1=/&kind2=goal:${goal}&order=strict&scope=session&within=3600`)).toBe(
    `${path}?${RANGE}&step=page%3A%2F&step=goal%3A${goal}&order=strict&scope=session&within=3600`,
  );
  const html = await person.page(`${path}?${RANGE}&step=page:/a*&step=goal:${goal}&order=strict&within=100`);
  expect(html).toMatch(/name="value1" value="\/a\*"/);
  expect(html).toContain(`<option value="goal:${goal}" selected="">Sign-up</option>`);
  expect(html).toContain('<option value="strict" selected="">');
  expect(html).toContain('<option value="100" selected="">');
});

test('every link keeps range, filters and steps', async () => {
  const links = linksIn(await person.page(`${path}?${RANGE}&country=DE&${STEPS}&order=strict`));
  expect(links).toContain(`${path}?range=7d&country=DE&${STEPS}&order=strict`);
  expect(links).toContain(`${path}?${RANGE}&${STEPS}&order=strict`);
  expect(links).toContain(`${path}?${RANGE}&country=DE&${STEPS}&order=strict&breakdown=device#breakdown`);
});

test('without a funnel, one is offered of what was seen', async () => {
  const html = await person.page(`${path}?${RANGE}&new=1`);
  const example = linksIn(html).find((href) => href.includes('step='));
  expect(example).toContain(`step=goal%3A${goal}`);
  expect(stepsIn(await person.page(example!))).toHaveLength(3);
});

describe('a saved funnel', () => {
  test('is created, changed, renamed and deleted by the owner', async () => {
    const created = await person.post(`${path}/save?${RANGE}&country=DE&${STEPS}&order=strict`, { name: 'Buying' });
    const [funnel] = await saved();
    expect(funnel).toMatchObject({
      name: 'Buying',
      steps: [page('/pricing'), signup],
      order: 'strict',
      scope: 'visitor',
    });
    const own = `${path}?${RANGE}&country=DE&funnel=${funnel!.id}`;
    expect(created.headers.get('Location')).toBe(`${own}&done=saved`);
    const shown = await person.page(`${own}&done=saved`);
    expect(plainText(shown)).toContain('Funnel saved.');
    expect(stepsIn(shown)).toHaveLength(2);
    // Without a choice, the first saved funnel is shown.
    expect(stepsIn(await person.page(`${path}?${RANGE}`))).toHaveLength(2);

    const edited = `${RANGE}&funnel=${funnel!.id}&step=page:/&${STEPS}`;
    expect(await person.page(`${path}?${edited}`)).toContain('Save changes');
    await person.post(`${path}/update?${edited}`);
    expect((await saved())[0]).toMatchObject({
      name: 'Buying',
      steps: [page('/'), page('/pricing'), signup],
      order: 'any',
    });
    await person.post(`${path}/rename?${RANGE}&funnel=${funnel!.id}`, { renameName: 'Bought' });
    expect((await saved())[0]?.name).toBe('Bought');
    const gone = await person.post(`${path}/delete?${RANGE}&funnel=${funnel!.id}`);
    expect(gone.headers.get('Location')).toBe(`${path}?${RANGE}&done=deleted`);
    expect(await saved()).toEqual([]);
  });

  test('is refused with the errors of the API, beside the field and with what was typed', async () => {
    const first = await save({ name: 'Taken', steps: [page('/'), signup] });
    const refused = await person.post(`${path}/save?${RANGE}&${STEPS}`, { name: 'Taken' });
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(html).toMatch(/field-error"[^>]*>Another funnel of this website has this name\./);
    expect(html).toContain('value="Taken"');
    expect(stepsIn(html)).toHaveLength(2);
    const empty = await person.post(`${path}/save?${RANGE}&${STEPS}`, { name: '' });
    expect([empty.status, /class="field-error"/.test(await empty.text())]).toEqual([400, true]);
    const short = await person.post(`${path}/save?${RANGE}&step=page:/`, { name: 'One' });
    expect([short.status, plainText(await short.text())]).toEqual([400, expect.stringContaining('at least 2 steps')]);
    expect((await saved()).map(({ name }) => name)).toEqual(['Taken']);
    await owner.call('DELETE', `/websites/${id}/funnels/${first}`);
  });

  test('with a filter that the form cannot express is shown in words, and not edited', async () => {
    const steps = [
      { and: [page('/pricing'), { not: { dimension: 'country', operator: 'is', values: ['FR'] } }] },
      signup,
    ];
    const funnel = await save({ name: 'Complex', steps });
    const html = await person.page(`${path}?${RANGE}&funnel=${funnel}`);
    expect(stepsIn(html)).toEqual([
      ['Page is /pricing and not (Country is France)', '100.0%', 2],
      ['signup', '50.0%', 1],
    ]);
    expect(plainText(html)).toContain('only the API can change');
    expect(html).not.toContain('name="value1"');
    await owner.call('DELETE', `/websites/${id}/funnels/${funnel}`);
  });

  test('of another website is none, and its name is not shown', async () => {
    const stranger = await apiClient(service);
    const other = await behaviorWebsite(stranger);
    const body = { name: 'Their secret', steps: [page('/'), signup] };
    const funnel = (await stranger.call('POST', `/websites/${other.id}/funnels`, body)).body.data.id;
    const html = await person.page(`${path}?${RANGE}&funnel=${funnel}&step=page:/&step=goal:${other.goal}`);
    expect(plainText(html)).toContain('This funnel no longer exists. Steps of the link that are not valid');
    expect(html).not.toContain('Their secret');
    for (const form of ['update', 'rename', 'delete']) {
      const sent = await person.post(`${path}/${form}?${RANGE}&funnel=${funnel}&${STEPS}`, { renameName: 'Mine' });
      expect(sent.status, form).toBe(404);
    }
    expect((await stranger.get(`/websites/${other.id}/funnels`)).body.data[0].name).toBe('Their secret');
  });
});

test('a statement that takes too long is a notice with another try', async () => {
  const { clickhouse } = service.services;
  const { query } = clickhouse;
  vi.spyOn(clickhouse, 'query').mockImplementation(async (each) => {
    if (each.name === 'stats/funnel') throw new ClickHouseError('too slow', TIMEOUT_EXCEEDED, undefined);
    return query(each);
  });
  const html = await person.page(`${path}?${RANGE}&${STEPS}`);
  vi.restoreAllMocks();
  expect(plainText(html)).toContain('It took longer than it may: ask for less at once. Try again');
});

test('a funnel is not saved where its page could not be shown', async () => {
  const { clickhouse } = service.services;
  const before = await saved();
  vi.spyOn(clickhouse, 'query').mockRejectedValue(new ClickHouseError('too slow', TIMEOUT_EXCEEDED, undefined));
  const refused = await person.post(`${path}/save?${RANGE}&country.contains=e&page.contains=x&${STEPS}`, {
    name: 'Late',
  });
  vi.restoreAllMocks();
  expect(refused.status).toBe(503);
  expect(await saved()).toEqual(before);
});

test.each(HOSTILE_VALUES)('no parameter stumbles over %j', async (value) => {
  const names = ['funnel', 'step', 'order', 'scope', 'within', 'breakdown', 'typed', 'new', 'done', 'range'];
  const queries: string[][][] = [
    ...names.map((name) => [[name, value]]),
    ...['page', 'event', 'goal'].map((kind) => [
      ['step', 'page:/'],
      ['step', `${kind}:${value}`],
    ]),
    [
      ['typed', '1'],
      ['kind1', 'page'],
      ['value1', value],
      ['kind2', `goal:${value}`],
      ['within', value],
    ],
    Array.from({ length: 500 }, () => ['step', `page:${value.slice(0, 50)}*`]),
  ];
  for (const query of queries) {
    const response = await person.get(`${path}?${new URLSearchParams(query as [string, string][])}`);
    expect([200, 303], JSON.stringify(query.slice(0, 2))).toContain(response.status);
    expect(await response.text()).not.toContain('<script>alert');
  }
});

test('is no page of a shared link', async () => {
  const { token } = await createSharedLink(service.engines.postgres.db, id, { name: 'Board' }, service.clock);
  expect((await service.app.request(`/share/${token}/funnels`)).status).toBe(404);
});
