import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ClickHouseError, TIMEOUT_EXCEEDED } from '../../src/clickhouse/clickhouse.js';
import { listPaths } from '../../src/dashboard/pages/stats/shown-lists.js';
import { lists } from '../../src/stats/reports/lists.js';
import { createSharedLink } from '../../src/websites/shared-links.js';
import type { PastEvent } from '../oracle/past-event.js';
import type { ApiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText, rowsOfTable, tilesOf } from './read-page.js';
import type { SignedIn } from './signed-in.js';

const RANGE = 'from=2026-03-29&to=2026-03-29';

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let id: string;
let signup: string;
let pricing: string;

const on = (time: string, visitor: string) =>
  ({ timestamp: `2026-03-${time}:00.000Z`, url: 'https://example.com/', visitor, device: 'desktop' }) as const;

const viewed = (time: string, visitor: string, url: string, more = {}): PastEvent => ({
  ...on(time, visitor),
  type: 'pageview',
  url: `https://example.com${url}`,
  ...more,
});

const sent = (time: string, visitor: string, name: string, more = {}): PastEvent => ({
  ...on(time, visitor),
  type: 'custom',
  name,
  ...more,
});

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: Date.UTC(2026, 3, 15, 12) }));
  ({ id } = await owner.website());
  await owner.history(id, [
    viewed('27T10:00', 'emil', '/'),
    // The day before: one conversion from Google, one from Hacker News.
    viewed('28T10:00', 'anna', '/', { referrer: 'https://www.google.com/' }),
    sent('28T10:01', 'anna', 'signup'),
    viewed('28T11:00', 'ben', '/', { referrer: 'https://news.ycombinator.com/' }),
    sent('28T11:01', 'ben', 'signup'),
    // Google: two visitors, one of whom converts twice.
    viewed('29T10:00', 'cleo', '/', { referrer: 'https://www.google.com/' }),
    viewed('29T10:01', 'cleo', '/pricing'),
    sent('29T10:02', 'cleo', 'signup'),
    sent('29T10:03', 'cleo', 'signup'),
    viewed('29T11:00', 'dora', '/', { referrer: 'https://www.google.com/' }),
    // GitHub, which sent no one the day before.
    viewed('29T12:00', 'fred', '/', { referrer: 'https://github.com/' }),
    sent('29T12:01', 'fred', 'signup'),
    // Hacker News and Direct, without conversions.
    viewed('29T13:00', 'gina', '/', { referrer: 'https://news.ycombinator.com/' }),
    viewed('29T14:00', 'hugo', '/docs'),
    viewed('29T14:30', 'ivan', '/docs'),
  ]);
  signup = await goal('Sign-up', { dimension: 'event', operator: 'is', values: ['signup'] });
  pricing = await goal('Pricing', { dimension: 'page', operator: 'is', values: ['/pricing/'] });
});

afterAll(() => service.close());

const goal = async (name: string, match: object, websiteId = id): Promise<string> =>
  (await owner.call('POST', `/websites/${websiteId}/goals`, { name, match })).body.data.id;

const page = (query: string, websiteId = id) => person.page(`/websites/${websiteId}?${query}`);

