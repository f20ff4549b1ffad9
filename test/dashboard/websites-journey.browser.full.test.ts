import { expect, test } from 'vitest';
import { CHROME } from '../service/browser.js';
import { describeInBrowser, visitorBrowser } from '../tracker/chromium.js';
import { axeFaults } from './axe.js';
import { looksRight } from './looks-right.js';
import { copied, websitesInBrowser } from './websites-in-browser.js';

describeInBrowser('websites in a browser', () => {
  const { at, openSignedIn, newWebsite, stored, web } = websitesInBrowser();

  test('one is added, its snippet put on a page, a drop named, and the first event seen, without a reload', async () => {
    const { page } = await openSignedIn({ timezoneId: 'Asia/Tokyo' });
    await page.goto(at('/websites'));
    await page.getByRole('link', { name: 'Add website' }).click();
    await page.getByLabel('Domain').fill('https://www.shop.test/');
    await page.getByLabel('Name').fill('Shop');
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo');
    await page.getByRole('button', { name: 'Add website' }).click();
    await page.waitForURL(/\/snippet$/);
    const id = new URL(page.url()).pathname.split('/')[2] ?? '';
    expect(await stored(id)).toMatchObject({ name: 'Shop', domain: 'shop.test', timezone: 'Asia/Tokyo' });

    await page.getByText('Waiting for the first event…').waitFor();
    await page.evaluate('window.sameWindow = true');
    web().embed(await copied(page, 'the snippet'));
    await using visitor = await (await visitorBrowser()).newContext({ userAgent: CHROME });
    const visit = await visitor.newPage();
    await visit.goto(web().at('copy.test'));
    await page.getByText('1 pageview from copy.test was ignored.').waitFor();
    expect(await page.getByText('Waiting for the first event…').isVisible()).toBe(true);
    await looksRight(page);

    await visit.goto(web().at('shop.test'));
    await page.getByText('You’re all set').waitFor();
    expect(await page.evaluate('window.sameWindow')).toBe(true);

    await page.getByRole('button', { name: 'Allow this domain copy.test' }).click();
    await page.getByText('Domain allowed.').waitFor();
    expect(await stored(id)).toMatchObject({ allowedDomains: ['copy.test'] });
  });

  test('a long list is searched while one types, and the menu of websites leads to another', async () => {
    const { person, page } = await openSignedIn();
    for (let number = 0; number < 13; number += 1) await newWebsite(person, `site-${number}.test`);
    await page.goto(at('/websites'));
    await page.evaluate('window.sameWindow = true');
    await page.getByRole('searchbox').fill('site-11');
    await page.getByText('1 website', { exact: true }).waitFor();
    expect([await page.evaluate('window.sameWindow'), new URL(page.url()).search]).toEqual([true, '?search=site-11']);
    await looksRight(page);
    await page.locator('.website-link').click();
    await page.locator('.website-menu summary').click();
    await page.locator('.website-menu').getByRole('link').nth(3).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'All websites' }).click();
    await page.waitForURL(at('/websites'));
  });

  test('it is deleted when its domain is typed, and not before', async () => {
    const { person, page } = await openSignedIn();
    const { id } = await newWebsite(person);
    await page.goto(at(`/websites/${id}/settings/data`));
    const button = page.getByRole('button', { name: 'Delete website' });
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Enter shop.test to confirm').fill('shop.tes');
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Enter shop.test to confirm').fill('Shop.test');
    await button.click();
    await page.getByText('Website deleted').waitFor();
    expect(await stored(id)).toBeUndefined();
  });
});
