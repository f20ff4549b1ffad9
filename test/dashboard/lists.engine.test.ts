import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiClient } from '../service/api-client.js';
import { DAY, sampleWebsite } from '../service/sample-website.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';
import { plainText, rowsOfTable } from './read-page.js';
import { type SignedIn, signedIn } from './signed-in.js';

const RANGE = `from=${DAY.from}&to=${DAY.to}`;

let service: TestService;
let person: SignedIn;
let website: string;
let path: string;

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 3, 15, 12) });
  const owner = await apiClient(service);
  person = await signedIn(service, owner.accountId);
  website = `/websites/${(await sampleWebsite(owner)).id}`;
  path = `${website}/pages`;
});

afterAll(() => service.close());

const hrefOf = (html: string, link: RegExp): string | undefined =>
  [...html.matchAll(/<a [^>]*href="([^"]*)".*?<\/a>/gs)]
    .find(([element]) => link.test(element))?.[1]
    ?.replaceAll('&amp;', '&');

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

  const headOf = (html: string) =>
    [
      ...html.matchAll(
        /<th scope="col"[^>]*?(?: aria-sort="(\w+)")?>(?:<a href="([^"]*)" class="sort">)?(.*?)<\/th>/gs,
      ),
    ].map(([, sorted, href, label]) => ({
      sorted,
      href: href?.replaceAll('&amp;', '&'),
      label: plainText(label ?? ''),
    }));

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
