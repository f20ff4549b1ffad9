import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSharedLink } from '../../src/websites/shared-links.js';
import type { ApiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { HOSTILE_VALUES, linksIn, NOW } from './behavior-website.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText, tilesOf } from './read-page.js';
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
