import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSharedLink } from '../../src/websites/shared-links.js';
import type { ApiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { HOSTILE_VALUES, linksIn, NOW } from './behavior-website.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText, rowsOfTable, tilesOf } from './read-page.js';
import type { SignedIn } from './signed-in.js';

const DAYS = { from: '2026-04-01', to: '2026-04-01' };
const RANGE = `from=${DAYS.from}&to=${DAYS.to}`;
const PLAN = 'property%3Aplan';

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let id: string;

const sent = (visitor: string, minute: number, name: string, props: Readonly<Record<string, unknown>>) => ({
  visitor,
  timestamp: `2026-04-01T10:0${minute}:00.000Z`,
  type: 'custom' as const,
  url: 'https://example.com/',
  device: 'desktop' as const,
  name,
  props,
});

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: NOW }));
  ({ id } = await owner.website({ timezone: 'UTC' }));
  await owner.history(id, [
    sent('anna', 0, 'signup', { plan: 'pro', seats: 5, trial: true }),
    sent('ben', 1, 'signup', { plan: 'pro', seats: '5' }),
    sent('cleo', 2, 'signup', { plan: 'free', seats: 50 }),
    sent('cleo', 3, 'signup', { plan: 'private' }),
    sent('dora', 4, 'contact', { plan: 'pro', topic: 'a.b' }),
    {
      visitor: 'emil',
      timestamp: '2026-04-01T10:05:00.000Z',
      type: 'pageview',
      url: 'https://example.com/',
      device: 'desktop',
    },
  ]);
});

afterAll(() => service.close());

type Row = Readonly<Record<string, unknown>>;

const page = (query: string, path = '') => person.page(`/websites/${id}${path}?${RANGE}&${query}`);

const count = async (...filters: readonly unknown[]) => {
  const query = { ...DAYS, metrics: ['visitors', 'events'], filters };
  return (await owner.call('POST', `/websites/${id}/query`, query)).body.data.rows[0];
};

const plan = (operator: string, ...values: readonly string[]) => ({ dimension: 'property:plan', operator, values });

describe('a filter by a property', () => {
  test.each([
    [`${PLAN}=pro`, [plan('is', 'pro')], 3],
    [`${PLAN}=pro&${PLAN}=free`, [plan('is', 'pro', 'free')], 4],
    [`${PLAN}.is_not=pro`, [plan('is_not', 'pro')], 1],
    [`${PLAN}.contains=PR`, [plan('contains', 'PR')], 4],
    [`event=signup&${PLAN}=pro`, [{ dimension: 'event', operator: 'is', values: ['signup'] }, plan('is', 'pro')], 2],
    // Sent as a number, or as text.
    ['property%3Aseats=5', [{ dimension: 'property:seats', operator: 'is', values: ['5', 5] }], 2],
    ['property%3Atrial=true', [{ dimension: 'property:trial', operator: 'is', values: [true] }], 1],
  ])('%s selects as in the API', async (query, filters, visitors) => {
    const found = await count(...filters);
    expect(found.visitors).toBe(visitors);
    const html = await page(query);
    expect(tilesOf(html)).toMatchObject({ Visitors: String(visitors) });
    // Their share is of all visitors.
    expect(tilesOf(html)).toMatchObject({ 'Conversion rate': `${((visitors / 5) * 100).toFixed(1)}%` });
    expect(html).toContain(`data-query="?${RANGE}&${query}"`.replaceAll('&', '&amp;'));
  });

  test('is a chip in words, and every link keeps it', async () => {
    const html = await page(`event=signup&${PLAN}=pro`);
    expect(plainText(html)).toContain('Edit filter plan: pro');
    expect(linksIn(html)).toContain(
      `/websites/${id}?${RANGE}&event=signup&edit=event`.replace('&edit', `&${PLAN}=pro&edit`),
    );
    expect(linksIn(html)).toContain(`/websites/${id}?${RANGE}&event=signup`);
    expect(html).toContain('<input type="hidden" name="property:plan" value="pro"/>');
  });

  test('applies to funnels, and to what is deleted; retention says that it does not', async () => {
    const steps = [{ dimension: 'event', operator: 'is', values: ['signup'] }, plan('is', 'pro')];
    const body = { ...DAYS, steps, filters: [plan('is', 'pro')] };
    const { steps: counted } = (await owner.call('POST', `/websites/${id}/funnel`, body)).body.data;
    const funnel = await page(`${PLAN}=pro&step=event%3Asignup&step=event%3Acontact`, '/funnels');
    expect(plainText(funnel)).toContain(`${counted[0].visitors} started`);
    expect(plainText(await page(`${PLAN}=pro`, '/delete-events'))).toContain('3 events from 3 visitors.');
    expect(plainText(await page(`${PLAN}=pro`, '/retention'))).toContain('not by plan. Remove this filter');
  });

  test('is saved in a segment', async () => {
    await person.post(`/websites/${id}/segments/save?${RANGE}&event=signup&property%3Aseats=5`, { name: 'Five' });
    const [segment] = (await owner.get(`/websites/${id}/segments`)).body.data;
    expect(segment.filters.at(-1)).toEqual({ dimension: 'property:seats', operator: 'is', values: ['5', 5] });
    expect(tilesOf(await page(`segment=${segment.id}`))).toMatchObject({ Visitors: '2', 'Conversion rate': '40.0%' });
    await owner.call('DELETE', `/websites/${id}/segments/${segment.id}`);
  });
});

