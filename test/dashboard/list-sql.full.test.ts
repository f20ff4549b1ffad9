import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPaths } from '../../src/dashboard/pages/stats/shown-lists.js';
import { createSharedLink } from '../../src/websites/shared-links.js';
import { randomHistory } from '../oracle/history.js';
import { SEED } from '../seed.js';
import type { ApiClient } from '../service/api-client.js';
import { BASE_URL, type TestService } from '../service/test-service.js';
import { linksIn } from './behavior-website.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText } from './read-page.js';
import type { SignedIn } from './signed-in.js';

/** Clocks go back by half an hour on 5 April. */
const ZONE = 'Australia/Lord_Howe';
const NOW = Date.parse('2026-04-07T12:34:56Z');
const DAYS = 'from=2026-04-03&to=2026-04-06';

/** Of a page and of an event. */
const HOSTILE = `'}{x:String}--\\`;

const HOSTILE_VIEW = new URLSearchParams({
  'page.contains': `'}{x:String}--`,
  'event.is_not': HOSTILE,
  'city.contains': '\\',
  'country.is_not': "D'E",
});

/** Lists of whole sessions, which no column of the view has. */
const WITHOUT = ['exit-pages', 'screens'];

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let id: string;
let segment: string;
let ofVisitors: string;
let goal: string;
let ofPages: string;

const create = async (kind: string, fields: object): Promise<string> =>
  (await owner.call('POST', `/websites/${id}/${kind}`, fields)).body.data.id;

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: NOW }));
  ({ id } = await owner.website({ domain: 'example.com', timezone: ZONE }));
  const history = randomHistory({
    seed: SEED,
    zone: ZONE,
    from: '2026-04-02',
    days: 6,
    visitors: 40,
    domain: 'example.com',
  });
  const events = history.filter(({ timestamp }) => Date.parse(timestamp) < NOW);
  const hostile = {
    timestamp: '2026-04-04T03:00:00.000Z',
    type: 'pageview',
    url: `https://example.com/${HOSTILE}`,
    visitor: 'x',
    city: HOSTILE,
    device: 'other',
  } as const;
  await owner.history(id, [...events, hostile]);
  const other = await owner.website({ domain: 'example.com', timezone: ZONE });
  await owner.history(other.id, events.slice(0, 50));
  const signup = { dimension: 'event', operator: 'is', values: ['signup'] };
  goal = await create('goals', { name: 'Sign-up', match: signup });
  const page = { dimension: 'page', operator: 'is', values: ['/*'] };
  ofPages = await create('goals', { name: "'Pages", match: page });
  const german = { dimension: 'country', operator: 'is', values: ['DE'] };
  segment = await create('segments', { name: 'Others', filters: { or: [{ not: german }, signup] } });
  ofVisitors = await create('segments', { name: 'Buyers', filters: { hasDone: { goal } } });
});

afterAll(() => service.close());

/** Rows of a CSV file without line breaks in its cells, by their headings. */
function parseRows(file: string): readonly Readonly<Record<string, string>>[] {
  const cells = (line: string) =>
    [...`,${line}`.matchAll(/,("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell = '']) =>
      cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
    );
  const [head = [], ...rows] = file.trimEnd().split(/\r?\n/).map(cells);
  return rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place] ?? ''])));
}

/** The query that the page of the list leads to, with its values. */
async function openedAsSql(list: string, view: string): Promise<Readonly<Record<string, string>> | undefined> {
  const links = linksIn(await person.page(`/websites/${id}/${list}?${view}`));
  const address = links.find((link) => link.startsWith('/sql?'));
  return address === undefined ? undefined : Object.fromEntries(new URL(address, BASE_URL).searchParams);
}

/** Headings of the same count, in the result of the statement and in the file of the list. */
const COUNTS = { visitors: ['Visitors'], pageviews: ['Pageviews'], events: ['Total', 'Events'], clicks: ['Clicks'] };

/** Lists that show a value as it is stored, in the first column of both. */
const AS_STORED = ['pages', 'entry-pages', 'custom-events', 'cities', 'hostnames', 'utm-sources', 'utm-terms'];

/** Imports have none of their values. */
const EMPTY = ['browser-versions', 'os-versions'];

const SOME = ['pages', 'countries', 'campaigns', 'custom-events', 'channels'];

