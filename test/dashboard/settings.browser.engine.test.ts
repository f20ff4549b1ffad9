import { expect, test } from 'vitest';
import { describeInBrowser } from '../tracker/chromium.js';
import { inBrowser } from './in-browser.js';

describeInBrowser('settings in a browser', () => {
  const { at, arrives, newPerson, signIn, press, looksRight, askApi } = inBrowser();

  test('an API key lives: generated, copied, regenerated, revoked', async () => {
    const page = await arrives({ permissions: ['clipboard-read', 'clipboard-write'] });
    await signIn(page, await newPerson());
    await page.waitForURL(at('/websites'));
    await page.goto(at('/settings/api-key'));
    await looksRight(page);
    await page.getByLabel('Name (optional)').fill('Billing');
    await press(page, 'Generate API key');
    const shown = page.locator('.copyable code').first();
    await shown.waitFor();
    await looksRight(page);
    await page.getByRole('button', { name: 'Copy the API key' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    const first = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(first).toMatch(/^ff_live_[0-9a-f]{64}$/);
    expect(await shown.textContent()).toBe(first);
    expect(await askApi(first)).toBe(200);

    await page.reload();
    expect(await page.textContent('main')).toContain(`${first.slice(0, 12)}…`);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.content()).not.toContain(first);
    expect(await page.textContent('.facts')).toMatch(/Billing.*just now/s);

    await page.getByRole('link', { name: 'Regenerate key' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.textContent()).toContain('fail with 401');
    await looksRight(page);
    await dialog.getByRole('link', { name: 'Cancel' }).click();
    expect(await dialog.count()).toBe(0);
    expect(await askApi(first)).toBe(200);
    await page.getByRole('link', { name: 'Regenerate key' }).click();
    await dialog.getByRole('button', { name: 'Regenerate key' }).click();
    await page.getByText('Your new API key').waitFor();
    const second = (await shown.textContent()) ?? '';
    expect([await askApi(first), await askApi(second)]).toEqual([401, 200]);

    await page.goto(at('/settings/api-key'));
    await page.getByRole('link', { name: 'Revoke key' }).click();
    expect(await dialog.textContent()).toContain('cannot be undone');
    await looksRight(page);
    await page.keyboard.press('Escape');
    expect(await askApi(second)).toBe(200);
    await page.getByRole('link', { name: 'Revoke key' }).click();
    await dialog.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('API key revoked.').waitFor();
    expect(await askApi(second)).toBe(401);
    await page.getByRole('button', { name: 'Generate API key' }).waitFor();
  });

  test('everything works without scripts, confirmations too', async () => {
    const page = await arrives({ javaScriptEnabled: false });
    await signIn(page, await newPerson());
    await page.goto(at('/settings/api-key'));
    await press(page, 'Generate API key');
    const key = (await page.locator('.copyable code').first().textContent()) ?? '';
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Done' }).click();
    const confirm = page.locator('#revoke').getByRole('button', { name: 'Revoke key' });
    expect(await confirm.isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Revoke key' }).click();
    await confirm.click();
    await page.getByText('API key revoked.').waitFor();
    expect(await askApi(key)).toBe(401);
    await page.getByRole('button', { name: 'Dark' }).click();
    expect(await page.locator('html').getAttribute('data-mode')).toBe('dark');
    expect(page.url()).toContain('/settings/api-key');
  });

  test('the profile has names, a picture and what is used of the plan', async () => {
    const page = await arrives();
    await signIn(page, await newPerson());
    await page.waitForURL(at('/websites'));
    await page.goto(at('/settings/profile'));
    await looksRight(page);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await press(page, 'Save');
    await page.getByText('Name saved.').waitFor();
    const buffer = await page.locator('.avatar-large').screenshot();
    const picture = page.getByLabel('Picture');
    await picture.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.alloc(300_000) });
    await press(page, 'Upload');
    const fault = await page.evaluate('document.querySelector("[name=picture]").validationMessage');
    expect([fault, new URL(page.url()).search]).toEqual(['Must be at most 64 KiB.', '?done=names']);
    await picture.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    await press(page, 'Upload');
    await page.getByText('Picture saved.').waitFor();
    expect(await page.evaluate('document.querySelector(".avatar-large").naturalWidth')).toBeGreaterThan(0);
    await page.locator('summary', { hasText: 'Account: Ada Lovelace' }).click();
    await looksRight(page);
  });

  test('leaving asks before changed settings are lost, and not otherwise', async () => {
    const page = await arrives();
    const asked: string[] = [];
    let leaves = false;
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void (leaves ? dialog.accept() : dialog.dismiss());
    });
    await signIn(page, await newPerson());
    await page.waitForURL(at('/websites'));
    await page.goto(at('/websites/new'));
    await page.getByLabel('Domain').fill('shop.test');
    await page.getByLabel('Name').fill('Shop');
    await press(page, 'Add website');
    await page.waitForURL(/\/snippet$/);
    const dashboard = page.url().replace(/\/snippet$/, '');
    const nav = page.getByRole('link', { name: 'Dashboard', exact: true });
    const isDashboard = ({ pathname }: URL) => pathname === new URL(dashboard).pathname;
    await page.goto(`${dashboard}/settings`);
    await nav.click();
    await page.waitForURL(isDashboard);
    expect(asked).toEqual([]);

    await page.goto(`${dashboard}/settings`);
    const name = page.getByRole('textbox', { name: 'Name', exact: true }).first();
    await name.fill('Boutique');
    await nav.click();
    await expect.poll(() => asked.length).toBe(1);
    expect(page.url()).toBe(`${dashboard}/settings`);
    expect(await name.inputValue()).toBe('Boutique');
    // Another form of the page does not take the name along.
    await page.getByLabel('Keep data for (months)').fill('24');
    await press(page, 'Save retention');
    await expect.poll(() => asked.length).toBe(2);
    await page.getByLabel('Keep data for (months)').fill('');
    await page.getByRole('button', { name: 'Save changes' }).last().click();
    await page.getByText('Changes saved.').waitFor();
    expect(asked).toHaveLength(2);

    await name.fill('Kiosk');
    await name.fill('Boutique');
    await nav.click();
    await page.waitForURL(isDashboard);
    expect(asked).toHaveLength(2);
    for (const [path, label] of [
      ['/settings/profile', 'First name'],
      [`${new URL(dashboard).pathname}/notifications`, 'URL'],
    ] as const) {
      await page.goto(at(path));
      await page.getByLabel(label, { exact: true }).fill('changed');
      leaves = false;
      await page.getByRole('link', { name: 'Websites', exact: true }).click();
      await expect.poll(() => asked.length).toBeGreaterThan(2);
      leaves = true;
      asked.length = 2;
      await page.getByRole('link', { name: 'Websites', exact: true }).click();
      await page.waitForURL(at('/websites'));
      asked.length = 2;
    }
  });

  test('light and dark change at once, and what is typed stays', async () => {
    const page = await arrives();
    await page.goto(at('/forgot-password'));
    await looksRight(page);
    await page.getByLabel('Email').fill('ada@example.com');
    const ground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    const light = await ground();
    const kept = page.waitForResponse((response) => response.url().endsWith('/mode'));
    await page.getByRole('button', { name: 'Dark' }).click();
    expect(await ground()).not.toBe(light);
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
    await kept;
    const dark = await ground();
    await page.reload();
    expect(await ground()).toBe(dark);
    await page.getByLabel('Email').fill('ada@example.com');
    await press(page, 'Send reset link');
    await page.getByText('the link is in the server').waitFor();
    await looksRight(page);
  });
});
