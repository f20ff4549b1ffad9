import { beforeAll, expect, test } from 'vitest';
import { writeSystemNote } from '../../src/websites/system-notes.js';
import { describeInBrowser } from '../tracker/chromium.js';
import { figuresInBrowser, returns } from './figures-in-browser.js';
import { looksRightInEachMode } from './looks-right.js';

describeInBrowser('what changed, in a browser', () => {
  const { at, id, look, open, service } = figuresInBrowser();
  const fact = 'Changed the excluded countries.';

  beforeAll(async () => {
    const { clock, engines } = service();
    const note = { at: new Date(clock - 2 * 24 * 60 * 60 * 1000).toISOString(), text: fact };
    await writeSystemNote(engines.postgres.db, id(), note, clock);
  });

  test.each([375, 1440])('opens below the chart, which nothing moves before, %i pixels wide', async (width) => {
    const page = await open({ viewport: { width, height: 2_000 } });
    await page.addInitScript(`
      window.moved = [];
      const isBelow = ({ node }) => (node?.nodeType === 1 ? node : node?.parentElement)?.closest('.overview, .panels');
      new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries()) window.moved.push(...sources.filter(isBelow).map(({ node }) => node.outerHTML ?? node.nodeValue));
      }).observe({ type: 'layout-shift', buffered: true });
    `);
    await page.goto(at('?range=7d'));
    const place = page.locator('.why');
    await place.locator('.why-line').filter({ hasText: 'visitors' }).waitFor();
    expect(await place.locator('.why-line').textContent()).toMatch(new RegExp(`^[\\d-]+: ${fact} `));
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect(await page.evaluate('window.moved')).toEqual([]);
    const rows = (name: string) => place.getByRole('columnheader', { name, exact: true });
    expect(await rows('Campaign').isVisible()).toBe(false);
    await place.locator('summary').focus();
    await page.keyboard.press('Enter');
    await rows('Campaign').waitFor();
    const top = async (selector: string) => (await place.locator(selector).first().boundingBox())!.y;
    expect(await top('.changes-facts')).toBeLessThan(await top('.changes-sum'));
    await place.locator('label', { hasText: 'Country' }).click();
    await rows('Country').waitFor();
    expect(await rows('Campaign').isVisible()).toBe(false);
    await page.keyboard.press('ArrowRight');
    await rows('City').waitFor();
    await place.locator('label', { hasText: 'Country' }).click();
    await looksRightInEachMode(page);
    await place.getByRole('link', { name: 'Germany' }).click();
    await page.waitForURL(/country=DE/);
  });

  test('is not worked out again while the address stays', async () => {
    const page = await look('?range=7d');
    await page.locator('.why-line').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await returns(page);
    await expect.poll(() => asked.filter((path) => path.endsWith('/now')).length).toBe(1);
    expect(asked.filter((path) => path.endsWith('/why'))).toEqual([]);
    await page.getByRole('link', { name: /^Visits/ }).click();
    await expect.poll(() => asked.filter((path) => path.endsWith('/why')).length).toBe(1);
    await page.locator('.why-line').filter({ hasText: 'visits' }).waitFor();
  });

  test('comes again when another view is left before its own sentence has come', async () => {
    const page = await look('?range=7d');
    const line = page.locator('.why-line').filter({ hasText: 'visitors' });
    await line.waitFor();
    // Never answered.
    await page.route(/\/why\?.*metric=visits/, () => undefined);
    await page.getByRole('link', { name: /^Visits/ }).click();
    await page.waitForURL(/metric=visits/);
    await expect.poll(() => line.count()).toBe(0);
    await page.goBack();
    await line.waitFor();
  });

  test('is a page of its own without JavaScript', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(at('?range=7d'));
    await page.getByRole('link', { name: 'What changed' }).click();
    await page.getByRole('heading', { name: 'What changed' }).waitFor();
    await page.locator('.changes label', { hasText: 'Browser' }).click();
    await page.getByRole('link', { name: 'Firefox' }).click();
    await page.getByRole('link', { name: 'Remove filter Browser is Firefox' }).waitFor();
  });
});