test.each([
  ['all lists', DAYS, listPaths.filter((list) => !WITHOUT.includes(list))],
  ['the last 24 hours', 'range=24h', SOME],
  ['a country, and all browsers but one', `${DAYS}&country=DE&browser.is_not=Firefox`, SOME],
  ['two parts of pages', `${DAYS}&page.contains=a&page.contains=i`, SOME],
  ['a custom event', `${DAYS}&event=signup`, SOME],
  ['a campaign and a source', `${DAYS}&campaign.is_not=x&utmSource.is_not=x&osVersion.is_not=1`, SOME],
  ['a search', `${DAYS}&search=bl`, ['pages', 'entry-pages']],
  ['hostile values', `${DAYS}&${HOSTILE_VIEW}`, ['pages', 'countries', 'cities', 'channels']],
])(`the statement has the rows of the list: %s (TEST_SEED=${SEED})`, async (_, view, paths) => {
  for (const list of paths) {
    const fields = (await openedAsSql(list, view))!;
    const answer = await person.post('/sql/csv', fields);
    const file = await answer.text();
    expect(answer.status, `${list}: ${file}`).toBe(200);
    // Below a channel are its sources.
    const rows = parseRows(await person.page(`/websites/${id}/${list}.csv?${view}`)).filter(
      (row) => list !== 'channels' || row.Source === '',
    );
    const found = parseRows(file);
    for (const [column, headings] of Object.entries(COUNTS)) {
      const heading = headings.find((each) => rows[0]?.[each] !== undefined);
      if (found[0]?.[column] === undefined || heading === undefined) continue;
      const counts = (of: readonly Readonly<Record<string, string>>[], name: string) =>
        of.map((row) => [AS_STORED.includes(list) ? Object.values(row)[0] : '', row[name]].join(': ')).toSorted();
      expect(counts(found, column), `${list}, ${column}`).toEqual(counts(rows, heading));
    }
    expect(found.length, list).toBe(rows.length);
    if (!EMPTY.includes(list)) expect(rows.length, list).toBeGreaterThan(0);
  }
});

/** Where the link of a panel or the chart leads, as fields of the SQL page. */
async function linkedSql(path: string): Promise<Readonly<Record<string, string>> | undefined> {
  const address = (await person.get(path)).headers.get('Location') ?? '';
  return address.startsWith('/sql?') ? Object.fromEntries(new URL(address, BASE_URL).searchParams) : undefined;
}

const toPercent = (rate = ''): number => Math.round(Number(rate) * 10_000) / 100;

async function runSql(fields: Readonly<Record<string, string>>) {
  const answer = await person.post('/sql/csv', fields);
  const file = await answer.text();
  expect(answer.status, `${fields.query}: ${file}`).toBe(200);
  return parseRows(file);
}

test.each(['countries', 'cities', 'channels', 'browsers', 'campaigns', 'utm-sources', 'entry-pages'])(
  `the statement of a goal has the conversions of the list: %s (TEST_SEED=${SEED})`,
  async (list) => {
    for (const view of [`${DAYS}&goal=${goal}`, `${DAYS}&goal=${ofPages}&device.is_not=other`]) {
      const found = await runSql((await linkedSql(`/websites/${id}/${list}.sql?${view}`))!);
      const rows = parseRows(await person.page(`/websites/${id}/${list}.csv?${view}`)).filter(
        (row) => list !== 'channels' || row.Source === '',
      );
      expect(rows.some(({ Conversions }) => Number(Conversions) > 0)).toBe(true);
      const inOrder = (each: readonly (readonly number[])[]) => each.map(String).toSorted();
      expect(
        inOrder(found.map((row) => [Number(row.conversions), Number(row.visitors), toPercent(row.conversion_rate)])),
      ).toEqual(inOrder(rows.map((row) => [row.Conversions, row.Visitors, row['Conversion rate (%)']].map(Number))));
    }
  },
);

