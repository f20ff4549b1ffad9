import { expect, test } from 'vitest';
import { describeInBrowser } from '../tracker/chromium.js';
import { figuresInBrowser, tile } from './figures-in-browser.js';
import { looksRight } from './looks-right.js';

describeInBrowser('sharing in a browser', () => {
  const { at, elsewhere, expectComplaints, open } = figuresInBrowser();

  test.each([1440, 375])('one view is shared, and its readers see nothing else at %i', async (width) => {
    const name = `Germans ${width}`;
    const page = await open({ viewport: { width, height: 812 } });
    await page.goto(at('?country=DE'));
    await page.getByRole('link', { name: 'Share this view' }).click();
    await page.getByText('Last 30 days, Country is Germany.').waitFor();
    await looksRight(page);
    await page.getByLabel('Name', { exact: true }).fill(name);
    expect(await page.getByLabel('Only this view').isChecked()).toBe(true);
    await page.getByLabel('Technology').uncheck();
    await page.getByLabel('Expires').selectOption('In 7 days');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByText('Link created.').waitFor();
    await looksRight(page);
    const address = await page.getByRole('button', { name: `Copy the link ${name}` }).getAttribute('data-copy');

    await page.context().clearCookies();
    await page.goto(address ?? '');
    expect(await tile(page, 'Visitors')).toBe('12');
    await page.getByText('Filter: Country is Germany').waitFor();
    expect(await page.locator('#technology').count()).toBe(0);
    expect(await page.locator('.panel a.row-line').count()).toBe(0);
    await looksRight(page);
    await page.getByRole('link', { name: 'Map' }).click();
    await page.getByRole('img', { name: /Germany: 12 visitors/ }).waitFor();
    await page.getByRole('link', { name: 'All countries' }).click();
    await page.getByRole('heading', { name: 'Countries' }).waitFor();
    await looksRight(page);
    // Keys choose nothing else either.
    await page.keyboard.press('t');
    await page.keyboard.press('ArrowLeft');
    await page.goto(`${address}?country=US&range=7d`);
    expect(await tile(page, 'Visitors')).toBe('12');
  });

  test('an embedded view is as high as what it shows', async () => {
    const page = await open();
    await page.goto(at('/sharing'));
    await page.getByLabel('Name', { exact: true }).fill('Blog');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.locator('.items li', { hasText: 'Blog' }).getByText('Embed', { exact: true }).click();
    const code = await page.getByRole('button', { name: 'Copy the embed code of Blog' }).getAttribute('data-copy');
    expectComplaints(/blog\.test/);
    await page.goto(elsewhere(code ?? ''));
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Shop' }).waitFor();
    const heights = () =>
      Promise.all([
        page.locator('iframe').evaluate((it) => it.clientHeight),
        frame.locator('body').evaluate((it) => it.ownerDocument.documentElement.scrollHeight),
      ]);
    await expect.poll(async () => (await heights())[0]).not.toBe(1600);
    const [outer, inner] = await heights();
    expect(Math.abs(outer - inner)).toBeLessThan(3);
    await frame.getByRole('link', { name: 'All countries' }).click();
    await expect.poll(async () => (await heights())[0]).toBeLessThan(outer);
  });
});