describe('the page of a property', () => {
  let ownId: string;

  const on = (day: string, visitor: string, minute: number, props: Row) => ({
    ...sent(visitor, minute, 'signup', props),
    timestamp: `${day}T10:0${minute}:00.000Z`,
  });

  beforeAll(async () => {
    ({ id: ownId } = await owner.website({ timezone: 'UTC' }));
    await owner.history(ownId, [
      on('2026-03-30', 'anna', 0, {}),
      on('2026-03-31', 'anna', 1, { plan: 'pro', seats: 5 }),
      on('2026-03-31', 'ben', 2, { plan: 'gone' }),
      on('2026-04-01', 'anna', 0, { plan: 'pro', seats: 5, path: '/docs/a"b' }),
      on('2026-04-01', 'anna', 1, { plan: 'pro', seats: '5', path: '/blog' }),
      on('2026-04-01', 'ben', 2, { plan: 'pro' }),
      on('2026-04-01', 'cleo', 3, { plan: 'free', trial: true }),
      on('2026-04-01', 'dora', 4, {}),
      ...HOSTILE_VALUES.map((value, index) => on('2026-04-01', `visitor ${index}`, 5, { hostile: value })),
    ]);
  });

  const own = (query: string, file = '') => person.page(`/websites/${ownId}/properties${file}?${RANGE}&${query}`);

  test.each(['plan', 'seats', 'path', 'trial', 'hostile'])(
    'has the values of %s with the numbers of the API',
    async (name) => {
      const dimension = `property:${name}`;
      const { rows } = (
        await owner.call('POST', `/websites/${ownId}/query`, {
          ...DAYS,
          metrics: ['visitors', 'events'],
          dimensions: [dimension],
          filters: [
            { dimension: 'event', operator: 'is', values: ['signup'] },
            { dimension, operator: 'is_not', values: [null] },
          ],
        })
      ).body.data;
      expect(rows.length).toBeGreaterThan(0);
      const found = rowsOfTable(await own(`event=signup&property=${name}`));
      expect(found.map(([, events, visitors]) => [Number(visitors), Number(events)])).toEqual(
        rows.map(({ visitors, events }: Row) => [visitors, events]),
      );
    },
  );

  test('has shares of all visitors of the event, and changes', async () => {
    const visitors = 4 + HOSTILE_VALUES.length;
    const share = (count: number) => `${((count / visitors) * 100).toFixed(1)}%`;
    const found = rowsOfTable(await own('event=signup&property=plan'));
    expect(found.map((row) => row.filter((_, place) => place !== 3))).toEqual([
      ['pro', '3', '2', share(2)],
      ['free', '1', '1', share(1)],
    ]);
    expect(found[0]?.[3]).toContain('100%');
    const changed = rowsOfTable(await own('event=signup&property=plan&sort=change%3Aasc'));
    expect(changed.map(([name]) => name)).toEqual(['gone', 'pro', 'free']);
  });

  test('tells a number from its text, and filters by both', async () => {
    const html = await own('event=signup&property=seats');
    expect(rowsOfTable(html).map(([name]) => name)).toEqual(['"5"', '5']);
    expect(linksIn(html)).toContain(`/websites/${ownId}?${RANGE}&event=signup&property%3Aseats=5`);
  });

  test.each([
    ['plan', 'PR', ['pro']],
    ['path', '/docs', ['/docs/a"b']],
    ['path', 'a"b', ['/docs/a"b']],
    ['seats', '5', ['"5"', '5']],
    ['seats', '7', []],
  ])('searches %s for %s', async (name, search, expected) => {
    const html = await own(`event=signup&property=${name}&search=${encodeURIComponent(search)}`);
    expect(rowsOfTable(html).map(([value]) => value)).toEqual(expected);
  });

  test('is sorted, and its links keep property and order', async () => {
    const html = await own('event=signup&property=plan&sort=visitors%3Aasc');
    expect(rowsOfTable(html).map(([name]) => name)).toEqual(['free', 'pro']);
    expect(linksIn(html)).toContain(
      `/websites/${ownId}/properties.csv?${RANGE}&event=signup&property=plan&sort=visitors%3Aasc`,
    );
    expect(linksIn(html)).toContain(`/websites/${ownId}/properties?${RANGE}&event=signup&property=seats`);
    expect(html).toContain('<input type="hidden" name="property" value="plan"/>');
  });

  test('is a file', async () => {
    expect((await own('event=signup&property=plan', '.csv')).split('\r\n').slice(0, 3)).toEqual([
      'plan,Total,Visitors,Share (%)',
      expect.stringMatching(/^pro,3,2,/),
      expect.stringMatching(/^free,1,1,/),
    ]);
  });

  test('is reached from an event, begins with the most frequent property, and leads back without any', async () => {
    const events = await person.page(`/websites/${ownId}/custom-events?${RANGE}`);
    expect(linksIn(events)).toContain(`/websites/${ownId}/properties?${RANGE}&event=signup`);
    expect(await own('event=signup')).toMatch(/aria-current="true"><bdi>hostile</);
    expect(linksIn(await person.page(`/websites/${ownId}?${RANGE}&event=signup`))).toContain(
      `/websites/${ownId}/properties?${RANGE}&event=signup&property=plan`,
    );
    for (const file of ['', '.csv']) {
      const none = await person.get(`/websites/${ownId}/properties${file}?${RANGE}&event=none`);
      expect(none.headers.get('Location')).toBe(`/websites/${ownId}?${RANGE}&event=none`);
    }
  });

  test('is found under a filter by what whole visits have', async () => {
    const { id: other } = await owner.website({ timezone: 'UTC' });
    const signup = sent('anna', 0, 'signup', { plan: 'pro' });
    const { name, props, ...view } = signup;
    await owner.history(other, [{ ...view, type: 'pageview' }, signup]);
    for (const [filter, found] of [
      ['exitPage=/', true],
      ['exitPage=/none', false],
      ['screen=1920x1080', false],
    ] as const) {
      const first = await person.get(`/websites/${other}/properties?${RANGE}&event=signup&${filter}`);
      expect([filter, first.status]).toEqual([filter, found ? 200 : 303]);
    }
  });

  test('is left out for a property without a name', async () => {
    const { id: other } = await owner.website({ timezone: 'UTC' });
    await owner.history(other, [on('2026-04-01', 'anna', 0, { '': 'x', plan: 'pro' })]);
    const html = await person.page(`/websites/${other}?${RANGE}&event=signup`);
    expect(linksIn(html).filter((link) => link.includes('/properties?'))).toEqual([
      `/websites/${other}/properties?${RANGE}&event=signup&property=plan`,
    ]);
    expect(await person.page(`/websites/${other}/properties?${RANGE}&event=signup`)).toMatch(/<bdi>plan</);
  });

  test('is reached from an event with a goal, too, which it does not count', async () => {
    const match = { dimension: 'event', operator: 'is', values: ['signup'] };
    const { body } = await owner.call('POST', `/websites/${ownId}/goals`, { name: 'Signup', match });
    const goal = `goal=${body.data.id}`;
    const events = await person.page(`/websites/${ownId}/custom-events?${RANGE}&${goal}`);
    expect(linksIn(events)).toContain(`/websites/${ownId}/properties?${RANGE}&${goal}&event=signup`);
    const html = await own(`${goal}&event=signup&property=plan`);
    expect(rowsOfTable(html)).toEqual(rowsOfTable(await own('event=signup&property=plan')));
    expect(html).not.toContain('goal-menu');
  });

  test('is not on a shared link', async () => {
    const { token } = await createSharedLink(service.engines.postgres.db, ownId, { name: 'Own' }, service.clock);
    expect((await service.app.request(`/share/${token}/properties?${RANGE}&event=signup&property=plan`)).status).toBe(
      404,
    );
    const events = await (await service.app.request(`/share/${token}/custom-events?${RANGE}`)).text();
    expect(events).not.toContain('/properties');
  });
});

