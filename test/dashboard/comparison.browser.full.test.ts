import { expect, test } from 'vitest';
import { describeInBrowser } from '../tracker/chromium.js';
import { figuresInBrowser, isSameWindow, search } from './figures-in-browser.js';
import { looksRightInEachMode } from './looks-right.js';

describeInBrowser('comparisons in a browser', () => {
  const { service, at, look, open } = figuresInBrowser();

  const daysAgo = (days: number): string =>
    new Date(service().clock - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

  test('are chosen in a menu, by dates and by a key, in place', async () => {
    const page = await look('?range=7d');
    const menu = page.locator('.comparison-menu');
    const line = page.locator('.key-previous');
    await line.filter({ hasText: 'Previous period' }).waitFor();
    await menu.locator('summary').click();
    await menu.getByRole('link', { name: 'Same period last year' }).click();
    await page.waitForURL(/\?range=7d&compare=year$/);
    await page.locator('.change', { hasText: 'no earlier data' }).first().waitFor();
    await page.keyboard.press('c');
    await page.waitForURL(/\?range=7d&compare=none$/);
    await line.waitFor({ state: 'detached' });
    expect(await page.locator('.change:not(:has-text("of visitors"))').count()).toBe(0);
    await page.keyboard.press('c');
    await page.waitForURL(/\?range=7d$/);
    await line.waitFor();

    await menu.locator('summary').click();
    await page.locator('.comparison-menu').getByLabel('First day').fill(daysAgo(16));
    await page.locator('.comparison-menu').getByLabel('Last day').fill(daysAgo(10));
    await page.locator('.comparison-menu').getByRole('button', { name: 'Compare' }).click();
    await page.waitForURL(/compare=custom/);
    expect(search(page)).toBe(`?range=7d&compare=custom&compareFrom=${daysAgo(16)}&compareTo=${daysAgo(10)}`);
    await expect.poll(() => line.textContent()).not.toContain('Previous');
    const reader = page.getByRole('slider', { name: 'Visitors by day' });
    await reader.focus();
    await page.keyboard.press('Home');
    const span = await line.textContent();
    expect(await reader.getAttribute('aria-valuetext')).toContain(`Visitors: 3. ${span}: 3.`);
    const text = (await page.locator('.tooltip .previous').textContent()) ?? '';
    expect(text).toContain(String(Number(daysAgo(16).slice(-2))));
    expect(await isSameWindow(page)).toBe(true);
  });

  test.each([375, 1440])('have a menu that fits, %i pixels wide', async (width) => {
    const page = await open({ viewport: { width, height: 1_000 } });
    await page.goto(at('?range=7d&matchWeekday=true'));
    await page.locator('.comparison-menu summary').click();
    await page.getByRole('link', { name: 'Match weekdays' }).waitFor();
    await looksRightInEachMode(page);
  });

  test('are chosen without JavaScript', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(at('?range=7d'));
    await page.locator('.comparison-menu summary').click();
    await page.getByRole('link', { name: 'Match weekdays' }).click();
    await page.waitForURL(/\?range=7d&matchWeekday=true$/);
    await page.locator('.comparison-menu summary').click();
    await page.locator('.comparison-menu').getByLabel('First day').fill(daysAgo(16));
    await page.locator('.comparison-menu').getByLabel('Last day').fill(daysAgo(10));
    await page.locator('.comparison-menu').getByRole('button', { name: 'Compare' }).click();
    await page.waitForURL(/compare=custom/);
    expect(await page.locator('.key-previous').textContent()).not.toContain('Previous');
  });
});
