import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import { createSharedLink } from '../../src/websites/shared-links.js';
import type { ApiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText } from './read-page.js';
import type { SignedIn } from './signed-in.js';

const NOW = Date.UTC(2026, 3, 15, 12);
const RANGE = 'from=2026-03-01&to=2026-03-31';

const visit = {
  timestamp: '2026-03-20T15:00:00.000Z',
  type: 'pageview',
  url: 'https://example.com/',
  visitor: 'anna',
  device: 'desktop',
} as const;

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let id: string;

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: NOW }));
  ({ id } = await owner.website());
  await owner.history(id, [visit]);
});

afterAll(() => service.close());

/** From here on, ClickHouse refuses all queries, or those with this name. */
function refuse(error: Error, name?: string) {
  const { query } = service.clickhouse;
  vi.spyOn(service.clickhouse, 'query').mockImplementation((each) =>
    name === undefined || each.name === name ? Promise.reject(error) : query(each),
  );
}

const unreachable = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const tooSlow = () => new ClickHouseError('Timeout exceeded: elapsed 30 seconds', 159, undefined);

afterEach(() => vi.restoreAllMocks());

const linksOf = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

test.each([
  ['dashboard', ''],
  ['list', '/browsers'],
  ['properties', '/properties'],
  ['changes', '/changes'],
  ['funnels', '/funnels', '&new=1'],
  ['journeys', '/journeys'],
  ['retention', '/retention'],
])('without ClickHouse, the page %s keeps its menus, and says why it has no figures', async (_, path, own = '') => {
  refuse(unreachable());
  const response = await person.get(`/websites/${id}${path}?${RANGE}&browser=Firefox`);
  const html = await response.text();
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
  expect(plainText(html)).toContain('The database is not available at the moment, try again later.');
  expect(plainText(html)).not.toContain('ECONNREFUSED');
  const links = linksOf(html);
  expect(links).toContain(`/websites/${id}${path}?${RANGE}&browser=Firefox`);
  expect(links).toContain(`/websites/${id}${path}?${RANGE}${own}`);
});

test.each([
  ['list', '/browsers', 'sort=change&search=fox'],
  ['properties', '/properties', 'property=plan&search=pro'],
  ['funnels', '/funnels', 'step=page%3A%2F&step=page%3A%2Fdone'],
  ['journeys', '/journeys', 'end=page%3A%2Fdone'],
  ['retention', '/retention', 'period=week'],
])('without ClickHouse, the menus of the page %s keep what it shows', async (_, path, own) => {
  refuse(unreachable());
  const html = await (await person.get(`/websites/${id}${path}?${RANGE}&browser=Firefox&${own}`)).text();
  const links = linksOf(html).map((link) => new URL(link, 'http://a'));
  // Among them that which removes the filter.
  const others = links.filter((link) => link.pathname.endsWith(path) && !link.searchParams.has('browser'));
  expect(
    others.map(({ searchParams }) => [...searchParams].filter(([name]) => own.includes(`${name}=`))),
  ).toContainEqual([...new URLSearchParams(own)]);
});

test('names of properties that take too long are not taken for none', async () => {
  refuse(tooSlow(), 'stats/property-names');
  for (const file of ['', '.csv']) {
    expect((await person.get(`/websites/${id}/properties${file}?${RANGE}&event=signup`)).status).toBe(503);
  }
  // Another page than that of the next test, which may be answered as before.
  expect((await person.get(`/websites/${id}?${RANGE}&event=purchase`)).status).toBe(200);
});

test('the script gets no figures, and keeps its own', async () => {
  refuse(unreachable());
  const response = await person.get(`/websites/${id}?${RANGE}`, { 'X-Footfall-Fragment': '1' });
  expect(response.status).toBe(503);
  expect(await response.text()).not.toContain('id="figures"');
});

test('a view that takes too long can be left by its menus', async () => {
  const { id: segment } = (
    await owner.call('POST', `/websites/${id}/segments`, {
      name: 'Firefox',
      filters: [{ dimension: 'browser', operator: 'is', values: ['Firefox'] }],
    })
  ).body.data;
  refuse(tooSlow(), 'stats/main');
  const response = await person.get(`/websites/${id}?${RANGE}&segment=${segment}`);
  const html = await response.text();
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '30']);
  expect(plainText(html)).toContain('It took longer than it may: ask for less at once.');
  expect(html).toContain('Remove segment Firefox');
  expect(linksOf(html)).toContain(`/websites/${id}?${RANGE}`);
});

