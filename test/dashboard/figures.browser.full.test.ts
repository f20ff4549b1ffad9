import { expect, test } from 'vitest';
import { pageview, send } from '../service/browser.js';
import { describeInBrowser } from '../tracker/chromium.js';
import { figuresInBrowser, isSameWindow, returns, search, tile } from './figures-in-browser.js';

describeInBrowser('figures in a browser', () => {
  const { service, id, trackingKey, look, expectComplaints } = figuresInBrowser();

  test('what is shown stays when it cannot be read again, says why that it is old, and is fresh again later', async () => {
    const page = await look('?range=7d');
    const [away, signedOut] = [
      page.getByText(/^Connection lost, trying again\. Last updated \d\d:\d\d\.$/),
      page.getByText('You are signed out.'),
    ];
    expectComplaints(/ERR_FAILED|404/);
    // A section that is still loading would say that the page is fresh.
    await page.waitForLoadState('networkidle');
    await page.route('**/websites/**', (route) => route.abort());
    await returns(page);
    await away.waitFor();
    expect(await page.getByRole('status').filter({ has: away }).count()).toBe(1);
    expect(await tile(page, 'Visitors')).not.toBe('0');
    await page.unroute('**/websites/**');
    await returns(page);
    await away.waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    await returns(page);
    await signedOut.waitFor();
    expect(await isSameWindow(page)).toBe(true);
    await page.route('**/websites/**', (route) => route.fulfill({ status: 404, body: 'There is no such page' }));
    await returns(page);
    await page.getByText('This page is no longer available. Reload').waitFor();
    await page.unroute('**/websites/**');
    await returns(page);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.searchParams.get('next') === `/websites/${id()}?range=7d`);
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
      await returns(page);
      await page.waitForTimeout(300);
      expect(asked).toHaveLength(times);
    }
  });

  test('of another range, neither panels nor excluded traffic of the one before stay', async () => {
    const page = await look('?range=24h&interval=month');
    const excluded = page.locator('#dropped summary');
    await page.getByText('This period is too short for months.').waitFor();
    await excluded.waitFor();
    expectComplaints(/503/);
    await page.route('**/excluded?*', (route) => route.fulfill({ status: 503, body: 'Too many' }));
    await page.keyboard.press('7');
    await page.waitForURL((url) => url.searchParams.get('range') === '7d');
    await excluded.waitFor({ state: 'detached' });
    expect(await page.locator('.panels').count()).toBe(1);
    await page.getByText(/visitors? now/).waitFor();
    await page.unroute('**/excluded?*');
    await returns(page);
    await excluded.waitFor();
  });

  test('after midnight, yesterday is another day', async () => {
    const page = await look('?range=yesterday');
    await page.getByText(/visitors? now/).waitFor();
    const shown = () => page.locator('.chart-key .key-current').textContent();
    const before = await shown();
    service().clock += 24 * 60 * 60 * 1000;
    await returns(page);
    await expect.poll(shown).not.toBe(before);
    expect(await isSameWindow(page)).toBe(true);
  });

  test('visitors now that cannot be read are old, and excluded traffic that cannot be read hides nothing', async () => {
    const page = await look('?range=yesterday');
    const away = page.getByText(/^Connection lost, trying again/);
    await page.getByText(/visitors? now/).waitFor();
    expectComplaints(/502/);
    await page.route('**/now', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await returns(page);
    await away.waitFor();
    await page.route('**/excluded?*', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await page.unroute('**/now');
    await returns(page);
    await away.waitFor({ state: 'detached' });
  });

  test('a list is read on, part by part, from the top of each', async () => {
    const views = Array.from({ length: 210 }, (_, index) => pageview(trackingKey(), `/part-${index}`));
    await Promise.all(views.map((view) => send(service(), view)));
    await service().drain();
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
    await page.getByRole('option', { name: 'contains “t7”' }).waitFor();
    await page.keyboard.press('Escape');
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

  test('values are suggested while a filter is typed, and a click on its chip edits it', async () => {
    const page = await look();
    await page.keyboard.press('/');
    await page.locator('[name=by]').selectOption('country');
    await page.locator('[name=op]').selectOption('is_not');
    await page.getByLabel('Value').pressSequentially('sing');
    await page.getByRole('option', { name: /^Singapore SG 12 visitors/ }).waitFor();
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
    await page
      .locator('#places')
      .getByRole('link', { name: /^Singapore/ })
      .click();
    await page.waitForURL((url) => url.search === '');
    expect(await isSameWindow(page)).toBe(true);
  });

  test('a part of a value is completed, or becomes a part to be found, and both are said', async () => {
    const page = await look();
    // Enter would choose the first suggestion, if it came before.
    await page.route('**/suggest?*', (route) => route.fulfill({ status: 200, body: '' }));
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
    expectComplaints(/ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    await page.keyboard.press('t');
    await page.getByText(/^Connection lost, trying again\. Last updated \d\d:\d\d\.$/).waitFor();
    expect(search(page)).toBe('?range=7d');
    // The last choice counts.
    await page.keyboard.press('y');
    await expect.poll(() => page.locator('#figures').getAttribute('aria-busy')).toBe('true');
    expect(await page.locator('.tile').first().isVisible()).toBe(true);
    // The bar at the top of the window.
    const animations = () => page.evaluate("getComputedStyle(document.body, '::before').animationName");
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await animations()).toBe('pass');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await animations()).toBe('none');
    await page.context().setOffline(false);
    await page.waitForURL(/range=yesterday/);
    await page.getByText('Connection lost').waitFor({ state: 'detached' });
    expect(await animations()).toBe('none');
    expect(await page.locator('.range-menu summary').textContent()).toBe('Yesterday');
    expect(await isSameWindow(page)).toBe(true);
  });

  test('the definition of a number covers no number', async () => {
    const page = await look();
    const last = page.locator('.tile').last();
    await last.hover();
    await page
      .locator('.tooltip', { hasText: 'Average time from the first to the last activity of a visit.' })
      .waitFor();
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
    await page.locator('.tile-link').nth(3).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await page.locator('.tooltip', { hasText: 'Share of visits with exactly one pageview.' }).waitFor();
  });
});
