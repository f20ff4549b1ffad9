import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient } from '../service/api-client.js';
import { DAY, sampleWebsite } from '../service/sample-website.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';
import { plainText } from './read-page.js';
import { type SignedIn, signedIn } from './signed-in.js';

const RANGE = `from=${DAY.from}&to=${DAY.to}`;

let service: TestService;
let person: SignedIn;
let path: string;

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 3, 15, 12) });
  const owner = await apiClient(service);
  person = await signedIn(service, owner.accountId);
  path = `/websites/${(await sampleWebsite(owner)).id}/pages`;
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
