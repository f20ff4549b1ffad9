import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSharedLink, listSharedLinks, revokeSharedLink } from '../../src/websites/shared-links.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { DAY, sampleWebsite } from '../service/sample-website.js';
import { sharedService } from '../service/shared-service.js';
import type { TestService } from '../service/test-service.js';
import { plainText, tilesOf } from './read-page.js';
import { type SignedIn, signedIn } from './signed-in.js';
import { added, textOf } from './website-pages.js';

const RANGE = `from=${DAY.from}&to=${DAY.to}`;

let service: TestService;
let owner: ApiClient;
let id: string;

beforeAll(async () => {
  service = await sharedService({ clock: Date.UTC(2026, 3, 15, 12) });
  owner = await apiClient(service);
  ({ id } = await sampleWebsite(owner));
});

afterAll(() => service.close());

const share = async (password?: string, websiteId = id) => {
  const link = { name: 'Board', ...(password !== undefined && { password }) };
  return (await createSharedLink(service.engines.postgres.db, websiteId, link, service.clock)).token;
};

const socket = (address: string) => ({
  incoming: { socket: { remoteAddress: address, remotePort: 4711, remoteFamily: 'IPv4' } },
});

const get = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  service.app.request(path, { headers });

const say = async (path: string, password: string, address = '203.0.113.9', next = ''): Promise<Response> => {
  const headers = { 'Sec-Fetch-Site': 'same-origin' };
  const body = new URLSearchParams({ password, next });
  return service.app.request(path, { method: 'POST', headers, body }, socket(address));
};

const cookieOf = (response: Response): string => response.headers.get('Set-Cookie')?.split(';')[0] ?? '';