describe('with a goal', () => {
  test('the tiles are of its conversions, and every link keeps it', async () => {
    const shown = await page(`${RANGE}&goal=${signup}`);
    expect(tilesOf(shown)).toEqual({ Conversions: '3', 'Conversion rate': '33.3%', Visitors: '6', Visits: '6' });
    expect(plainText(shown)).toContain('Goal: Sign-up');
    expect(shown).toContain(`data-title="${await nameOf(id)}: 29 Mar 2026, Goal: Sign-up"`);
    expect(shown).toContain(`goal=${signup}&amp;referrer=Google`);
  });

  test('the chart is of conversions, and can be of another metric', async () => {
    const values = async (query: string) =>
      rowsOfTable(await page(`from=2026-03-28&to=2026-03-29&interval=day&${query}`)).map(([, value]) => value);
    expect(await values(`goal=${signup}`)).toEqual(['2', '3']);
    expect(await values(`goal=${signup}&metric=goalConversionRate`)).toEqual(['100.0%', '33.3%']);
    expect(await values(`goal=${signup}&metric=visitors`)).toEqual(['2', '6']);
    // Metrics that a page with a goal does not have.
    expect(await values(`goal=${signup}&metric=pageviews`)).toEqual(['2', '3']);
    expect(await values('metric=conversions')).toEqual(['2', '6']);
  });

  test('a filter selects visitors, not conversions alone', async () => {
    const shown = await page(`${RANGE}&goal=${signup}&referrer=Google`);
    expect(tilesOf(shown)).toMatchObject({ Conversions: '2', 'Conversion rate': '50.0%', Visitors: '2' });
  });

  test('values are found in the spelling of the events, as in the API', async () => {
    const shown = await page(`${RANGE}&goal=${pricing}`);
    expect(tilesOf(shown)).toMatchObject({ Conversions: '1', 'Conversion rate': '16.7%' });
  });
});

describe('the menu of goals', () => {
  test('links to each goal and back, with its main metric', async () => {
    const shown = await page(`${RANGE}&metric=visits&country=ZZ`);
    expect(shown).toContain(`?from=2026-03-29&amp;to=2026-03-29&amp;goal=${signup}&amp;country=ZZ"`);
    const chosen = await page(`${RANGE}&goal=${signup}&metric=visits`);
    expect(chosen).toMatch(/<a href="[^"]*\?from=2026-03-29&amp;to=2026-03-29">All visitors<\/a>/);
  });

  test('is on shared links, too', async () => {
    const token = (await createSharedLink(service.engines.postgres.db, id, { name: 'Board' }, service.clock)).token;
    const shown = await (await service.app.request(`/share/${token}?${RANGE}&goal=${signup}`)).text();
    expect(tilesOf(shown)).toEqual(tilesOf(await page(`${RANGE}&goal=${signup}`)));
    expect(shown).not.toContain(id);
  });
});

test('a goal that is gone, or of another website, is a notice and no name', async () => {
  const { id: other } = await owner.website();
  const foreign = await goal('Secret goal', { dimension: 'event', operator: 'is', values: ['x'] }, other);
  const gone = await goal('Gone', { dimension: 'event', operator: 'is', values: ['x'] });
  await owner.call('DELETE', `/websites/${id}/goals/${gone}`);
  for (const each of [foreign, gone, 'no-id', `${signup}'`]) {
    const shown = await page(`${RANGE}&metric=conversions&goal=${encodeURIComponent(each)}`);
    expect(plainText(shown)).toContain('This goal no longer exists. Showing all visitors.');
    expect(shown).not.toContain('Secret goal');
    expect(tilesOf(shown)).toMatchObject({ Visitors: '6', Pageviews: '7' });
    expect(shown).not.toContain('goal=no-id&amp;page=');
  }
});

const nameOf = async (websiteId: string): Promise<string> => (await owner.get(`/websites/${websiteId}`)).body.data.name;

/** The lines of a list's file. */
const linesOf = async (list: string, query: string): Promise<readonly string[]> =>
  (await person.page(`/websites/${id}/${list}.csv?${RANGE}&${query}`)).trimEnd().split('\r\n');

