import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPaths } from '../../src/dashboard/pages/stats/shown-lists.js';
import { apiClient } from '../service/api-client.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';
import { plainText, rowsOfTable, tilesOf } from './read-page.js';
import { type SignedIn, signedIn } from './signed-in.js';

const RANGE = 'from=2026-03-29&to=2026-03-29';

let service: TestService;
let person: SignedIn;
let path: string;

const ANNA = '?utm_source=news&utm_medium=email&utm_campaign=May&utm_content=top&utm_term=shoes';
const BEN = "?utm_source=a'b&utm_medium=ads&utm_content=%3Cb%3E&utm_term=red%20shoes";

/** Events with every trait. Carla has hardly any. */
const events = [
  {
    visitor: 'anna',
    time: '10:00',
    url: `https://example.com/${ANNA}`,
    own: ['Berlin', 'Berlin', '128', '11', '1920x1080'],
  },
  {
    visitor: 'anna',
    time: '10:05',
    url: 'https://example.com/pricing',
    own: ['Berlin', 'Berlin', '128', '11', '1920x1080'],
  },
  {
    visitor: 'ben',
    time: '11:00',
    url: `https://example.com/pricing${BEN}`,
    own: ['Bavaria', 'Munich', '129', '10', '800x600'],
  },
  { visitor: 'ben', time: '11:01', url: 'https://example.com/', own: ['Bavaria', 'Munich', '129', '10', '800x600'] },
  {
    visitor: 'ben',
    time: '11:02',
    url: 'https://shop.example.com/cart',
    own: ['Bavaria', 'Munich', '129', '10', '800x600'],
  },
].map(({ visitor, time, url, own: [region, city, browserVersion, osVersion, screen] }) => ({
  timestamp: `2026-03-29T${time}:00.000Z`,
  url,
  visitor,
  screen,
  stored: stored(url, { region, city, browserVersion, osVersion, screen }),
}));

function stored(url: string, traits: Readonly<Record<string, string | undefined>>) {
  const first = url.includes('utm_') ? url : url.includes('shop') || url.endsWith('/') ? BEN : ANNA;
  const parameter = (name: string) => new URLSearchParams(first.slice(first.indexOf('?'))).get(name) ?? '';
  return {
    hostname: new URL(url).hostname,
    path: new URL(url).pathname,
    referrer: 'news',
    channel: 'Email',
    utmSource: parameter('utm_source'),
    utmMedium: parameter('utm_medium'),
    utmCampaign: parameter('utm_campaign'),
    utmContent: parameter('utm_content'),
    utmTerm: parameter('utm_term'),
    country: 'DE',
    browser: 'Firefox',
    os: 'Windows',
    device: 'desktop',
    language: 'de-DE',
    ...traits,
  };
}

const CARLA = {
  timestamp: '2026-03-29T12:00:00.000Z',
  url: 'https://example.com/docs',
  visitor: 'carla',
  device: 'mobile',
};
const CLICK = { ...CARLA, timestamp: '2026-03-29T12:01:00.000Z', type: 'exit', link: 'https://partner.example/' };
const SIGNUP = { ...CARLA, timestamp: '2026-03-29T12:02:00.000Z', type: 'custom', name: 'signup' };

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 3, 15, 12) });
  const owner = await apiClient(service);
  person = await signedIn(service, owner.accountId);
  const { id } = await owner.website({ domain: 'example.com', allowedDomains: ['shop.example.com'] });
  path = `/websites/${id}`;
  const answer = await owner.import(
    id,
    [...events, CARLA, CLICK, SIGNUP].map((line) => JSON.stringify(line)).join('\n'),
  );
  expect(answer.body.data).toMatchObject({ imported: 8, rejected: 0 });
});

afterAll(() => service.close());

/** The name, the visitors and the link of each row. */
async function readRows(list: string, filters: string) {
  const html = await person.page(`${path}/${list}?${RANGE}${filters}`);
  const columns = [...html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/gs)].map(([, label = '']) => plainText(label));
  const at = columns.findIndex((label) => label.startsWith('Visitors'));
  const links = [...html.matchAll(/<tr[^>]*><th scope="row">(.*?)<\/th>/gs)].map(([, cell = '']) =>
    /<a href="([^"]*)"/.exec(cell)?.[1]?.replaceAll('&amp;', '&'),
  );
  return rowsOfTable(html).map((cells, place) => ({ name: cells[0], visitors: cells[at], href: links[place] }));
}

/** Anna's visit or one page, of which Carla has one. */
const EITHER = '&any.city=Berlin&any.page=/docs';

test.each([
  ...listPaths.filter((list) => list !== 'channels' && list !== 'exit-links').map((list) => [list, ''] as const),
  ...(['pages', 'exit-pages', 'cities', 'browsers'] as const).map((list) => [list, EITHER] as const),
])('a row of %s%s has as many visitors as its link, and is the only one there', async (list, filters) => {
  const rows = await readRows(list, filters);
  expect(rows.length).toBeGreaterThan(0);
  for (const { name, visitors, href } of rows) {
    if (href === undefined) {
      expect(name).toMatch(/^Unknown/);
      continue;
    }
    expect(tilesOf(await person.page(href)).Visitors).toBe(visitors);
    const search = href.slice(href.indexOf('?'));
    const names = rowsOfTable(await person.page(`${path}/${list}${search}`)).map(([each]) => each);
    expect(names).toContain(name);
    // Versions of an unknown browser, and events within a page, share a filter.
    if (!name?.startsWith('Unknown')) expect(names).toHaveLength(1);
  }
});

test.each([
  ['region', 'bav', 'region=Bavaria'],
  ['exitPage', 'cart', 'exitPage=%2Fcart'],
  ['hostname', 'shop', 'hostname=shop.example.com'],
  ['screen', '800x', 'screen=800x600'],
  ['browserVersion', '128', 'browserVersion=128'],
  ['utmContent', '<b>', 'utmContent=%3Cb%3E'],
  ['utmSource', "a'", 'utmSource=a%27b'],
  ['utmTerm', 'shoes', 'utmTerm=shoes'],
  ['utmTerm', 'sho', 'utmTerm.contains=sho'],
  ['screen', 'nobody', 'screen.contains=nobody'],
])('a typed %s “%s” becomes %s, and is suggested', async (by, value, expected) => {
  const typed = await person.get(`${path}?${RANGE}&by=${by}&value=${encodeURIComponent(value)}`);
  expect(typed.headers.get('Location')).toContain(expected);
  const suggested = await person.page(`${path}/suggest?${RANGE}&by=${by}&search=${encodeURIComponent(value)}`);
  expect(suggested.includes('role="option"')).toBe(value !== 'nobody');
  expect((await person.get(typed.headers.get('Location')!)).status).toBe(200);
});