describe('a shared link', () => {
  test('shows the same figures to anyone, and no way to change anything', async () => {
    const token = await share();
    const person = await signedIn(service, owner.accountId);
    const shown = await (await get(`/share/${token}?${RANGE}`)).text();
    expect(tilesOf(shown)).toEqual(tilesOf(await person.page(`/websites/${id}?${RANGE}`)));
    expect(shown).not.toMatch(/\/settings|\/snippet|Excluded traffic/);
    expect(shown).not.toContain(id);
    expect(shown).toContain(`href="/share/${token}?from=2026-03-29&amp;to=2026-03-29&amp;page=%2Fpricing"`);
  });

  test('has the visitors now, but not what the owner excludes', async () => {
    const token = await share();
    expect(await (await get(`/share/${token}?${RANGE}`)).text()).toContain(`data-deferred="/share/${token}/now"`);
    expect(plainText(await (await get(`/share/${token}/now`)).text())).toContain('0 visitors now');
    expect((await get(`/share/${token}/excluded`)).status).toBe(404);
    const closed = await share('open sesame');
    expect(plainText(await (await get(`/share/${closed}/now`)).text())).not.toContain('visitors now');
  });

  test('has lists, files and the icon', async () => {
    const token = await share();
    expect(plainText(await (await get(`/share/${token}/cities?${RANGE}`)).text())).toContain('Berlin Germany');
    expect(await (await get(`/share/${token}/cities.csv?${RANGE}`)).text()).toContain('Berlin,Germany,1,33.33');
    expect((await get(`/share/${token}/favicon`)).headers.get('Content-Type')).toMatch(/^image\//);
  });

  test('is for no search engine, and in no frame unless it is asked for', async () => {
    const token = await share();
    const plain = await get(`/share/${token}`);
    expect(plain.headers.get('X-Robots-Tag')).toBe('noindex');
    expect(plain.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    expect(plain.headers.get('X-Frame-Options')).toBe('DENY');
    const embedded = await get(`/share/${token}?embed=1`);
    expect(embedded.headers.get('Content-Security-Policy')).toContain('frame-ancestors *');
    expect(embedded.headers.get('X-Frame-Options')).toBeNull();
    const shown = await embedded.text();
    expect(shown).not.toContain('class="bar"');
    const links = [...shown.matchAll(/href="(\/share\/[^"]*)"/g)].map(([, href = '']) => href);
    expect(links.length).toBeGreaterThan(10);
    for (const href of links) expect(href).toContain('embed=1');
  });

  test('that is revoked is gone at once, and so is one of a website that is gone', async () => {
    const token = await share();
    await revokeSharedLink(service.engines.postgres.db, id, token);
    for (const path of ['', '/pages', '/pages.csv', '/favicon']) {
      expect((await get(`/share/${token}${path}`)).status).toBe(404);
    }
    const embedded = await get(`/share/${token}?embed=1`);
    expect([embedded.status, embedded.headers.get('X-Frame-Options')]).toEqual([404, null]);
    expect(embedded.headers.get('Content-Security-Policy')).toContain('frame-ancestors *');
    const text = await embedded.text();
    expect(plainText(text)).toContain('This link is no longer available');
    expect(text).not.toContain('href="/"');
    expect((await get(`/share/${token}`)).headers.get('X-Frame-Options')).toBe('DENY');
    expect((await say(`/share/${token}/password`, 'x')).status).toBe(404);
    expect((await get('/share/nothing')).status).toBe(404);
    const { id: other } = await owner.website();
    const lost = await share(undefined, other);
    expect((await get(`/share/${lost}`)).status).toBe(200);
    await owner.call('DELETE', `/websites/${other}`);
    expect((await get(`/share/${lost}`)).status).toBe(404);
  });
});

test('shared links are not asked for without end from one address', async () => {
  const token = await share();
  const ask = async (address: string) => service.app.request(`/share/${token}/favicon`, {}, socket(address));
  for (let asked = 0; asked < 480; asked++) expect((await ask('192.0.2.1')).status).toBe(200);
  const refused = await ask('192.0.2.1');
  expect([refused.status, Number(refused.headers.get('Retry-After'))]).toEqual([429, expect.closeTo(30, -2)]);
  expect(plainText(await refused.text())).toContain('Try again in');
  expect((await ask('192.0.2.2')).status).toBe(200);
});

describe('a shared link with a password', () => {
  test('asks for it, and shows nothing before', async () => {
    const token = await share('correct horse');
    for (const path of ['', '/pages', '/pages.csv', '/favicon']) {
      const answer = await get(`/share/${token}${path}`);
      expect(answer.status).toBe(403);
      const text = await answer.text();
      expect(text).toContain('This dashboard is password-protected.');
      expect(text).not.toMatch(/Shop|example\.com|\/pricing/);
    }
  });

  test('is open to the browser that has given it', async () => {
    const token = await share('correct horse');
    const wrong = await say(`/share/${token}/password`, 'wrong horse');
    expect(wrong.status).toBe(403);
    expect(plainText(await wrong.text())).toContain('Incorrect password.');
    expect(wrong.headers.get('Set-Cookie')).toBeNull();
    const right = await say(`/share/${token}/password?embed=1`, 'correct horse');
    expect(right.headers.get('Location')).toBe(`/share/${token}?embed=1`);
    expect(right.headers.get('Set-Cookie')).toMatch(
      new RegExp(`Path=/share/${token}; HttpOnly; Secure; SameSite=None; Partitioned`),
    );
    const Cookie = cookieOf(right);
    expect((await get(`/share/${token}`, { Cookie })).status).toBe(200);
    expect((await get(`/share/${token}/pages.csv`, { Cookie })).status).toBe(200);
    expect((await get(`/share/${token}`, { Cookie: `${Cookie}x` })).status).toBe(403);
    const other = await share('correct horse');
    expect((await get(`/share/${other}`, { Cookie })).status).toBe(403);
  });

  test('asks for it again where a wrong one was left', async () => {
    const token = await share('correct horse');
    for (const embed of ['', '?embed=1']) {
      const reopened = await get(`/share/${token}/password${embed}`);
      expect([reopened.status, reopened.headers.get('Location')]).toEqual([303, `/share/${token}${embed}`]);
    }
    expect((await get('/share/nothing/password')).status).toBe(404);
  });

  test('leads to the page that was asked for, and to none that is not of the link', async () => {
    const token = await share('correct horse');
    const next = `/share/${token}/pages?country=DE&range=7d`;
    const field = `name="next" value="${next.replace('&', '&amp;')}"`;
    expect(await (await get(next)).text()).toContain(field);
    const address = '203.0.113.10';
    const wrong = await say(`/share/${token}/password`, 'wrong horse', address, next);
    expect(await wrong.text()).toContain(field);
    const leadsTo = async (wanted: string) =>
      (await say(`/share/${token}/password`, 'correct horse', address, wanted)).headers.get('Location');
    expect(await leadsTo(next)).toBe(next);
    const others = ['https://evil.example/', '//evil.example', '@evil.example', '/websites', `/share/${token}x/pages`];
    for (const other of [...others, `/share/${token}/../../websites`, `/share/${token}/%2e%2e/x`, '/\\evil.example']) {
      expect(await leadsTo(other), other).toBe(`/share/${token}`);
    }
  });

  test('is not open to who guesses', async () => {
    const token = await share('correct horse');
    for (let guess = 0; guess < 10; guess++) {
      expect((await say(`/share/${token}/password`, `guess ${guess}`, '198.51.100.1')).status).toBe(403);
    }
    const refused = await say(`/share/${token}/password`, 'correct horse', '198.51.100.1');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await say(`/share/${token}/password`, 'correct horse', '198.51.100.2')).status).toBe(303);
  });

  test('takes it from no other site', async () => {
    const token = await share('correct horse');
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://elsewhere.example' };
    const body = new URLSearchParams({ password: 'correct horse' });
    const answer = await service.app.request(`/share/${token}/password`, { method: 'POST', headers, body });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('Set-Cookie')).toBeNull();
  });
});

