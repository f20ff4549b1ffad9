import { expect, test } from 'vitest';
import { describeInBrowser } from '../tracker/chromium.js';
import { inBrowser } from './in-browser.js';

describeInBrowser('the API reference in a browser', () => {
  const { at, arrives, looksRight } = inBrowser();

  test('is right for people who see little, with all that it hides shown', async () => {
    const page = await arrives();
    await page.goto(at('/api/docs'));
    await looksRight(page);
    for (const details of await page.locator('details').all()) await details.evaluate('(it) => { it.open = true }');
    await looksRight(page);
  });

  test('copies a curl line, and leads back to the dashboard', async () => {
    const page = await arrives({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(at('/api/docs'));
    const article = page.locator('#getAccount');
    await article.getByRole('button', { name: 'Copy' }).click();
    await article.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
      await article.locator('pre').first().textContent(),
    );
    await page.getByRole('link', { name: 'Back to the dashboard' }).click();
    await page.waitForURL(at('/welcome'));
  });

  test('offers nothing to press without a script', async () => {
    const page = await arrives({ javaScriptEnabled: false });
    await page.goto(at('/api/docs'));
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
  });
});
