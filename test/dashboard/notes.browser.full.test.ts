import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { describeInBrowser } from '../tracker/chromium.js';
import { figuresInBrowser, isSameWindow, search } from './figures-in-browser.js';
import { looksRight } from './looks-right.js';

const DAY_MS = 24 * 60 * 60 * 1000;

describeInBrowser('notes in a browser', () => {
  const { at, id, look, open, service } = figuresInBrowser();

  beforeEach(async () => {
    await service().engines.postgres.db.execute("DELETE FROM definitions WHERE kind = 'annotation'");
  });

  /** `YYYY-MM-DD`, days before today. */
  const day = (ago: number) => new Date(service().clock - ago * DAY_MS).toISOString().slice(0, 10);

  const dayNames = (page: Page) => page.locator('.chart-table tbody th').allTextContents();

  /** The bar that stays on top covers parts of what is scrolled below it. */
  async function looksRightAtTop(page: Page): Promise<void> {
    await page.evaluate('scrollTo(0, 0)');
    await looksRight(page);
  }

  test.each([1440, 375])('are added, changed and deleted below the chart at %i', async (width) => {
    const page = await open({ viewport: { width, height: 900 } });
    await page.goto(at('?range=7d&metric=visits'));
    await page.keyboard.press('n');
    expect(await page.getByLabel('Day', { exact: true }).inputValue()).toBe(day(0));
    await page.keyboard.type('New prices');
    await page.keyboard.press('Enter');
    await page.getByText('Note added.').waitFor();
    expect(search(page)).toBe('?range=7d&metric=visits&done=note-added');
    await looksRightAtTop(page);
    await page.getByRole('slider').focus();
    expect(await page.locator('.tooltip').textContent()).toContain('New prices');
    expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toContain('Note: New prices');

    await page.evaluate('window.sameWindow = true');
    await page.getByRole('link', { name: 'Edit note' }).click();
    const text = page.locator('.note-editing').getByLabel('Note', { exact: true });
    await expect
      .poll(() => text.evaluate((field: { matches(of: string): boolean }) => field.matches(':focus')))
      .toBe(true);
    expect(await isSameWindow(page)).toBe(true);
    await looksRightAtTop(page);
    await text.fill('Newer prices');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Note changed.').waitFor();
    await page.locator('.note', { hasText: 'Newer prices' }).waitFor();

    await page.getByRole('link', { name: 'Edit note' }).click();
    await page.getByRole('link', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click();
    await page.getByText('Note deleted.').waitFor();
    expect(await page.locator('.note').count()).toBe(0);
  });

  test('begin with the day that is read in the chart', async () => {
    const page = await look('?range=7d');
    const area = (await page.getByRole('slider').boundingBox())!;
    await page.mouse.move(area.x + 2, area.y + 20);
    await page.keyboard.press('n');
    expect(await page.getByLabel('Day', { exact: true }).inputValue()).toBe(day(6));
  });

  test('that are refused stay as they were typed, also when the page is refreshed', async () => {
    const page = await look('?range=7d');
    await page.keyboard.press('n');
    await page.keyboard.type('Sale');
    await page.getByLabel('Last day (optional)').fill(day(3));
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Must not be before the first day.').waitFor();
    expect(search(page)).toBe('?range=7d');
    await looksRightAtTop(page);
    await page.clock.fastForward(31_000);
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await page.getByText('visitors now').waitFor();
    expect(await page.getByLabel('Note', { exact: true }).inputValue()).toBe('Sale');
    await page.getByLabel('Last day (optional)').fill('');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.locator('.note', { hasText: 'Sale' }).waitFor();
  });

  test('need no script', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(at('?range=7d'));
    await page.locator('.add-note summary').click();
    await page.getByLabel('Note', { exact: true }).fill('New prices');
    await page.getByLabel('Day', { exact: true }).fill(day(2));
    await page.getByLabel('Last day (optional)').fill(day(3));
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Must not be before the first day.').waitFor();
    expect(await page.getByLabel('Note', { exact: true }).inputValue()).toBe('New prices');
    await page.getByLabel('Last day (optional)').fill(day(1));
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Note added.').waitFor();
    expect(await page.locator('.mark').count()).toBe(1);
    await page.getByRole('link', { name: 'Edit note' }).click();
    await page.locator('.note-editing').getByLabel('Note', { exact: true }).fill('Newer prices');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.locator('.note', { hasText: 'Newer prices' }).waitFor();
    expect(search(page)).toBe('?range=7d&done=note-changed');
    await page.getByRole('link', { name: 'Edit note' }).click();
    await page.getByRole('link', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete note' }).click();
    await page.getByText('Note deleted.').waitFor();
  });

  test('of every kind look right', async () => {
    const { db } = service().engines.postgres;
    const add = (fields: object) =>
      db.execute(
        `INSERT INTO definitions (website_id, kind, fields, created_at, updated_at)
         VALUES ('${id()}', 'annotation', '${JSON.stringify({ until: null, source: 'user', ...fields })}', now(), now())`,
      );
    for (let ago = 0; ago < 20; ago++) await add({ at: day(ago), text: `Note ${'long '.repeat(ago)}` });
    await add({ at: day(15), until: day(9), text: `x${'y'.repeat(400)}` });
    await add({ at: `${day(3)}T10:00:00.000Z`, text: 'Imported 2 events.', source: 'system' });
    const page = await open();
    await page.goto(at());
    await page.locator('.earlier-notes > summary').click();
    await looksRightAtTop(page);
  });

  test('a drag over the chart zooms in, and back again', async () => {
    const page = await look('?metric=visits');
    const names = await dayNames(page);
    const area = (await page.getByRole('slider').boundingBox())!;
    const x = (index: number) => area.x + (index / (names.length - 1)) * area.width;
    // A click does nothing new.
    await page.mouse.click(x(5), area.y + 30);
    expect(search(page)).toBe('?metric=visits');
    await page.mouse.move(x(5), area.y + 30);
    await page.mouse.down();
    await page.mouse.move(x(9), area.y + 90, { steps: 4 });
    expect(await page.locator('.tooltip').textContent()).toBe(`${names[5]} – ${names[9]}Release to zoom in`);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await page.locator('.reader-band').isVisible()).toBe(false);
    expect(search(page)).toBe('?metric=visits');

    await page.mouse.move(x(9), area.y + 30);
    await page.mouse.down();
    await page.mouse.move(x(5), area.y + 400, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/from=/);
    expect(await dayNames(page)).toEqual(names.slice(5, 10));
    expect(search(page)).toMatch(/^\?metric=visits&from=[\d-]+&to=[\d-]+$/);
    expect(await isSameWindow(page)).toBe(true);
    await page.goBack();
    await expect.poll(() => dayNames(page)).toEqual(names);
    expect(search(page)).toBe('?metric=visits');
    expect(await isSameWindow(page)).toBe(true);
  });

  test('keys select and zoom; weeks and months to their last days, hours as whole days', async () => {
    const page = await look('?interval=week&range=90d');
    const slider = page.getByRole('slider', { name: 'zoom with Enter' });
    await slider.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+ArrowLeft');
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^Selected: Week of .* – Week of .*\. Press Enter/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    expect(search(page)).toBe('?interval=week&range=90d');
    const first = await page.locator('.chart-table tbody th').nth(-2).getAttribute('data-day');
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    await page.waitForURL(/from=/);
    expect(search(page)).toBe(`?from=${first}&to=${day(0)}`);

    await page.goto(at(`?from=${day(3)}&to=${day(0)}&interval=hour`));
    await page.getByRole('slider').focus();
    await page.keyboard.press('Home');
    for (let hours = 0; hours < 30; hours++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('from') === day(2));
    expect(search(page)).toBe(`?from=${day(2)}&to=${day(2)}`);
    // A day has nothing to zoom in on.
    const area = (await page.getByRole('slider').boundingBox())!;
    await page.mouse.move(area.x + 50, area.y + 30);
    await page.mouse.down();
    await page.mouse.move(area.x + 250, area.y + 30, { steps: 3 });
    await page.mouse.up();
    expect(search(page)).toBe(`?from=${day(2)}&to=${day(2)}`);
  });

  test('a finger scrolls, and selects nothing', async () => {
    const page = await open({ hasTouch: true, viewport: { width: 375, height: 800 } });
    await page.goto(at());
    const area = (await page.getByRole('slider').boundingBox())!;
    await page.touchscreen.tap(area.x + 100, area.y + 20);
    expect(await page.locator('.tooltip').isVisible()).toBe(true);
    expect(await page.locator('.reader-band').isVisible()).toBe(false);
    expect(search(page)).toBe('');
  });
});
