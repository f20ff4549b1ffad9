import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSharedLink } from '../../src/websites/shared-links.js';
import type { PastEvent } from '../oracle/past-event.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { counted } from '../service/daily-visitors.js';
import { DAY, sampleWebsite } from '../service/sample-website.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';
import { plainText, rowsOfTable } from './read-page.js';
import { type SignedIn, signedIn } from './signed-in.js';

const RANGE = `from=${DAY.from}&to=${DAY.to}`;

let service: TestService;
let owner: ApiClient;
let person: SignedIn;
let website: string;
let path: string;

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 3, 15, 12) });
  owner = await apiClient(service);
  person = await signedIn(service, owner.accountId);
  website = `/websites/${(await sampleWebsite(owner)).id}`;
  path = `${website}/pages`;
});

afterAll(() => service.close());

const hrefOf = (html: string, link: RegExp): string | undefined =>
  [...html.matchAll(/<a [^>]*href="([^"]*)".*?<\/a>/gs)]
    .find(([element]) => link.test(element))?.[1]
    ?.replaceAll('&amp;', '&');

const headOf = (html: string) =>
  [
    ...html.matchAll(/<th scope="col"[^>]*?(?: aria-sort="(\w+)")?>(?:<a href="([^"]*)" class="sort">)?(.*?)<\/th>/gs),
  ].map(([, sorted, href, label]) => ({
    sorted,
    href: href?.replaceAll('&amp;', '&'),
    label: plainText(label ?? ''),
  }));

test('a list keeps its search while filters come and go', async () => {
  const html = await person.page(`${path}?${RANGE}&country=DE&browser=Firefox&search=pric`);
  expect(hrefOf(html, /Remove filter Country is Germany/)).toBe(`${path}?${RANGE}&browser=Firefox&search=pric`);
  expect(hrefOf(html, /Edit filter .*Country/)).toBe(
    `${path}?${RANGE}&country=DE&browser=Firefox&search=pric&edit=country`,
  );
  expect(hrefOf(html, /Clear all/)).toBe(`${path}?${RANGE}&search=pric`);
  const menu = /<form class="[^"]*filter-form".*?<\/form>/s.exec(html)?.[0];
  expect(menu).toContain('<input type="hidden" name="search" value="pric"/>');
  const typed = await person.get(`${path}?${RANGE}&search=pric&by=device&value=desktop`);
  expect(typed.headers.get('Location')).toBe(`${path}?${RANGE}&device=desktop&search=pric`);
});

test('a search that finds nothing says so, with a link to all rows', async () => {
  const html = await person.page(`${path}?${RANGE}&country=DE&search=zzzz`);
  expect(plainText(html)).toContain('No results for “zzzz”. Clear search Clear filters');
  expect(hrefOf(html, /Clear search/)).toBe(`${path}?${RANGE}&country=DE`);
  expect(hrefOf(html, /Clear filters/)).toBe(`${path}?${RANGE}&search=zzzz`);
});

test('the heading of a list says of which days it is', async () => {
  const heading = /<h2 id="list-title">.*?<\/h2>/s.exec(await person.page(`${path}?${RANGE}`))?.[0] ?? '';
  expect(plainText(heading)).toBe('Pages 29 Mar 2026');
});

