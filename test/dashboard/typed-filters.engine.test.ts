import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { apiClient } from '../service/api-client.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';
import { plainText, tilesOf } from './read-page.js';
import { type SignedIn, signedIn } from './signed-in.js';

let service: TestService;
let person: SignedIn;
let id: string;

const PEOPLE = [
  { visitor: 'anna', country: 'DE', language: 'de-DE', path: '/pricing', referrer: 'https://news.ycombinator.com/' },
  { visitor: 'ben', country: 'AT', language: 'de-AT', path: '/', referrer: 'https://www.google.com/' },
  { visitor: 'cleo', country: 'US', language: 'en-US', path: '/docs/a', referrer: 'https://google.example/' },
  { visitor: 'dora', country: 'GB', language: 'en-GB', path: '/docs/b', referrer: 'https://xn--mnchen-3ya.de/' },
];

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 3, 15, 12) });
  const owner = await apiClient(service);
  person = await signedIn(service, owner.accountId);
  ({ id } = await owner.website({ timezone: 'UTC' }));
  await owner.history(
    id,
    PEOPLE.map(({ path, ...person }, index) => ({
      ...person,
      timestamp: `2026-04-1${index}T08:00:00.000Z`,
      type: 'pageview' as const,
      url: `https://example.com${path}`,
      browser: 'Chrome',
      os: 'macOS',
      device: 'mobile',
      city: 'Berlin',
    })),
  );
});

afterAll(() => service.close());

/** Types a filter; gives the address without the filter's form, its visitors, and the text of the page. */
async function typed(fields: string) {
  const answer = await person.get(`/websites/${id}?${fields}`);
  expect(answer.status).toBe(303);
  const address = answer.headers.get('Location') ?? '';
  const page = await person.page(address);
  return {
    query: decodeURIComponent(new URL(address, service.services.baseUrl).search),
    page: plainText(page),
    tiles: tilesOf(page),
  };
}

