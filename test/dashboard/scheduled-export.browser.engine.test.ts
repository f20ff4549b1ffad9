import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeInBrowser } from '../tracker/chromium.js';
import { inBrowser } from './in-browser.js';

describeInBrowser('the scheduled export in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-exports-'));
  const { at, arrives, newPerson, signIn, press, looksRight } = inBrowser({ EXPORT_DIR: folder });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('shows the fields of the chosen destination, its errors, and its state', async () => {
    const page = await arrives();
    await signIn(page, await newPerson());
    await page.goto(at('/websites/new'));
    await page.getByLabel('Domain').fill('shop.test');
    await page.getByLabel('Name').fill('Shop');
    await page.getByRole('button', { name: /^(Add|Create) website$/ }).click();
    await page.waitForURL(/\/snippet$/);
    await page.goto(page.url().replace(/snippet$/, 'settings'));
    const [path, url] = [page.getByLabel('Folder', { exact: true }), page.getByLabel('Bucket URL')];
    expect([await path.isVisible(), await url.isVisible()]).toEqual([true, false]);
    await page.getByLabel('Destination').selectOption('S3 bucket');
    expect([await path.isVisible(), await url.isVisible()]).toEqual([false, true]);
    await url.fill('nowhere');
    await press(page, 'Create export');
    await page.getByText('Must be the https URL of a bucket').waitFor();
    expect(await url.inputValue()).toBe('nowhere');
    await looksRight(page);
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
});
