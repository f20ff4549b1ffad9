import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { compile } from '../../src/clickhouse/sql.js';
import { createSharedLink, listSharedLinks } from '../../src/websites/shared-links.js';
import type { ApiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { behaviorWebsite, DAYS, linksIn, NOW } from './behavior-website.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText, rowsOfTable } from './read-page.js';
import type { SignedIn } from './signed-in.js';

const RANGE = `from=${DAYS.from}&to=${DAYS.to}`;

const is = (dimension: string, ...values: readonly string[]) => ({ dimension, operator: 'is', values });

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let id: string;
let goal: string;
let german: string;
let buyers: string;

const made = async (name: string, filters: unknown, websiteId = id): Promise<string> =>
  (await owner.call('POST', `/websites/${websiteId}/segments`, { name, filters })).body.data.id;

beforeAll(async () => {
  ({ service, owner, person } = await dashboardOwner({ clock: NOW }));
  ({ id, goal } = await behaviorWebsite(owner));
  german = await made('German <b>', is('country', 'de'));
  buyers = await made('Buyers', { hasDone: { goal } });
});

afterAll(() => service.close());

const page = (query: string, path = '') => person.page(`/websites/${id}${path}?${RANGE}&${query}`);

/** Of each day and of the whole range. */
async function asked(metric: string, filters: readonly unknown[]) {
  const query = { ...DAYS, filters, metrics: [metric], ...(metric === 'conversions' && { goal }) };
  const ask = async (body: object) => (await owner.call('POST', `/websites/${id}/query`, body)).body.data.rows;
  const count = (row: Record<string, number>) => row[metric] ?? 0;
  const [days, [total]] = await Promise.all([ask({ ...query, dimensions: ['day'] }), ask(query)]);
  return { days: days.map(count), total: count(total) };
}

/** As in the title of a tile's change. */
const changeTitles = (html: string) =>
  [...html.matchAll(/class="change[^>]*title="([^"]*)"/g)].map(([, title]) => title);

describe.each([
  [
    'all visitors with a segment',
    () => ({ query: `compareSegment=${german}`, now: [], before: [{ segment: german }] }),
  ],
  [
    'a segment with another',
    () => ({
      query: `segment=${buyers}&compareSegment=${german}`,
      now: [{ segment: buyers }],
      before: [{ segment: german }],
    }),
  ],
  ['a segment with all visitors', () => ({ query: `segment=${german}`, now: [{ segment: german }], before: [] })],
])('a view compares %s', (_, choose) => {
  test.each(['', 'page=%2Fpricing'])('as the API counts them, under the filters of the view: “%s”', async (filters) => {
    const { query, now, before } = choose();
    const both = filters === '' ? [] : [is('page', '/pricing')];
    for (const metric of ['visitors', 'pageviews']) {
      const [own, other] = [await asked(metric, [...now, ...both]), await asked(metric, [...before, ...both])];
      const html = await page(`compare=segment&${query}&${filters}&metric=${metric}`);
      const rows = rowsOfTable(html);
      expect(rows.map(([, value]) => Number(value))).toEqual(own.days);
      expect(rows.map(([, , value]) => Number(value))).toEqual(other.days);
    }
  });

  test('with a goal', async () => {
    const { query, now, before } = choose();
    const [own, other] = [await asked('conversions', now), await asked('conversions', before)];
    const html = await page(`compare=segment&${query}&goal=${goal}`);
    const rows = rowsOfTable(html);
    expect(rows.map(([, value]) => Number(value))).toEqual(own.days);
    expect(rows.map(([, , value]) => Number(value))).toEqual(other.days);
    // Their rows are not compared.
    expect(html).not.toContain('Change of conversions');
    for (const list of [`compare=segment&${query}`, `compare=segment&${query}&goal=${goal}`])
      expect((await page(list, '/countries')).includes('>Change<')).toBe(false);
  });
});

test('tiles, chart and menu name the segment', async () => {
  const html = await page(`compare=segment&compareSegment=${german}`);
  const text = plainText(html);
  expect(text).toContain('vs. segment German <b>');
  expect(html).toContain('<li class="key-previous">Segment: German &lt;b&gt;</li>');
  expect(html).not.toContain('class="change bad"');
  expect(html).not.toContain('<b>');
  expect(changeTitles(html).some((title) => title?.includes('segment German &lt;b&gt;'))).toBe(true);
  expect(linksIn(html)).toContain(`/websites/${id}?${RANGE}&compare=segment&compareSegment=${german}&page=%2Fpricing`);
  const menu = linksIn(await page(`segment=${buyers}`));
  expect(menu).toContain(`/websites/${id}?${RANGE}&compare=segment&segment=${buyers}`);
  expect(menu).toContain(`/websites/${id}?${RANGE}&compare=segment&compareSegment=${german}&segment=${buyers}`);
  expect(menu).not.toContain(`/websites/${id}?${RANGE}&compare=segment&compareSegment=${buyers}&segment=${buyers}`);
});

test.each(['compare=segment', () => `compare=segment&segment=${german}&compareSegment=${german}`])(
  'a segment is not compared with itself: %o',
  async (query) => {
    expect(plainText(await page(typeof query === 'string' ? query : query()))).toContain('vs. previous period');
  },
);

test('a segment of custom events has no pageviews to compare, and another one no conversion rate', async () => {
  const signups = await made('Sign-ups', is('event', 'signup'));
  const whyNot = async (query: string, label: string) =>
    new RegExp(`>${label}</span>.*?title="([^"]*)"`, 's').exec(await page(`compare=segment&${query}`))?.[1];
  expect(await whyNot(`compareSegment=${signups}`, 'Pageviews')).toBe('Counted differently in segment Sign-ups');
  expect(await whyNot(`compareSegment=${signups}`, 'Visits')).toContain('vs. segment Sign-ups');
  expect(await whyNot(`segment=${signups}`, 'Conversion rate')).toBe('Counted differently in all visitors');
  const chart = await page(`compare=segment&compareSegment=${signups}&metric=pageviews`);
  expect(chart).not.toContain('key-previous');
});

test('all visitors are counted as without a segment', async () => {
  const names: string[] = [];
  const query = service.services.clickhouse.query;
  vi.spyOn(service.services.clickhouse, 'query').mockImplementation((each) => {
    names.push(compile(each.sql).text);
    return query(each);
  });
  await page(`compare=segment&segment=${german}`);
  vi.restoreAllMocks();
  // Those of the segment are not counted by day.
  expect(names.some((text) => text.includes('FROM daily_visitors'))).toBe(true);
});

test('what changed says that segments are compared as a whole', async () => {
  expect(await page(`compare=segment&compareSegment=${german}`)).not.toContain('class="why"');
  expect(plainText(await page(`compare=segment&compareSegment=${german}`, '/changes'))).toContain(
    'No changes to list: segments are compared as a whole, without their rows.',
  );
  const list = plainText(await page(`compare=segment&compareSegment=${german}&goal=${goal}`, '/countries'));
  expect(list).not.toContain('vs. segment');
});

test('a segment that is gone, or of another website, is a notice, and the previous period is compared', async () => {
  const { id: other } = await owner.website();
  const foreign = await made('Secret segment', is('country', 'DE'), other);
  for (const each of [foreign, 'no-id', `${german}'`]) {
    const shown = plainText(await page(`compare=segment&compareSegment=${encodeURIComponent(each)}`));
    expect(shown).toContain('This segment, or a goal that it uses, no longer exists, so it was left out.');
    expect(shown).toContain('vs. previous period');
    expect(shown).not.toContain('Secret segment');
  }
});

test('a shared link compares with no segment, nor does a link to one view', async () => {
  const { db } = service.engines.postgres;
  const { token } = await createSharedLink(db, id, { name: 'Board' }, service.clock);
  for (const query of [`compareSegment=${german}`, '']) {
    const shown = await (await service.app.request(`/share/${token}?${RANGE}&compare=segment&${query}`)).text();
    expect(shown).not.toContain('German &lt;b');
    expect(plainText(shown)).toContain('vs. previous period');
    expect(plainText(shown)).toContain('Shared dashboards have no segments');
  }
  const query = `compare=segment&compareSegment=${german}`;
  const form = plainText(await page(query, '/sharing'));
  expect(form).toContain('compared with segment German <b>.');
  expect(form).toContain('Keep the dates: 1 – 3 Apr 2026, compared with the previous period Otherwise');
  for (const readers of ['all', 'view']) {
    const fields = {
      linkName: readers,
      linkReaders: readers,
      linkExpires: '',
      linkKeepsDates: 'on',
      linkSources: 'on',
    };
    await person.post(`/websites/${id}/sharing/add?${RANGE}&${query}`, fields);
    const link = (await listSharedLinks(db, id)).find(({ name }) => name === readers);
    expect(link?.view).toBe(RANGE);
    const shown = await (await service.app.request(`/share/${link?.token}?${link?.view}`)).text();
    expect(plainText(shown)).not.toContain('segment');
  }
});