test.each([
  // Whole values, by name and by code, in any case.
  ['by=page&value=/pricing', '?page=/pricing', '1', undefined],
  ['by=country&value=germany', '?country=DE', '1', undefined],
  ['by=country&value=de', '?country=DE', '1', undefined],
  ['by=language&value=British+English', '?language=en-GB', '1', undefined],
  ['by=language&value=de-at', '?language=de-AT', '1', undefined],
  ['by=referrer&value=münchen.de', '?referrer=xn--mnchen-3ya.de', '1', undefined],
  // A part of one value alone.
  ['by=page&value=/pri', '?page=/pricing&changed=page', '1', 'The filter was completed to “Page is /pricing”.'],
  [
    'by=referrer&value=hacker',
    '?referrer=Hacker+News&changed=referrer',
    '1',
    'completed to “Referrer is Hacker News”.',
  ],
  ['by=browser&value=chrom', '?browser=Chrome&changed=browser', '4', 'completed to “Browser is Chrome”.'],
  ['by=os&value=mac', '?os=macOS&changed=os', '4', 'completed to “OS is macOS”.'],
  ['by=city&value=ber', '?city=Berlin&changed=city', '4', 'completed to “City is Berlin”.'],
  ['by=device&value=mob', '?device=mobile&changed=device', '4', 'completed to “Device is Mobile”.'],
  ['by=country&value=ger', '?country=DE&changed=country', '1', 'completed to “Country is Germany”.'],
  [
    'by=language&value=austrian',
    '?language=de-AT&changed=language',
    '1',
    'completed to “Language is Austrian German”.',
  ],
  [
    'by=page&op=is_not&value=/pri',
    '?page.is_not=/pricing&changed=page.is_not',
    '3',
    'completed to “Page is not /pricing”.',
  ],
  // A part of several values.
  [
    'by=page&value=/docs',
    '?page.contains=/docs&changed=page.contains',
    '2',
    'The filter is now “Page contains /docs”.',
  ],
  ['by=country&value=Uni', '?country.contains=Uni&changed=country.contains', '2', 'now “Country contains Uni”.'],
  [
    'by=language&value=German',
    '?language.contains=German&changed=language.contains',
    '2',
    'now “Language contains German”.',
  ],
  [
    'by=language&value=de',
    '?language.contains=German&changed=language.contains',
    '2',
    'now “Language contains German”.',
  ],
  [
    'by=page&value=/pricing&value=/docs',
    '?page.contains=/pricing&page.contains=/docs&changed=page.contains',
    '3',
    'now “Page contains /pricing or /docs”.',
  ],
  // Several values, one of which is not known.
  ['by=page&value=/&value=/pri', '?page=/&page=/pricing&changed=page', '2', 'completed to “Page is / or /pricing”.'],
  [
    'by=exitPage&value=/pricing&value=/docs/a&value=/docs/b',
    '?exitPage=/pricing&exitPage=/docs/a&exitPage=/docs/b',
    '3',
    undefined,
  ],
  ['by=country&op=contains&value=king&value=germ', '?country.contains=king&country.contains=germ', '2', undefined],
  // Of several that are not known, none is completed.
  [
    'by=page&value=/pri&value=cs/a',
    '?page.contains=/pri&page.contains=cs/a&changed=page.contains',
    '2',
    'now “Page contains /pri or cs/a”.',
  ],
  // Names are compared where they were asked for too.
  ['by=language&op=contains&value=german', '?language.contains=german', '2', undefined],
  ['by=language&op=contains&value=gb', '?language.contains=gb', '1', undefined],
  ['by=referrer&op=contains&value=MÜNCHEN', '?referrer.contains=MÜNCHEN', '1', undefined],
  ['by=country&op=contains_not&value=united', '?country.contains_not=united', '2', undefined],
  // Nothing of the kind: said as it is.
  ['by=page&value=/nothing', '?page.contains=/nothing&changed=page.contains', '0', 'No exact match.'],
  ['by=country&value=fr', '?country.contains=France&changed=country.contains', '0', 'now “Country contains France”.'],
])('%s', async (fields, query, visitors, notice) => {
  const found = await typed(fields);
  expect(found.query).toBe(query);
  expect(found.tiles.Visitors).toBe(visitors);
  if (notice === undefined) expect(found.page).not.toMatch(/No exact match|was completed/);
  else expect(found.page).toContain(notice);
});

test('an address with a country that does not exist says so', async () => {
  expect(plainText(await person.page(`/websites/${id}?country=UNI`))).toContain('Unknown country “UNI”.');
  expect(plainText(await person.page(`/websites/${id}?country=FR`))).not.toContain('Unknown country');
});

test('what a deletion is by is what is shown', async () => {
  const shown = plainText(await person.page(`/websites/${id}/delete-events?language.contains=german&range=all`));
  expect(shown).toContain('2 events from 2 visitors');
});

test('international hosts are shown with their letters, and found by them', async () => {
  const shown = await person.page(`/websites/${id}?referrer=xn--mnchen-3ya.de`);
  expect(plainText(shown)).toContain('Referrer: münchen.de');
  expect(plainText(shown)).toContain('münchen.de 100% 1 visitor');
  const list = plainText(await person.page(`/websites/${id}/referrers?search=M%C3%BCnchen`));
  expect(list).toContain('münchen.de');
  expect(list).toContain('1 result');
});

test.each(['os', 'city', 'page', 'exitPage', 'screen', 'property:plan', 'country'])(
  'a hundred typed values need a few statements: %s',
  async (by) => {
    const query = vi.spyOn(service.clickhouse, 'query');
    const values = Array.from({ length: 100 }, (_, index) => `&value=x${index}`);
    const { status } = await person.get(`/websites/${id}/matching?by=${by}&op=is${values.join('')}`);
    const names = query.mock.calls.map(([{ name }]) => name);
    query.mockRestore();
    expect(status).toBe(200);
    expect(names.length, names.join()).toBeLessThan(8);
  },
);
