import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWebsite } from '../../src/websites/create-website.js';
import { findWebsite } from '../../src/websites/find-website.js';
import { createSharedLink, listSharedLinks } from '../../src/websites/shared-links.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';
import { type SignedIn, signedIn } from './signed-in.js';

const UNKNOWN_WEBSITE = '00000000-0000-4000-8000-000000000000';

const PAGES = ['', '/status']
  .map((end) => `/websites/:id/snippet${end}`)
  .concat(['/websites/:id/settings', '/websites/:id/favicon']);

const FORMS = [
  '/websites/:id/settings',
  '/websites/:id/settings/tracking-key',
  '/websites/:id/settings/delete',
  '/websites/:id/settings/links',
  '/websites/:id/settings/links/revoke',
  '/websites/:id/snippet/allow',
];

const pageOf = (form: string): string => `/websites/:id/${form.includes('/snippet') ? 'snippet' : 'settings'}`;

/** What a form may hold that nobody types. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['NUL', '\0'],
  ['half a character', '\ud800'],
  ['SQL', "'; DROP TABLE websites; --"],
  ['a script', '"><script>alert(1)</script>'],
  ['broken escapes', '%00%ff'],
  ['a path', '../../etc/passwd'],
  ['JSON', '{"$ne":null}'],
  ['marks of direction', '\u202E\u{1F9B6}'],
  ['a very long word', 'x'.repeat(8_000)],
  ['very many lines', `${'9'.repeat(70)}\n`.repeat(110)],
];

const FIELDS = [
  ...['name', 'domain', 'timezone', 'favicon', 'chartTheme', 'allowedDomains', 'excludedIps', 'excludedPaths'],
  ...['excludedHostnames', 'excludedCountries', 'excludeHosting', 'exclude', 'icon', 'removeIcon'],
  ...['host', 'typedDomain', 'linkName', 'linkPassword', 'token', '__proto__', 'constructor'],
];

let service: TestService;
let owner: SignedIn;
let stranger: SignedIn;
let id: string;
let token: string;

beforeAll(async () => {
  service = await sharedService();
  owner = await signedIn(service);
  stranger = await signedIn(service);
  const { websites, plan } = service.services;
  const settings = { name: 'Shop', domain: 'owned.example', timezone: 'UTC' };
  id = (await createWebsite(websites, owner.accountId, settings, plan, service.clock)).id;
  token = (await createSharedLink(db(), id, { name: 'Board' }, service.clock)).token;
});

afterAll(() => service?.close());

const db = () => service.engines.postgres.db;
const of = (path: string, website = id): string => path.replace(':id', website);

async function expectUnchanged(): Promise<void> {
  expect(await findWebsite(db(), id)).toMatchObject({ name: 'Shop', domain: 'owned.example', allowedDomains: [] });
  expect((await listSharedLinks(db(), id)).map((link) => link.token)).toEqual([token]);
}

describe.each([...PAGES, '/websites', '/websites/new'])('GET %s', (path) => {
  test('leads to the login, and back', async () => {
    const response = await service.app.request(of(path));
    expect(response.status).toBe(303);
    expect(response.headers.get('Location')).toBe(`/login?${new URLSearchParams({ next: of(path) })}`);
  });
});

describe.each(PAGES)("another's GET %s", (path) => {
  test('is a 403, and a 404 where there is no website', async () => {
    expect((await owner.get(of(path))).status).toBe(200);
    const denied = await stranger.get(of(path));
    expect(denied.status).toBe(403);
    expect(await denied.text()).not.toContain('owned.example');
    for (const nobodys of [UNKNOWN_WEBSITE, 'x', `${id}x`, '%00', '%27', 'x'.repeat(3000)]) {
      expect((await owner.get(of(path, nobodys))).status).toBe(404);
    }
  });
});

describe.each(FORMS)('POST %s', (path) => {
  const fields = {
    name: 'Mine',
    domain: 'evil.example',
    timezone: 'UTC',
    host: 'evil.example',
    typedDomain: 'owned.example',
    linkName: 'Evil',
  };
  const form = () => ({ ...fields, token });

  test('leads to the page when it is opened, and is for its owner alone then too', async () => {
    const opened = await owner.get(of(path));
    expect([200, 303]).toContain(opened.status);
    if (opened.status === 303) expect(opened.headers.get('Location')).toBe(of(pageOf(path)));
    expect((await stranger.get(of(path))).status).toBe(403);
    for (const nobodys of [UNKNOWN_WEBSITE, 'x', '%00']) expect((await owner.get(of(path, nobodys))).status).toBe(404);
    const signedOut = await service.app.request(of(path));
    expect(signedOut.headers.get('Location')).toBe(`/login?${new URLSearchParams({ next: of(path) })}`);
  });

  test('is for its owner alone', async () => {
    expect((await stranger.post(of(path), form())).status).toBe(403);
    expect((await owner.post(of(path, UNKNOWN_WEBSITE), form())).status).toBe(404);
    const headers = {
      'Sec-Fetch-Site': 'same-origin',
      Referer: `https://footfall.example${of('/websites/:id/settings')}?done=saved`,
    };
    const init = { method: 'POST', headers, body: new URLSearchParams(form()) };
    const signedOut = await service.app.request(of(path), init);
    const next = of('%2Fwebsites%2F:id%2Fsettings');
    expect([signedOut.status, signedOut.headers.get('Location')]).toEqual([303, `/login?next=${next}&unsaved=1`]);
    await expectUnchanged();
  });

  test.each<[string, Record<string, string>]>([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a sibling', { 'Sec-Fetch-Site': 'same-site' }],
    ['an origin of its own', { 'Sec-Fetch-Site': 'none', Origin: 'https://evil.example' }],
  ])('from %s changes nothing', async (_what, headers) => {
    expect((await owner.post(of(path), form(), headers)).status).toBe(403);
    await expectUnchanged();
  });

  test('that is too large, torn or of no kind at all is refused', async () => {
    const huge = await owner.post(of(path), { name: 'x'.repeat(300_000) });
    expect(huge.status).toBe(413);
    const headers = { Cookie: owner.cookie, 'Sec-Fetch-Site': 'same-origin' };
    for (const [type, body] of [
      ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="na'],
      ['multipart/form-data', 'nothing'],
    ] as const) {
      const init = { method: 'POST', headers: { ...headers, 'Content-Type': type }, body };
      const { status } = await service.app.request(of(path), init);
      expect(status, type).toBe(400);
    }
  });
});

test.each(HOSTILE)('no form stumbles over %s', async (_what, value) => {
  const fields = Object.fromEntries(FIELDS.map((field) => [field, value]));
  const forms = ['/websites/new', ...FORMS].filter((path) => !path.endsWith('tracking-key'));
  for (const path of forms) {
    const { status } = await owner.post(of(path), fields);
    expect([303, 400], `${path} answers ${status}`).toContain(status);
  }
  for (const path of PAGES) expect((await owner.get(of(path))).status).toBe(200);
  const search = await owner.get(
    `/websites?${new URLSearchParams({ search: value.slice(0, 5000), done: value.slice(0, 100) })}`,
  );
  expect(search.status).toBe(200);
  expect(await search.text()).not.toContain('<script>alert');
  expect(await findWebsite(db(), id)).toMatchObject({ domain: 'owned.example' });
});
