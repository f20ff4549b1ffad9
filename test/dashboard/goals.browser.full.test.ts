import { expect, test } from 'vitest';
import { describeInBrowser } from '../tracker/chromium.js';
import { figuresInBrowser, isSameWindow, search, tile } from './figures-in-browser.js';
import { looksRight } from './looks-right.js';

describeInBrowser('goals in a browser', () => {
  const { at, look, open } = figuresInBrowser();

  test.each([1440, 375])('are previewed, added, chosen in place and left again at %i', async (width) => {
    const name = `Pricing ${width}`;
    const page = await open({ viewport: { width, height: 900 } });
    await page.goto(at('/goals'));
    await page.getByLabel('Type', { exact: true }).selectOption('page');
    await page.getByLabel('Event, page or link').fill('/pri*');
    await page.getByText('60 conversions by 36 visitors, 100.0% of all.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Add goal' }).click();
    await page.getByText('Goal added.').waitFor();
    await looksRight(page);

    const figures = await look();
    await figures.setViewportSize({ width, height: 900 });
    // By keyboard.
    await figures.locator('.goal-menu > summary').focus();
    await figures.keyboard.press('Enter');
    await figures.locator('.goal-menu').getByRole('link', { name }).focus();
    await figures.keyboard.press('Enter');
    await figures.getByText(`Goal: ${name}`, { exact: true }).waitFor();
    expect(search(figures)).toMatch(/^\?goal=[0-9a-f-]{36}$/);
    expect(await tile(figures, 'Conversions')).toBe('60');
    expect(await isSameWindow(figures)).toBe(true);
    await figures.locator('.goals-line').getByText(name).waitFor();
    await looksRight(figures);
    await figures.goBack();
    await expect.poll(() => tile(figures, 'Visitors')).toBe('36');
    expect(search(figures)).toBe('');
  });

  test('need no script', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(at('/goals'));
    await page.getByLabel('Type', { exact: true }).selectOption('link-part');
    await page.getByLabel('Event, page or link').fill('partner');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('60 conversions by 36 visitors').waitFor();
    expect(await page.getByLabel('Event, page or link').inputValue()).toBe('partner');
    await page.getByLabel('Name', { exact: true }).fill('Partner');
    await page.getByRole('button', { name: 'Add goal' }).click();
    await page.getByText('Goal added.').waitFor();
    await page.goto(at());
    await page.locator('.goal-menu > summary').click();
    await page.locator('.goal-menu').getByRole('link', { name: 'Partner' }).click();
    expect(await tile(page, 'Conversions')).toBe('60');
  });
});