describe('the order of a list', () => {
  /** Column by column, as numbers. */
  const columnsOf = (html: string) => {
    const rows = rowsOfTable(html).map(([, ...cells]) => cells.map((cell) => parseAmount(cell ?? '')));
    return (rows[0] ?? []).map((_, place) => rows.map((row) => row[place]!));
  };

  /** `1m 5s` as seconds. */
  const parseAmount = (text: string): number =>
    [...text.replaceAll(',', '').matchAll(/([\d.]+)([hms%]?)/g)].reduce(
      (sum, [, number, unit]) => sum + Number(number) * ({ h: 3600, m: 60 }[unit!] ?? 1),
      0,
    );

  test.each(['pages', 'countries', 'channels', 'campaigns', 'cities', 'entry-pages', 'custom-events', 'exit-links'])(
    'of %s is that of any column, in either direction',
    async (list) => {
      const address = `${website}/${list}?from=2026-03-01&to=2026-03-31`;
      const usual = await person.page(address);
      const count = rowsOfTable(usual).length;
      expect(headOf(usual).filter(({ sorted }) => sorted !== undefined)).toHaveLength(1);
      for (const [place, { href, label }] of headOf(usual).entries()) {
        if (href === undefined) {
          expect(place === 0 || label === 'Share').toBe(true);
          continue;
        }
        const one = await person.page(href);
        const [head] = headOf(one).filter(({ sorted }) => sorted !== undefined);
        expect(head?.label.replace(/ [↓↑]$/, '')).toBe(label.replace(/ [↓↑]$/, ''));
        const other = await person.page(head!.href!);
        expect([one, other].map((html) => headOf(html)[place]!.sorted).toSorted()).toEqual(['ascending', 'descending']);
        for (const html of list === 'channels' ? [] : [one, other]) {
          const column = columnsOf(html)[place - 1]!;
          const ascending = column.toSorted((a, b) => a - b);
          expect(column).toEqual(headOf(html)[place]!.sorted === 'ascending' ? ascending : ascending.toReversed());
          expect(column).toHaveLength(count);
        }
      }
    },
  );

  test('stays in the address of search, pages, file and filters; an unknown one is the usual one', async () => {
    const entries = `${website}/entry-pages`;
    const html = await person.page(`${entries}?${RANGE}&country=DE&sort=bounceRate%3Aasc&search=pri`);
    expect(hrefOf(html, /Export CSV/)).toBe(`${entries}.csv?${RANGE}&country=DE&sort=bounceRate%3Aasc&search=pri`);
    expect(hrefOf(html, /Remove filter Country/)).toBe(`${entries}?${RANGE}&sort=bounceRate%3Aasc&search=pri`);
    const form = /<form class="search-form".*?<\/form>/s.exec(html)?.[0];
    expect(form).toContain('<input type="hidden" name="sort" value="bounceRate:asc"/>');
    const usual = rowsOfTable(await person.page(`${path}?${RANGE}`));
    for (const sort of ['', 'nothing', '%3Aasc%3Aasc', '__proto__', "'", 'clicks', 'x'.repeat(5_000)]) {
      expect(rowsOfTable(await person.page(`${path}?${RANGE}&sort=${sort}`))).toEqual(usual);
    }
  });

  test('is that of the file', async () => {
    const entries = `${website}/entry-pages`;
    const rows = rowsOfTable(await person.page(`${entries}?range=all&sort=visits%3Aasc`)).map(([name]) => name);
    const file = (await person.page(`${entries}.csv?range=all&sort=visits%3Aasc`)).trimEnd().split('\r\n').slice(1);
    expect(file.map((line) => line.split(',')[0])).toEqual(rows);
    expect(rows).not.toEqual(rowsOfTable(await person.page(`${entries}?range=all`)).map(([name]) => name));
  });
});