describe('the form', () => {
  const form = (html: string) => /<form class="menu-form filter-form".*?<\/form>/s.exec(html)?.[0] ?? '';

  test('offers the properties of the chosen events', async () => {
    expect(form(await page('event=signup'))).toMatch(
      /<optgroup label="Properties"><option value="property:plan">plan<\/option><option value="property:seats">seats</,
    );
    expect(form(await page('event=signup'))).not.toContain('property:topic');
    expect(form(await page(''))).not.toContain('optgroup');
    expect(form(await page(`${PLAN}=pro&edit=${PLAN}`))).toContain('<option value="property:plan" selected="">plan');
  });

  test.each([
    ['pro', `${PLAN}=pro`],
    ['privat', `${PLAN}=private&changed=${PLAN}`],
    ['pr', `${PLAN}.contains=pr&changed=${PLAN}.contains`],
  ])('applies %j', async (value, expected) => {
    const typed = await person.get(`/websites/${id}?${RANGE}&event=signup&by=${PLAN}&value=${value}`);
    expect(typed.headers.get('Location')).toBe(`/websites/${id}?${RANGE}&event=signup&${expected}`);
  });

  test('applies a number that only numbers have', async () => {
    const typed = await person.get(`/websites/${id}?${RANGE}&by=property%3Aseats&value=50`);
    expect(typed.headers.get('Location')).toBe(`/websites/${id}?${RANGE}&property%3Aseats=50`);
    expect(tilesOf(await page('property%3Aseats=50'))).toMatchObject({ Visitors: '1' });
  });

  test('suggests values with their visitors', async () => {
    const options = plainText(await page(`event=signup&by=${PLAN}&op=is&search=pr`, '/suggest'));
    expect(options).toBe('pro 2 visitors private 1 visitor contains “pr” 3 visitors');
    const filters = [{ dimension: 'event', operator: 'is', values: ['signup'] }];
    const segment = (await owner.call('POST', `/websites/${id}/segments`, { name: 'Sign-ups', filters })).body.data.id;
    const query = { ...DAYS, dimension: 'property:plan', search: 'pr', segment };
    const values = await owner.get(`/websites/${id}/values`, query);
    await owner.call('DELETE', `/websites/${id}/segments/${segment}`);
    expect(values.body.data.values.map(({ value, visitors }: Row) => [value, visitors])).toEqual([
      ['pro', 2],
      ['private', 1],
    ]);
  });
});

