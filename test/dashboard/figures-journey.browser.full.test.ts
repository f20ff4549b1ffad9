import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { pageview, send } from '../service/browser.js';
import { describeInBrowser } from '../tracker/chromium.js';
import { figuresInBrowser, isSameWindow, PAUSE_MS, returns, search, tile } from './figures-in-browser.js';
import { looksRight } from './looks-right.js';

describeInBrowser('figures in a browser', () => {
  const { service, trackingKey, at, root, elsewhere, open, look, share, expectComplaints } = figuresInBrowser();

  test('a click on a row filters, the back button takes it back, and the address shows the same', async () => {
    const page = await look();
    expect(await tile(page, 'Visitors')).toBe('36');
    await page.getByRole('link', { name: 'Hacker News' }).click();
    await page.getByRole('link', { name: 'Remove filter Referrer is Hacker News' }).waitFor();
    expect(search(page)).toBe('?referrer=Hacker+News');
    expect(await tile(page, 'Visitors')).toBe('12');
    await page.getByRole('link', { name: 'Map', exact: true }).click();
    await page.getByRole('link', { name: /^Singapore: 12 visitors/ }).click();
    await page.getByRole('link', { name: 'Remove filter Country is Singapore' }).waitFor();
    expect(search(page)).toBe('?referrer=Hacker+News&country=SG&places=map');
    await page.getByRole('link', { name: 'Operating systems' }).click();
    await page.waitForURL(/technology=os/);
    expect(await isSameWindow(page)).toBe(true);

    const other = await look(search(page));
    await other.getByRole('link', { name: 'Remove filter Country is Singapore' }).waitFor();
    expect(await tile(other, 'Visitors')).toBe('12');
    await other.getByText('iOS').waitFor();

    await page.goBack();
    await page.goBack();
    await page.getByRole('link', { name: 'Remove filter Country is Singapore' }).waitFor({ state: 'detached' });
    expect(search(page)).toBe('?referrer=Hacker+News&places=map');
    await page.goBack();
    await page.goBack();
    await expect.poll(() => tile(page, 'Visitors')).toBe('36');
    await page.goForward();
    await page.getByRole('link', { name: 'Remove filter Referrer is Hacker News' }).click();
    await expect.poll(() => tile(page, 'Visitors')).toBe('36');
    expect(await isSameWindow(page)).toBe(true);
  });

  test('the chart is read by arrow keys, by the pointer and by a finger', async () => {
    const page = await look('?range=7d&referrer=Google');
    const reader = page.getByRole('slider', { name: 'Visitors by day' });
    await reader.focus();
    await page.keyboard.press('Home');
    const rows = page.locator('.chart-table tbody tr');
    const firstDay = (await rows.nth(0).locator('th').textContent()) ?? '';
    expect(await page.locator('.tooltip').textContent()).toContain(firstDay);
    await page.keyboard.press('ArrowRight');
    const secondDay = (await rows.nth(1).locator('th').textContent()) ?? '';
    expect(await reader.getAttribute('aria-valuetext')).toContain(
      `${secondDay}. Visitors: 1. Previous period: 1. Change: 0%. Note: Imported`,
    );
    await page.keyboard.press('Escape');
    expect(await page.locator('.tooltip').isVisible()).toBe(false);
    expect(search(page)).toBe('?range=7d&referrer=Google');

    const box = (await reader.boundingBox())!;
    await page.mouse.move(box.x + box.width - 2, box.y + 10);
    expect(await page.locator('.tooltip').textContent()).toContain('so far');
    await page.mouse.move(box.x, box.y - 200);
    expect(await page.locator('.tooltip').isVisible()).toBe(false);

    const finger = await open({ hasTouch: true, viewport: { width: 375, height: 800 } });
    await finger.goto(at('?range=7d'));
    const area = (await finger.getByRole('slider').boundingBox())!;
    await finger.touchscreen.tap(area.x + 1, area.y + 20);
    expect(await finger.locator('.tooltip').textContent()).toContain(firstDay);
  });

  test('a filter that is typed in, and two dates, change the figures in place', async () => {
    const page = await look();
    await page.keyboard.press('/');
    await page.locator('[name=by]').selectOption('country');
    await page.getByLabel('Value').fill('Germany');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Remove filter Country is Germany' }).waitFor();
    expect(search(page)).toBe('?country=DE');
    const yesterday = new Date(service().clock - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    await page.locator('.range-menu summary').click();
    await page.getByLabel('From').fill(yesterday);
    await page.getByLabel('To', { exact: true }).fill(yesterday);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL((url) => url.searchParams.get('from') === yesterday);
    expect(await tile(page, 'Visitors')).toBe('1');
    expect(await isSameWindow(page)).toBe(true);

    // What was typed for another view is not left in the fields of this one.
    expect(await page.locator('[name=by]').inputValue()).toBe('page');
    expect(await page.getByLabel('Value').inputValue()).toBe('');
    await page.keyboard.press('7');
    await page.waitForURL(/range=7d/);
    const from = page.locator('[name=from]');
    expect(await from.inputValue()).toBe(await from.getAttribute('value'));
  });

  test('all rows of a list are searched, and taken along as a file', async () => {
    const page = await look('?country=DE');
    await page.getByRole('link', { name: 'All pages' }).click();
    await page.waitForURL(/\/pages\?country=DE$/);
    await page.keyboard.press('/');
    // As it is typed, with one step in the history for all of it.
    const before = await page.evaluate<number>('history.length');
    await page.keyboard.type('pric');
    await page.waitForURL(/search=pric$/);
    await page.keyboard.type('es');
    await page.getByText('No results for “prices”.').first().waitFor();
    await page.waitForURL(/search=prices$/);
    expect(await page.evaluate<number>('history.length')).toBe(before + 1);
    for (const _ of 'prices') await page.keyboard.press('Backspace');
    await page.locator('.page-links').getByText('2 results').waitFor();
    await page.getByRole('searchbox').fill('PRIC');
    await page.locator('.page-links').getByText('1 result').waitFor();
    // There is nothing more to find for Enter.
    await page.keyboard.press('Enter');
    await page.goBack();
    await page.locator('.page-links').getByText('2 results').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await page.goForward();
    await page.locator('.page-links').getByText('1 result').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('PRIC');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^example\.com-pages-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
    expect(await readFile(await download.path(), 'utf8')).toBe(
      'Page,Pageviews,Visitors,Share (%)\r\n/pricing,20,12,100\r\n',
    );
    await page.getByRole('searchbox').press('Escape');
    await page.locator('.page-links').getByText('2 results').waitFor();
    expect(search(page)).toBe('?country=DE');
  });

  test('the chart is taken along as an image of its lines', async () => {
    const page = await look('?country=DE');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download image' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^example\.com-chart-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.png$/);
    // The button keeps the focus when the figures are loaded again.
    const button = page.getByRole('button', { name: 'Download image' });
    await button.focus();
    await returns(page);
    await page.waitForLoadState('networkidle');
    expect(await button.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true);
    const png = await readFile(await download.path());
    const { background, line, text } = await page.evaluate<Record<string, number>>(
      `(${countPixels})('${png.toString('base64')}')`,
    );
    expect(background).toBeGreaterThan(1_000_000);
    expect(line).toBeGreaterThan(1_000);
    expect(text).toBeGreaterThan(500);
  });

  test('figures, a list and the keys look right, and fit', async () => {
    const page = await open();
    await page.goto(at('?country=DE&range=7d'));
    await looksRight(page);
    await page.goto(at('/pages'));
    await looksRight(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await looksRight(page, 'keys');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'hidden' });
  });

  test('a shared link asks for its password, and shows figures in the frame of another site', async () => {
    const path = await share({ name: 'Board', password: 'correct horse' });
    const page = await open();
    const answer = await page.goto(root(path));
    expect(answer?.status()).toBe(403);
    await looksRight(page);
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'View dashboard' }).click();
    await page.getByRole('heading', { name: 'Shop' }).waitFor();
    await looksRight(page);
    expect(await tile(page, 'Visitors')).toBe('36');

    expectComplaints(/blog\.test/);
    const embedded = root(`${await share({ name: 'Blog' })}?embed=1`);
    await page.goto(elsewhere(`<iframe src="${embedded}"></iframe>`));
    await page.frameLocator('iframe').getByRole('heading', { name: 'Shop' }).waitFor();
  });

  test('new visitors show without a reload, and focus, scroll and tooltip stay', async () => {
    const page = await look();
    const row = page.getByRole('link', { name: '/pricing', exact: false }).first();
    await row.focus();
    await page.evaluate('scrollTo(0, 300)');
    await page.locator('.chart-table summary').click();
    await page.getByRole('slider').focus();
    const tooltip = page.locator('.tooltip');
    const [day, said] = [await tooltip.locator('strong').textContent(), await tooltip.textContent()];
    const scrolled = await page.evaluate('scrollY');
    await send(service(), pageview(trackingKey(), '/fresh'));
    await service().drain();
    service().clock += PAUSE_MS;
    await returns(page);
    await page.getByText('1 visitor now').waitFor();
    await page.getByRole('link', { name: '/fresh' }).waitFor();
    expect(await isSameWindow(page)).toBe(true);
    expect(await page.locator('.chart-table').getAttribute('open')).toBe('');
    expect(await page.evaluate('scrollY')).toBe(scrolled);
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('slider');
    expect(await tooltip.locator('strong').textContent()).toBe(day);
    expect(await tooltip.textContent()).not.toBe(said);

    await row.focus();
    await send(service(), pageview(trackingKey(), '/more'), { address: '203.0.113.8' });
    await service().drain();
    await returns(page);
    await page.getByText('2 visitors now').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toContain('/pricing');
  });
});

/** Counts the pixels of a PNG that have the colors of the card, of the chart's line, and of its labels. */
const countPixels = `async (png) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + png;
  await image.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: image.width, height: image.height });
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const count = (selector, style) => {
    const [red, green, blue] = getComputedStyle(document.querySelector(selector))[style].match(/\\d+/g).map(Number);
    let found = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) found += 1;
    }
    return found;
  };
  return {
    background: count('.overview', 'backgroundColor'),
    line: count('.series-line:not(.previous)', 'stroke'),
    text: count('.line-chart text', 'fill'),
  };
}`;
