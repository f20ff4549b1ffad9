import type { BrowserContextOptions, Page } from 'playwright-core';
import { apiClient } from '../service/api-client.js';
import { untilSqlReads } from '../sql/until-sql-reads.js';
import { inBrowser } from './in-browser.js';

export const HOSTILE_PATH = '/<img src=x onerror=alert(1)>';

/** The service, and windows of people whose websites have a few events. */
export function sqlInBrowser() {
  const dashboard = inBrowser();
  const { service, openSignedIn } = dashboard;

  /** Somebody with a website and a few events, and their window. */
  async function openOwner(options?: BrowserContextOptions) {
    const owner = await apiClient(service());
    const { id } = await owner.website();
    const view = (path: string, daysAgo: number) => ({
      timestamp: new Date(service().clock - daysAgo * 86_400_000).toISOString(),
      type: 'pageview' as const,
      url: `https://example.com${encodeURI(path)}`,
      visitor: `v${daysAgo}`,
      device: 'desktop',
    });
    await owner.history(
      id,
      [1, 2, 3, 5].flatMap((daysAgo) => [view('/a', daysAgo), view(HOSTILE_PATH, daysAgo)]),
    );
    await untilSqlReads(owner, 8);
    const { page } = await openSignedIn(options, owner.accountId);
    return { owner, page };
  }

  return { ...dashboard, openOwner };
}

/** Writes a query in place of what is in the editor. */
export async function write(page: Page, query: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+a');
  // Chromium would replace a selection with a styled element, and report that the page allows none.
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(query);
}

/** The first row of the result. */
export const cells = (page: Page) => page.locator('.sql-rows tbody tr').first().locator('td').allInnerTexts();