test('the values of an event filter, and again remove their filter', async () => {
  const filtered = `/websites/${id}?${RANGE}&event=signup&${PLAN}=pro`;
  expect(linksIn(await page('event=signup'))).toContain(filtered);
  const chosen = await page(`event=signup&${PLAN}=pro`);
  expect(chosen).toContain(
    `<a href="/websites/${id}?${RANGE}&event=signup" aria-current="true">`.replaceAll('&', '&amp;'),
  );
});

test('a shared link is not filtered by properties, and says so', async () => {
  const { token } = await createSharedLink(service.engines.postgres.db, id, { name: 'Board' }, service.clock);
  const shared = async (query: string, path = '') =>
    (await service.app.request(`/share/${token}${path}?${RANGE}&${query}`)).text();
  const html = await shared(`${PLAN}=pro`);
  expect(plainText(html)).toContain('Shared dashboards have no filters by property.');
  expect(tilesOf(html)).toMatchObject({ Visitors: '5' });
  expect(await shared(`${PLAN}=pro`, '/browsers.csv')).toBe(await shared('', '/browsers.csv'));
  const event = await shared('event=signup');
  expect(linksIn(event).filter((link) => link.includes('property'))).toEqual([]);
  expect(event).not.toContain('optgroup');
  for (const query of [`by=${PLAN}&op=is&search=pr`, `by=${PLAN}&search=`]) {
    expect((await service.app.request(`/share/${token}/suggest?${RANGE}&${query}`)).status).toBe(400);
  }
  const typed = await service.app.request(`/share/${token}?${RANGE}&by=${PLAN}&value=pro`);
  expect([typed.status, typed.headers.get('Location')]).toEqual([200, null]);
});

test.each(HOSTILE_VALUES)('names and values such as %j are survived', async (value) => {
  for (const key of [`property:${value}`, 'property:plan', `property:${value}.contains`]) {
    const query = new URLSearchParams({ [key]: value || 'x' });
    const answer = await person.get(`/websites/${id}?${query}`);
    expect([200, 303]).toContain(answer.status);
    expect(await answer.text()).not.toContain('<script>alert');
    const typed = await person.get(`/websites/${id}?${new URLSearchParams({ by: key, value: value || 'x' })}`);
    expect([200, 303]).toContain(typed.status);
  }
});
