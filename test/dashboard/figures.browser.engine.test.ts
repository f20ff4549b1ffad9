import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { pageview, send } from '../service/browser.js';
import { describeInBrowser } from '../tracker/chromium.js';
import { type FiguresWindow, figuresWindow } from './figures-window.js';

/** What a window that comes to the front asks again no sooner than after. */
const PAUSE_MS = 3_100;

/** Of what takes a question or two. */

describeInBrowser('figures in a browser', () => {
  let window: FiguresWindow;

  beforeAll(async () => {
    window = await figuresWindow();
  });

  afterEach(async () => {
    expect(await window.complaints()).toEqual([]);
  });

  afterAll(() => window?.close());

  /** A window with figures; it is the same for as long as it is not loaded again. */
  async function look(path = ''): Promise<Page> {
    const page = await window.open();
    await page.goto(window.at(path));
    await page.evaluate('window.sameWindow = true');
    return page;
  }

  const isSameWindow = (page: Page) => page.evaluate('window.sameWindow === true');
  const tile = async (page: Page, name: string) =>
    (await page
      .locator('.tile', { has: page.getByText(name, { exact: true }) })
      .locator('.tile-value')
      .textContent()) ?? '';
  const search = (page: Page): string => new URL(page.url()).search;

  test('a click on a row filters, the back button takes it back, and the address shows the same', async () => {
    const page = await look();
    expect(await tile(page, 'Visitors')).toBe('36');
    await page.getByRole('link', { name: 'Hacker News' }).click();
    await page.getByRole('link', { name: 'Remove filter Referrer is Hacker News' }).waitFor();
    expect(search(page)).toBe('?referrer=Hacker+News');
    expect(await tile(page, 'Visitors')).toBe('12');
    await page.getByRole('link', { name: /^Singapore: 12 visitors/ }).click();
    await page.getByRole('link', { name: 'Remove filter Country is Singapore' }).waitFor();
    expect(search(page)).toBe('?referrer=Hacker+News&country=SG');
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
    expect(search(page)).toBe('?referrer=Hacker+News');
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
    expect(await reader.getAttribute('aria-valuetext')).toBe(`${secondDay}. Visitors: 1. Previous: 1.`);
    await page.keyboard.press('Escape');
    expect(await page.locator('.tooltip').isVisible()).toBe(false);
    expect(search(page)).toBe('?range=7d&referrer=Google');

    const box = (await reader.boundingBox())!;
    await page.mouse.move(box.x + box.width - 2, box.y + 10);
    expect(await page.locator('.tooltip').textContent()).toContain('so far');
    await page.mouse.move(box.x, box.y - 200);
    expect(await page.locator('.tooltip').isVisible()).toBe(false);

    const finger = await window.open({ hasTouch: true, viewport: { width: 375, height: 800 } });
    await finger.goto(window.at('?range=7d'));
    const area = (await finger.getByRole('slider').boundingBox())!;
    await finger.touchscreen.tap(area.x + 1, area.y + 20);
    expect(await finger.locator('.tooltip').textContent()).toContain(firstDay);
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
    await send(window.service, pageview(window.trackingKey, '/fresh'));
    await window.service.drain();
    await page.waitForTimeout(PAUSE_MS);
    window.service.clock += PAUSE_MS;
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await page.getByText('1 visitor now').waitFor();
    await page.getByRole('link', { name: '/fresh' }).waitFor();
    expect(await isSameWindow(page)).toBe(true);
    expect(await page.locator('.chart-table').getAttribute('open')).toBe('');
    expect(await page.evaluate('scrollY')).toBe(scrolled);
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('slider');
    expect(await tooltip.locator('strong').textContent()).toBe(day);
    expect(await tooltip.textContent()).not.toBe(said);

    await row.focus();
    await send(window.service, pageview(window.trackingKey, '/more'), { address: '203.0.113.8' });
    await window.service.drain();
    await page.waitForTimeout(PAUSE_MS);
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await page.getByText('2 visitors now').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toContain('/pricing');
  });

  test('what is shown stays when it cannot be read again, says why that it is old, and is fresh again later', async () => {
    const page = await look('?range=7d');
    const [away, signedOut] = [
      page.getByText(/^Connection lost, trying again\. Last updated \d\d:\d\d\.$/),
      page.getByText('You are signed out.'),
    ];
    const returns = async () => {
      await page.waitForTimeout(PAUSE_MS);
      await page.evaluate("window.dispatchEvent(new Event('focus'))");
    };
    await page.route('**/websites/*', (route) => route.abort());
    await returns();
    await away.waitFor();
    expect(await page.getByRole('status').filter({ has: away }).count()).toBe(1);
    expect(await tile(page, 'Visitors')).not.toBe('0');
    await page.unroute('**/websites/*');
    await returns();
    await away.waitFor({ state: 'detached' });
    await page.context().clearCookies();
    await returns();
    await signedOut.waitFor();
    expect(await isSameWindow(page)).toBe(true);
    await page.route('**/websites/*', (route) => route.fulfill({ status: 404, body: 'There is no such page' }));
    await returns();
    await page.getByText('This page is no longer available. Reload').waitFor();
    await page.unroute('**/websites/*');
    await returns();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.searchParams.get('next') === `/websites/${window.id}?range=7d`);
    expect((await window.complaints()).filter((each) => !/ERR_FAILED|404/.test(each))).toEqual([]);
  });

  test('what is chosen already can be chosen again', async () => {
    const page = await look('?range=yesterday');
    for (let times = 0; times < 3; times++) {
      await page.getByRole('link', { name: 'Entry pages', exact: true }).click();
      await page.waitForURL(/content=entry-pages/);
      await expect.poll(() => page.locator('#figures').getAttribute('aria-busy')).toBeNull();
    }
  });

  test('beside a range that is over only visitors now are asked for again', async () => {
    for (const [path, times] of [
      ['/pages?range=yesterday', 0],
      ['?range=yesterday', 1],
    ] as const) {
      const page = await look(path);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.waitForTimeout(PAUSE_MS);
      await page.evaluate("window.dispatchEvent(new Event('focus'))");
      await page.waitForTimeout(300);
      expect(asked).toHaveLength(times);
    }
  });

  test('a list is read on, part by part, from the top of each', async () => {
    const views = Array.from({ length: 210 }, (_, index) => pageview(window.trackingKey, `/part-${index}`));
    await Promise.all(views.map((view) => send(window.service, view)));
    await window.service.drain();
    const page = await look('/pages?range=today');
    await page.getByRole('link', { name: 'Next' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Page 2 of 3').waitFor();
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByText('Page 3 of 3').waitFor();
  });

  test('keys choose ranges, search, help and clear, but not while something is typed', async () => {
    const page = await look('?country=DE&browser=Firefox');
    const ranges = { t: 'today', y: 'yesterday', 7: '7d', m: 'month', l: 'last-month', 0: '12mo' };
    for (const [key, name] of Object.entries(ranges)) {
      await page.keyboard.press(key);
      await page.waitForURL((url) => url.searchParams.get('range') === name);
    }
    await page.keyboard.press('3');
    await page.waitForURL((url) => url.search === '?country=DE&browser=Firefox');

    await page.keyboard.press('/');
    await page.keyboard.type('t7');
    expect(await page.getByLabel('Value').inputValue()).toBe('t7');
    expect(search(page)).toBe('?country=DE&browser=Firefox');
    await page.keyboard.press('Escape');
    expect(await page.locator('.filter-menu').getAttribute('open')).toBeNull();
    expect(search(page)).toBe('?country=DE&browser=Firefox');

    // The range menu shows its keys; no other is for it.
    await page.locator('.range-menu summary').click();
    await page.keyboard.press('/');
    expect(await page.locator('.filter-menu').getAttribute('open')).toBeNull();
    await page.keyboard.press('7');
    await page.waitForURL((url) => url.searchParams.get('range') === '7d');
    expect(await page.locator('.range-menu').getAttribute('open')).toBeNull();
    await page.keyboard.press('3');
    await page.waitForURL((url) => url.search === '?country=DE&browser=Firefox');

    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('t');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'hidden' });
    expect(search(page)).toBe('?country=DE&browser=Firefox');
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.search === '');
    expect(await isSameWindow(page)).toBe(true);
  });

  test('a filter that is typed in, and two dates, change the figures in place', async () => {
    const page = await look();
    await page.keyboard.press('/');
    await page.locator('[name=by]').selectOption('country');
    await page.getByLabel('Value').fill('Germany');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Remove filter Country is Germany' }).waitFor();
    expect(search(page)).toBe('?country=DE');
    const yesterday = new Date(window.service.clock - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
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

  test('values are suggested while a filter is typed, and a click on its chip edits it', async () => {
    const page = await look();
    await page.keyboard.press('/');
    await page.locator('[name=by]').selectOption('country');
    await page.locator('[name=op]').selectOption('is_not');
    await page.getByLabel('Value').pressSequentially('sing');
    const options = page.locator('#filter-suggestions option');
    await expect
      .poll(() => options.evaluateAll((all) => all.map((each) => (each as unknown as { value: string }).value)))
      .toEqual(['Singapore']);
    await page.getByLabel('Value').fill('Singapore');
    await page.getByLabel('or', { exact: true }).fill('de');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Edit filter Country is not Singapore or Germany' }).click();
    await page.waitForURL((url) => url.search === '?country.is_not=SG&country.is_not=DE&edit=country.is_not');
    await expect.poll(() => page.locator('.filter-menu').getAttribute('open')).toBe('');
    await expect.poll(() => page.evaluate<string>('document.activeElement.name')).toBe('value');
    await page.getByLabel('or', { exact: true }).first().fill('');
    await page.locator('[name=op]').selectOption('is');
    await page.getByRole('button', { name: 'Apply' }).first().click();
    await page.getByRole('link', { name: 'Remove filter Country is Singapore' }).waitFor();
    expect(search(page)).toBe('?country=SG');
    expect(await page.locator('.filter-menu').getAttribute('open')).toBeNull();
    await page.getByRole('link', { name: /^Singapore: / }).click();
    await page.waitForURL((url) => url.search === '');
    expect(await isSameWindow(page)).toBe(true);
  });

  test('a part of a value is completed, or becomes a part to be found, and both are said', async () => {
    const page = await look();
    const types = async (text: string) => {
      await page.keyboard.press('/');
      await page.getByLabel('Value').fill(text);
      await page.keyboard.press('Enter');
    };
    await types('/pri');
    await page.getByText('The filter was completed to “Page is /pricing”.').waitFor();
    expect(search(page)).toBe('?page=%2Fpricing&changed=page');
    await page.getByRole('link', { name: 'Remove filter Page is /pricing' }).click();
    await page.getByText('The filter was completed').waitFor({ state: 'detached' });
    await types('page-');
    await page.getByText('No exact match. The filter is now “Page contains page-”.').waitFor();
    expect(search(page)).toBe('?page.contains=page-&changed=page.contains');
    expect(await tile(page, 'Visitors')).toBe('24');
    expect(await isSameWindow(page)).toBe(true);
  });

  test('without a connection the page stays, and the choice is made when there is one again', async () => {
    const page = await look('?range=7d');
    await page.context().setOffline(true);
    await page.keyboard.press('t');
    await page.getByText(/^Connection lost, trying again\. Last updated \d\d:\d\d\.$/).waitFor();
    expect(search(page)).toBe('?range=7d');
    // The last choice counts.
    await page.keyboard.press('y');
    await expect.poll(() => page.locator('#figures').getAttribute('aria-busy')).toBe('true');
    expect(await page.locator('.tile').first().isVisible()).toBe(true);
    await page.context().setOffline(false);
    await page.waitForURL(/range=yesterday/);
    await page.getByText('Connection lost').waitFor({ state: 'detached' });
    expect(await page.locator('.range-menu summary').textContent()).toBe('Yesterday');
    expect(await isSameWindow(page)).toBe(true);
    expect((await window.complaints()).filter((each) => !each.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  test('the definition of a number covers no number', async () => {
    const page = await look();
    const last = page.locator('.tile').last();
    await last.hover();
    await page.locator('.tooltip', { hasText: 'Visitors who came before this period, too.' }).waitFor();
    const [row, tip] = [
      (await page.locator('.numbers').boundingBox())!,
      (await page.locator('.tooltip').boundingBox())!,
    ];
    expect(tip.y).toBeGreaterThanOrEqual(row.y + row.height);
    expect(tip.x + tip.width).toBeLessThanOrEqual(1280);
  });

  test('arrows go to the period before and after, and move along the chart', async () => {
    const page = await look('?range=7d');
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL(/from=/);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.getByRole('link', { name: 'Next period' }).count()).toBe(0);
    const { href } = { href: page.url() };
    await page.getByRole('slider').focus();
    await page.keyboard.press('ArrowLeft');
    expect(page.url()).toBe(href);
    await page.locator('.tile-link').nth(4).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await page.locator('.tooltip', { hasText: 'Share of visits with exactly one pageview.' }).waitFor();
  });

  test('all rows of a list are searched, and taken along as a file', async () => {
    const page = await look('?country=DE');
    await page.getByRole('link', { name: 'All pages' }).click();
    await page.waitForURL(/\/pages\?country=DE$/);
    await page.keyboard.press('/');
    await page.keyboard.type('PRIC');
    await page.keyboard.press('Enter');
    await page.getByText('1 result', { exact: true }).waitFor();
    await page.goBack();
    await page.getByText('2 results', { exact: true }).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await page.goForward();
    await page.getByText('1 result', { exact: true }).waitFor();
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
    await page.getByText('2 results', { exact: true }).waitFor();
    expect(search(page)).toBe('?country=DE');
  });
});
