import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSharedLink, listSharedLinks, type OneView } from '../../src/websites/shared-links.js';
import type { ApiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { linksIn } from './behavior-website.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText, tilesOf } from './read-page.js';
import type { SignedIn } from './signed-in.js';

const NOW = Date.UTC(2026, 3, 15, 12);
const MARCH = 'from=2026-03-01&to=2026-03-31';
const DAY = 24 * 60 * 60 * 1000;

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let id: string;
let goal: string;

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: NOW }));
  ({ id } = await owner.website());
  const view = (day: string, visitor: string, country: string, path: string) => ({
    ...{ timestamp: `${day}T15:00:00.000Z`, type: 'pageview' as const, url: `https://example.com${path}` },
    ...{ visitor, country, device: 'desktop' as const, browser: country === 'DE' ? 'Firefox' : 'Chrome' },
  });
  await owner.history(id, [
    view('2026-03-05', 'anna', 'DE', '/docs'),
    view('2026-03-06', 'bert', 'DE', '/docs/start'),
    view('2026-03-07', 'carl', 'FR', '/secret-plan'),
    view('2026-02-07', 'dora', 'DE', '/february'),
    view('2026-02-08', 'emil', 'FR', '/secret-february'),
  ]);
  const made = await owner.call('POST', `/websites/${id}/goals`, {
    name: 'Read the docs',
    match: { dimension: 'page', operator: 'is', values: ['/docs'] },
  });
  goal = made.body.data.id;
});

afterAll(() => service.close());

const GERMANY = [{ dimension: 'country', operator: 'is', values: ['DE'] }];
const ONE_VIEW = { linkReaders: 'view', linkKeepsDates: 'on', linkContent: 'on' };

const ALL_PANELS = ['sources', 'content', 'places', 'technology', 'events'];

/** Returns the path of a link to one view. */
async function share(oneView: Partial<OneView> = {}, view = MARCH, expiresAt: Date | null = null): Promise<string> {
  const whole = { filters: GERMANY, goals: [], keepsDates: true, panels: ALL_PANELS, ...oneView };
  const link = { name: 'Germany', oneView: whole, view, expiresAt };
  return `/share/${(await createSharedLink(service.engines.postgres.db, id, link, NOW)).token}`;
}

/** The link that the form has just created. */
const created = async (name: string) =>
  (await listSharedLinks(service.engines.postgres.db, id)).find((link) => link.name === name);

const get = (path: string) => service.app.request(path);

async function read(path: string): Promise<string> {
  const response = await get(path);
  expect(response.status).toBe(200);
  return response.text();
}

/** Parameters that a reader may add to see more. */
const ESCAPES = [
  '',
  'range=12mo',
  'range=all',
  'from=2026-02-01&to=2026-02-28',
  'country=FR',
  'country.is_not=DE',
  'country.contains=F',
  'by=country&op=is&value=FR',
  'by=page&op=contains&value=secret',
  'page=/secret-plan',
  'segment=00000000-0000-4000-8000-000000000000',
  'goal=00000000-0000-4000-8000-000000000000',
  'compare=custom&compareFrom=2026-02-01&compareTo=2026-02-28',
  'compare=year',
  'places=cities&content=entry-pages&technology=os',
  'search=secret',
  'edit=country',
];

