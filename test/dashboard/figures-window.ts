import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { build } from '../cli/built.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { CHROME } from '../service/browser.js';
import { type TestService, testService } from '../service/test-service.js';
import { launchShell } from '../tracker/chromium.js';
import { type FixtureWeb, fixtureWeb, STATS } from './fixture-web.js';
import { signedIn } from './signed-in.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The service with a website that has visitors on each of the last 20 days, and browsers to look at it. */
export interface FiguresWindow {
  readonly service: TestService;
  /** Of the website. */
  readonly id: string;
  readonly trackingKey: string;
  /** Address of the website's figures, and below. */
  at(path?: string): string;
  /** Of any page. */
  root(path: string): string;
  /** Address of a page of another site that has this in it. */
  elsewhere(html: string): string;
  /** A window of the owner. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** What windows asked of other origins since, and what they complained of. Closes them. */
  complaints(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const PEOPLE = [
  { country: 'DE', city: 'Berlin', browser: 'Firefox', os: 'Windows', device: 'desktop', language: 'de-DE' },
  { country: 'US', city: 'New York', browser: 'Chrome', os: 'macOS', device: 'desktop', language: 'en-US' },
  { country: 'SG', city: 'Singapore', browser: 'Safari', os: 'iOS', device: 'mobile', language: 'en-SG' },
];

const SOURCES = ['https://www.google.com/', undefined, 'https://news.ycombinator.com/'];

/** A visit of three people each day: of two pages, and a click that leads out. */
function history(now: number) {
  return Array.from({ length: 20 }, (_, day) => day).flatMap((day) =>
    PEOPLE.flatMap((person, index) => {
      const visitor = `visitor-${index}-${day % 12}`;
      const start = now - day * DAY_MS - (index + 1) * 60 * 60 * 1000;
      const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
      const url = `https://example.com/${index === 0 ? '' : `page-${index}`}`;
      const referrer = SOURCES[index];
      return [
        { ...person, timestamp: at(0), type: 'pageview' as const, url, visitor, ...(referrer && { referrer }) },
        { ...person, timestamp: at(40), type: 'pageview' as const, url: 'https://example.com/pricing', visitor },
        { ...person, timestamp: at(50), type: 'exit' as const, url, link: 'https://partner.example/', visitor },
      ];
    }),
  );
}

export async function figuresWindow(): Promise<FiguresWindow> {
  await build();
  const web: FixtureWeb = await fixtureWeb();
  // Noon, so that what happens within hours is on one day.
  const clock = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
  const service = await testService({ clock, baseUrl: web.at(STATS, '') });
  web.open(service);
  const owner: ApiClient = await apiClient(service);
  const { id, apiKey } = await owner.website();
  await owner.history(id, history(service.clock));
  const browser: Browser = await launchShell(`--user-agent=${CHROME}`);
  let contexts: BrowserContext[] = [];
  let strange: string[] = [];
  return {
    service,
    id,
    trackingKey: apiKey,
    at: (path = '') => web.at(STATS, `/websites/${id}${path}`),
    root: (path) => web.at(STATS, path),
    elsewhere: (html) => {
      web.embed(html);
      return web.at('blog.test');
    },
    open: async (options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      contexts.push(context);
      const { cookie } = await signedIn(service, owner.accountId);
      const [name = '', value = ''] = cookie.split('=');
      await context.addCookies([{ name, value, url: web.at(STATS) }]);
      const page = await context.newPage();
      page.on('request', (request) => {
        const { hostname, protocol } = new URL(request.url());
        if (hostname !== STATS && protocol !== 'data:') strange.push(request.url());
      });
      page.on('pageerror', (error) => strange.push(error.message));
      page.on('console', (message) => message.type() === 'error' && strange.push(message.text()));
      return page;
    },
    complaints: async () => {
      const found = strange;
      await Promise.all(contexts.map((context) => context.close()));
      contexts = [];
      strange = [];
      return found;
    },
    close: async () => {
      await browser.close();
      web.close();
      await service.close();
    },
  };
}
