import { expect, test } from 'vitest';
import { pageview, send } from '../service/browser.js';
import { describeInBrowser } from '../tracker/chromium.js';
import { inBrowser } from './in-browser.js';
import { storedWebsite } from './website-pages.js';

describeInBrowser('deleting events in a browser', () => {
  const { at, arrives, newPerson, signIn, press, looksRight, service } = inBrowser();

  test('asks for the domain without a filter, and is undone by one click', async () => {
    const page = await arrives();
    await signIn(page, await newPerson());
    await page.goto(at('/websites/new'));
    await page.getByLabel('Domain').fill('shop.test');
    await page.getByLabel('Name').fill('Shop');
    await press(page, 'Add website');
    await page.waitForURL(/\/snippet$/);
    const id = new URL(page.url()).pathname.split('/')[2] ?? '';
    const { trackingKey } = await storedWebsite(service(), id);
    for (let host = 1; host <= 12; host += 1) {
      const view = {
        ...pageview(trackingKey, `/${'long'.repeat(host)}`),
        url: `https://shop.test/${'long'.repeat(host)}`,
      };
      await send(service(), view, { address: `192.0.2.${host}` });
    }
    await service().drain();

    await page.goto(at(`/websites/${id}/delete-events`));
    expect(await page.getByRole('table').getByRole('row').count()).toBe(11);
    await looksRight(page);
    const button = page.getByRole('button', { name: 'Delete 12 events' });
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Enter shop.test to confirm').fill('shop.test');
    await button.click();
    await page.getByText('12 events deleted. Can be undone until').waitFor();
    await looksRight(page);
    const undo = page.getByRole('button', { name: 'Undo the deletion of 12 events from 12 visitors' });
    expect(await undo.count()).toBe(2);
    await undo.first().click();
    await page.getByText('12 events restored.').waitFor();
    expect(await undo.count()).toBe(0);

    await page.goto(at(`/websites/${id}/delete-events?page=/long`));
    await press(page, 'Delete 1 event');
    await page.getByText('1 event deleted. Can be undone until').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Undo the deletion of 1 event from 1 visitor' }).first().click();
    await page.getByText('1 event restored.').waitFor();
    expect(await page.textContent('main')).toContain('1 event from 1 visitor.');
  });
});
