import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../tracker/chromium.js';
import { looksRight } from './looks-right.js';
import { cells, HOSTILE_PATH, sqlInBrowser, write } from './sql-in-browser.js';

describeInBrowser('SQL in the dashboard', () => {
  const { at, openOwner, press } = sqlInBrowser();

  const text = async (page: Page) => (await page.getByRole('textbox', { name: 'Query' }).textContent())?.trim();

  test('an example runs and is drawn; a query is typed with completion, its errors stay in place', async () => {
    const { page } = await openOwner();
    await page.goto(at('/websites'));
    await page.getByRole('link', { name: 'SQL', exact: true }).click();
    await page.getByRole('link', { name: 'Visitors and pageviews by day' }).click();
    await page.locator('.cm-content').waitFor();
    expect(await page.getByLabel('website').inputValue()).toMatch(/^[0-9a-f-]{36}$/);
    await press(page, 'Run');
    await page.getByText('4 rows').first().waitFor();
    expect(page.url()).toContain('?example=');
    expect(await page.locator('.sql-chart path.series-line').count()).toBe(2);
    await page.locator('.sql-schema summary').first().click();
    await looksRight(page, 'a result');

    await write(page, '');
    await page.keyboard.type('SELECT coun');
    await page.locator('.cm-tooltip-autocomplete').getByText('country', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await write(page, 'SELEC {a:String}');
    await page.getByLabel('a String').fill('typed');
    await page.getByLabel('a String').press('ControlOrMeta+Enter');
    await page.getByRole('alert').getByText('Syntax error').waitFor();
    expect(await text(page)).toBe('SELEC {a:String}');
    expect(await page.getByLabel('a String').inputValue()).toBe('typed');
    expect(await page.evaluate('document.activeElement.id')).toBe('param_a');
    await looksRight(page, 'an error');

    await write(
      page,
      'SELECT path AS `<b>x</b>`, {a:String} AS a, count() AS n FROM events GROUP BY path ORDER BY path',
    );
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText('2 rows').first().waitFor();
    expect(await cells(page)).toEqual([HOSTILE_PATH, 'typed', '4']);
    expect(await page.locator('#result th').first().textContent()).toBe('<b>x</b>');
    expect(await page.locator('#result :is(img, b)').count()).toBe(0);
    expect(await page.locator('.sql-chart rect').count()).toBe(2);

    // Run at once, before the field of the parameter is there.
    await write(page, "SELECT count() + 39 FROM events WHERE website_id = {website:UUID} AND path = '/a'");
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect.poll(() => cells(page)).toEqual(['43']);
    expect(await page.getByLabel('website').inputValue()).toMatch(/^[0-9a-f-]{36}$/);
    await write(
      page,
      'SELECT path AS `<b>x</b>`, {a:String} AS a, count() AS n FROM events GROUP BY path ORDER BY path',
    );
    await page.getByLabel('a String').fill('typed');
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download CSV')]);
    expect(await readFile(await file.path(), 'utf8')).toBe(`<b>x</b>,a,n\r\n${HOSTILE_PATH},typed,4\r\n/a,typed,4\r\n`);
    expect(await text(page)).toContain('GROUP BY path');
  });
});
