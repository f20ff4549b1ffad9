import { expect, test } from 'vitest';
import { listSharedLinks } from '../../src/websites/shared-links.js';
import { pageview, send } from '../service/browser.js';
import { describeInBrowser } from '../tracker/chromium.js';
import { PASSWORD } from './accounts.js';
import { tile } from './figures-in-browser.js';
import { looksRight } from './looks-right.js';
import { websitesInBrowser } from './websites-in-browser.js';

describeInBrowser('the dashboard in a browser', () => {
  const { at, open, openSignedIn, press, service, stored, web, expectComplaints } = websitesInBrowser();

  test('an owner goes through each page: from the first account to figures, settings, SQL and the way out', async () => {
    const page = await open();
    await page.goto(at('/'));
    await page.waitForURL(at('/welcome'));
    await page.getByLabel('Email').fill('owner@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Create account');
    await page.waitForURL(at('/websites'));

    await page.getByRole('link', { name: 'Add website' }).click();
    await page.getByLabel('Domain').fill('shop.test');
    await page.getByLabel('Name').fill('Shop');
    await press(page, 'Add website');
    await page.waitForURL(/\/snippet$/);
    const id = new URL(page.url()).pathname.split('/')[2] ?? '';
    await page.getByText('Waiting for the first event…').waitFor();
    const { trackingKey } = (await stored(id))!;
    for (const [host, path] of ['/', '/pricing', '/pricing'].entries()) {
      const view = { ...pageview(trackingKey, path), url: `https://shop.test${path}` };
      await send(service(), view, { address: `192.0.2.${host + 1}` });
    }
    await service().drain();
    await page.getByText('You’re all set').waitFor();

    await page.goto(at(`/websites/${id}`));
    await page.evaluate('window.sameWindow = true');
    await page.getByRole('link', { name: /^\/pricing/ }).click();
    await page.getByRole('link', { name: 'Remove filter Page is /pricing' }).waitFor();
    expect(await tile(page, 'Visitors')).toBe('2');
    await page.goBack();
    await expect.poll(() => tile(page, 'Visitors')).toBe('3');
    expect(await page.evaluate('window.sameWindow')).toBe(true);
    await looksRight(page);

    await page.goto(at(`/websites/${id}/settings/exclusions`));
    await page.getByLabel('Pages').fill('/pri*');
    await page
      .getByText(/had \d+ events?, .* of all events, by 2 visitors\. Stored events are not deleted\.$/)
      .waitFor();
    await page.getByLabel('Pages').fill('');
    await page.getByLabel('Countries').fill('Germany');
    await page.getByText('Correct the entries to see what they would have excluded.').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).last().click();
    await page.getByText('“Germany” must be a two-letter country code such as DE.').waitFor();
    await page.getByLabel('Countries').fill('de');
    await page.getByRole('button', { name: 'Save changes' }).last().click();
    await page.getByText('Changes saved.').waitFor();
    expect(await stored(id)).toMatchObject({ excludedCountries: ['DE'] });
    await page.goto(at(`/websites/${id}/sharing`));
    await page.getByLabel('Name', { exact: true }).fill('Board');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByText('Link created.').waitFor();
    const [link] = await listSharedLinks(service().engines.postgres.db, id);
    await page.goto(at(`/websites/${id}/notifications`));
    await page.getByLabel('Format').waitFor();
    await page.goto(at(`/websites/${id}/delete-events`));
    await page.getByRole('heading', { name: 'Delete events' }).waitFor();

    await page.getByRole('link', { name: 'SQL', exact: true }).click();
    await page.locator('.cm-content').waitFor();
    await page.getByRole('link', { name: 'Visitors and pageviews by day' }).click();
    await press(page, 'Run');
    await page.getByText('1 row').first().waitFor();

    for (const name of ['profile', 'security', 'two-factor', 'api-key']) {
      await page.goto(at(`/settings/${name}`));
      await page.locator('main h1').first().waitFor();
    }
    await page.locator('summary', { hasText: 'Account: owner@example.com' }).click();
    await press(page, 'Sign out');
    await page.getByText('You’ve signed out.').waitFor();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await page.goto(at(`/share/${link?.token}`));
    await page.getByRole('heading', { name: 'Shop' }).waitFor();
  });

  test('a form of another site changes nothing, and the same form of a page does', async () => {
    const { page, person } = await openSignedIn();
    expectComplaints(/blog\.test/);
    const form = `<form method="post" action="${at('/settings/profile')}">
      <input name="firstName" value="Mallory"><input name="lastName" value=""><button>Win a prize</button></form>`;
    web().embed(form);
    await page.goto(web().at('blog.test'));
    const [refused] = await Promise.all([page.waitForResponse(at('/settings/profile')), press(page, 'Win a prize')]);
    expect(refused.status()).toBe(403);
    expect(await person.page('/settings/profile')).not.toContain('Mallory');
    await page.goto(at('/settings/profile'));
    await page.getByLabel('First name').fill('Ada');
    await press(page, 'Save');
    await page.getByText('Name saved.').waitFor();
  });
});
