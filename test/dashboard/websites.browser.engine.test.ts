import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createWebsite } from '../../src/websites/create-website.js';
import { findWebsite } from '../../src/websites/find-website.js';
import { createSharedLink, listSharedLinks } from '../../src/websites/shared-links.js';
import { build } from '../cli/built.js';
import { CHROME, pageview, send } from '../service/browser.js';
import { type TestService, testService } from '../service/test-service.js';
import { describeInBrowser, launchChromium, launchShell } from '../tracker/chromium.js';
import { axeFaults } from './axe.js';
import { type FixtureWeb, fixtureWeb, STATS } from './fixture-web.js';
import { type SignedIn, signedIn } from './signed-in.js';

/** Of the first event, and of drops, which are counted every second. */

describeInBrowser('websites in a browser', () => {
  let web: FixtureWeb;
  let service: TestService;
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  /** What pages of the service asked of other origins, and what they complained of. */
  let strange: string[] = [];

  beforeAll(async () => {
    await build();
    web = await fixtureWeb();
    service = await testService({ baseUrl: web.at(STATS, '') });
    web.open(service);
    browser = await launchShell(`--user-agent=${CHROME}`);
  });

  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    const found = strange;
    contexts = [];
    strange = [];
    expect(found).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    web?.close();
    await service?.close();
  });

  const at = (path: string) => web.at(STATS, path);

  /** Somebody who is signed in, and their window. */
  async function arrives(options: BrowserContextOptions = {}): Promise<{ person: SignedIn; page: Page }> {
    const person = await signedIn(service);
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
    contexts.push(context);
    const [name = '', value = ''] = person.cookie.split('=');
    await context.addCookies([{ name, value, url: at('/') }]);
    const page = await context.newPage();
    page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url());
      if (hostname !== STATS && protocol !== 'data:') strange.push(request.url());
    });
    page.on('pageerror', (error) => strange.push(error.message));
    page.on('console', (message) => {
      // A form that is sent back is a 400, which Chromium tells too.
      if (message.type() === 'error' && !/status of 400/.test(message.text())) strange.push(message.text());
    });
    return { person, page };
  }

  async function websiteOf({ accountId }: SignedIn, domain = 'shop.test') {
    const { websites, plan } = service.services;
    return createWebsite(websites, accountId, { name: 'Shop', domain, timezone: 'UTC' }, plan, service.clock);
  }

  /** Presses a button that copies, and gives what it has put on the clipboard. */
  async function copied(page: Page, what: string): Promise<string> {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: `Copy ${what}`, exact: true }).click();
    await page.getByText('Copied').waitFor();
    return page.evaluate<string>('navigator.clipboard.readText()');
  }

  /** Waits until it can be read without scrolling, below the bar on top. */
  async function inWindow(page: Page, text: string): Promise<void> {
    const place = page.getByText(text);
    await place.waitFor();
    await expect.poll(async () => (await place.boundingBox())?.y).toSatisfy((y: number) => y >= 0 && y < 900);
  }

  const stored = async (id: string) => findWebsite(service.engines.postgres.db, id);

  test('one is added, its snippet put on a page, a drop named, and the first event seen, without a reload', async () => {
    const { page } = await arrives({ timezoneId: 'Asia/Tokyo' });
    await page.goto(at('/websites'));
    await page.getByRole('link', { name: 'Add website' }).click();
    await page.getByLabel('Domain').fill('https://www.shop.test/');
    await page.getByLabel('Name').fill('Shop');
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo');
    await page.getByRole('button', { name: 'Add website' }).click();
    await page.waitForURL(/\/snippet$/);
    const id = new URL(page.url()).pathname.split('/')[2] ?? '';
    expect(await stored(id)).toMatchObject({ name: 'Shop', domain: 'shop.test', timezone: 'Asia/Tokyo' });

    await page.getByText('Waiting for the first event…').waitFor();
    await page.evaluate('window.sameWindow = true');
    web.embed(await copied(page, 'the snippet'));
    await using visitor = await launchChromium(`--user-agent=${CHROME}`);
    const visit = await visitor.newPage();
    await visit.goto(web.at('copy.test'));
    await page.getByText('1 pageview from copy.test was ignored.').waitFor();
    expect(await page.getByText('Waiting for the first event…').isVisible()).toBe(true);
    expect(await axeFaults(page)).toEqual([]);

    await visit.goto(web.at('shop.test'));
    await page.getByText('You’re all set').waitFor();
    expect(await page.evaluate('window.sameWindow')).toBe(true);

    await page.getByRole('button', { name: 'Allow this domain copy.test' }).click();
    await page.getByText('Domain allowed.').waitFor();
    expect(await stored(id)).toMatchObject({ allowedDomains: ['copy.test'] });
  });

  test('the zone that the browser guesses is the listed one, whatever the browser calls it', async () => {
    const { page } = await arrives({ timezoneId: 'Asia/Calcutta' });
    await page.goto(at('/websites/new'));
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Asia/Kolkata');
  });

  test('a long list is searched while one types, and the menu of websites leads to another', async () => {
    const { person, page } = await arrives();
    for (let number = 0; number < 13; number += 1) await websiteOf(person, `site-${number}.test`);
    await page.goto(at('/websites'));
    await page.evaluate('window.sameWindow = true');
    await page.getByRole('searchbox').fill('site-11');
    await page.getByText('1 website', { exact: true }).waitFor();
    expect([await page.evaluate('window.sameWindow'), new URL(page.url()).search]).toEqual([true, '?search=site-11']);
    expect(await axeFaults(page)).toEqual([]);
    await page.locator('.website-link').click();
    await page.locator('.website-menu summary').click();
    await page.locator('.website-menu').getByRole('link').nth(3).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'All websites' }).click();
    await page.waitForURL(at('/websites'));
  });

  test('who is signed out meanwhile is told so, instead of waiting on', async () => {
    const { person, page } = await arrives();
    const { id } = await websiteOf(person);
    await page.goto(at(`/websites/${id}/snippet`));
    await page.context().clearCookies();
    await page.getByText('You are signed out.').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.searchParams.get('next') === `/websites/${id}/snippet`);
  });

  test('settings that are wrong are told beside their fields, and saved when they are mended', async () => {
    const { person, page } = await arrives();
    const { id } = await websiteOf(person);
    await page.goto(at(`/websites/${id}/settings`));
    await page.getByLabel('Countries').fill('DE\nGermany');
    await page.getByLabel('Ocean').check();
    await page.getByLabel('Name', { exact: true }).first().press('Enter');
    const countries = page.getByLabel('Countries');
    await page.getByText('“Germany” must be a two-letter country code such as DE.').waitFor();
    expect(await countries.getAttribute('aria-invalid')).toBe('true');
    expect(await countries.inputValue()).toBe('DE\nGermany');
    await page.getByRole('link', { name: 'excluded countries' }).click();
    await countries.fill('de');
    await page.getByRole('button', { name: 'Save changes' }).last().click();
    await page.getByText('Changes saved.').waitFor();
    expect(await stored(id)).toMatchObject({ excludedCountries: ['DE'], chartTheme: 'ocean', excludedIps: [] });

    await page.getByRole('button', { name: 'Exclude my IP address and save' }).click();
    await page.getByText('Your IP address, 127.0.0.1, is excluded.').waitFor();
  });

  test('the tracking key is replaced once that is confirmed', async () => {
    const { person, page } = await arrives();
    const { id, trackingKey } = await websiteOf(person);
    await page.goto(at(`/websites/${id}/settings`));
    await page.getByRole('link', { name: 'Regenerate key' }).click();
    await page.getByRole('dialog').getByText('stops working immediately').waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Cancel' }).click();
    expect(await stored(id)).toMatchObject({ trackingKey });
    await page.getByRole('link', { name: 'Regenerate key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Regenerate key' }).click();
    await page.getByText('New tracking key created.').waitFor();
    expect((await stored(id))?.trackingKey).not.toBe(trackingKey);
  });

  test('a link is made, copied and revoked', async () => {
    const { person, page } = await arrives();
    const { id } = await websiteOf(person);
    await page.goto(at(`/websites/${id}/settings`));
    await page.getByLabel('Name', { exact: true }).last().fill(' ');
    await page.getByRole('button', { name: 'Create link' }).click();
    await inWindow(page, 'Must be 1 to 100 characters.');
    await page.getByLabel('Name', { exact: true }).last().fill('Board');
    await page.getByLabel('Password (optional)').fill('correct horse');
    await page.getByRole('button', { name: 'Create link' }).click();
    await inWindow(page, 'Link created.');
    const [link] = await listSharedLinks(service.engines.postgres.db, id);
    const address = await copied(page, 'the link Board');
    expect(address).toBe(at(`/share/${link?.token}`));
    await page.getByRole('link', { name: 'Revoke Board' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click();
    await inWindow(page, 'Link revoked.');
    expect(await listSharedLinks(service.engines.postgres.db, id)).toEqual([]);
  });

  test('it is deleted when its domain is typed, and not before', async () => {
    const { person, page } = await arrives();
    const { id } = await websiteOf(person);
    await page.goto(at(`/websites/${id}/settings`));
    const button = page.getByRole('button', { name: 'Delete website' });
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Enter shop.test to confirm').fill('shop.tes');
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Enter shop.test to confirm').fill('Shop.test');
    await button.click();
    await page.getByText('Website deleted').waitFor();
    expect(await stored(id)).toBeUndefined();
  });

  test('all of it works without JavaScript', async () => {
    const { page } = await arrives({ javaScriptEnabled: false, timezoneId: 'Asia/Tokyo' });
    await page.goto(at('/websites/new'));
    await page.getByLabel('Domain').fill('shop.test');
    await page.getByLabel('Name').fill('Shop');
    expect(await page.getByLabel('Time zone').inputValue()).toBe('UTC');
    await page.getByRole('button', { name: 'Add website' }).click();
    await page.getByRole('link', { name: 'Check again' }).click();
    await page.getByText('Waiting for the first event…').waitFor();
    const id = new URL(page.url()).pathname.split('/')[2] ?? '';
    const before = await stored(id);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: 'Regenerate key' }).click();
    await page.getByRole('button', { name: 'Regenerate key' }).click();
    await page.getByText('New tracking key created.').waitFor();
    expect((await stored(id))?.trackingKey).not.toBe(before?.trackingKey);
    await page.getByLabel('Enter shop.test to confirm').fill('shop.test');
    await page.getByRole('button', { name: 'Delete website' }).click();
    await page.getByText('Website deleted').waitFor();
  });

  test.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 320],
    ['dark', 320],
  ] as const)(
    'axe-core finds nothing in %s at %i pixels, and nothing is wider than the window',
    async (colorScheme, width) => {
      const { person, page } = await arrives({ colorScheme, viewport: { width, height: 900 } });
      await page.goto(at('/websites'));
      expect(await axeFaults(page)).toEqual([]);
      const { id, trackingKey } = await websiteOf(person, `${'a-very-long-name-'.repeat(3)}end.shop.test`);
      await websiteOf(person);
      await createSharedLink(
        service.engines.postgres.db,
        id,
        { name: 'Board', password: 'correct horse' },
        service.clock,
      );
      await send(service, pageview(trackingKey));
      await service.drain();
      const paths = ['', '/new', `/${id}/snippet`, `/${id}/settings`].map((end) => `/websites${end}`);
      for (const path of paths) {
        await page.goto(at(path));
        for (const details of await page.locator('main details').all())
          await details.evaluate('(it) => { it.open = true }');
        expect(await axeFaults(page), path).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(width);
      }
      await page.getByRole('link', { name: 'Revoke Board' }).click();
      expect(await axeFaults(page), 'a confirmation').toEqual([]);
      await page.getByRole('link', { name: 'Cancel' }).click();
      await page.getByLabel('Countries').fill('Germany');
      await page.getByRole('button', { name: 'Save changes' }).last().click();
      await page.getByText('Not saved.').waitFor();
      expect(await axeFaults(page), 'settings with errors').toEqual([]);
    },
  );
});
