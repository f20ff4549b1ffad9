import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../tracker/chromium.js';
import { figuresInBrowser, isSameWindow, search, tile } from './figures-in-browser.js';
import { looksRight } from './looks-right.js';

describeInBrowser('suggestions in a browser', () => {
  const { at, look, open } = figuresInBrowser();

  const options = (page: Page) => page.locator('.suggestions [role=option]').allTextContents();
  const selected = (page: Page) => page.locator('#filter-suggestions [aria-selected=true]').textContent();
  const expanded = (page: Page) => page.getByLabel('Value').getAttribute('aria-expanded');

  /** Waits for suggestions of this text. */
  async function type(page: Page, text: string): Promise<void> {
    const answered = page.waitForResponse((response) => new URL(response.url()).searchParams.get('search') === text);
    await page.keyboard.insertText(text);
    await page.clock.runFor(500);
    await answered;
    await page.locator('#filter-suggestions [aria-selected=true]').waitFor();
  }

  test.each([1440, 375])('are chosen by keyboard at %i', async (width) => {
    const page = await look();
    await page.setViewportSize({ width, height: 812 });
    await page.keyboard.press('/');
    await page.clock.runFor(500);
    // Nothing is selected before something is typed: an empty field is not to be applied.
    await page.getByRole('option', { name: '/pricing' }).waitFor();
    expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(0);
    await type(page, 'pri');
    expect(await options(page)).toEqual([
      expect.stringMatching(/^\/pricing\s+36/),
      expect.stringMatching(/^contains “pri”\s+36/),
    ]);
    expect(await selected(page)).toMatch(/^\/pricing/);
    expect(await expanded(page)).toBe('true');
    expect(await page.getByLabel('Value').getAttribute('aria-activedescendant')).toBe('suggestion-0');
    expect(await page.locator('#said').textContent()).toBe('2 suggestions');
    await page.locator('.filter-menu').getByText('36 visitors match').waitFor();
    await looksRight(page);
    await page.keyboard.press('ArrowUp');
    expect(await selected(page)).toMatch(/^contains/);
    await page.keyboard.press('ArrowDown');
    // The first Escape closes the suggestions, the second one the menu.
    await page.keyboard.press('Escape');
    expect(await expanded(page)).toBe('false');
    expect(await options(page)).toEqual([]);
    expect(await page.locator('.filter-menu').getAttribute('open')).toBe('');
    await page.keyboard.press('ArrowDown');
    await page.clock.runFor(500);
    await page.locator('#filter-suggestions [aria-selected=true]').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Remove filter Page is /pricing' }).waitFor();
    expect(search(page)).toBe('?page=%2Fpricing');
    expect(await tile(page, 'Visitors')).toBe('36');
    expect(await isSameWindow(page)).toBe(true);
  });

  test('come with the visitors that match, which are counted once for each text, and never for none', async () => {
    const page = await look();
    const counted: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/matching')) counted.push(searchParams.getAll('value').join());
    });
    await page.keyboard.press('/');
    await type(page, 'pri');
    const place = page.locator('[data-matching]');
    await place.getByText('36 visitors match').waitFor();
    const field = page.getByLabel('Value');
    // The field reports its text as a change when it is left.
    await field.dispatchEvent('change');
    await page.clock.runFor(1_000);
    await field.fill('');
    await page.clock.runFor(1_000);
    expect(await place.textContent()).toBe('');
    await field.fill('priv');
    await page.clock.runFor(1_000);
    await place.getByText('match').waitFor();
    expect(counted).toEqual(['pri,', 'priv,']);
  });

  test('of an earlier text are not chosen when they come late', async () => {
    const page = await look();
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/suggest?*', async (route) => {
      await held;
      await route.continue();
    });
    const request = page.waitForRequest(/suggest\?/);
    await page.keyboard.press('/');
    await request;
    // The pause before those of the new text does not end.
    await page.evaluate('window.setTimeout = () => 0');
    await page.locator('[name=by]').selectOption('country');
    await page.getByLabel('Value').fill('Germany');
    answer();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Remove filter Country is Germany' }).waitFor();
    expect(search(page)).toBe('?country=DE');
  });

  test('become a filter of parts by the last one, and are filled in by a click', async () => {
    const page = await look();
    await page.keyboard.press('/');
    await type(page, 'page-');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Remove filter Page contains page-' }).waitFor();
    expect(search(page)).toBe('?page.contains=page-');
    await page.keyboard.press('/');
    await page.locator('[name=by]').selectOption('country');
    await page.getByLabel('Value').focus();
    await type(page, 'sing');
    expect(await selected(page)).toMatch(/^Singapore SG\s+12/);
    await page.getByRole('option', { name: 'Singapore' }).click();
    expect(await page.getByLabel('Value').inputValue()).toBe('Singapore');
    expect(await page.evaluate('document.activeElement.name')).toBe('value');
    await page.getByLabel('or', { exact: true }).fill('US');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('link', { name: 'Remove filter Country is Singapore or United States' }).waitFor();
    expect(await isSameWindow(page)).toBe(true);
  });

  test('stay while the figures are loaded again', async () => {
    const page = await look();
    await page.keyboard.press('/');
    await type(page, 'pri');
    await page.clock.fastForward(31_000);
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await expect.poll(() => expanded(page)).toBe('true');
    expect(await selected(page)).toMatch(/^\/pricing/);
    expect(await page.getByLabel('Value').getAttribute('role')).toBe('combobox');
  });

  test('are not there without JavaScript, where the field is a plain one', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(at());
    await page.locator('.filter-menu > summary').click();
    await page.getByLabel('Value').fill('/pri');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('The filter was completed to “Page is /pricing”.').waitFor();
    expect(await page.locator('.suggestions').isVisible()).toBe(false);
  });
});
