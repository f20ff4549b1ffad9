import { expect, test } from 'vitest';
import { languages } from '../../src/lib/language/language.js';
import { describeInBrowser } from '../tracker/chromium.js';
import { figuresInBrowser } from './figures-in-browser.js';
import { looksRight } from './looks-right.js';

const PAGES = [
  '?range=7d&compare=previous&country=DE',
  '/pages',
  '/funnels?kind1=page&value1=/pricing&kind2=page&value2=/page-1',
  '/journeys',
  '/retention',
  '/realtime',
  '/snippet',
  '/notifications',
  '/settings',
  '/settings/exclusions',
  '/goals',
  '/sharing',
];

describeInBrowser('languages in a browser', () => {
  const { at, open } = figuresInBrowser();

  test.each(languages.filter((language) => language !== 'en'))('pages in %s fit, and are readable', async (locale) => {
    const page = await open({ locale });
    for (const path of PAGES) {
      await page.goto(at(path));
      expect(await page.locator('html').getAttribute('lang')).toBe(locale);
      await looksRight(page);
    }
  });

  test('scripts speak the language of the page', async () => {
    const page = await open({ locale: 'de-AT' });
    await page.goto(at('/snippet'));
    const copy = page.locator('button[data-copy]').first();
    await copy.click();
    await expect
      .poll(() => copy.locator('[data-copy-label]').textContent())
      .toMatch(/^(Kopiert|Drücken Sie Strg\+C|Strg\+C drücken)$/);
    await page.goto(at());
    await page.getByRole('button', { name: 'Bild herunterladen' }).waitFor();
    await page.locator('.chart-reader [role=slider]').focus();
    expect(await page.locator('.chart-reader [role=slider]').getAttribute('aria-valuetext')).toMatch(/\. Besucher: \d/);
  });

  test('a country is chosen by its name in the language', async () => {
    const page = await open({ locale: 'de' });
    await page.goto(at());
    await page.locator('.filter-menu summary').click();
    await page.locator('.filter-menu select[name=by]').selectOption('country');
    await page.locator('.filter-menu input[name=value]:visible').first().fill('deutsch');
    await page.getByRole('option', { name: /Deutschland/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/country=DE/);
    await page.getByText('Deutschland').first().waitFor();
  });
});