describe('a link to one view', () => {
  test('of a custom event has no comparison of returning visitors, which is not counted', async () => {
    const path = await share({ filters: [{ dimension: 'event', operator: 'is', values: ['signup'] }] });
    const shown = await read(path);
    expect(shown).not.toMatch(/tile-label">Returning visitors/);
    expect(tilesOf(shown)).toMatchObject({ Events: '0', 'Returning visitors': '0' });
  });

  test.each(ESCAPES)('shows nothing else, whatever its address has: %s', async (query) => {
    const path = await share();
    const same = tilesOf(await person.page(`/websites/${id}?${MARCH}&country=DE`));
    const shown = await read(`${path}?${query}`);
    expect(tilesOf(shown)).toEqual(same);
    expect(plainText(shown)).toContain('Filter: Country is Germany');
    expect(shown).not.toMatch(/secret-|february|France|Chrome/);
    for (const list of ['pages', 'countries', 'browsers', 'entry-pages', 'exit-pages', 'pages.csv', 'countries.csv']) {
      const rows = await read(`${path}/${list}?${query}`);
      expect(rows, list).not.toMatch(/secret-plan|secret-february|february|France|Chrome/);
    }
    expect(await read(`${path}/changes?${query}`)).not.toMatch(/secret-|France|Chrome/);
  });

  test('has no menus for what its readers cannot choose', async () => {
    const path = await share();
    const html = await read(`${path}?${MARCH}`);
    expect(html).not.toMatch(/filter-menu|segment-menu|goal-menu|range-menu|comparison-menu|zoom-link/);
    expect(linksIn(html).filter((href) => /country|page=|browser=|range=/.test(href))).toEqual([]);
    for (const part of [
      'now',
      'goal-counts',
      'excluded',
      'suggest?by=page&search=secret',
      'matching?by=page&value=secret',
      'segment-sizes',
    ]) {
      expect((await get(`${path}/${part}`)).status, part).toBe(404);
    }
  });

  test('lets its readers choose the dates where it does not keep them, and still filters', async () => {
    const path = await share({ keepsDates: false });
    const february = 'from=2026-02-01&to=2026-02-28';
    const html = await read(`${path}?${february}&country=FR`);
    expect(tilesOf(html)).toEqual(tilesOf(await person.page(`/websites/${id}?${february}&country=DE`)));
    expect(html).toContain('/february');
    expect(html).not.toContain('secret-february');
    expect(html).toMatch(/range-menu/);
  });

  test('has only its panels, and the lists of these', async () => {
    const path = await share({ panels: ['places'] });
    const html = await read(path);
    expect(html).toContain('id="places"');
    expect(html).not.toMatch(/id="(sources|content|technology|events)"|\/docs|Firefox/);
    expect((await get(`${path}/countries`)).status).toBe(200);
    const others = ['pages', 'pages.csv', 'browsers', 'referrers', 'custom-events', 'hostnames', 'changes', 'why'];
    for (const other of others) expect((await get(`${path}/${other}`)).status, other).toBe(404);
  });

  test('keeps the goal of its view, which readers do not change', async () => {
    const goals = [
      { id: goal, name: 'Read the docs', match: { dimension: 'page', operator: 'is', values: ['/docs'] } },
    ];
    const path = await share({ goals }, `${MARCH}&goal=${goal}`);
    const html = await read(`${path}?goal=`);
    expect(plainText(html)).toContain('Conversion');
    expect(tilesOf(html)).toEqual(tilesOf(await person.page(`/websites/${id}?${MARCH}&country=DE&goal=${goal}`)));
  });

  test('keeps the goals of its filter and of its view, whatever becomes of them', async () => {
    const match = (path: string) => ({ dimension: 'page', operator: 'is', values: [path] });
    const goals = `/websites/${id}/goals`;
    const made = await owner.call('POST', goals, { name: 'Start', match: match('/docs/start') });
    const other = made.body.data.id;
    const segments = `/websites/${id}/segments`;
    const filters = [{ hasDone: { goal: other } }];
    const segment = (await owner.call('POST', segments, { name: 'Started', filters })).body.data.id;
    const query = `${MARCH}&segment=${segment}&goal=${other}`;
    await person.post(`/websites/${id}/sharing/add?${query}`, { ...ONE_VIEW, linkName: 'Started' });
    const path = `/share/${(await created('Started'))?.token}`;
    const before = tilesOf(await read(path));
    expect(before).toMatchObject({ Visitors: '1', Conversions: '1' });
    await owner.call('PATCH', `${goals}/${other}`, { match: match('/secret-plan') });
    expect(tilesOf(await read(path))).toEqual(before);
    await owner.call('DELETE', `${segments}/${segment}`);
    await owner.call('DELETE', `${goals}/${other}`);
    expect(tilesOf(await read(path))).toEqual(before);
    expect(await read(`${path}/pages`)).not.toContain('secret');
  });

  test.each([
    ['segment=00000000-0000-4000-8000-000000000000', 'A part of this view is no longer there.'],
    ['segment=%00', 'A part of this view is no longer there.'],
    ['goal=00000000-0000-4000-8000-000000000000', 'A part of this view is no longer there.'],
    [`page.is_not=${'x'.repeat(10_001)}`, 'A part of this view is no longer there.'],
    [Array.from({ length: 101 }, (_, at) => `page.is_not=/${at}`).join('&'), 'A part of this view is no longer there.'],
    ['country.contains_not=united', 'cannot be saved as “does not contain”'],
    ['country.contains=nowhere', 'One of the filters matches nothing so far'],
  ])('is not created where a part of the view would be left out: %.60s', async (query, message) => {
    const refused = await person.post(`/websites/${id}/sharing/add?${query}`, { ...ONE_VIEW, linkName: 'Refused' });
    expect(refused.status).toBe(400);
    expect(plainText(await refused.text())).toContain(message);
    expect(await created('Refused')).toBeUndefined();
  });

  test('is not created with more filters than it could be opened with', async () => {
    const filters = Array.from({ length: 20 }, (_, at) => ({
      dimension: 'page',
      operator: 'is_not',
      values: [`/${at}`],
    }));
    const segment = (await owner.call('POST', `/websites/${id}/segments`, { name: 'Long', filters })).body.data.id;
    const add = (query: string) =>
      person.post(`/websites/${id}/sharing/add?${MARCH}&segment=${segment}${query}`, { ...ONE_VIEW, linkName: 'Long' });
    expect((await add('&country=DE')).status).toBe(400);
    expect((await add('')).status).toBe(303);
    expect((await get(`/share/${(await created('Long'))?.token}`)).status).toBe(200);
  });

  test.each(['', 'View', 'nobody'])('needs to be asked for: readers %j', async (linkReaders) => {
    const refused = await person.post(`/websites/${id}/sharing/add`, { ...ONE_VIEW, linkName: 'Open', linkReaders });
    expect(refused.status).toBe(400);
    expect(await created('Open')).toBeUndefined();
  });

  test('by an event has no rate of the visitors without it', async () => {
    const filters = [{ dimension: 'event', operator: 'is', values: ['signup'] }];
    const path = await share({ filters });
    for (const query of ['', '?metric=conversionRate'])
      expect(await read(path + query)).not.toContain('Conversion rate');
  });

  test.each(['country=DE', 'page.contains=docs', 'browser=Firefox'])(
    'filters as the dashboard by %s',
    async (filter) => {
      const made = await person.post(`/websites/${id}/sharing/add?${MARCH}&${filter}`, {
        linkName: filter,
        linkReaders: 'view',
        linkKeepsDates: 'on',
        linkContent: 'on',
      });
      expect(made.status).toBe(303);
      const link = (await created(filter))!;
      expect(link.oneView).toMatchObject({ keepsDates: true, panels: ['content'] });
      expect(link.view).toBe(MARCH);
      const html = await read(`/share/${link.token}`);
      expect(tilesOf(html)).toEqual(tilesOf(await person.page(`/websites/${id}?${MARCH}&${filter}`)));
    },
  );

  test('has the filters of its segment as they were', async () => {
    const filters = [{ dimension: 'country', operator: 'is', values: ['FR'] }];
    const segment = (await owner.call('POST', `/websites/${id}/segments`, { name: 'France', filters })).body.data.id;
    await person.post(`/websites/${id}/sharing/add?${MARCH}&segment=${segment}`, {
      linkName: 'France',
      linkReaders: 'view',
      linkKeepsDates: 'on',
      linkContent: 'on',
    });
    const link = (await created('France'))!;
    await owner.call('PATCH', `/websites/${id}/segments/${segment}`, { filters: GERMANY });
    await owner.call('DELETE', `/websites/${id}/segments/${segment}`);
    expect(await read(`/share/${link.token}`)).toContain('/secret-plan');
  });
});

describe('an expiry', () => {
  test('ends a link', async () => {
    const path = await share({}, MARCH, new Date(NOW + DAY));
    expect((await get(path)).status).toBe(200);
    service.clock = NOW + DAY;
    const expired = await get(path);
    expect(expired.status).toBe(404);
    expect(plainText(await expired.text())).toContain('This link is no longer available');
    for (const part of ['/pages', '/pages.csv', '/changes', '/now', '/favicon']) {
      expect((await get(path + part)).status, part).toBe(404);
    }
    expect(plainText(await person.page(`/websites/${id}/sharing`))).toContain('Expired');
    service.clock = NOW;
  });

  test('is one of the choices', async () => {
    const form = { linkName: 'A week', linkExpires: '7', linkReaders: 'all' };
    expect((await person.post(`/websites/${id}/sharing/add`, form)).status).toBe(303);
    const link = await created('A week');
    expect(link?.expiresAt?.getTime()).toBe(NOW + 7 * DAY);
    const refused = await person.post(`/websites/${id}/sharing/add`, { ...form, linkExpires: '100000' });
    expect(refused.status).toBe(400);
    expect(plainText(await refused.text())).toContain('Choose one of the times.');
  });
});

test('a link to the whole dashboard opens with the view, without what readers cannot have', async () => {
  await person.post(`/websites/${id}/sharing/add?range=7d&country=DE&property:plan=pro`, {
    linkName: 'All',
    linkReaders: 'all',
  });
  const link = await created('All');
  expect([link?.oneView, link?.view]).toEqual([null, 'range=7d&country=DE']);
  const page = await person.page(`/websites/${id}/sharing`);
  expect(page).toContain(`/share/${link?.token}?range=7d&amp;country=DE`);
});
