import { expect, test } from 'vitest';
import { describeInBrowser } from '../tracker/chromium.js';
import { figuresInBrowser, isSameWindow, search, tile } from './figures-in-browser.js';
import { looksRight } from './looks-right.js';

describeInBrowser('segments in a browser', () => {
  const { at, look, open } = figuresInBrowser();

  test.each([1440, 375])('are saved from filters, chosen in place, renamed and deleted at %i', async (width) => {
    const name = `Germans ${width}`;
    const page = await look('?country=DE');
    await page.setViewportSize({ width, height: 812 });
    // By keyboard.
    await page.locator('.segment-menu > summary').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Save filters as segment').fill(name);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\?segment=[0-9a-f-]{36}$/);
    expect(await tile(page, 'Visitors')).toBe('12');
    await page.getByText('Segment:', { exact: true }).waitFor();
    await looksRight(page);

    await page.evaluate('window.sameWindow = true');
    await page.getByRole('link', { name: `Remove segment ${name}` }).click();
    await page.waitForURL((url) => url.search === '');
    await expect.poll(() => tile(page, 'Visitors')).toBe('36');
    await page.locator('.segment-menu > summary').click();
    await page
      .locator('.segment-menu')
      .getByRole('link', { name: new RegExp(`^${name}\\s+12\\s+visitors$`) })
      .click();
    await expect.poll(() => tile(page, 'Visitors')).toBe('12');
    await page.goBack();
    await expect.poll(() => tile(page, 'Visitors')).toBe('36');
    await page.goForward();
    await expect.poll(() => tile(page, 'Visitors')).toBe('12');
    expect(await isSameWindow(page)).toBe(true);
    const { search: query } = new URL(page.url());

    // The other pages of the website keep it.
    await page.getByRole('link', { name: 'Journeys' }).click();
    await page.locator('.journey-summary').getByText('20 visits').waitFor();
    expect(search(page)).toBe(query);
    await looksRight(page);

    await page.locator('.segment-menu > summary').click();
    await page.getByRole('link', { name: 'Manage segments', exact: true }).click();
    await page.getByText('Country is Germany').waitFor();
    await page.getByText('Rename').click();
    await page.getByLabel(`New name of ${name}`).fill(`${name} renamed`);
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('Segment renamed.').waitFor();
    await looksRight(page);
    await page.getByRole('link', { name: `Delete ${name} renamed` }).click();
    await page.getByRole('button', { name: 'Delete segment' }).click();
    await page.getByText('Segment deleted.').waitFor();
    await page.goto(at(query));
    await page.getByText('This segment, or a goal that it uses, no longer exists').waitFor();
    expect(await tile(page, 'Visitors')).toBe('36');
  });

  test('need no script', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(at('?country=DE&page.contains=pric'));
    await page.locator('.segment-menu > summary').click();
    await page.getByLabel('Save filters as segment').fill('German prices');
    await page.getByRole('button', { name: 'Save segment' }).click();
    expect(await tile(page, 'Visitors')).toBe('12');
    await page.getByRole('link', { name: 'Remove segment German prices' }).click();
    expect(await tile(page, 'Visitors')).toBe('36');
    // The name is taken.
    await page.goto(at('?country=US'));
    await page.locator('.segment-menu > summary').click();
    await page.getByLabel('Save filters as segment').fill('German prices');
    await page.getByRole('button', { name: 'Save segment' }).click();
    await page.getByText('Another segment of this website has this name.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Americans');
    await page.getByRole('button', { name: 'Save segment' }).click();
    await page.locator('.segment-menu > summary').click();
    await page.locator('.segment-menu').getByRole('link', { name: 'German prices' }).click();
    expect(await tile(page, 'Visitors')).toBe('12');
  });
});
