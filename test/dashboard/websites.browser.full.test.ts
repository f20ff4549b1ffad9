import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createSharedLink } from '../../src/websites/shared-links.js';
import { pageview, send } from '../service/browser.js';
import { describeInBrowser } from '../tracker/chromium.js';
import { axeFaults } from './axe.js';
import { looksRightInEachMode } from './looks-right.js';
import { websitesInBrowser } from './websites-in-browser.js';

describeInBrowser('websites in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-exports-'));
  const { at, openSignedIn, press, newWebsite, stored, service } = websitesInBrowser({ EXPORT_DIR: folder });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('the zone that the browser guesses is the listed one, whatever the browser calls it', async () => {
    const { page } = await openSignedIn({ timezoneId: 'Asia/Calcutta' });
    await page.goto(at('/websites/new'));
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Asia/Kolkata');
  });

  test('who is signed out meanwhile is told so, instead of waiting on', async () => {
    const { person, page } = await openSignedIn();
    const { id } = await newWebsite(person);
    await page.goto(at(`/websites/${id}/snippet`));
    await page.context().clearCookies();
    await page.getByText('You are signed out.').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.searchParams.get('next') === `/websites/${id}/snippet`);
  });

  test('the tracking key is replaced once that is confirmed', async () => {
    const { person, page } = await openSignedIn();
    const { id, trackingKey } = await newWebsite(person);
    await page.goto(at(`/websites/${id}/settings/tracking`));
    await page.getByRole('link', { name: 'Regenerate key' }).click();
    await page.getByRole('dialog').getByText('stops working immediately').waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Cancel' }).click();
    expect(await stored(id)).toMatchObject({ trackingKey });
    await page.getByRole('link', { name: 'Regenerate key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Regenerate key' }).click();
    await page.getByText('New tracking key created.').waitFor();
    expect((await stored(id))?.trackingKey).not.toBe(trackingKey);
  });

  test('all of it works without JavaScript', async () => {
    const { page } = await openSignedIn({ javaScriptEnabled: false, timezoneId: 'Asia/Tokyo' });
    await page.goto(at('/websites/new'));
    await page.getByLabel('Domain').fill('shop.test');
    await page.getByLabel('Name').fill('Shop');
    expect(await page.getByLabel('Time zone').inputValue()).toBe('UTC');
    await page.getByRole('button', { name: 'Add website' }).click();
    await page.getByRole('link', { name: 'Check again' }).click();
    await page.getByText('Waiting for the first event…').waitFor();
    const id = new URL(page.url()).pathname.split('/')[2] ?? '';
    const before = await stored(id);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: 'Tracking', exact: true }).click();
    await page.getByRole('link', { name: 'Regenerate key' }).click();
    await page.getByRole('button', { name: 'Regenerate key' }).click();
    await page.getByText('New tracking key created.').waitFor();
    expect((await stored(id))?.trackingKey).not.toBe(before?.trackingKey);
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await page.getByLabel('Enter shop.test to confirm').fill('shop.test');
    await page.getByRole('button', { name: 'Delete website' }).click();
    await page.getByText('Website deleted').waitFor();
  });

  test('the pages of websites look right', async () => {
    const { person, page } = await openSignedIn();
    await page.goto(at('/websites'));
    await looksRightInEachMode(page, 'no websites');
    const { id, trackingKey } = await newWebsite(person, `${'a-very-long-name-'.repeat(3)}end.shop.test`);
    await newWebsite(person);
    const { db } = service().engines.postgres;
    await createSharedLink(db, id, { name: 'Board', password: 'correct horse' }, service().clock);
    await send(service(), pageview(trackingKey));
    await service().drain();
    const tabs = ['', '/tracking', '/exclusions', '/exports', '/data'].map((tab) => `/${id}/settings${tab}`);
    for (const path of ['', '/new', `/${id}/snippet`, ...tabs, `/${id}/sharing`]) {
      await page.goto(at(`/websites${path}`));
      for (const details of await page.locator('main details').all())
        await details.evaluate('(it) => { it.open = true }');
      await looksRightInEachMode(page);
    }
    await page.getByRole('link', { name: 'Revoke Board' }).click();
    await looksRightInEachMode(page, 'a confirmation');
    await page.goto(at(`/websites/${id}/settings/exclusions`));
    await page.getByLabel('Countries').fill('Germany');
    await page.getByRole('button', { name: 'Save changes' }).last().click();
    await page.getByText('Not saved.').waitFor();
    await looksRightInEachMode(page, 'settings with errors');
  });

  test('notifications look right, with a webhook and without', async () => {
    const { person, page } = await openSignedIn();
    const { id } = await newWebsite(person);
    await person.post(`/websites/${id}/segments/save?country=DE`, { name: 'Germany' });
    await page.goto(at(`/websites/${id}/notifications`));
    await looksRightInEachMode(page);
    await page.getByLabel('Germany').check();
    await press(page, 'Save changes');
    await page.getByText('Changes saved.').waitFor();
    expect(await page.getByLabel('Germany').isChecked()).toBe(true);
    await page.getByLabel('Name').fill('Ops');
    await page.getByLabel('Format').selectOption('json');
    await page.getByLabel('URL').fill('https://hooks.example/ops');
    await press(page, 'Add webhook');
    await page.getByText('Webhook added.').waitFor();
    await page.getByText('Signing secret', { exact: true }).click();
    await page.getByText('Recent deliveries', { exact: true }).click();
    await looksRightInEachMode(page, 'a webhook');
    if (process.env.EMAIL_SCREENSHOTS) {
      await page.screenshot({ path: `${process.env.EMAIL_SCREENSHOTS}/notifications.png`, fullPage: true });
    }
    await page.getByRole('link', { name: 'Remove Ops' }).click();
    await looksRightInEachMode(page, 'a confirmation');
  });

  test('a scheduled export looks right, with errors and without', async () => {
    const { person, page } = await openSignedIn();
    const { id } = await newWebsite(person);
    await page.goto(at(`/websites/${id}/settings/exports`));
    await page.getByLabel('Destination').selectOption('S3 bucket');
    await page.getByLabel('Bucket URL').fill('nowhere');
    await press(page, 'Create export');
    await page.getByText('Must be the https URL of a bucket').waitFor();
    await looksRightInEachMode(page, 'a wrong bucket');
    await page.getByLabel('Destination').selectOption('Folder on the server');
    await page.getByLabel('Folder', { exact: true }).fill('team');
    await press(page, 'Create export');
    await page.getByText('Scheduled export saved.').waitFor();
    await page.getByLabel('Re-export from').fill('2099-01-01');
    await press(page, 'Re-export');
    await page.getByText('Must not be in the future.').waitFor();
    await looksRightInEachMode(page, 'a wrong day');
  });

  test('deleting events looks right, before and after', async () => {
    const { person, page } = await openSignedIn();
    const { id, trackingKey } = await newWebsite(person);
    for (let host = 1; host <= 12; host += 1) {
      const view = { ...pageview(trackingKey), url: `https://shop.test/${'long'.repeat(host)}` };
      await send(service(), view, { address: `192.0.2.${host}` });
    }
    await service().drain();
    await page.goto(at(`/websites/${id}/delete-events`));
    await looksRightInEachMode(page);
    await page.getByLabel('Enter shop.test to confirm').fill('shop.test');
    await press(page, 'Delete 12 events');
    await page.getByText('12 events deleted. Can be undone until').waitFor();
    await looksRightInEachMode(page, 'deleted events');
  });

  test('the menu of websites looks right', async () => {
    const { person, page } = await openSignedIn();
    const { id } = await newWebsite(person);
    await newWebsite(person, 'other.test');
    await page.goto(at(`/websites/${id}`));
    await page.locator('.website-menu summary').click();
    await page.locator('.website-menu').getByRole('link').nth(1).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFaults(page), colorScheme).toEqual([]);
    }
  });
});
