import type { Page } from 'playwright-core';
import { afterEach, expect, test, vi } from 'vitest';
import { ClickHouseError } from '../../src/clickhouse/clickhouse.js';
import { pageview, send } from '../service/browser.js';
import { describeInBrowser } from '../tracker/chromium.js';
import { axeFaults } from './axe.js';
import { figuresInBrowser, isSameWindow, tile } from './figures-in-browser.js';
import { looksRightInEachMode } from './looks-right.js';

describeInBrowser('the realtime page in a browser', () => {
  const { service, id, trackingKey, at, open, expectComplaints } = figuresInBrowser();

  afterEach(() => void vi.restoreAllMocks());

  let addresses = 0;

  /** A new visitor's pageview, later than the one before. */
  async function visit(path: string): Promise<void> {
    addresses += 1;
    service().clock += 1;
    await send(service(), pageview(trackingKey(), path), { address: `198.51.100.${addresses}` });
  }

  async function openRealtime(options: Parameters<typeof open>[0] = {}): Promise<Page> {
    const page = await open(options);
    await page.goto(at('/realtime'));
    await page.evaluate('window.sameWindow = true');
    return page;
  }

  const latest = (page: Page, path: string) => page.locator('#latest-events').getByText(path, { exact: true });

  /** The pages whose streams are open, as the browser sees its connections. */
  function watchStreams(page: Page) {
    const streams = { opened: 0, closed: 0 };
    page.on('request', (request) => {
      if (request.url().endsWith('/stream')) streams.opened += 1;
    });
    page.on('requestfailed', (request) => {
      if (request.url().endsWith('/stream')) streams.closed += 1;
    });
    return streams;
  }

  const setHidden = (page: Page, isHidden: boolean) =>
    page.evaluate(`
      Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    `);

  test('shows events as they come, in windows side by side, without loading the page again', async () => {
    const pages = [await openRealtime(), await openRealtime()];
    for (const path of ['/first', '/second']) {
      await visit(path);
      for (const page of pages) await latest(page, path).waitFor();
    }
    for (const page of pages) {
      // An event may come between the queries of a reading; the next reading has all of it.
      await expect.poll(() => tile(page, 'Visitors')).toBe('2');
      await expect.poll(() => page.title()).toBe('2 now · Shop · Footfall');
      expect(await page.locator('#latest-events li p').allTextContents()).toEqual(['/second', '/first']);
      expect(await isSameWindow(page)).toBe(true);
    }
  });

  test('is where the visitors now lead to, and its rows lead to the figures of the day', async () => {
    const page = await open();
    await page.goto(at());
    await visit('/linked');
    await page.getByRole('link', { name: /visitors? now/ }).click();
    await page.waitForURL(/\/realtime$/);
    await page.locator('#pages').getByRole('link', { name: '/linked' }).click();
    await page.waitForURL((url) => url.search === '?range=today&page=%2Flinked');
    await page.getByRole('link', { name: 'Remove filter Page is /linked' }).waitFor();
  });

  test('a hidden page listens to nothing, and is up to date when it is shown', async () => {
    const page = await open();
    const streams = watchStreams(page);
    await page.goto(at('/realtime'));
    await expect.poll(() => streams).toEqual({ opened: 1, closed: 0 });
    await setHidden(page, true);
    await expect.poll(() => streams).toEqual({ opened: 1, closed: 1 });
    await visit('/while-hidden');
    await service().drain();
    expect(await latest(page, '/while-hidden').count()).toBe(0);
    await setHidden(page, false);
    await latest(page, '/while-hidden').waitFor();
    expect(streams).toEqual({ opened: 2, closed: 1 });
  });

  test('a paused page stays as it is until it goes on', async () => {
    const page = await openRealtime();
    const streams = watchStreams(page);
    await page.getByRole('button', { name: 'Pause' }).press('Enter');
    await expect.poll(() => streams.closed).toBe(1);
    await visit('/while-paused');
    await service().drain();
    await setHidden(page, true);
    await setHidden(page, false);
    expect([streams.opened, await latest(page, '/while-paused').count()]).toEqual([0, 0]);
    await page.getByRole('button', { name: 'Resume' }).press('Enter');
    await latest(page, '/while-paused').waitFor();
    expect(await page.getByRole('button', { name: 'Pause' }).isVisible()).toBe(true);
  });

  test('rows stay where a pointer or a key is, and move on when it has left', async () => {
    const page = await openRealtime();
    await visit('/before');
    await latest(page, '/before').waitFor();
    await latest(page, '/before').hover();
    await page.locator('#pages').getByRole('link').first().focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    const visitors = await tile(page, 'Visitors');
    await visit('/meanwhile');
    await expect.poll(() => tile(page, 'Visitors')).not.toBe(visitors);
    await page
      .locator('#referrers')
      .getByText(new RegExp(`Direct.*${await tile(page, 'Visitors')}`))
      .waitFor();
    expect(await latest(page, '/meanwhile').count()).toBe(0);
    expect(await page.locator('#pages').getByText('/meanwhile').count()).toBe(0);
    await page.mouse.move(0, 0);
    await latest(page, '/meanwhile').waitFor();
    await page.getByRole('button', { name: 'Pause' }).focus();
    await page.locator('#pages').getByText('/meanwhile').waitFor();
  });

  test('says that it is outdated while it cannot be read, and goes on later', async () => {
    const page = await openRealtime();
    const outdated = page.getByText(/^Connection lost, trying again\. Last updated \d\d:\d\d\.$/);
    expectComplaints(/ERR_|50\d/);
    const { query } = service().clickhouse;
    const away = vi.spyOn(service().clickhouse, 'query');
    away.mockRejectedValue(new ClickHouseError('away', undefined, undefined));
    // Equal queries are cached.
    service().clock += 1_000;
    await visit('/while-away');
    await outdated.waitFor();
    const begun = await openRealtime();
    await begun.getByText('The database is not available at the moment, try again later.').waitFor();
    expect(await begun.getByRole('link', { name: 'Settings' }).isVisible()).toBe(true);
    away.mockImplementation(query);
    for (const each of [page, begun]) await latest(each, '/while-away').waitFor();
    await outdated.waitFor({ state: 'detached' });
    await page.context().setOffline(true);
    await setHidden(page, true);
    await setHidden(page, false);
    await outdated.waitFor();
    await page.context().setOffline(false);
    await outdated.waitFor({ state: 'detached' });
    expect(await isSameWindow(page)).toBe(true);
  });

  test('without a stream, it is loaded now and then, and listens again when it can', async () => {
    const page = await open();
    await page.clock.install();
    expectComplaints(/503/);
    await page.route('**/stream', (route) => route.fulfill({ status: 503, body: 'Too many' }));
    await page.goto(at('/realtime'));
    await visit('/polled');
    await service().drain();
    await page.clock.fastForward(10_000);
    await latest(page, '/polled').waitFor();
    await page.unroute('**/stream');
    await page.clock.fastForward(10_000);
    await visit('/heard');
    await latest(page, '/heard').waitFor();
  });

  test('connects again when it hears nothing, as after a connection was lost unnoticed', async () => {
    const page = await open();
    await page.clock.install();
    const streams = watchStreams(page);
    await page.goto(at('/realtime'));
    await visit('/heard-last');
    await latest(page, '/heard-last').waitFor();
    await page.clock.fastForward(40_000);
    await expect.poll(() => streams).toEqual({ opened: 2, closed: 1 });
  });

  test('says that its person is signed out, and asks no more', async () => {
    const page = await openRealtime();
    expectComplaints(/MIME type|text\/html/);
    const other = await page.context().newPage();
    await other.goto(at());
    await other
      .locator('.bar details', { has: other.getByText('Sign out') })
      .locator('summary')
      .click();
    await other.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out. Sign in').waitFor();
    const streams = watchStreams(page);
    await page.waitForTimeout(500);
    expect(streams.opened).toBe(0);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.searchParams.get('next') === `/websites/${id()}/realtime`);
  });

  test('works without JavaScript', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(at('/realtime'));
    await visit('/without');
    await service().drain();
    await page.getByRole('link', { name: 'Refresh' }).click();
    await latest(page, '/without').waitFor();
    expect(await page.getByRole('button', { name: 'Pause' }).isVisible()).toBe(false);
    await page.getByText('View as table').click();
    expect(await page.locator('.chart-table tbody tr').last().isVisible()).toBe(true);
  });

  test('looks right in narrow and wide windows, each light and dark, with rows and without', async () => {
    await send(service(), pageview(trackingKey(), `/${'a-very-long-name-'.repeat(20)}`));
    await send(service(), { key: trackingKey(), type: 'custom', url: 'https://example.com/', name: 'signup' });
    await service().drain();
    const page = await openRealtime();
    await page.getByText('View as table').click();
    await looksRightInEachMode(page);
    await page.setViewportSize({ width: 375, height: 900 });
    expect(await axeFaults(page)).toEqual([]);
    service().clock += 60 * 60 * 1000;
    await page.goto(at('/realtime'));
    await page.getByText('No visitors in the last 30 minutes.').waitFor();
    await looksRightInEachMode(page);
  });
});
