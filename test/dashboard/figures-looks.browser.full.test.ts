import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { themes } from '../../src/dashboard/ui/charts/themes.js';
import { pageview, send } from '../service/browser.js';
import { describeInBrowser } from '../tracker/chromium.js';
import { axeFaults } from './axe.js';
import { figuresInBrowser } from './figures-in-browser.js';
import { looksRight, looksRightInEachMode } from './looks-right.js';

const FIRST_PAGE_BYTES = 60 * 1024;
const UPDATE_BYTES = 12 * 1024;
const SCRIPT_BYTES = 20 * 1024;

describeInBrowser('how figures look', () => {
  const { service, trackingKey, at, root, elsewhere, open, share, expectComplaints } = figuresInBrowser();

  beforeAll(async () => {
    await send(service(), { key: trackingKey(), type: 'pageview', url: 'https://elsewhere.example/' });
    await send(service(), pageview(trackingKey(), `/${'a-very-long-name-'.repeat(30)}`));
    await send(service(), {
      key: trackingKey(),
      type: 'custom',
      url: 'https://example.com/',
      name: 'signup',
      props: { ['a_property_with_a_long_name_'.repeat(2)]: 'a value that has many words '.repeat(10) },
    });
    await service().drain();
  });

  test.each(['light', 'dark'] as const)('axe-core finds nothing in %s, in any theme', async (colorScheme) => {
    const page = await open({ colorScheme });
    await page.goto(at('?country=DE&browser=Firefox&range=7d'));
    for (const details of await page.locator('details').all())
      await details.evaluate((it) => it.setAttribute('open', ''));
    for (const theme of Object.keys(themes)) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      expect(await axeFaults(page, 'colors'), theme).toEqual([]);
    }
  });

  test.each(['', '/pages?search=p'])('%j looks right in narrow and wide windows, each light and dark', async (path) => {
    const page = await open();
    await page.goto(at(path));
    await looksRightInEachMode(page);
  });

  test.each([
    '?sources=channels&content=exit-links&places=countries&technology=devices',
    '?sources=campaigns&content=entry-pages&places=languages&range=nonsense&metric=pageviews',
    '?range=today&city=Nowhere',
    '/channels',
    '/exit-links',
  ])('%j looks right in a narrow, dark window and in a wide, light one', async (path) => {
    const page = await open();
    await page.goto(at(path));
    await looksRight(page);
  });

  // At 320 pixels axe-core takes what is cut off the long name for a target above the links below it.
  test.each([375, 1440])('axe-core finds nothing in a list with a long name, %i pixels wide', async (width) => {
    const page = await open({ viewport: { width, height: 900 } });
    await page.goto(at('/pages'));
    expect(await axeFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeFaults(page, 'colors')).toEqual([]);
  });

  test('so do the keys, the password of a shared link, and what it leads to', async () => {
    const page = await open();
    await page.goto(at('/channels'));
    await page.keyboard.press('?');
    await looksRightInEachMode(page, 'keys');
    const answer = await page.goto(root(`${await share({ name: 'Board', password: 'correct horse' })}?embed=1`));
    expect(answer?.status()).toBe(403);
    await looksRightInEachMode(page, 'a password');
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'View dashboard' }).click();
    await page.getByRole('heading', { name: 'Shop' }).waitFor();
    await looksRightInEachMode(page, 'a shared link');
  });

  test.each([
    '',
    '?country=DE&os=Windows&device=desktop&browser=Firefox&sources=channels&places=cities&range=today',
    '/pages',
    '/countries?search=x',
  ])('nothing of %j is wider than its window, from 320 pixels to 2560', async (path) => {
    const page = await open();
    await page.goto(at(path));
    for (const width of [320, 375, 560, 768, 1024, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  });

  test('the chart is not wider than its window for a moment either, when the window becomes narrower', async () => {
    const page = await open();
    await page.goto(at());
    await page.locator('.reader-area').waitFor();
    const { before, after, content } = await page.evaluate<Record<'before' | 'after' | 'content', number>>(`(() => {
      const reader = document.querySelector('.chart-reader');
      const before = reader.clientWidth;
      document.body.style.width = '300px';
      return { before, after: reader.clientWidth, content: reader.scrollWidth };
    })()`);
    expect(after).toBeLessThan(before);
    expect(content).toBe(after);
  });

  test('range and filters stay in view, and nothing else does', async () => {
    const page = await open();
    await page.goto(at('?country=DE'));
    await page.evaluate('scrollTo(0, 600)');
    const inView = (selector: string) =>
      page.evaluate<boolean>(`document.querySelector('${selector}').getBoundingClientRect().top >= 0`);
    for (const selector of ['.range-menu', '.filter-menu', '.filter-chip']) expect(await inView(selector)).toBe(true);
    expect(await inView('.brand')).toBe(false);
  });

  test.each(['', '/pages', '/delete-events'])('the filter menu of %j is within a small window', async (path) => {
    const page = await open({ viewport: { width: 375, height: 800 } });
    await page.goto(at(path));
    await page.locator('.filter-menu > summary').click();
    const { x, width } = (await page.locator('.filter-menu > .menu-content').boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(375);
  });

  test('a long name leaves the bar and the head whole', async () => {
    const page = await open({ viewport: { width: 375, height: 800 } });
    await page.goto(at());
    await page.evaluate(
      `for (const name of document.querySelectorAll('h1')) name.textContent = 'A very long name '.repeat(6)`,
    );
    expect(
      await page.evaluate(
        `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.bar-nav a'))`,
      ),
    ).toBe(0);
    const middles = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.website-heading > *')].map((it) => it.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 2))`,
    );
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
  });

  test('long names of paths and properties take two lines, and leave numbers their room', async () => {
    const page = await open({ viewport: { width: 375, height: 800 } });
    await page.goto(at('/pages?search=very'));
    const row = page.locator('.list-table tbody tr');
    expect((await row.boundingBox())?.height).toBeLessThan(70);
    expect(await row.locator('.clamped').getAttribute('title')).toContain('a-very-long-name-'.repeat(30));
    await page.goto(at('?event=signup'));
    const heights = await page
      .locator('.property-table tr')
      .evaluateAll((rows) => rows.map((each) => (each as unknown as { offsetHeight: number }).offsetHeight));
    expect(heights).toHaveLength(2);
    expect(Math.max(...heights)).toBeLessThan(60);
    const head = page.locator('.property-table thead th');
    const boxes = await Promise.all([0, 1, 2].map(async (index) => (await head.nth(index).boundingBox())!));
    const texts = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.property-table thead .number')].map((cell) => cell.scrollWidth - cell.clientWidth)`,
    );
    expect(texts).toEqual([0, 0]);
    expect(boxes[0]!.x + boxes[0]!.width).toBeLessThanOrEqual(boxes[1]!.x);
  });

  test('on a small screen nothing stands alone, and all filters can be cleared', async () => {
    const page = await open({ viewport: { width: 375, height: 800 } });
    await page.goto(at('?country=DE&os=Windows&device=desktop&browser=Firefox'));
    const box = async (selector: string) => (await page.locator(selector).boundingBox())!;
    const clear = await box('.clear-filters');
    expect(clear.x).toBeGreaterThan(200);
    expect(clear.x + clear.width).toBeLessThanOrEqual(375);
    const [now, tools] = [await box('.visitors-now'), await box('.range-menu')];
    expect(Math.abs(now.y + now.height / 2 - (tools.y + tools.height / 2))).toBeLessThan(4);
    const tiles = await page
      .locator('.tile')
      .evaluateAll((all) => all.map((each) => Math.round((each as unknown as { offsetTop: number }).offsetTop)));
    // The first one is as wide as two.
    expect(new Set(tiles.slice(1)).size).toBe(2);
    expect(tiles).toHaveLength(5);
  });

  test('the filter button stays where it is, whatever the range', async () => {
    const page = await open();
    const places = [];
    for (const range of ['12mo', 'all', '24h']) {
      await page.goto(at(`?range=${range}`));
      const [filter, steps] = [page.locator('.filter-menu'), page.locator('.range-steps')];
      const menu = (await page.locator('.range-menu').boundingBox())!;
      places.push(menu.x - (await filter.boundingBox())!.x);
      expect(await steps.locator('.range-step').count()).toBe(2);
    }
    expect(new Set(places).size).toBe(1);
  });

  test.each([375, 1440])(
    'the first page is light and does not move, and so is an update, %i pixels wide',
    async (width) => {
      const page = await open({ viewport: { width, height: 900 } });
      await page.addInitScript(`
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value;
      }).observe({ type: 'layout-shift', buffered: true });
    `);
      const client = await page.context().newCDPSession(page);
      await client.send('Network.enable');
      let bytes = 0;
      client.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength;
      });
      await page.goto(at(), { waitUntil: 'networkidle' });
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThan(FIRST_PAGE_BYTES);
      bytes = 0;
      await page.keyboard.press('7');
      await page.waitForURL(/range=7d/);
      await page.waitForLoadState('networkidle');
      expect(bytes).toBeGreaterThan(1_000);
      expect(bytes).toBeLessThan(UPDATE_BYTES);
      expect(await page.evaluate('window.shift')).toBe(0);
    },
  );

  test.each([
    ['no-preference', true],
    ['reduce', false],
  ] as const)('what an update changes fades in, where the system says %s of motion', async (reducedMotion, fades) => {
    const page = await open({ reducedMotion });
    await page.addInitScript(`
      window.faded = 0;
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...how) {
        window.faded++;
        return animate.apply(this, how);
      };
    `);
    await page.goto(at(), { waitUntil: 'networkidle' });
    await page.keyboard.press('7');
    await page.waitForURL(/range=7d/);
    await page.waitForLoadState('networkidle');
    expect((await page.evaluate<number>('window.faded')) > 0).toBe(fades);
  });

  test('the scripts are light', () => {
    const assets = new URL('../../dist/dashboard/assets/', import.meta.url);
    // The editor of the page for SQL is loaded there alone.
    const scripts = readdirSync(assets).filter((name) => name.endsWith('.js') && name !== 'sql.js');
    const sizes = scripts.map((name) => gzipSync(readFileSync(new URL(name, assets)), { level: 9 }).length);
    expect(scripts).toContain('figures.js');
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(SCRIPT_BYTES);
  });

  test('everything can be read and chosen without JavaScript', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(at());
    await page.getByRole('link', { name: 'Entry pages' }).click();
    await page.waitForURL(/content=entry-pages#content$/);
    await page.getByText('View as table').click();
    expect(await page.locator('.chart-table tbody tr').count()).toBe(20);
    expect(await page.locator('.chart-table tbody tr').last().isVisible()).toBe(true);
    await page.locator('.range-menu summary').click();
    await page.getByRole('link', { name: 'Last 7 days' }).click();
    await page.waitForURL(/range=7d/);
    await page
      .locator('#places')
      .getByRole('link', { name: /^Germany/ })
      .click();
    await page.getByRole('link', { name: 'Remove filter Country is Germany' }).waitFor();
    await page.locator('.filter-menu summary').click();
    await page.getByLabel('Value').fill('/pricing');
    await page.getByRole('button', { name: 'Apply' }).first().click();
    await page.getByRole('link', { name: 'Remove filter Page is /pricing' }).waitFor();
    await page.getByRole('link', { name: 'All referrers' }).click();
    await page.getByRole('heading', { name: 'Referrers' }).waitFor();
  });

  test('it is printed without what only a screen has', async () => {
    const page = await open({ colorScheme: 'dark' });
    await page.goto(at('?from=2026-01-01&to=2026-01-31&country=DE&device=desktop'));
    const head = page.getByText(/^example\.com, 1.+31 Jan 2026$/);
    expect(await head.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await head.isVisible()).toBe(true);
    expect(await page.getByText('Country: Germany').isVisible()).toBe(true);
    for (const text of ['×', 'Clear all', 'Match any', 'Second metric', 'Settings']) {
      expect(await page.getByText(text, { exact: true }).first().isVisible(), text).toBe(false);
    }
    expect(await page.locator('.head-tools').isVisible()).toBe(false);
    expect(await page.locator('.plot').isVisible()).toBe(true);
    expect(await page.locator('.metric-label', { hasText: 'Returning visitors' }).isVisible()).toBe(true);
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('light');
  });

  test('what is chosen can be told where the system forces its colors', async () => {
    const page = await open();
    await page.emulateMedia({ forcedColors: 'active' });
    const looks = (selector: string) =>
      page.evaluate<string>(
        `(({ color, background, borderBottom }) => [color, background, borderBottom].join())(getComputedStyle(document.querySelector('${selector}')))`,
      );
    const differs = async (chosen: string, other: string) =>
      expect(await looks(chosen), chosen).not.toEqual(await looks(other));
    await page.goto(at('?range=7d'));
    await page.locator('.range-menu summary').click();
    for (const each of ['.panel-tabs a', '.tile-link', '.segments a', '.range-menu .menu-content a']) {
      await differs(`${each}[aria-current]`, `${each}:not([aria-current])`);
    }
    await differs('.mode [value=system]', '.mode [value=dark]');
    await page.goto(at('/settings'));
    await differs('.tabs a[aria-current]', '.tabs a:not([aria-current])');
  });

  test('what the embedded page is in can be another site', async () => {
    const page = await open();
    const path = await share({ name: 'Blog' });
    const frame = (query: string) => `<iframe src="${root(`${path}${query}`)}"></iframe>`;
    expectComplaints(/frame-ancestors|blog\.test/);
    await page.goto(elsewhere(frame('?embed=1') + frame('')));
    const [embedded, plain] = [page.frameLocator('iframe').nth(0), page.frameLocator('iframe').nth(1)];
    await embedded.getByRole('heading', { name: 'Shop' }).waitFor();
    expect(await plain.getByRole('heading', { name: 'Shop' }).count()).toBe(0);
  });
});