describe('sharing', () => {
  let person: SignedIn;

  beforeEach(async () => {
    person = await signedIn(service);
  });

  test('makes links with a name, with a password or without, and revokes them', async () => {
    const id = await added(person, { name: 'Shop "&" Co' });
    const made = await person.post(`/websites/${id}/sharing/add`, {
      linkName: 'Board',
      linkReaders: 'all',
      linkPassword: '',
    });
    expect([made.status, made.headers.get('Location')]).toEqual([303, `/websites/${id}/sharing?done=link#links`]);
    service.clock += 1;
    await person.post(`/websites/${id}/sharing/add`, {
      linkName: '<i>Press</i>',
      linkReaders: 'all',
      linkPassword: 'correct horse',
    });
    const [open, locked] = await listSharedLinks(service.engines.postgres.db, id);
    expect([open?.passwordHash, locked?.passwordHash]).toEqual([null, expect.stringMatching(/^\$argon2id/)]);

    const page = await person.page(`/websites/${id}/sharing?done=link`);
    const address = `https://footfall.example/share/${open?.token}`;
    expect(page).toContain('Link created.');
    expect(page).toContain(`data-copy="${address}"`);
    expect(page).toContain('&lt;i&gt;Press&lt;/i&gt;');
    expect(page).not.toContain('argon2id');
    expect(textOf(page)).toContain(`&lt;iframe src="${address}?embed=1" title="Visitors of Shop &quot;&amp;&quot; Co"`);

    const token = locked?.token ?? '';
    const revoked = await person.post(`/websites/${id}/sharing/revoke`, { token });
    expect(revoked.headers.get('Location')).toBe(`/websites/${id}/sharing?done=revoked#links`);
    expect((await listSharedLinks(service.engines.postgres.db, id)).map(({ name }) => name)).toEqual(['Board']);
    expect(await person.page(`/websites/${id}/sharing?done=revoked`)).toContain('Link revoked.');
  });

  test('leads back to its form, which says what a password takes, and not to the top of a long page', async () => {
    const page = await person.page(`/websites/${await added(person)}/sharing`);
    expect(page).toMatch(/<form [^>]*action="[^"]*\/sharing\/add#new-link"/);
    expect(textOf(page)).toContain('At least 8 characters.');
    expect(page).toMatch(/<input id="linkPassword"[^>]* minlength="8"/);
  });

  test('of another website is not revoked from here', async () => {
    const [mine, other] = [await added(person), await added(person)];
    await person.post(`/websites/${other}/sharing/add`, { linkName: 'Board', linkReaders: 'all' });
    const [link] = await listSharedLinks(service.engines.postgres.db, other);
    await person.post(`/websites/${mine}/sharing/revoke`, { token: link?.token ?? '' });
    expect(await listSharedLinks(service.engines.postgres.db, other)).toHaveLength(1);
  });

  test('says what is wrong, and never shows a password again', async () => {
    const id = await added(person);
    const response = await person.post(`/websites/${id}/sharing/add`, {
      linkName: '',
      linkReaders: 'all',
      linkPassword: 'xyzzy77',
    });
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toContain('id="linkName-error">Must be 1 to 100 characters.');
    expect(page).toContain('id="linkPassword-error">Must have at least 8 characters.');
    expect(page).not.toContain('xyzzy77');
    // Otherwise the next attempt would create a link without the password.
    const unnamed = { linkName: '', linkReaders: 'all', linkPassword: 'long enough' };
    const again = await (await person.post(`/websites/${id}/sharing/add`, unnamed)).text();
    expect(again).toContain('id="linkPassword-error">Enter it again: it is not shown after an error.');
    const open = await (await person.post(`/websites/${id}/sharing/add`, { linkName: '', linkReaders: 'all' })).text();
    expect(open).not.toContain('linkPassword-error');
  });

  test('ends at 100 links, with what was typed kept', async () => {
    const id = await added(person);
    for (let made = 0; made < 100; made += 1) {
      await person.post(`/websites/${id}/sharing/add`, { linkName: `Link ${made}`, linkReaders: 'all' });
    }
    const response = await person.post(`/websites/${id}/sharing/add`, { linkName: 'One more', linkReaders: 'all' });
    expect(response.status).toBe(409);
    const page = await response.text();
    expect(page).toContain('A website has at most 100 shared links: revoke one first.');
    expect(page).toContain('value="One more"');
  });
});
