import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listSharedLinks } from '../../src/websites/shared-links.js';
import { type TestService, testService } from '../service/test-service.js';
import { type SignedIn, signedIn } from './signed-in.js';
import { added, textOf } from './website-pages.js';

let service: TestService;
let owner: SignedIn;

beforeAll(async () => {
  service = await testService();
});

beforeEach(async () => {
  owner = await signedIn(service);
});

afterAll(() => service?.close());

const db = () => service.engines.postgres.db;

/** The part of the page that its links are in. */
const sharingOf = (page: string): string => /aria-labelledby="sharing">.*?<\/section>/s.exec(page)?.[0] ?? '';

describe('sharing', () => {
  test('makes links with a name, with a password or without, and revokes them', async () => {
    const id = await added(owner, { name: 'Shop "&" Co' });
    const made = await owner.post(`/websites/${id}/settings/links`, { linkName: 'Board', linkPassword: '' });
    expect([made.status, made.headers.get('Location')]).toEqual([303, `/websites/${id}/settings?done=link#sharing`]);
    service.clock += 1;
    await owner.post(`/websites/${id}/settings/links`, { linkName: '<i>Press</i>', linkPassword: 'correct horse' });
    const [open, locked] = await listSharedLinks(db(), id);
    expect([open?.passwordHash, locked?.passwordHash]).toEqual([null, expect.stringMatching(/^\$argon2id/)]);

    const page = await owner.page(`/websites/${id}/settings?done=link`);
    const address = `https://footfall.example/share/${open?.token}`;
    expect(sharingOf(page)).toContain('The link is made.');
    expect(page).toContain(`data-copy="${address}"`);
    expect(page).toContain('&lt;i&gt;Press&lt;/i&gt;');
    expect(page).not.toContain('argon2id');
    expect(textOf(page)).toContain(
      `&lt;iframe src="${address}?embed=1" title="Visitors of Shop &quot;&amp;&quot; Co"`.replaceAll(
        '&quot;',
        '&quot;',
      ),
    );

    const token = locked?.token ?? '';
    const revoked = await owner.post(`/websites/${id}/settings/links/revoke`, { token });
    expect(revoked.headers.get('Location')).toBe(`/websites/${id}/settings?done=revoked#sharing`);
    expect((await listSharedLinks(db(), id)).map(({ name }) => name)).toEqual(['Board']);
    expect(sharingOf(await owner.page(`/websites/${id}/settings?done=revoked`))).toContain('The link is revoked');
  });

  test('leads back to its form, which says what a password takes, and not to the top of a long page', async () => {
    const page = await owner.page(`/websites/${await added(owner)}/settings`);
    expect(page).toMatch(/<form [^>]*id="new-link" action="[^"]*\/settings\/links#new-link"/);
    expect(textOf(page)).toContain('At least 8 characters.');
    expect(page).toMatch(/<input name="linkPassword"[^>]* minlength="8"/);
    expect(page).toMatch(/action="[^"]*\/settings\/delete#delete"/);
  });

  test('of another website is not revoked from here', async () => {
    const [mine, other] = [await added(owner), await added(owner)];
    await owner.post(`/websites/${other}/settings/links`, { linkName: 'Board' });
    const [link] = await listSharedLinks(db(), other);
    await owner.post(`/websites/${mine}/settings/links/revoke`, { token: link?.token ?? '' });
    expect(await listSharedLinks(db(), other)).toHaveLength(1);
  });

  test('says what is wrong, and never shows a password again', async () => {
    const id = await added(owner);
    const response = await owner.post(`/websites/${id}/settings/links`, { linkName: '', linkPassword: 'xyzzy77' });
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toContain('id="linkName-error">Must be 1 to 100 characters.');
    expect(page).toContain('id="linkPassword-error">Must have at least 8 characters.');
    expect(page).not.toContain('xyzzy77');
  });

  test('ends at 100 links, with what was typed kept', async () => {
    const id = await added(owner);
    for (let made = 0; made < 100; made += 1) {
      await owner.post(`/websites/${id}/settings/links`, { linkName: `Link ${made}` });
    }
    const response = await owner.post(`/websites/${id}/settings/links`, { linkName: 'One more' });
    expect(response.status).toBe(409);
    const page = await response.text();
    expect(page).toContain('A website has at most 100 shared links: revoke one first.');
    expect(page).toContain('value="One more"');
  });
});
