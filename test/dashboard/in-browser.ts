import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createAccount } from '../../src/accounts/create-account.js';
import { build } from '../cli/built.js';
import { CHROME } from '../service/browser.js';
import { type TestService, testService } from '../service/test-service.js';
import { launchShell } from '../tracker/chromium.js';
import { axeFaults } from './axe.js';
import { type FixtureWeb, fixtureWeb, STATS } from './fixture-web.js';

export const PASSWORD = 'correct horse battery';

const SIZES = [320, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/**
 * A service of its own, and people with windows onto it, for a suite. After each test it asserts that no page has asked
 * anything of another origin, and that none has complained.
 */
export function inBrowser(environment: Readonly<Record<string, string>> = {}) {
  let web: FixtureWeb;
  let service: TestService;
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  /** What pages asked of other origins, and what their code complained of. */
  let strange: string[] = [];

  beforeAll(async () => {
    await build();
    web = await fixtureWeb();
    service = await testService({ baseUrl: web.at(STATS, ''), environment });
    web.open(service);
    browser = await launchShell(`--user-agent=${CHROME}`);
  });

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
    await page.getByLabel('Email').fill(email);
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

  return { at, arrives, newPerson, signIn, press, looksRight, askApi, service: () => service };
}
