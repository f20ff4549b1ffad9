import { beforeAll, expect, test } from 'vitest';
import { apiClient } from '../service/api-client.js';
import { describeInBrowser } from '../tracker/chromium.js';
import { search, tile } from './figures-in-browser.js';
import { inBrowser } from './in-browser.js';
import { looksRight } from './looks-right.js';

describeInBrowser('filters by properties in a browser', () => {
  const { service, at, openSignedIn } = inBrowser();
  let accountId: string;
  let path: string;

  beforeAll(async () => {
    const owner = await apiClient(service());
    const { id } = await owner.website();
    const sent = (visitor: string, plan: string) => ({
      visitor,
      timestamp: new Date(service().clock - 86_400_000).toISOString(),
      type: 'custom' as const,
      url: 'https://example.com/',
      device: 'desktop',
      name: 'signup',
      props: { plan, seats: 5 },
    });
    await owner.history(id, [sent('anna', 'pro'), sent('ben', 'pro'), sent('cleo', 'private')]);
    [accountId, path] = [owner.accountId, `/websites/${id}`];
  });

  test.each([1440, 375])('are chosen in the list of properties, and typed, at %i', async (width) => {
    const { page } = await openSignedIn({ viewport: { width, height: 812 } }, accountId);
    await page.goto(at(`${path}?event=signup`));
    await page.locator('.event-properties').getByRole('link', { name: 'pro' }).click();
    await page.waitForURL((url) => url.search === '?event=signup&property%3Aplan=pro');
    expect(await tile(page, 'Visitors')).toBe('2');
    await page.locator('.event-properties').getByRole('link', { name: 'pro' }).click();
    await page.waitForURL((url) => url.search === '?event=signup');
    // The tools cover what is below them in the middle of the page.
    await page.evaluate('scrollTo(0, 0)');
    await looksRight(page);
    await page.keyboard.press('/');
    await page.locator('[name=by]').selectOption('plan');
    await page.getByLabel('Value').focus();
    await page.keyboard.insertText('pri');
    await page.getByRole('option', { name: /^private 1 visitor/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Remove filter plan is private' }).waitFor();
    expect(search(page)).toBe('?event=signup&property%3Aplan=private');
    expect(await tile(page, 'Visitors')).toBe('1');
  });
});
