import { beforeAll, expect, test } from 'vitest';
import { createDefinition } from '../../src/definitions/definitions.js';
import { findKind } from '../../src/definitions/kinds.js';
import { describeInBrowser } from '../tracker/chromium.js';
import { figuresInBrowser, isSameWindow, search } from './figures-in-browser.js';
import { looksRightInEachMode } from './looks-right.js';

const STEPS = 'step=page:/page-1&step=page:/pricing';

describeInBrowser('funnels, journeys and retention', () => {
  const { service, id, at, open, look } = figuresInBrowser();

  beforeAll(async () => {
    const match = { dimension: 'page', operator: 'is', values: ['/pricing'] };
    const website = { id: id(), timezone: 'UTC' };
    const { db } = service().engines.postgres;
    await createDefinition(db, findKind('goal'), website, { name: 'Saw pricing', match }, service().clock);
  });

  test.each([
    '/retention?period=day',
    '/retention?page=/pricing',
    '/journeys?start=page:/page-1&path=/pricing',
    `/funnels?${STEPS}`,
    '/funnels',
  ])('%j looks right in narrow and wide windows, each light and dark', async (path) => {
    const page = await open();
    await page.goto(at(path));
    for (const details of await page.locator('#figures .card details:not(.menu)').all())
      await details.evaluate((it) => it.setAttribute('open', ''));
    await looksRightInEachMode(page);
  });

  test('the menu of goals is within a small window', async () => {
    const page = await open({ viewport: { width: 375, height: 800 } });
    await page.goto(at('/retention'));
    await page.locator('.choice-menu > summary').click();
    const { x, width } = (await page.locator('.choice-menu > .menu-content').boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(375);
  });

  test('shares can be read where the system forces its colors, and in print', async () => {
    const page = await open();
    await page.goto(at('/retention?period=day'));
    for (const media of [{ forcedColors: 'active' as const }, { media: 'print' as const }]) {
      await page.emulateMedia(media);
      expect(await page.locator('.retention-grid td[title*=" of "]').first().isVisible()).toBe(true);
    }
  });

  test('a funnel is made of a journey, saved, and deleted, without JavaScript', async () => {
    const page = await open({ javaScriptEnabled: false, viewport: { width: 375, height: 800 } });
    await page.goto(at('/journeys'));
    await page.getByLabel('Start or end: page or event').fill('/page-1');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('link', { name: '/pricing' }).click();
    await page.getByRole('link', { name: 'Make a funnel of this path' }).click();
    expect(search(page)).toBe('?step=page%3A%2Fpage-1&step=page%3A%2Fpricing');
    expect(await page.locator('.funnel-steps > li').count()).toBe(2);
    await page.getByLabel('Name', { exact: true }).fill('Path');
    await page.getByRole('button', { name: 'Save funnel' }).click();
    await page.getByText('Funnel saved.').waitFor();
    await page.getByRole('link', { name: 'Delete funnel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete funnel' }).click();
    await page.getByText('Funnel deleted.').waitFor();
  });

  test('with JavaScript, choices replace the figures in place, and pages are suggested', async () => {
    const page = await look('/journeys');
    await page.getByRole('link', { name: '/page-1' }).click();
    await page.waitForURL(/path=%2Fpage-1$/);
    await page.locator('.journey-column').nth(1).waitFor();
    const start = page.getByLabel('Start or end: page or event');
    await start.click();
    await page.clock.runFor(500);
    await page.locator('#match-suggestions [data-value="/pricing"]').waitFor({ state: 'attached' });
    await page.getByLabel('Start or end: kind of event').selectOption('Saw pricing');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(/start=goal/);
    await page.getByText('from Saw pricing').waitFor();
    expect(await isSameWindow(page)).toBe(true);
  });
});
