import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSharedLink } from '../../src/websites/shared-links.js';
import type { PastEvent } from '../oracle/past-event.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';
import { plainText, rowsOfTable, tilesOf } from './read-page.js';
import { type SignedIn, signedIn } from './signed-in.js';

const RANGE = 'from=2026-03-29&to=2026-03-29';

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let id: string;
let signup: string;

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
  service = await sharedService({ clock: Date.UTC(2026, 3, 15, 12) });
  owner = await apiClient(service);
  person = await signedIn(service, owner.accountId);
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
    expect(shown).toContain(`goal=${signup}&amp;page=%2Fpricing`);
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
    const spelled = await goal('Pricing', { dimension: 'page', operator: 'is', values: ['/pricing/'] });
    const shown = await page(`${RANGE}&goal=${spelled}`);
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
    expect(shown).not.toContain('goal=no-id');
  }
});

const nameOf = async (websiteId: string): Promise<string> => (await owner.get(`/websites/${websiteId}`)).body.data.name;
