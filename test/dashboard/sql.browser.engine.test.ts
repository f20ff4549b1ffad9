import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { generateApiKey } from '../../src/accounts/api-keys.js';
import { createAccount } from '../../src/accounts/create-account.js';
import { describeInBrowser } from '../tracker/chromium.js';
import { inBrowser, PASSWORD } from './in-browser.js';

const HOSTILE = '/<img src=x onerror=alert(1)>';

describeInBrowser('SQL in the dashboard', () => {
  const { at, arrives, newPerson, signIn, press, looksRight, service } = inBrowser();

  /** An account with a website and a few events, and its key. */
  async function newOwner() {
    const { db } = service().engines.postgres;
    const email = `${crypto.randomUUID()}@example.com`;
    const { id } = await createAccount(db, { email, password: PASSWORD }, service().clock);
    const key = await generateApiKey(db, id, undefined, service().clock);
    const call = (path: string, body?: string, type = 'application/json') =>
      service().app.request(`/api/v1${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'X-API-Key': key, ...(body !== undefined && { 'Content-Type': type }) },
        ...(body !== undefined && { body }),
      });
    const website = await call('/websites', '{"name":"Shop","domain":"example.com","timezone":"UTC"}');
    const { data } = (await website.json()) as { data: { id: string } };
    const line = (path: string, daysAgo: number) => {
      const timestamp = new Date(service().clock - daysAgo * 86_400_000).toISOString();
      return JSON.stringify({ timestamp, url: `https://example.com${encodeURI(path)}`, visitor: `v${daysAgo}` });
    };
    const lines = [1, 2, 3, 5].flatMap((daysAgo) => [line('/a', daysAgo), line(HOSTILE, daysAgo)]);
    expect((await call(`/websites/${data.id}/import`, lines.join('\n'), 'application/x-ndjson')).status).toBe(200);
    return { email, call };
  }

  const editor = (page: Page) => page.getByRole('textbox', { name: 'Query' });
  const text = async (page: Page) => (await editor(page).textContent())?.trim();

  async function write(page: Page, query: string): Promise<void> {
    await page.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+a');
    // Chromium would replace a selection with a styled element, and report that the page allows none.
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(query);
  }

  const cells = (page: Page) => page.locator('.sql-rows tbody tr').first().locator('td').allInnerTexts();

  test('an example runs and is drawn; a query is typed with completion, its errors stay in place', async () => {
    const { email } = await newOwner();
    const page = await arrives();
    await signIn(page, email);
    await page.getByRole('link', { name: 'SQL', exact: true }).click();
    await page.getByRole('link', { name: 'Visitors and pageviews by day' }).click();
    await page.locator('.cm-content').waitFor();
    expect(await page.getByLabel('website').inputValue()).toMatch(/^[0-9a-f-]{36}$/);
    await press(page, 'Run');
    await page.getByText('4 rows').first().waitFor();
    expect(page.url()).toContain('?example=');
    expect(await page.locator('.sql-chart path.series-line').count()).toBe(2);
    await page.locator('.sql-schema summary').first().click();
    await looksRight(page);

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
    await looksRight(page);

    await write(
      page,
      'SELECT path AS `<b>x</b>`, {a:String} AS a, count() AS n FROM events GROUP BY path ORDER BY path',
    );
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText('2 rows').first().waitFor();
    expect(await cells(page)).toEqual([HOSTILE, 'typed', '4']);
    expect(await page.locator('#result th').first().textContent()).toBe('<b>x</b>');
    expect(await page.locator('#result :is(img, b)').count()).toBe(0);
    expect(await page.locator('.sql-chart rect').count()).toBe(2);
    await looksRight(page);

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
    expect(await readFile(await file.path(), 'utf8')).toBe(`<b>x</b>,a,n\r\n${HOSTILE},typed,4\r\n/a,typed,4\r\n`);
    expect(await text(page)).toContain('GROUP BY path');
  });

  test('a query is saved and called by its URL, and another account does not see it', async () => {
    const { email, call } = await newOwner();
    const page = await arrives();
    await signIn(page, email);
    await page.waitForURL(/\/websites$/);
    await page.goto(at('/sql'));
    await write(page, 'SELECT path FROM events WHERE path = {path:String} LIMIT 1');
    await page.getByText('Save query').click();
    await page.getByLabel('Name').fill('one-path');
    await page.getByLabel('Description').press('Enter');
    await page.getByText('Query saved.').waitFor();
    expect(await page.getByText('/api/v1/queries/one-path?path={path}').textContent()).toContain(at(''));
    await looksRight(page);
    const answer = await call('/queries/one-path?path=/a');
    expect(await answer.json()).toMatchObject({ data: { rows: [['/a']] } });

    const stranger = await arrives();
    await signIn(stranger, await newPerson());
    await stranger.waitForURL(/\/websites$/);
    await stranger.goto(at('/sql?saved=one-path'));
    await stranger.getByText('404', { exact: true }).waitFor();
    await stranger.goto(at('/sql'));
    await stranger.getByText('No saved queries yet.').waitFor();

    await page.getByRole('link', { name: 'Delete one-path' }).click();
    await press(page, 'Delete query');
    await page.getByText('Query deleted.').waitFor();
    expect((await call('/queries/one-path?path=/a')).status).toBe(404);
  });

  test('without a script, the form shows fields and rows', async () => {
    const { email } = await newOwner();
    const page = await arrives({ javaScriptEnabled: false });
    await signIn(page, email);
    await page.waitForURL(/\/websites$/);
    await page.goto(at('/sql'));
    await page.getByLabel('Query').fill('SELECT path\nFROM events WHERE path = {path:String} LIMIT 1');
    await press(page, 'Run');
    await page.getByText('Enter a value for each parameter.').waitFor();
    await page.getByLabel('path String').fill(HOSTILE);
    await press(page, 'Run');
    await page.getByText('1 row').first().waitFor();
    expect(await cells(page)).toEqual([HOSTILE]);
    expect(await page.getByLabel('Query').inputValue()).toBe(
      'SELECT path\nFROM events WHERE path = {path:String} LIMIT 1',
    );
  });
});
