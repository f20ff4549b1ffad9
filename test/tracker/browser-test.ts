import type { BrowserContext, Page } from 'playwright-core';
import { test as base } from 'vitest';
import { build } from '../cli/built.js';
import { visitorBrowser } from './chromium.js';
import { startFixtureSite } from './fixture-site.js';

/** One visitor with one page, and whatever that page complained of in its console. */
interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: readonly string[];
  /** The addresses of the events that it has sent, but for leaves, in that order: they may arrive in another. */
  readonly sent: readonly unknown[];
  /** An address on the host that is visited. */
  at(path: string): string;
  /** Puts a page there and goes to it. */
  open(path: string, html: string): Promise<void>;
  /** Goes on within a single-page app. */
  push(path: string): Promise<void>;
}

/** The script element with more attributes, then the rest of a page. */
export const withScript = (attributes = '', body = ''): string =>
  `<!doctype html><script defer src="/js/tracker.min.js" data-website-id="key-1" ${attributes}></script>${body}`;

/** The same with the script that has options. */
export const withOptions = (attributes = '', body = ''): string =>
  withScript(attributes, body).replace('tracker.min.js', 'tracker.full.min.js');

export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs.
  .extend('site', async ({}, { onCleanup }) => {
    await build();
    const site = await startFixtureSite();
    onCleanup(() => site.close());
    return site;
  })
  .extend('visit', async ({ site }, { onCleanup }): Promise<Visit> => {
    const browser = await visitorBrowser();
    const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 800, height: 600 } });
    onCleanup(() => context.close());
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname !== '/api/event') return;
      const { type, url } = JSON.parse(request.postData() ?? '{}');
      if (type !== 'leave') sent.push(url);
    });
    const at = (path: string): string => site.at('shop.test', path);
    return {
      context,
      page,
      complaints,
      sent,
      at,
      async open(path, html) {
        site.page(path, html);
        await page.goto(at(path));
      },
      push: (path) => page.evaluate(`history.pushState(null, '', '${path}')`),
    };
  });