describe('lists with a goal', () => {
  test('have visitors, conversions, rate and conversions before, most conversions first, then visitors', async () => {
    expect(await linesOf('referrers', `goal=${signup}`)).toEqual([
      'Referrer,Visitors,Conversions,Conversion rate (%),Previous conversions',
      'Google,2,2,50,1',
      // A source of which there was no visitor before has no figure, not 0.
      'GitHub,1,1,100,',
      'Direct,2,0,0,',
      'Hacker News,1,0,0,1',
    ]);
  });

  test('show the change, “new”, and rates of few visitors in gray', async () => {
    const panel = plainText(await page(`${RANGE}&goal=${signup}`));
    expect(panel).toContain(
      'Google 2 visitors, 2 conversions, 50.0% +1 GitHub 1 visitor, 1 conversion, 100.0% new ' +
        'Direct 2 visitors, 0 conversions, 0.0% new Hacker News 1 visitor, 0 conversions, 0.0% −1',
    );
    const whole = await person.page(`/websites/${id}/referrers?${RANGE}&goal=${signup}`);
    expect(plainText(whole)).toContain('Google 2 2 50.0% +1 +100% GitHub 1 1 100.0% new');
    expect(whole).toContain('<td class="number"><span class="muted">50.0%</span></td>');
  });

  test('of pages count a conversion in each row of its visit, and say so', async () => {
    // The visit with two sign-ups saw two pages; those of others saw one.
    expect((await linesOf('pages', `goal=${signup}`)).slice(1)).toEqual([
      '/,4,3,50,2',
      '/pricing,1,2,100,',
      '/docs,2,0,0,',
    ]);
    const title = 'title="A conversion counts in each row that its visit has, so rows add up to more than the total."';
    const pagesPanel = (html: string) => /id="content".*?<\/section>/s.exec(html)?.[0];
    const shown = await page(`${RANGE}&goal=${signup}`);
    expect(pagesPanel(shown)).toContain(title);
    // A filter by page counts the conversions on the page alone.
    expect(shown).not.toContain('page=%2F');
    expect(await page(RANGE)).toContain('page=%2F');
    expect(await person.page(`/websites/${id}/pages?${RANGE}&goal=${signup}`)).toContain(title);
    expect(pagesPanel(await page(`${RANGE}&goal=${signup}&content=entry-pages`))).not.toContain(title);
  });

  test('of channels have the same for their sources', async () => {
    expect((await linesOf('channels', `goal=${signup}`)).slice(1, 3)).toEqual([
      'Organic Search,,2,2,50,1',
      'Organic Search,Google,2,2,50,1',
    ]);
    const panel = plainText(await page(`${RANGE}&goal=${signup}&sources=channels`));
    expect(panel).toContain('Organic Search 2 visitors, 2 conversions, 50.0% +1 Google 2');
  });

  test('have no change where the comparison is incomplete', async () => {
    const early = await person.page(`/websites/${id}/referrers?range=all&goal=${signup}`);
    expect(plainText(early)).toContain('Referrer Visitors Conversions Conv. ↓ Rate Google');
    const file = await person.page(`/websites/${id}/referrers.csv?range=all&goal=${signup}`);
    expect(file.split('\r\n')[0]).toBe('Referrer,Visitors,Conversions,Conversion rate (%)');
  });

  test.each(listPaths)('%s has the conversions of the API', async (list) => {
    const file = await linesOf(list, `goal=${signup}`);
    const { dimensions } = lists[list].by;
    const { rows } = (
      await owner.call('POST', `/websites/${id}/query`, {
        from: '2026-03-29',
        to: '2026-03-29',
        goal: signup,
        dimensions,
        metrics: ['visitors', 'conversions', 'conversionRate'],
      })
    ).body.data;
    const own = file.slice(1).map((line) => line.split(','));
    const found = list === 'channels' ? own.filter(([, source]) => source === '') : own;
    // Rows without any value are not listed.
    const listed = rows.filter((row: Row) => dimensions?.some((name) => row[name] !== null));
    const figures = (row: Row) => [
      row.visitors,
      row.conversions,
      Math.round(Number(row.conversionRate) * 10_000) / 100,
    ];
    expect(found.map((cells) => cells.slice(-4, -1).map(Number)).toSorted()).toEqual(listed.map(figures).toSorted());
  });
});

type Row = Readonly<Record<string, unknown>>;