describe('the change of each row', () => {
  const event = (time: string, visitor: string, path: string, more: Partial<PastEvent> = {}): PastEvent => ({
    timestamp: `2026-03-${time}:00:00.000Z`,
    type: 'pageview',
    url: `https://example.com/${path}`,
    visitor,
    device: 'desktop',
    referrer: `https://${path}.test/`,
    ...more,
  });
  const views = (time: string, path: string, visitors: number) =>
    Array.from({ length: visitors }, (_, number) => event(time, `${path}${number}`, path));
  const exit = (time: string, visitor: string) =>
    event(time, visitor, 'less', { type: 'exit', link: 'https://partner.example/' });

  let changed: string;
  let goal: string;

  beforeAll(async () => {
    const { id } = await owner.website();
    await owner.history(id, [
      ...views('27T10', 'same', 1),
      ...['28T10', '29T10'].flatMap((time) => views(time, 'same', 2)),
      ...views('28T11', 'more', 2),
      ...views('29T11', 'more', 5),
      ...views('28T12', 'less', 4),
      ...views('29T12', 'less', 1),
      ...views('28T13', 'gone', 2).map((view) => ({ ...view, url: `${view.url}?utm_medium=email` })),
      ...views('29T13', 'fresh', 1),
      exit('28T12', 'less0'),
      exit('29T12', 'less0'),
      exit('29T12', 'less0'),
    ]);
    await counted(service, id);
    changed = `/websites/${id}`;
    const match = { dimension: 'page', operator: 'contains', values: ['s', 'o'] };
    goal = (await owner.call('POST', `/websites/${id}/goals`, { name: 'Any', match })).body.data.id;
  });

  const QUERY = 'from=2026-03-29&to=2026-03-29';
  const changesOf = (html: string) => {
    const place = headOf(html).findIndex(({ label }) => label.startsWith('Change'));
    return rowsOfTable(html).map((cells) => [cells[0]!.replace(/^\/|\.test$/g, ''), cells[place]]);
  };

  const RISES = [
    ['more', '+3 +150%'],
    ['fresh', 'new'],
    ['same', '0 0%'],
    ['gone', '−2 −100%'],
    ['less', '−3 −75%'],
  ];

  // Of daily visitors, of visits, and of events.
  test.each(['', '&device=desktop', '&hostname=example.com'])('is in pages and sources: %s', async (filter) => {
    for (const list of ['pages', 'referrers']) {
      const usual = await person.page(`${changed}/${list}?${QUERY}${filter}`);
      expect(changesOf(usual)).toEqual(
        ['more', 'same', 'fresh', 'less'].map((name) => RISES.find(([each]) => each === name)),
      );
      expect(usual).toContain('title="Change of visitors from the previous period"');
      // The biggest rise first, then the biggest fall. What is gone fell, too.
      const risen = await person.page(headOf(usual).find(({ label }) => label === 'Change')!.href!);
      expect(changesOf(risen)).toEqual(RISES);
      const fallen = await person.page(headOf(risen).find(({ sorted }) => sorted === 'descending')!.href!);
      expect(changesOf(fallen)).toEqual(RISES.toReversed());
      expect(plainText(fallen)).toContain('5 results');
    }
  });

  test('is of conversions with a goal', async () => {
    for (const list of ['pages', 'referrers', 'channels']) {
      const fallen = await person.page(`${changed}/${list}?${QUERY}&goal=${goal}&sort=change%3Aasc`);
      expect(changesOf(fallen)).toEqual(
        list === 'channels'
          ? [
              ['Email', '−2 −100%'],
              ['Referral', '+1 +13%'],
            ]
          : RISES.toReversed(),
      );
    }
  });

  test.each(['', '&device=desktop', '&hostname=example.com'])(
    'is of channels too, one of which is gone: %s',
    async (filter) => {
      const html = await person.page(`${changed}/channels?${QUERY}${filter}`);
      expect(changesOf(html)).toEqual([['Referral', '+1 +13%']]);
    },
  );

  test('is of all visitors that the API has, also of a page that had only other events', async () => {
    const { id } = await owner.website();
    const sent = { type: 'custom', name: 'signup' } as const;
    await owner.history(id, [
      event('27T10', 'z', 'old'),
      ...['a', 'b'].map((visitor) => event('28T10', visitor, 'app', sent)),
      event('29T10', 'c', 'app'),
    ]);
    expect(changesOf(await person.page(`/websites/${id}/pages?${QUERY}`))).toEqual([['app', '−1 −50%']]);
  });

  test('is of clicks in outbound links, and in no panel', async () => {
    const links = await person.page(`${changed}/exit-links?${QUERY}`);
    expect(changesOf(links)).toEqual([['partner.example/', '+1 +100%']]);
    expect(links).toContain('title="Change of clicks from the previous period"');
    expect(await person.page(`${changed}?${QUERY}`)).not.toMatch(/class="row-number[^>]*>Change</);
  });

  test('is in files as the number before', async () => {
    const file = await person.page(`${changed}/pages.csv?${QUERY}&sort=change%3Aasc`);
    expect(file.trimEnd().split('\r\n')).toEqual([
      'Page,Pageviews,Visitors,Previous visitors,Share (%)',
      '/less,1,1,4,11.11',
      '/gone,0,0,2,0',
      '/same,2,2,2,22.22',
      '/fresh,1,1,,11.11',
      '/more,5,5,2,55.56',
    ]);
  });
});

test('a row of pages, events or outbound links opens the form of a new goal, for the owner', async () => {
  for (const [list, field, value, name] of [
    ['pages', 'page', '/pricing', 'Saw /pricing'],
    ['custom-events', 'event', 'signup', 'signup'],
    ['exit-links', 'link', 'https://partner.example/a?b=1', 'Clicked https://partner.example/a?b=1'],
  ] as const) {
    const rows = await person.page(`${website}/${list}?${RANGE}`);
    const [, href] = [...rows.matchAll(/href="([^"]*\/goals\?[^"]*)#add"/g)].find(([, each]) =>
      each?.includes(encodeURIComponent(value).replaceAll('%20', '+')),
    )!;
    const html = await person.page(href!.replaceAll('&amp;', '&'));
    const form = html.slice(html.indexOf('id="add-goal"'));
    expect(form).toMatch(new RegExp(`<option value="${field}" selected`));
    const fieldValue = (input: string) => new RegExp(`<input[^>]*name="${input}"[^>]*value="([^"]*)"`).exec(form)?.[1];
    expect([fieldValue('value'), fieldValue('name')]).toEqual([value, name]);
    expect(form).toContain('In the last 90 days: <strong>1 conversion</strong>');
  }
  expect(await person.page(`${website}/countries?${RANGE}`)).not.toContain('/goals?');
  const { token } = await createSharedLink(
    service.engines.postgres.db,
    website.split('/').at(-1)!,
    { name: 'Board' },
    service.clock,
  );
  const shared = await (await service.app.request(`/share/${token}/pages?${RANGE}`)).text();
  expect(shared).toContain('/pricing');
  expect(shared).not.toContain('/goals?');
});
