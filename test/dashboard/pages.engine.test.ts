import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages } from '../../src/dashboard/pages/pages.js';
import { createWebsite } from '../../src/websites/create-website.js';
import { findWebsite } from '../../src/websites/find-website.js';
import { createSharedLink, listSharedLinks } from '../../src/websites/shared-links.js';
import { SEED } from '../seed.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';
import { filledIn, allForms as forms } from './all-forms.js';
import { type SignedIn, signedIn } from './signed-in.js';

/*
 * What holds for every page and every form, by the list of pages alone: who may open and send them, from where, and that none
 * stumbles over what nobody types.
 */

const UNKNOWN_WEBSITE = '00000000-0000-4000-8000-000000000000';

/** A body that a browser has not sent whole, and one without a boundary. */
const TORN = [
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="na'],
  ['multipart/form-data', 'nothing'],
] as const;

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
  // In every field of a form it is less than what a form may have.
  ['a very long word', 'x'.repeat(3_000)],
  ['very many lines', `${'9'.repeat(70)}\n`.repeat(50)],
];

/** Forms that end a sign-in, an account or a website, or that need no field to change something. */
const FINAL = /\/(end-others|end-all|revoke|tracking-key|delete|delete-account|export\/delete|begin)$/;

const ofWebsites = pages.filter(({ access }) => access === 'website' || access === 'figures');
const closed = pages.filter(({ access }) => access !== 'anyone');
const closedForms = forms.filter(({ access }) => access !== 'anyone');

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
/** Returns a path with the website's id, and something in place of other parameters. */
const at = (path: string, website = id): string =>
  path
    .replace(':id', website)
    .replace(':topic', 'weekly-summary')
    .replace(/:\w+/, 'x')
    .replace(/\/suggest$/, '/suggest?by=page');

/** A stream is not read on. */
async function statusFor(path: string): Promise<number> {
  const leaving = new AbortController();
  const init = { headers: { Cookie: owner.cookie }, signal: leaving.signal };
  const { status } = await service.app.request(path, init);
  leaving.abort();
  return status;
}

async function expectUnchanged(): Promise<void> {
  expect(await findWebsite(db(), id)).toMatchObject({ name: 'Shop', domain: 'owned.example', allowedDomains: [] });
  expect((await listSharedLinks(db(), id)).map((link) => link.token)).toEqual([token]);
}

test('the list has the pages and forms of the dashboard, each once', () => {
  expect(pages.length).toBeGreaterThan(20);
  expect(forms.length).toBeGreaterThan(45);
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
  expect(new Set(forms.map(({ form }) => form)).size).toBe(forms.length);
});

describe.each(closed)('GET $path', ({ path }) => {
  test('leads to the login, and back', async () => {
    const response = await service.app.request(at(path));
    expect(response.status).toBe(303);
    expect(response.headers.get('Location')).toBe(`/login?${new URLSearchParams({ next: at(path) })}`);
  });
});

describe.each(ofWebsites)("another's GET $path", ({ path }) => {
  test('is a 403, and a 404 where there is no website', async () => {
    expect([200, 303]).toContain(await statusFor(at(path)));
    const denied = await stranger.get(at(path));
    expect(denied.status).toBe(403);
    expect(await denied.text()).not.toContain('owned.example');
    for (const nobodys of [UNKNOWN_WEBSITE, 'x', `${id}x`, '%00', '%27', 'x'.repeat(3000)]) {
      expect((await owner.get(at(path, nobodys))).status).toBe(404);
    }
  });
});

describe.each(closedForms)('POST $form', ({ form, path, access }) => {
  const fields = () => ({
    ...{ name: 'Mine', domain: 'evil.example', timezone: 'UTC', host: 'evil.example' },
    ...{ typedDomain: 'owned.example', linkName: 'Evil', token },
  });

  test('leads to the page when it is opened', async () => {
    if (form === path) return;
    const opened = await owner.get(at(form));
    expect([opened.status, opened.headers.get('Location')]).toEqual([303, at(path)]);
    const signedOut = await service.app.request(at(form));
    expect(signedOut.headers.get('Location')).toBe(`/login?${new URLSearchParams({ next: at(form) })}`);
  });

  test('is for its owner alone', async () => {
    if (access === 'website') {
      expect((await stranger.post(at(form), fields())).status).toBe(403);
      expect((await stranger.get(at(form))).status).toBe(403);
      expect((await owner.post(at(form, UNKNOWN_WEBSITE), fields())).status).toBe(404);
    }
    const headers = { 'Sec-Fetch-Site': 'same-origin', Referer: `https://footfall.example${at(path)}?done=saved` };
    const init = { method: 'POST', headers, body: new URLSearchParams(fields()) };
    const signedOut = await service.app.request(at(form), init);
    const login = `/login?${new URLSearchParams({ next: at(path), unsaved: '1' })}`;
    expect([signedOut.status, signedOut.headers.get('Location')]).toEqual([303, login]);
    await expectUnchanged();
  });
});

describe.each(forms)('POST $form', ({ form }) => {
  test.each<[string, Record<string, string>]>([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a sibling', { 'Sec-Fetch-Site': 'same-site' }],
    ['an origin of its own', { 'Sec-Fetch-Site': 'none', Origin: 'https://evil.example' }],
  ])('from %s changes nothing', async (_what, headers) => {
    expect((await owner.post(at(form), { token }, headers)).status).toBe(403);
    await expectUnchanged();
  });

  test('that is too large or torn is refused', async () => {
    expect((await owner.post(at(form), { name: 'x'.repeat(300_000) })).status).toBe(413);
    const headers = { Cookie: owner.cookie, 'Sec-Fetch-Site': 'same-origin' };
    for (const [type, body] of TORN) {
      const init = { method: 'POST', headers: { ...headers, 'Content-Type': type }, body };
      expect((await service.app.request(at(form), init)).status, type).toBe(400);
    }
    await expectUnchanged();
  });
});

const SECRETS = ['password', 'newPassword', 'code', 'linkPassword', 'exportSecretAccessKey'];

test('no refused form shows a secret again', async () => {
  const fields = { ...Object.fromEntries(SECRETS.map((field) => [field, 'never-shown-again'])), email: 'x', name: '' };
  for (const { form } of forms.filter((each) => !FINAL.test(each.form))) {
    expect(await (await owner.post(at(form), fields)).text(), form).not.toContain('never-shown-again');
  }
  await expectUnchanged();
});

// Another third each day.
test.each(HOSTILE.filter((_, place) => place % 3 === SEED % 3))(
  `no form stumbles over %s (TEST_SEED=${SEED})`,
  async (_what, value) => {
    for (const each of forms.filter(({ form }) => !FINAL.test(form))) {
      const { form } = each;
      const { status } = await owner.post(at(form), filledIn(each, value));
      expect([200, 303, 400, 403, 404, 409, 429], `${form} answers ${status}`).toContain(status);
    }
    for (const { path } of ofWebsites) expect([200, 303]).toContain(await statusFor(at(path)));
    const query = new URLSearchParams({ search: value.slice(0, 5000), done: value.slice(0, 100) });
    const search = await owner.get(`/websites?${query}`);
    expect(search.status).toBe(200);
    expect(await search.text()).not.toContain('<script>alert');
    expect(await findWebsite(db(), id)).toMatchObject({ domain: 'owned.example' });
  },
);