test('properties that take too long leave the other figures', async () => {
  refuse(tooSlow(), 'stats/event-properties');
  const response = await person.get(`/websites/${id}?${RANGE}&event=signup`);
  expect(response.status).toBe(200);
  expect(plainText(await response.text())).toContain(
    'Properties of signup It took longer than it may: ask for less at once.',
  );
});

test('a note is saved, and a refused one keeps its text, while ClickHouse does not answer', async () => {
  refuse(unreachable());
  const saved = await person.post(`/websites/${id}/notes/add?${RANGE}`, {
    noteAt: '2026-03-05',
    noteUntil: '',
    noteText: 'New prices',
  });
  const html = await (await person.get(saved.headers.get('Location') ?? '')).text();
  expect(plainText(html)).toContain('Note added.');
  expect(plainText(html)).toContain('New prices');
  const refused = await person.post(`/websites/${id}/notes/add?${RANGE}`, {
    noteAt: '2026-03-05',
    noteUntil: '2026-03-01',
    noteText: 'A long text',
  });
  const form = await refused.text();
  expect(form).toContain('A long text');
  expect(plainText(form)).toContain('Must not be before the first day');
});

test('a shared link keeps its menus, and shows no notes', async () => {
  const link = await createSharedLink(
    service.engines.postgres.db,
    id,
    { name: 'All', password: undefined },
    service.clock,
  );
  refuse(unreachable());
  const html = await (await person.get(`/share/${link.token}?${RANGE}`)).text();
  expect(plainText(html)).toContain('The database is not available at the moment');
  expect(html).not.toContain('New prices');
});

test('links are created and revoked while ClickHouse does not answer, and what was typed stays', async () => {
  refuse(unreachable());
  const form = { linkName: 'Whole', linkReaders: 'all', linkPassword: 'correct horse' };
  const path = `/websites/${id}/sharing`;
  const created = await person.post(`${path}/add?${RANGE}`, form);
  expect([created.status, created.headers.get('Location')]).toEqual([303, `${path}?${RANGE}&done=link#links`]);
  const html = await person.page(`${path}?${RANGE}`);
  expect(plainText(html)).toContain('Whole');
  const refused = await person.post(`${path}/add?${RANGE}&country.contains=er`, {
    ...form,
    linkName: 'One',
    linkReaders: 'view',
  });
  expect(refused.status).toBe(503);
  const again = await refused.text();
  expect(plainText(again)).toContain('The database is not available at the moment, try again later.');
  expect(again).toContain('value="One"');
});

test('saving a segment says that ClickHouse does not answer, and keeps the typed name', async () => {
  refuse(unreachable());
  const address = `/websites/${id}/segments/save?${RANGE}&country.contains=er`;
  const refused = await person.post(address, { name: 'My customers' });
  expect(refused.status).toBe(503);
  const html = await refused.text();
  expect(plainText(html)).toContain('The database is not available at the moment, try again later.');
  expect(html).toContain('value="My customers"');
});

test.each([
  ['the page of segments', '/segments', 'stats/goals', '1 visitor'],
  ['the sizes in the menu of segments', '/segment-sizes', 'stats/goals', '1 visitor'],
  ['the visitors that match a typed filter', '/matching?by=page&op=is&value=/', 'stats/matching', '1 visitor matches'],
])('%s: a count that never ends is left out', async (_, path, name, count) => {
  const { id: other } = await owner.website();
  await owner.history(other, [visit]);
  const filters = [{ dimension: 'device', operator: 'is', values: ['desktop'] }];
  await owner.call('POST', `/websites/${other}/segments`, { name: 'Desktop', filters });
  const shown = async () => plainText(await person.page(`/websites/${other}${path}`));
  const { query } = service.clickhouse;
  let end: (error: Error) => void = () => undefined;
  const slow = new Promise<never>((_, reject) => {
    end = reject;
  });
  vi.spyOn(service.clickhouse, 'query').mockImplementation((each) => (each.name === name ? slow : query(each)));
  expect(await shown()).not.toContain(count);
  end(tooSlow());
  vi.restoreAllMocks();
  expect(await shown()).toContain(count);
});
