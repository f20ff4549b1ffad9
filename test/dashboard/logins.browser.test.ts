import { Secret, TOTP } from 'otpauth';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../src/accounts/create-account.js';
import { build } from '../cli/built.js';
import { CHROME } from '../service/browser.js';
import { type TestService, testService } from '../service/test-service.js';
import { describeInBrowser, launchChromium } from '../tracker/chromium.js';
import { axeFaults } from './axe.js';
import { type FixtureWeb, fixtureWeb, STATS } from './fixture-web.js';

const PASSWORD = 'correct horse battery';
const SIZES = [375, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

describeInBrowser('logins and settings in a browser', () => {
  let web: FixtureWeb;
  let service: TestService;
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  /** What pages asked of other origins, and what their code complained of. */
  let strange: string[] = [];

  beforeAll(async () => {
    await build();
    web = await fixtureWeb();
    service = await testService({ baseUrl: web.at(STATS, '') });
    web.open(service);
    browser = await launchChromium(`--user-agent=${CHROME}`);
  }, 180_000);

  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    expect(strange).toEqual([]);
    [contexts, strange] = [[], []];
  });

  afterAll(async () => {
    await browser?.close();
    web?.close();
    await service?.close();
  });

  const at = (path: string) => web.at(STATS, path);

  async function arrives(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
    contexts.push(context);
    const page = await context.newPage();
    page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url());
      if (hostname !== STATS && protocol !== 'data:') strange.push(request.url());
    });
    page.on('pageerror', (error) => strange.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        strange.push(message.text());
    });
    return page;
  }

  async function newPerson(): Promise<string> {
    const email = `${crypto.randomUUID()}@example.com`;
    await createAccount(service.engines.postgres.db, { email, password: PASSWORD }, service.clock);
    return email;
  }

  async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
    await page.goto(at('/login'));
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  /** Nothing is wrong with the page for people who see little, in either mode, and it fits narrow and wide windows. */
  async function looksRight(page: Page): Promise<void> {
    const before = page.viewportSize();
    for (const { width, colorScheme } of SIZES) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect(await axeFaults(page), `${page.url()} ${colorScheme} ${width}`).toEqual([]);
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      expect(wide, `${page.url()} ${width}`).toBeLessThanOrEqual(width);
    }
    if (before) await page.setViewportSize(before);
    await page.emulateMedia({ colorScheme: 'light' });
  }

  const askApi = async (key: string) =>
    (await service.app.request('/api/v1/account', { headers: { 'X-API-Key': key } })).status;

  test('the first visitor becomes the owner, signs out and in again', async () => {
    const page = await arrives();
    await page.goto(at('/'));
    expect(page.url()).toBe(at('/welcome'));
    await looksRight(page);
    await page.getByLabel('E-mail').fill('owner@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Make the account');
    await page.waitForURL(at('/websites'));
    const cookies = await page.context().cookies();
    expect(cookies).toMatchObject([{ name: 'footfall_login', httpOnly: true, sameSite: 'Lax' }]);

    await page.locator('summary', { hasText: 'Account of owner@example.com' }).click();
    await press(page, 'Sign out');
    await page.waitForURL(at('/login'));
    await looksRight(page);
    await page.goto(at('/settings/profile'));
    await signInHere(page, 'owner@example.com');
    await page.waitForURL(at('/settings/profile'));
    await page.goto(at('/welcome'));
    await page.waitForURL(at('/websites'));
  });

  async function signInHere(page: Page, email: string): Promise<void> {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Sign in');
  }

  test('a wrong password is said, and many are throttled', async () => {
    const email = await newPerson();
    const page = await arrives();
    for (let guess = 1; guess <= 10; guess++) {
      await signIn(page, email, `wrong ${guess}`);
      await page.getByRole('alert').waitFor();
      expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
    }
    await looksRight(page);
    await signIn(page, email);
    await page.getByRole('heading', { name: 'Too many attempts' }).waitFor();
    expect(await page.textContent('main')).toMatch(/Try again in \d+ (minutes|seconds)\./);
    await looksRight(page);
  });

  test('two-factor authentication is set up, and asked for from then on', async () => {
    const email = await newPerson();
    const page = await arrives();
    await signIn(page, email);
    await page.goto(at('/settings/security'));
    await looksRight(page);
    await press(page, 'Set it up');
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    await looksRight(page);
    const secret = (await page.locator('.copyable code').textContent()) ?? '';
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.clock });
    await page.getByLabel('Code', { exact: true }).fill(code());
    await press(page, 'Turn it on');
    await page.getByText('Keep these recovery codes').waitFor();
    const recovery = await page.locator('.recovery-codes code').allTextContents();
    expect(recovery).toHaveLength(10);
    await looksRight(page);

    service.clock += 60_000;
    const elsewhere = await arrives();
    await signIn(elsewhere, email);
    await elsewhere.waitForURL(at('/login/two-factor'));
    await looksRight(elsewhere);
    await elsewhere.getByLabel('Code').fill('000 000');
    await press(elsewhere, 'Sign in');
    await elsewhere.getByText('Is not valid, or was used already.').waitFor();
    await elsewhere.getByLabel('Code').fill(code());
    await press(elsewhere, 'Sign in');
    await elsewhere.waitForURL(at('/websites'));

    const third = await arrives();
    await signIn(third, email);
    await third.getByLabel('Code').fill(recovery[0] ?? '');
    await press(third, 'Sign in');
    await third.waitForURL(at('/websites'));
    await third.goto(at('/settings/security'));
    await third.getByText('9 recovery codes left').waitFor();
    await press(third, 'Sign out everywhere else');
    await third.getByText('You are signed out everywhere else.').waitFor();
    await page.goto(at('/settings/security'));
    expect(page.url()).toContain('/login');
    await third.goto(at('/settings/two-factor/off'));
    await looksRight(third);
  });

  test('an API key lives: generated, copied, regenerated, revoked', async () => {
    const page = await arrives({ permissions: ['clipboard-read', 'clipboard-write'] });
    await signIn(page, await newPerson());
    await page.waitForURL(at('/websites'));
    await page.goto(at('/settings/api-key'));
    await looksRight(page);
    await page.getByLabel('Name (optional)').fill('Billing');
    await press(page, 'Generate API key');
    const shown = page.locator('.copyable code').first();
    await shown.waitFor();
    await looksRight(page);
    await page.getByRole('button', { name: 'Copy the API key' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    const first = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(first).toMatch(/^ff_live_[0-9a-f]{64}$/);
    expect(await shown.textContent()).toBe(first);
    expect(await askApi(first)).toBe(200);

    await page.getByRole('link', { name: 'I have copied it' }).click();
    expect(await page.textContent('main')).toContain(`${first.slice(0, 12)}…`);
    expect(await page.content()).not.toContain(first);
    expect(await page.textContent('.facts')).toMatch(/Billing.*just now/s);

    await page.getByRole('link', { name: 'Regenerate key' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.textContent()).toContain('will fail with 401');
    await looksRight(page);
    await dialog.getByRole('link', { name: 'Cancel' }).click();
    expect(await dialog.count()).toBe(0);
    expect(await askApi(first)).toBe(200);
    await page.getByRole('link', { name: 'Regenerate key' }).click();
    await dialog.getByRole('button', { name: 'Regenerate key' }).click();
    await page.getByText('Your new API key').waitFor();
    const second = (await shown.textContent()) ?? '';
    expect([await askApi(first), await askApi(second)]).toEqual([401, 200]);

    await page.goto(at('/settings/api-key'));
    await page.getByRole('link', { name: 'Revoke API key' }).click();
    expect(await dialog.textContent()).toContain('irreversible');
    await looksRight(page);
    await page.keyboard.press('Escape');
    expect(await askApi(second)).toBe(200);
    await page.getByRole('link', { name: 'Revoke API key' }).click();
    await dialog.getByRole('button', { name: 'Revoke API key' }).click();
    await page.getByText('The key is revoked.').waitFor();
    expect(await askApi(second)).toBe(401);
    await page.getByRole('button', { name: 'Generate API key' }).waitFor();
  });

  test('everything works without scripts, confirmations too', async () => {
    const page = await arrives({ javaScriptEnabled: false });
    await signIn(page, await newPerson());
    await page.goto(at('/settings/api-key'));
    await press(page, 'Generate API key');
    const key = (await page.locator('.copyable code').first().textContent()) ?? '';
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    await page.getByRole('link', { name: 'I have copied it' }).click();
    const confirm = page.locator('#revoke').getByRole('button', { name: 'Revoke API key' });
    expect(await confirm.isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Revoke API key' }).click();
    await confirm.click();
    await page.getByText('The key is revoked.').waitFor();
    expect(await askApi(key)).toBe(401);
    await page.getByRole('button', { name: 'Dark' }).click();
    expect(await page.locator('html').getAttribute('data-mode')).toBe('dark');
    expect(page.url()).toContain('/settings/api-key');
  });

  test('the profile has names, a picture and what is used of the plan', async () => {
    const page = await arrives();
    await signIn(page, await newPerson());
    await page.waitForURL(at('/websites'));
    await page.goto(at('/settings/profile'));
    await looksRight(page);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await press(page, 'Save the name');
    await page.getByText('Your name is saved.').waitFor();
    const buffer = await page.locator('.avatar-large').screenshot();
    await page.getByLabel('Picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    await press(page, 'Upload');
    await page.getByText('Your picture is saved.').waitFor();
    expect(await page.evaluate('document.querySelector(".avatar-large").naturalWidth')).toBeGreaterThan(0);
    await page.locator('summary', { hasText: 'Account of Ada Lovelace' }).click();
    await looksRight(page);
  });

  test('light and dark change at once, and what is typed stays', async () => {
    const page = await arrives();
    await page.goto(at('/forgot-password'));
    await looksRight(page);
    await page.getByLabel('E-mail').fill('ada@example.com');
    const ground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    const light = await ground();
    const kept = page.waitForResponse((response) => response.url().endsWith('/mode'));
    await page.getByRole('button', { name: 'Dark' }).click();
    expect(await ground()).not.toBe(light);
    expect(await page.getByLabel('E-mail').inputValue()).toBe('ada@example.com');
    await kept;
    const dark = await ground();
    await page.reload();
    expect(await ground()).toBe(dark);
    await page.getByLabel('E-mail').fill('ada@example.com');
    await press(page, 'Send the link');
    await page.getByText('the link is in the server').waitFor();
    await looksRight(page);
  });

  test('pages that are not there, or that a link no longer opens, are in order too', async () => {
    const page = await arrives();
    for (const path of ['/nothing', '/reset-password/x', '/verify-email/x']) {
      await page.goto(at(path));
      await looksRight(page);
    }
  });
});
