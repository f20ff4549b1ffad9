import { expect, test } from 'vitest';
import { describeInBrowser } from '../tracker/chromium.js';
import { looksRightInEachMode } from './looks-right.js';
import { cells, HOSTILE_PATH, sqlInBrowser, write } from './sql-in-browser.js';

describeInBrowser('SQL in the dashboard', () => {
  const { at, openOwner, openSignedIn, press } = sqlInBrowser();

  test('a query is saved and called by its URL, and another account does not see it', async () => {
    const { owner, page } = await openOwner();
    await page.goto(at('/sql'));
    await write(page, 'SELECT path FROM events WHERE path = {path:String} LIMIT 1');
    await page.getByText('Save query').click();
    await page.getByLabel('Name').fill('one-path');
    await page.getByLabel('Description').press('Enter');
    await page.getByText('Query saved.').waitFor();
    expect(await page.getByText('/api/v1/queries/one-path?path={path}').textContent()).toContain(at(''));
    await looksRightInEachMode(page);
    const { body } = await owner.get('/queries/one-path', { path: '/a' });
    expect(body.data).toMatchObject({ rows: [['/a']] });

    const { page: stranger } = await openSignedIn();
    await stranger.goto(at('/sql?saved=one-path'));
    await stranger.getByText('404', { exact: true }).waitFor();
    await stranger.goto(at('/sql'));
    await stranger.getByText('No saved queries yet.').waitFor();

    await page.getByRole('link', { name: 'Delete one-path' }).click();
    await press(page, 'Delete query');
    await page.getByText('Query deleted.').waitFor();
    expect((await owner.get('/queries/one-path', { path: '/a' })).status).toBe(404);
  });

  test('without a script, the form shows fields and rows', async () => {
    const { page } = await openOwner({ javaScriptEnabled: false });
    await page.goto(at('/sql'));
    await page.getByLabel('Query').fill('SELECT path\nFROM events WHERE path = {path:String} LIMIT 1');
    await press(page, 'Run');
    await page.getByText('Enter a value for each parameter.').waitFor();
    await page.getByLabel('path String').fill(HOSTILE_PATH);
    await press(page, 'Run');
    await page.getByText('1 row').first().waitFor();
    expect(await cells(page)).toEqual([HOSTILE_PATH]);
    expect(await page.getByLabel('Query').inputValue()).toBe(
      'SELECT path\nFROM events WHERE path = {path:String} LIMIT 1',
    );
  });

  test('a line chart, bars, the schema and an error look right', async () => {
    const { page } = await openOwner();
    await page.goto(at('/sql'));
    await page.getByRole('link', { name: 'Visitors and pageviews by day' }).click();
    await page.locator('.cm-content').waitFor();
    await press(page, 'Run');
    await page.getByText('4 rows').first().waitFor();
    await page.locator('.sql-schema summary').first().click();
    await looksRightInEachMode(page, 'a line chart');
    await write(page, 'SELEC {a:String}');
    await page.getByLabel('a String').fill('typed');
    await page.getByLabel('a String').press('ControlOrMeta+Enter');
    await page.getByRole('alert').getByText('Syntax error').waitFor();
    await looksRightInEachMode(page, 'an error');
    await write(page, 'SELECT path, count() AS n FROM events GROUP BY path ORDER BY path');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText('2 rows').first().waitFor();
    expect(await page.locator('.sql-chart rect').count()).toBe(2);
    await looksRightInEachMode(page, 'bars');
  });
});