describe('revenue', () => {
  test('is of the goal alone, and by currency', async () => {
    const { id: shop } = await owner.website();
    const paid = (revenue: string, currency: string) => ({ props: { revenue, currency } });
    await owner.history(shop, [
      viewed('27T10:00', 'emil', '/'),
      sent('28T10:00', 'anna', 'buy', paid('10', 'EUR')),
      sent('29T10:00', 'anna', 'buy', paid('12.5', 'EUR')),
      sent('29T10:01', 'ben', 'rent', paid('7', 'USD')),
    ]);
    const [buy, any, none] = await Promise.all([
      goal('Buy', { dimension: 'event', operator: 'is', values: ['buy'] }, shop),
      goal('Any', { dimension: 'event', operator: 'is', values: ['buy', 'rent'] }, shop),
      goal('None', { dimension: 'event', operator: 'is', values: ['none'] }, shop),
    ]);
    expect(plainText(await page(`${RANGE}&goal=${buy}`, shop))).toContain('Revenue €12.50 ↑ 25%');
    const both = await page(`${RANGE}&goal=${any}`, shop);
    expect(plainText(both)).toContain('Revenue €12.50 and USD');
    expect(both).toContain('title="€12.50, $7.00"');
    const { token } = await createSharedLink(service.engines.postgres.db, shop, { name: 'Board' }, service.clock);
    const shared = await (await service.app.request(`/share/${token}?${RANGE}&goal=${any}`)).text();
    expect(plainText(shared)).toContain('Goal: Any');
    expect(plainText(shared)).not.toContain('Revenue');
    expect(plainText(await page(`${RANGE}&goal=${none}`, shop))).not.toContain('Revenue');
    expect(plainText(await page(RANGE, shop))).not.toContain('Revenue');
    // One visitor does not choose which currency is shown.
    await owner.history(
      shop,
      ['29T11:00', '29T11:01', '29T11:02'].map((at) => sent(at, 'eve', 'buy', paid('1000000', 'AED'))),
    );
    await owner.history(shop, [sent('29T12:00', 'ben', 'buy', paid('1', 'EUR'))]);
    await owner.history(
      shop,
      ['aed', 'aeD', 'Aed'].map((currency, at) => sent(`29T13:0${at}`, 'eve', 'buy', paid('1', currency))),
    );
    expect(plainText(await page(`${RANGE}&goal=${any}`, shop))).toContain('Revenue €13.50 and 2 currencies');
  });
});

test('the line of goals counts each in the view, and chooses it', async () => {
  const line = async (query: string) => plainText(await person.page(`/websites/${id}/goal-counts?${RANGE}&${query}`));
  for (const each of ['Sign-up 3 conversions, 33.3%', 'Pricing 1 conversion, 16.7%']) {
    expect(await line('')).toContain(each);
  }
  for (const each of ['Sign-up 2 conversions, 50.0%', 'Pricing 1 conversion, 50.0%']) {
    expect(await line('referrer=Google')).toContain(each);
  }
  const html = await person.page(`/websites/${id}/goal-counts?${RANGE}&goal=${signup}`);
  expect(html).toContain(`?from=2026-03-29&amp;to=2026-03-29&amp;goal=${signup}" aria-current="true"`);
  expect(await page(RANGE)).toContain(`data-deferred="/websites/${id}/goal-counts?`);
});

test('the line of goals says when they could not be counted, and counts as loaded', async () => {
  const { clickhouse } = service.services;
  const { query } = clickhouse;
  vi.spyOn(clickhouse, 'query').mockImplementation(async (each) => {
    if (each.name === 'stats/goals') throw new ClickHouseError('too slow', TIMEOUT_EXCEEDED, undefined);
    return query(each);
  });
  const html = await person.page(`/websites/${id}/goal-counts?${RANGE}`);
  vi.restoreAllMocks();
  expect(html).toContain('id="section"');
  expect(plainText(html)).toContain('Goals could not be counted. Try again');
});
