import { expect } from 'vitest';
import { test as base, withScript } from './browser-test.js';
import { describeInBrowser, launchWholeChromium } from './chromium.js';

// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs.
const test = base.override('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
  const browser = await launchWholeChromium();
  onCleanup(() => browser.close());
  return browser;
});

describeInBrowser('the back/forward cache', () => {
  test('a page that comes back from the back/forward cache is seen again', async ({ site, visit }) => {
    await visit.open('/', withScript('', '<script>window.born = Math.random()</script><a href="/next">to</a>'));
    await site.events(1);
    const born = await visit.page.evaluate('born');
    await visit.page.click('a');
    await visit.page.waitForURL('**/next');
    await visit.page.evaluate('history.back()').catch(() => {});
    await site.events(2);
    expect(await visit.page.evaluate('born')).toBe(born);
    expect(await site.each('type', 2)).toEqual(['pageview', 'pageview']);
  });
});