test.each([
  ['hour', 'metric=pageviews', 'pageviews'],
  ['day', '', 'visitors'],
  ['day', 'country=DE', 'visitors'],
  ['day', 'event=signup&metric=events', 'events'],
  ['week', '', 'visitors'],
  ['day', 'GOAL', 'conversions'],
  ['hour', 'GOAL&metric=goalConversionRate', 'conversion_rate'],
])(`the statement of the chart has its buckets: %s, %s (TEST_SEED=${SEED})`, async (interval, more, column) => {
  const range = interval === 'week' ? 'from=2026-03-28&to=2026-04-06' : DAYS;
  const view = `${range}&interval=${interval}&${more.replace('GOAL', `goal=${goal}`)}`;
  const page = await person.page(`/websites/${id}?${view}`);
  expect(linksIn(page).some((link) => link.startsWith(`/websites/${id}/chart.sql?`))).toBe(true);
  const found = await runSql((await linkedSql(`/websites/${id}/chart.sql?${view}`))!);
  const shown = [...page.matchAll(/<th scope="row" data-day="[^"]+">.*?<td class="number" data-height="([^"]+)"/gs)];
  const heights = shown.map(([, height]) => Number(height)).filter((height) => height > 0);
  const toHeight = column === 'conversion_rate' ? toPercent : Number;
  const values = found.map((row) => toHeight(row[column])).filter((value) => value > 0);
  expect(values.length).toBeGreaterThan(0);
  expect(values).toEqual(heights.map((height) => Number(height.toFixed(2))));
});

test('panels and the chart lead to statements, where the view has the columns', async () => {
  const sqlLinks = async (view: string) =>
    linksIn(await person.page(`/websites/${id}?${view}`)).flatMap((link) => /([^/]+)\.sql\?/.exec(link)?.[1] ?? []);
  expect(await sqlLinks(DAYS)).toEqual(['chart', 'referrers', 'pages', 'countries', 'browsers', 'custom-events']);
  expect(await sqlLinks(`${DAYS}&goal=${goal}`)).toEqual(['chart', 'referrers', 'countries', 'browsers']);
  expect(await sqlLinks(`${DAYS}&metric=bounceRate&content=exit-pages&technology=screens`)).toEqual([
    'referrers',
    'countries',
    'custom-events',
  ]);
  expect(await sqlLinks(`${DAYS}&segment=${ofVisitors}`)).toEqual([]);
  for (const [path, back] of [
    ['exit-pages.sql', 'exit-pages'],
    ['screens.sql', 'screens'],
    ['chart.sql?metric=bounceRate', '?metric=bounceRate'],
    [`pages.sql?goal=${goal}`, `pages?goal=${goal}`],
  ]) {
    const { status, headers } = await person.get(`/websites/${id}/${path}`);
    expect([status, headers.get('Location')]).toEqual([303, `/websites/${id}/${back}`.replace('/?', '?')]);
  }
});

test('the page shows the statement with its values, and runs it when it is sent', async () => {
  const fields = (await openedAsSql('pages', `${DAYS}&country=DE`))!;
  expect(fields).toEqual({
    query: `SELECT path, uniq(visitor_id) AS visitors, countIf(type = 'pageview') AS pageviews
FROM bi.events
WHERE website_id = {website:UUID}
  AND time >= {from:Date} - 1 AND time < {to:Date} + 2
  AND toDate(local_time) BETWEEN {from:Date} AND {to:Date}
  AND country = {p0:String}
GROUP BY path
HAVING pageviews > 0
ORDER BY visitors DESC, path`,
    param_website: id,
    param_from: '2026-04-03',
    param_to: '2026-04-06',
    param_p0: 'DE',
  });
  const page = await person.page(`/sql?${new URLSearchParams(fields)}`);
  expect(plainText(page)).toContain('WHERE website_id = {website:UUID}');
  expect(page).toMatch(/id="param_p0" [^>]*value="DE"/);
  expect(page).not.toContain('rows in');
});

test('a segment is in it; what the view has no column for has no statement', async () => {
  expect((await openedAsSql('pages', `${DAYS}&segment=${segment}`))?.query).toContain(
    'AND (NOT (country = {p0:String}) OR name = {p1:String})',
  );
  const { token } = await createSharedLink(service.engines.postgres.db, id, { name: 'Board' }, NOW);
  const without = [
    '/exit-pages',
    '/screens',
    `/pages?segment=${ofVisitors}`,
    `/pages?goal=${goal}`,
    '/pages?exitPage=/',
  ];
  for (const path of [
    ...without,
    '/pages?event=signup&property:plan=pro',
    '/countries?search=ger',
    `/pages?page.contains=${'x'.repeat(9_000)}`,
  ]) {
    expect(await person.page(`/websites/${id}${path}`), path).not.toContain('Open as SQL');
  }
  expect(await (await service.app.request(`/share/${token}/pages`)).text()).not.toContain('Open as SQL');
});
