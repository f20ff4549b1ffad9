import { expect, test } from 'vitest';
import { describeInBrowser } from '../tracker/chromium.js';
import { inBrowser } from './in-browser.js';

describeInBrowser('the notifications of a website', () => {
  const { at, arrives, newPerson, signIn, press, looksRight } = inBrowser();

  test('can be read and used in narrow and wide windows, light and dark, and add a webhook', async () => {
    const page = await arrives();
    await signIn(page, await newPerson());
    await page.goto(at('/websites/new'));
    await page.getByLabel('Name').fill('Shop');
    await page.getByLabel('Domain').fill('example.com');
    await press(page, 'Add website');
    await page.waitForURL(/\/snippet$/);
    await page.goto(page.url().replace('/snippet', '/notifications'));
    await looksRight(page);
    await page.getByLabel('Name').fill('Ops');
    await page.getByLabel('Format').selectOption('json');
    await page.getByLabel('URL').fill('https://hooks.example/ops');
    await press(page, 'Add webhook');
    await page.getByText('Webhook added.').waitFor();
    await page.getByText('Signing secret', { exact: true }).click();
    await page.getByText('Recent deliveries', { exact: true }).click();
    await looksRight(page);
    if (process.env.EMAIL_SCREENSHOTS) {
      await page.screenshot({ path: `${process.env.EMAIL_SCREENSHOTS}/notifications.png`, fullPage: true });
    }
    await page.getByRole('link', { name: 'Remove Ops' }).click();
    expect(await page.getByRole('dialog').textContent()).toContain('This cannot be undone.');
    await looksRight(page);
    await press(page, 'Remove webhook');
    await page.getByText('Webhook removed.').waitFor();
    expect(await page.getByText('hooks.example').count()).toBe(0);
  });
});
