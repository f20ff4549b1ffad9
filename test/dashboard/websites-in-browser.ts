import type { Page } from 'playwright-core';
import { createWebsite } from '../../src/websites/create-website.js';
import { findWebsite } from '../../src/websites/find-website.js';
import type { Website } from '../../src/websites/website.js';
import { inBrowser } from './in-browser.js';
import type { SignedIn } from './signed-in.js';

/** The service, and windows of people who have websites. */
export function websitesInBrowser(environment: Readonly<Record<string, string>> = {}) {
  const dashboard = inBrowser({ environment });
  const { service } = dashboard;
  return {
    ...dashboard,
    newWebsite: ({ accountId }: SignedIn, domain = 'shop.test'): Promise<Website> => {
      const { websites, plan } = service().services;
      return createWebsite(websites, accountId, { name: 'Shop', domain, timezone: 'UTC' }, plan, service().clock);
    },
    /** The website as it is stored. */
    stored: (id: string) => findWebsite(service().engines.postgres.db, id),
  };
}

/** Presses a button that copies, and gives what it has put on the clipboard. */
export async function copied(page: Page, what: string): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: `Copy ${what}`, exact: true }).click();
  await page.getByText('Copied').waitFor();
  return page.evaluate<string>('navigator.clipboard.readText()');
}
