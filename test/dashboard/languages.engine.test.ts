import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAccount } from '../../src/accounts/accounts.js';
import { pages } from '../../src/dashboard/pages/pages.js';
import { languages, nativeName } from '../../src/lib/language/language.js';
import type { ApiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import { allForms, filledIn } from './all-forms.js';
import { behaviorWebsite, DAYS, NOW } from './behavior-website.js';
import { dashboardOwner } from './dashboard-owner.js';
import { plainText, tilesOf } from './read-page.js';
import { type SignedIn, signedIn } from './signed-in.js';

let service: TestService;
let owner: ApiClient;
let someone: SignedIn;
let id: string;
let goal: string;

beforeAll(async () => {
  ({ service, owner, person: someone } = await dashboardOwner({ clock: NOW }));
  ({ id, goal } = await behaviorWebsite(owner));
});
afterAll(() => service?.close());

const at = (path: string): string =>
  path
    .replace(':id', id)
    .replace(':topic', 'weekly-summary')
    .replace(/:\w+/, 'x')
    .replace(/\/suggest$/, '/suggest?by=page');

const japanese = (path: string) => someone.get(path, { 'Accept-Language': 'ja' });

const RANGE = `from=${DAYS.from}&to=${DAYS.to}`;

/** Pages of figures in more than their first state. */
const VIEWS = [
  `?${RANGE}`,
  `?${RANGE}&compare=previous`,
  `?${RANGE}&goal=GOAL`,
  `?${RANGE}&country=DE&page.contains=pri&compare=year`,
  `?${RANGE}&any.country=DE&any.browser=Unknown&metric=bounceRate`,
  '?range=24h&interval=hour',
  '?range=12mo&interval=month&second=pageviews',
  '?range=nonsense&sources=nonsense&country=XX',
  `/pages?${RANGE}`,
  `/countries?${RANGE}&search=nothing`,
  `/changes?${RANGE}`,
  `/funnels?${RANGE}&kind1=page&value1=/pricing&kind2=event&value2=signup`,
  `/journeys?${RANGE}`,
  `/retention?${RANGE}`,
  '/realtime',
];

const opened = [
  // Samples of emails are in the language of the account, files have no page.
  ...pages
    .filter(({ path }) => !/\/(stream|suggest|matching|segment-sizes|preview|export|:topic|.*\.\w+)$/.test(path))
    .map(({ path }) => path),
  ...VIEWS.map((view) => `/websites/:id${view}`),
  '/no-such-page',
];

/** What is the same in every language: names, formats, keys and units, and what people and tests have named. */
const NAMES = new RegExp(
  [
    ...[
      'Footfall',
      'DB-IP',
      'ClickHouse',
      'Google',
      'WordPress',
      'Webflow',
      'Shopify',
      'Ghost',
      'Astro',
      'Nuxt',
      'npm',
      'SvelteKit',
    ],
    ...[
      'Next\\.js',
      'React',
      'Vue',
      'Angular',
      'Tag Manager',
      'Firefox',
      'Linux',
      'English',
      'Deutsch',
      'Français',
      'Español',
    ],
    ...['Direct', 'Organic Search', 'SQL', 'API', 'CSV', 'URL', 'UTC', 'UTM', 'JSON', 'OS', 'Webhook', 'Esc', 'Shift'],
    ...[
      'Shop',
      'Sign-up',
      'signup',
      'plan',
      'pro',
      'pri',
      'und',
      'XX',
      'Mozilla',
      'us-east-1',
      '/docs/api',
      '/pricing',
    ],
    // What ClickHouse says about a query.
    'Syntax error: .* \\(SYNTAX_ERROR\\)',
    ...['https?://\\S+', '\\S+@example\\.com', '\\w+\\.example', 'example\\.com'],
  ].join('|'),
  'g',
);

/** Texts, labels and descriptions of a page, without code and what people have typed. */
function textsOf(html: string): readonly string[] {
  const own = html
    .replace(/<(script|style|code|pre|textarea|optgroup)\b.*?<\/\1>/gs, ' ')
    // The columns of the tables have comments in ClickHouse.
    .replace(/<aside class="card sql-schema.*?<\/aside>/s, ' ');
  const labels = [...own.matchAll(/\s(?:title|aria-label|alt|placeholder|aria-description)="([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  return [...labels, ...own.split(/<[^>]*>/)].map((text) => plainText(text)).filter((text) => text !== '');
}

const isEnglish = (text: string): boolean =>
  !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text) && /[A-Za-z]{2}/.test(text.replace(NAMES, ''));

describe.each(opened)('%s in Japanese', (path) => {
  test('has no English text', async () => {
    const response = await japanese(at(path).replace('GOAL', goal));
    const html = await response.text();
    expect(response.status).toBeLessThan(500);
    if (response.status === 303) return;
    expect(textsOf(html).filter(isEnglish)).toEqual([]);
    if (html.startsWith('<!doctype')) expect(html).toMatch(/^<!doctype html><html lang="ja"/);
  });
});

const FINAL = /\/(end-others|end-all|revoke|tracking-key|delete|delete-account|begin|remove|language)$/;

describe.each(allForms.filter(({ form }) => !FINAL.test(form)))(
  '$form, refused in Japanese,',
  ({ form, fields: names }) => {
    test.each([
      ['nothing', {}],
      ['what is wrong', filledIn({ fields: names }, '\u0000<x>'.repeat(400))],
    ])('has no English text: %s', async (_, fields) => {
      const response = await someone.post(at(form), fields, { 'Accept-Language': 'ja' });
      expect(response.status).toBeLessThan(500);
      if (response.status === 303) return;
      const texts = textsOf(await response.text()).map((text) => text.replaceAll('<x>', ''));
      expect(texts.filter(isEnglish)).toEqual([]);
    });
  },
);

const languageIn = (html: string): string | undefined => /<html lang="(\w+)"/.exec(html)?.[1];

test.each([
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'fr'],
  ['en;q=0.5, es;q=0.9', 'es'],
  ['nl, pt;q=0.9', 'en'],
  ['*', 'en'],
  ['', 'en'],
  ['xx;q=x, ;;;,,', 'en'],
])('of a browser that accepts %j, a page is in %s', async (accepted, expected) => {
  const response = await service.app.request('/login', { headers: { 'Accept-Language': accepted } });
  expect(languageIn(await response.text())).toBe(expected);
});

test('an account chooses its language, and follows the browser again', async () => {
  const someone = await signedIn(service);
  const page = () => someone.page('/websites', { 'Accept-Language': 'fr' });
  expect(languageIn(await page())).toBe('fr');
  for (const [chosen, expected] of [
    ['de', 'de'],
    ['ja', 'ja'],
    ['en', 'en'],
    ['', 'fr'],
    ['xx', 'fr'],
  ] as const) {
    expect((await someone.post('/settings/profile/language', { language: chosen })).status).toBe(303);
    expect(languageIn(await page())).toBe(expected);
  }
  await someone.post('/settings/profile/language', { language: 'de' });
  const profile = await someone.page('/settings/profile?done=language');
  for (const language of languages) expect(profile).toContain(`>${nativeName(language)}<`);
  expect(profile).toMatch(/<option value="de" selected/);
  expect((await findAccount(service.engines.postgres.db, someone.accountId))?.language).toBe('de');
});

test('numbers, dates and names of countries are those of the language', async () => {
  const german = await someone.page(`/websites/${id}?${RANGE}`, { 'Accept-Language': 'de' });
  for (const text of ['1.–3. Apr. 2026', 'Deutschland', 'Frankreich']) expect(plainText(german)).toContain(text);
  expect(plainText(german)).toMatch(/\d,\d %/);
  const english = await someone.page(`/websites/${id}?${RANGE}`);
  for (const text of ['1 – 3 Apr 2026', 'Germany', 'France']) expect(plainText(english)).toContain(text);
});

test('a country is found by its name in the language, and in English, and the address has its code', async () => {
  for (const name of ['Deutschland', 'Germany', 'de']) {
    const query = new URLSearchParams({ by: 'country', value: name });
    const answer = await someone.get(`/websites/${id}?${query}`, { 'Accept-Language': 'de' });
    expect(answer.headers.get('Location')).toMatch(/\?country=DE$/);
  }
});

test('a part of a name becomes the codes that it selects, which the address has for readers in any language', async () => {
  for (const [fields, expected] of [
    ['by=country&value=land', '?country=DE&changed=country'],
    ['by=country&value=land&op=contains_not', '?country.is_not=DE&changed=country.is_not'],
    ['by=country&value=reich&op=contains', '?country=FR&changed=country'],
    // Both must match, as in English.
    ['country=DE&by=country&value=reich&op=contains', '?country=DE&country.contains=reich'],
    // Today has no events, and the filter is of all days.
    ['range=today&by=country&value=land&op=contains', '?range=today&country=DE&changed=country'],
  ]) {
    const answer = await someone.get(`/websites/${id}?${fields}`, { 'Accept-Language': 'de' });
    expect(decodeURIComponent(new URL(answer.headers.get('Location') ?? '', 'http://x').search), fields).toBe(expected);
  }
});

test('a part of a name in an address is of English names in every language', async () => {
  for (const [part, isFound] of [
    ['ermany', true],
    ['eutschland', false],
  ] as const) {
    const texts = await Promise.all(
      ['en', 'de', 'ja'].map((language) =>
        someone.page(`/websites/${id}?${RANGE}&country.contains=${part}`, { 'Accept-Language': language }),
      ),
    );
    const visitors = texts.map((html) => Object.values(tilesOf(html))[0]);
    expect(new Set(visitors).size).toBe(1);
    expect(visitors[0] !== '0').toBe(isFound);
  }
});

test('the API is in English, whatever the browser accepts', async () => {
  const headers = { 'X-API-Key': owner.key, 'Accept-Language': 'de' };
  const stats = await service.app.request(`/api/v1/websites/${id}/stats/countries?${RANGE}`, { headers });
  expect(await stats.text()).toContain('"Germany"');
  const refused = await service.app.request(`/api/v1/websites/${id}/stats/pages?from=x&to=y`, { headers });
  expect(await refused.text()).toMatch(/must be /);
});

test('pages in other languages have the texts of their scripts', async () => {
  const page = await someone.page(`/websites/${id}`, { 'Accept-Language': 'de' });
  const [script = ''] = /\/assets\/[^"]+\/texts-de\.js/.exec(page) ?? [];
  const texts = await (await service.app.request(script)).text();
  expect(JSON.parse(texts.replace(/^footfallTexts=|;$/g, ''))).toHaveProperty('Copied');
  expect(await someone.page(`/websites/${id}`)).not.toContain('texts-');
});

test('notes of the service are stored in English, and are in the language of the page', async () => {
  const note = 'Imported 11 events of 2026-04-01 to 2026-04-03.';
  const german = plainText(await someone.page(`/websites/${id}?${RANGE}`, { 'Accept-Language': 'de' }));
  expect(plainText(await someone.page(`/websites/${id}?${RANGE}`))).toContain(note);
  expect(german).not.toContain(note);
  expect(german).toMatch(/11 Ereignisse [^.]*2026-04-01[^.]*2026-04-03/);
});
