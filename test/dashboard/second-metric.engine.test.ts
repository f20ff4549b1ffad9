import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSharedLink } from '../../src/websites/shared-links.js';
import type { ApiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { behaviorWebsite, DAYS, linksIn, NOW } from './behavior-website.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText, rowsOfTable } from './read-page.js';
import type { SignedIn } from './signed-in.js';

const RANGE = `from=${DAYS.from}&to=${DAYS.to}`;

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let id: string;
let goal: string;

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: NOW }));
  ({ id, goal } = await behaviorWebsite(owner));
});

afterAll(() => service.close());

const page = (query: string) => person.page(`/websites/${id}?${RANGE}&${query}`);

const headings = (html: string) =>
  [.../<thead>(.*?)<\/thead>/s.exec(html)![1]!.matchAll(/<th[^>]*>(.*?)<\/th>/gs)].map(([, text = '']) =>
    plainText(text),
  );

test.each([
  ['visitors', 'pageviews', 'Pageviews'],
  ['pageviews', 'visitors', 'Visitors'],
  ['visits', 'returningVisitors', 'Returning visitors'],
])('the chart has %s beside %s, as in the API', async (metric, second, label) => {
  const query = { ...DAYS, metrics: [metric, second], dimensions: ['day'] };
  const { rows } = (await owner.call('POST', `/websites/${id}/query`, query)).body.data;
  const html = await page(`metric=${metric}&metric2=${second}`);
  expect(headings(html).slice(2)).toEqual([label]);
  expect(rowsOfTable(html).map((cells) => cells.slice(1).map(Number))).toEqual(
    rows.map((row: Record<string, number>) => [row[metric], row[second]]),
  );
  expect(html).toContain('class="line-chart two-axes"');
});

test('each line has a scale of its own, and both begin at zero', async () => {
  const html = await page('metric=visitors&metric2=bounceRate');
  const heights = [...html.matchAll(/title="Bounce rate" data-height="([^"]*)"/g)].map(([, height]) => Number(height));
  const texts = rowsOfTable(html).map(([, , text = '']) => Number.parseFloat(text));
  const top = Number(/data-top="([^"]*)"/.exec(html)?.[1]);
  const most = Math.max(...texts);
  expect(heights).toHaveLength(3);
  expect(most).toBeGreaterThan(top);
  for (const [place, height] of heights.entries()) {
    expect(height).toBeLessThanOrEqual(top);
    expect(height / Math.max(...heights)).toBeCloseTo(texts[place]! / most, 2);
  }
});

test('it is chosen in a menu, stays in links, and gives way to its own chart', async () => {
  const html = await page('metric2=pageviews');
  expect(linksIn(html)).toContain(`/websites/${id}?${RANGE}&metric=visits&metric2=pageviews`);
  expect(linksIn(html)).toContain(`/websites/${id}?${RANGE}&metric=pageviews`);
  expect(linksIn(html)).toContain(`/websites/${id}?${RANGE}&metric2=pageviews&page=%2Fpricing`);
  expect(plainText(html)).toContain(
    'Second metric ▾ Replaces the comparison in the chart. Visits Pageviews Bounce rate',
  );
  expect(plainText(await page(''))).toContain('Second metric ▾ Replaces the comparison in the chart. Visits Pageviews');
});

test.each([
  ['one that there is not', 'metric2=secrets', 'Unknown second metric “secrets”.'],
  ['the same', 'metric2=visitors', undefined],
  ['one without filters by an event', 'event=signup&metric2=pageviews', undefined],
])('%s is left out', async (_, query, notice) => {
  const html = await page(query);
  expect(html).not.toContain('two-axes');
  if (notice !== undefined) expect(plainText(html)).toContain(notice);
});

test('with a goal and on a shared link', async () => {
  expect(headings(await page(`goal=${goal}&metric2=goalConversionRate`))).toEqual([
    'Day',
    'Conversions',
    'Conversion rate',
  ]);
  const { token } = await createSharedLink(service.engines.postgres.db, id, { name: 'Board' }, service.clock);
  const shared = await (await service.app.request(`/share/${token}?${RANGE}&metric2=visits`)).text();
  expect(headings(shared)).toEqual(['Day', 'Visitors', 'Visits']);
});
