import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient } from '../service/api-client.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';
import { plainText, tilesOf } from './read-page.js';
import { type SignedIn, signedIn } from './signed-in.js';

const RANGE = 'from=2026-03-29&to=2026-03-29';

/** Links whose campaigns have the same name, or none, and the visitors of each. */
const LINKS: readonly (readonly [link: string, name: string, visitors: number])[] = [
  ['?utm_source=chatgpt.com', '(not set) chatgpt.com', 4],
  ['?ref=producthunt', '(not set) producthunt', 3],
  ['?utm_source=news&utm_medium=email&utm_campaign=May%20sale', 'May sale news / email', 2],
  ["?utm_source=news&utm_campaign=May%20sale&ref=a'b", "May sale news / a'b", 1],
];

let service: TestService;
let person: SignedIn;
let path: string;

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 3, 15, 12) });
  const owner = await apiClient(service);
  person = await signedIn(service, owner.accountId);
  const { id } = await owner.website({ timezone: 'Europe/Berlin' });
  path = `/websites/${id}`;
  const links = [...LINKS, ['', '', 1] as const];
  const events = links.flatMap(([link, , visitors]) =>
    Array.from({ length: visitors }, (_, index) => ({
      timestamp: '2026-03-29T08:00:00.000Z',
      url: `https://example.com/${link}`,
      visitor: `${link} ${index}`,
    })),
  );
  await owner.import(id, events.map((event) => JSON.stringify(event)).join('\n'));
});

afterAll(() => service.close());

/** The rows of the list of campaigns: text, and the filters that a click sets. */
async function rows(address: string): Promise<readonly (readonly [text: string, filters: string])[]> {
  const html = await person.page(address);
  return [...html.matchAll(/<a [^>]*href="[^"]*(\?[^"]*campaignLink=[^"]*)"[^>]*>.*?<\/(?:tr|li)>/gs)].map(
    ([row, query = '']) => [plainText(row), query.replaceAll('&amp;', '&')],
  );
}

test('a click on a campaign shows the visitors of its row', async () => {
  const found = await rows(`${path}/campaigns?${RANGE}`);
  expect(found).toHaveLength(LINKS.length);
  for (const [index, [link, name, visitors]] of LINKS.entries()) {
    const [text, query] = found[index] ?? ['', ''];
    expect(text).toContain(name);
    expect(new URLSearchParams(query).get('campaignLink')).toBe(link);
    const html = await person.page(`${path}${query}`);
    expect(tilesOf(html).Visitors).toBe(String(visitors));
    expect(plainText(html)).toContain(`Campaign link: ${link}`);
  }
});

test('a link without parameters is that of no visitor', async () => {
  const html = await person.page(`${path}?${RANGE}&campaignLink=%3F`);
  expect(tilesOf(html).Visitors).toBe('0');
});

test('a campaign is found by its ref, and its link is suggested', async () => {
  expect(await rows(`${path}/campaigns?${RANGE}&search=hunt`)).toHaveLength(1);
  const suggested = await person.page(`${path}/suggest?${RANGE}&by=campaignLink&search=hunt`);
  expect(suggested).toContain('data-value="?ref=producthunt"');
});

test('a typed link can have its parameters in any order', async () => {
  const typed = new URLSearchParams({
    by: 'campaignLink',
    value: 'utm_campaign=May+sale&utm_medium=email&utm_source=news',
  });
  const { headers } = await person.get(`${path}?${RANGE}&${typed}`);
  const chosen = new URL(headers.get('Location') ?? '', 'https://stats.example').searchParams.get('campaignLink');
  expect(chosen).toBe('?utm_source=news&utm_medium=email&utm_campaign=May%20sale');
});
