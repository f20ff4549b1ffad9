import type { Frame, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../tracker/chromium.js';
import { figuresInBrowser } from './figures-in-browser.js';

describeInBrowser('icons beside names', () => {
  const { at, root, elsewhere, open, share, expectComplaints } = figuresInBrowser();

  /** Returns what is really drawn, such as `firefox` or `DE`: what the browser did not load has no size. */
  const drawn = (page: Page | Frame, within: string) =>
    page.evaluate<readonly string[]>(`[
      ...[...document.querySelectorAll('${within} .row-icon use')]
        .filter((use) => use.getBBox().width > 0)
        .map((use) => use.getAttribute('href').split('#')[1]),
      ...[...document.querySelectorAll('${within} .row-icon.flag')]
        .filter((flag) => flag.naturalWidth > 0)
        .map((flag) => flag.src.split('/').at(-1).replace('.svg', '')),
    ].sort()`);

  const SOURCES = ['direct', 'google', 'ycombinator'];
  const FLAGS = ['DE', 'SG', 'US'];

  test.each([true, false])('are drawn under the policy of the page, with JavaScript: %s', async (javaScriptEnabled) => {
    const page = await open({ javaScriptEnabled });
    await page.goto(at('?places=cities&technology=os'));
    await expect.poll(() => drawn(page, '#sources')).toEqual(SOURCES);
    await expect.poll(() => drawn(page, '#places')).toEqual(FLAGS);
    await expect.poll(() => drawn(page, '#technology')).toEqual(['apple', 'apple', 'windows']);
    await page.goto(at('?technology=devices'));
    await expect.poll(() => drawn(page, '#technology')).toEqual(['desktop', 'mobile']);
    await page.goto(at('/countries'));
    await expect.poll(() => drawn(page, '.list-table')).toEqual(FLAGS);
    await page.goto(at('/channels'));
    await expect.poll(() => drawn(page, '.list-table')).toEqual(['google', 'ycombinator']);
  });

  test('flags are loaded when they are first shown, and each file once', async () => {
    const page = await open();
    const files: string[] = [];
    page.on('request', (request) => files.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''));
    await page.goto(at('?places=languages'), { waitUntil: 'networkidle' });
    expect(files).not.toContain('DE.svg');
    await page.getByRole('link', { name: 'Countries', exact: true }).click();
    await expect.poll(() => drawn(page, '#places')).toEqual(FLAGS);
    await page.getByRole('link', { name: 'Languages', exact: true }).click();
    await page.locator('#places').getByText('German (Germany)').waitFor();
    expect(await drawn(page, '#places')).toEqual([]);
    expect(files.filter((name) => /^(icons|[A-Z]{2})\.svg$/.test(name)).sort()).toEqual([
      ...FLAGS.map((code) => `${code}.svg`),
      'icons.svg',
    ]);
  });

  test('are printed', async () => {
    const page = await open({ colorScheme: 'dark' });
    await page.goto(at());
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => drawn(page, '#sources')).toEqual(SOURCES);
    expect(await page.locator('#sources .row-icon').first().isVisible()).toBe(true);
  });

  test('are drawn in shared figures in a frame of another site', async () => {
    const page = await open();
    const address = root(`${await share({ name: 'Blog' })}?embed=1&places=countries`);
    // The other site itself is another origin.
    expectComplaints(/blog\.test/);
    await page.goto(elsewhere(`<iframe src="${address.replaceAll('&', '&amp;')}"></iframe>`));
    await page.frameLocator('iframe').getByRole('heading', { name: 'Shop' }).waitFor();
    const [, frame] = page.frames();
    await expect.poll(() => drawn(frame!, '#sources')).toEqual(SOURCES);
    // They are loaded when they come into view, and the frame is small.
    for (const flag of await frame!.locator('.row-icon.flag').all()) await flag.scrollIntoViewIfNeeded();
    await expect.poll(() => drawn(frame!, '#places')).toEqual(FLAGS);
  });
});
