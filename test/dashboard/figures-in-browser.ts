import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { createSharedLink } from '../../src/websites/shared-links.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { inBrowser } from './in-browser.js';

/** What a window that comes to the front asks again no sooner than after. */
export const PAUSE_MS = 3_100;

const DAY_MS = 24 * 60 * 60 * 1000;

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

/** The service with a website that has visitors on each of the last 20 days, and windows of its owner. */
export function figuresInBrowser() {
  // Noon, so that what happens within hours is on one day.
  const clock = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
  const { service, web, at: root, openSignedIn, expectComplaints } = inBrowser({ clock });
  let owner: ApiClient;
  let website: Awaited<ReturnType<ApiClient['website']>>;

  beforeAll(async () => {
    owner = await apiClient(service());
    website = await owner.website();
    await owner.history(website.id, history(service().clock));
  });

  const at = (path = '') => root(`/websites/${website.id}${path}`);

  /** A window of the owner. */
  const open = async (options: BrowserContextOptions = {}): Promise<Page> =>
    (await openSignedIn({ viewport: { width: 1280, height: 900 }, ...options }, owner.accountId)).page;

  return {
    service,
    expectComplaints,
    id: () => website.id,
    trackingKey: () => website.apiKey,
    /** Address of any page. */
    root,
    /** Address of the website's figures, and below. */
    at,
    /** Address of a page of another site that has this in it. */
    elsewhere: (html: string) => {
      web().embed(html);
      return web().at('blog.test');
    },
    open,
    /** A window with figures; it is the same for as long as it is not loaded again. */
    look: async (path = ''): Promise<Page> => {
      const page = await open();
      await page.clock.install();
      await page.goto(at(path));
      await page.evaluate('window.sameWindow = true');
      return page;
    },
    /** The path of a new shared link. */
    share: async (link: { readonly name: string; readonly password?: string }): Promise<string> => {
      const { token } = await createSharedLink(service().engines.postgres.db, website.id, link, service().clock);
      return `/share/${token}`;
    },
  };
}

/** Whether the page was never loaded again. */
export const isSameWindow = (page: Page) => page.evaluate('window.sameWindow === true');

/** The number on a tile. */
export const tile = async (page: Page, name: string): Promise<string> =>
  (await page
    .locator('.tile', { has: page.getByText(name, { exact: true }) })
    .locator('.tile-value')
    .textContent()) ?? '';

/** The parameters of the address. */
export const search = (page: Page): string => new URL(page.url()).search;

/** The window comes to the front after so long that it asks again. */
export async function returns(page: Page): Promise<void> {
  await page.clock.fastForward(PAUSE_MS);
  await page.evaluate("window.dispatchEvent(new Event('focus'))");
}
