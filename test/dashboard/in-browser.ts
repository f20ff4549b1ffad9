import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createAccount } from '../../src/accounts/create-account.js';
import { build } from '../cli/built.js';
import { CHROME } from '../service/browser.js';
import { type TestService, testService } from '../service/test-service.js';
import { pageBrowser } from '../tracker/chromium.js';
import { PASSWORD } from './accounts.js';
import { type FixtureWeb, fixtureWeb, STATS } from './fixture-web.js';
import { type SignedIn, signedIn } from './signed-in.js';

interface InBrowserOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: number;
}

/**
 * A service for the tests of a file, and windows onto it. After each test it asserts that no page has asked anything of
 * another origin, and that none has complained.
 */
export function inBrowser(options: InBrowserOptions = {}) {
  let web: FixtureWeb;
  let service: TestService;
  let contexts: BrowserContext[] = [];
  /** What pages asked of other origins, and what their code complained of. */
  let strange: string[] = [];
  let expected: RegExp | undefined;

  beforeAll(async () => {
    await build();
    web = await fixtureWeb();
    service = await testService({ ...options, baseUrl: web.at(STATS, '') });
    web.open(service);
  });

  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    const unexpected = strange.filter((each) => !expected?.test(each));
    [contexts, strange, expected] = [[], [], undefined];
    expect(unexpected).toEqual([]);
  });

  afterAll(async () => {
    web?.close();
    await service?.close();
  });

  const at = (path: string) => web.at(STATS, path);

  /** A window of somebody who is not signed in. */
  async function open(contextOptions: BrowserContextOptions = {}): Promise<Page> {
    const browser = await pageBrowser();
    // What fades in has other colors meanwhile.
    const defaults = { userAgent: CHROME, viewport: { width: 1200, height: 900 }, reducedMotion: 'reduce' as const };
    const context = await browser.newContext({ ...defaults, ...contextOptions });
    contexts.push(context);
    const page = await context.newPage();
    const documents = new Set<string>();
    page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url());
      if (hostname !== STATS && protocol !== 'data:') strange.push(request.url());
      if (request.isNavigationRequest()) documents.add(withoutHash(request.url()));
    });
    page.on('pageerror', (error) => strange.push(error.message));
    page.on('console', (message) => {
      // Chromium tells of a page that is a 400 or a 404, as it should be.
      const isDocument = /status of 4\d\d/.test(message.text()) && documents.has(withoutHash(message.location().url));
      if (message.type() === 'error' && !isDocument) strange.push(message.text());
    });
    return page;
  }

  /** An account without a website, an API key and a password. */
  async function newAccount(): Promise<string> {
    const email = `${crypto.randomUUID()}@example.com`;
    return (await createAccount(service.engines.postgres.db, { email }, service.clock)).id;
  }

  /** A window of somebody who is signed in. */
  async function openSignedIn(
    contextOptions?: BrowserContextOptions,
    accountId?: string,
  ): Promise<{ readonly person: SignedIn; readonly page: Page }> {
    const person = await signedIn(service, accountId ?? (await newAccount()));
    const page = await open(contextOptions);
    const [name = '', value = ''] = person.cookie.split('=');
    await page.context().addCookies([{ name, value, url: at('/') }]);
    return { person, page };
  }

  async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
    await page.goto(at('/login'));
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await press(page, 'Sign in');
  }

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  /** The status that a key gets. */
  const askApi = async (key: string): Promise<number> =>
    (await service.app.request('/api/v1/account', { headers: { 'X-API-Key': key } })).status;

  return {
    at,
    open,
    openSignedIn,
    signIn,
    press,
    askApi,
    /** In this test pages may complain of that. */
    expectComplaints: (of: RegExp) => {
      expected = of;
    },
    service: () => service,
    web: () => web,
  };
}

const withoutHash = (url: string): string => url.replace(/#.*/, '');
