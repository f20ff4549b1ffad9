import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { listSharedLinks } from '../../src/websites/shared-links.js';
import { pageview, send } from '../service/browser.js';
import { describeInBrowser } from '../tracker/chromium.js';
import { looksRight } from './looks-right.js';
import { copied, websitesInBrowser } from './websites-in-browser.js';

describeInBrowser('the settings of a website in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-exports-'));
  const { at, openSignedIn, press, newWebsite, stored, service, expectComplaints } = websitesInBrowser({
    EXPORT_DIR: folder,
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Waits until it can be read without scrolling, below the bar on top. */
  async function inWindow(page: Page, text: string): Promise<void> {
    const place = page.getByText(text);
    await place.waitFor();
    await expect.poll(async () => (await place.boundingBox())?.y).toSatisfy((y: number) => y >= 0 && y < 900);
  }

  test('settings that are wrong are told beside their fields, and saved when they are mended', async () => {
    const { person, page } = await openSignedIn();
    const { id } = await newWebsite(person);
    await page.goto(at(`/websites/${id}/settings`));
    await page.getByLabel('Ocean').check();
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await page.getByText('Changes saved.').waitFor();
    await page.getByRole('link', { name: 'Exclusions' }).click();
    await page.getByLabel('Countries').fill('DE\nGermany');
    await page.getByRole('button', { name: 'Save changes' }).last().click();
    const countries = page.getByLabel('Countries');
    await page.getByText('“Germany” must be a two-letter country code such as DE.').waitFor();
    expect(await countries.getAttribute('aria-invalid')).toBe('true');
    expect(await countries.inputValue()).toBe('DE\nGermany');
    await looksRight(page);
    await page.getByRole('link', { name: 'excluded countries' }).click();
    await countries.fill('de');
    await page.getByRole('button', { name: 'Save changes' }).last().click();
    await page.getByText('Changes saved.').waitFor();
    expect(await stored(id)).toMatchObject({ excludedCountries: ['DE'], chartTheme: 'ocean', excludedIps: [] });

    await page.getByLabel('Add a country').selectOption('France');
    expect(await countries.inputValue()).toBe('DE');
    await page.getByRole('button', { name: 'Add a country' }).click();
    expect(await countries.inputValue()).toBe('DE\nFR');
    await page.getByText('These pages, hostnames and countries had no events in the last 90 days.').waitFor();
    // What fails leaves no figures of other entries.
    expectComplaints(/ERR_FAILED/);
    await page.route('**/preview?**', (route) => route.abort());
    await page.getByLabel('Add a country').selectOption('Italy');
    await page.getByRole('button', { name: 'Add a country' }).click();
    await page.getByText('The preview could not be loaded.').waitFor();
    await page.unroute('**/preview?**');
    await page.getByRole('button', { name: 'Exclude my IP address and save' }).click();
    await page.getByText('Your IP address, 127.0.0.1, is excluded.').waitFor();
  });

  test('a link is made, copied and revoked', async () => {
    const { person, page } = await openSignedIn();
    const { id } = await newWebsite(person);
    await page.goto(at(`/websites/${id}/sharing`));
    await page.getByLabel('Name', { exact: true }).fill(' ');
    await page.getByRole('button', { name: 'Create link' }).click();
    await inWindow(page, 'Must be 1 to 100 characters.');
    await page.getByLabel('Name', { exact: true }).fill('Board');
    await page.getByLabel('Password (optional)').fill('correct horse');
    await page.getByRole('button', { name: 'Create link' }).click();
    await inWindow(page, 'Link created.');
    const [link] = await listSharedLinks(service().engines.postgres.db, id);
    const address = await copied(page, 'the link Board');
    expect(address).toBe(at(`/share/${link?.token}`));
    await page.getByRole('link', { name: 'Revoke Board' }).click();
    await looksRight(page, 'a confirmation');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click();
    await inWindow(page, 'Link revoked.');
    expect(await listSharedLinks(service().engines.postgres.db, id)).toEqual([]);
  });

  test('notifications go to a webhook that is added, and removed', async () => {
    const { page, person } = await openSignedIn();
    const { id } = await newWebsite(person);
    await page.goto(at(`/websites/${id}/notifications`));
    await page.getByLabel('Name').fill('Ops');
    await page.getByLabel('Format').selectOption('json');
    await page.getByLabel('URL').fill('https://hooks.example/ops');
    await press(page, 'Add webhook');
    await page.getByText('Webhook added.').waitFor();
    await page.getByText('Signing secret', { exact: true }).click();
    await page.getByText('Recent deliveries', { exact: true }).click();
    await looksRight(page);
    await page.getByRole('link', { name: 'Remove Ops' }).click();
    expect(await page.getByRole('dialog').textContent()).toContain('This cannot be undone.');
    await press(page, 'Remove webhook');
    await page.getByText('Webhook removed.').waitFor();
    expect(await page.getByText('hooks.example').count()).toBe(0);
  });

  test('a scheduled export shows the fields of the chosen destination, its errors, and its state', async () => {
    const { page, person } = await openSignedIn();
    const { id } = await newWebsite(person);
    await page.goto(at(`/websites/${id}/settings/exports`));
    const [path, url] = [page.getByLabel('Folder', { exact: true }), page.getByLabel('Bucket URL')];
    expect([await path.isVisible(), await url.isVisible()]).toEqual([true, false]);
    await page.getByLabel('Destination').selectOption('S3 bucket');
    expect([await path.isVisible(), await url.isVisible()]).toEqual([false, true]);
    await url.fill('nowhere');
    await press(page, 'Create export');
    await page.getByText('Must be the https URL of a bucket').waitFor();
    expect(await url.inputValue()).toBe('nowhere');
    await page.getByLabel('Destination').selectOption('Folder on the server');
    await path.fill('team');
    await press(page, 'Create export');
    await page.getByText('Scheduled export saved.').waitFor();
    await press(page, 'Test export');
    await page.getByText('Test file written.').waitFor();
    await page.getByLabel('Re-export from').fill('2099-01-01');
    await press(page, 'Re-export');
    await page.getByText('Must not be in the future.').waitFor();
    await looksRight(page);
    await page.getByRole('link', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Existing files were kept.').waitFor();
  });

  test('deleting events asks for the domain without a filter, and is undone by one click', async () => {
    const { page, person } = await openSignedIn();
    const { id, trackingKey } = await newWebsite(person);
    for (let host = 1; host <= 12; host += 1) {
      const view = {
        ...pageview(trackingKey, `/${'long'.repeat(host)}`),
        url: `https://shop.test/${'long'.repeat(host)}`,
      };
      await send(service(), view, { address: `192.0.2.${host}` });
    }
    await service().drain();

    await page.goto(at(`/websites/${id}/delete-events`));
    expect(await page.getByRole('table').getByRole('row').count()).toBe(11);
    const button = page.getByRole('button', { name: 'Delete 12 events' });
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Enter shop.test to confirm').fill('shop.test');
    await button.click();
    await page.getByText('12 events deleted. Can be undone until').waitFor();
    await looksRight(page);
    const undo = page.getByRole('button', { name: 'Undo the deletion of 12 events from 12 visitors' });
    expect(await undo.count()).toBe(2);
    await undo.first().click();
    await page.getByText('12 events restored.').waitFor();
    expect(await undo.count()).toBe(0);

    await page.goto(at(`/websites/${id}/delete-events?page=/long`));
    await press(page, 'Delete 1 event');
    await page.getByText('1 event deleted. Can be undone until').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Undo the deletion of 1 event from 1 visitor' }).first().click();
    await page.getByText('1 event restored.').waitFor();
    expect(await page.textContent('main')).toContain('1 event from 1 visitor.');
  });
});
