import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../tracker/chromium.js';
import { PASSWORD } from './accounts.js';
import { axeFaults } from './axe.js';
import { inBrowser } from './in-browser.js';
import { looksRight } from './looks-right.js';

describeInBrowser('an account in a browser', () => {
  const { at, open, openSignedIn, press, askApi } = inBrowser();

  test('the API reference copies a curl line, and leads back to the dashboard', async () => {
    const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(at('/api/docs#all'));
    // It is so long that one mode takes as long as all other pages of this file.
    expect(await axeFaults(page)).toEqual([]);
    await page.goto(at('/api/docs#getAccount'));
    const article = page.locator('#getAccount');
    await article.getByRole('button', { name: 'Copy' }).click();
    await article.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
      await article.locator('pre').first().textContent(),
    );
    await page.getByRole('link', { name: 'Back to the dashboard' }).click();
    await page.waitForURL(at('/welcome'));
  });

  test('the first visitor becomes the owner, signs out and in again', async () => {
    const page = await open();
    await page.goto(at('/'));
    expect(page.url()).toBe(at('/welcome'));
    await looksRight(page);
    await page.getByLabel('Email').fill('owner@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Create account');
    await page.waitForURL(at('/websites'));
    const cookies = await page.context().cookies();
    expect(cookies).toMatchObject(
      ['footfall_login', 'footfall_browser'].map((name) => ({ name, httpOnly: true, sameSite: 'Lax' })),
    );

    await page.locator('summary', { hasText: 'Account: owner@example.com' }).click();
    await press(page, 'Sign out');
    await page.waitForURL(at('/login?left'));
    await page.getByText('You’ve signed out.').waitFor();
    await looksRight(page);
    await page.goto(at('/settings/profile'));
    await signInHere(page, 'owner@example.com');
    await page.waitForURL(at('/settings/profile'));
    await page.goto(at('/welcome'));
    await page.waitForURL(at('/websites'));
  });

  async function signInHere(page: Page, email: string): Promise<void> {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Sign in');
  }

  test('an API key lives: generated, copied, regenerated, revoked', async () => {
    const { page } = await openSignedIn({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(at('/settings/api-key'));
    await looksRight(page);
    await page.getByLabel('Name (optional)').fill('Billing');
    await press(page, 'Generate API key');
    const shown = page.locator('.copyable code').first();
    await shown.waitFor();
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
    await page.keyboard.press('Escape');
    expect(await askApi(second)).toBe(200);
    await page.getByRole('link', { name: 'Revoke key' }).click();
    await dialog.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('API key revoked.').waitFor();
    expect(await askApi(second)).toBe(401);
    await page.getByRole('button', { name: 'Generate API key' }).waitFor();
  });

  test('the profile has names, a picture and what is used of the plan', async () => {
    const { page } = await openSignedIn();
    await page.goto(at('/settings/profile'));
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
    await looksRight(page);
    await page.locator('summary', { hasText: 'Account: Ada Lovelace' }).click();
    expect(await axeFaults(page)).toEqual([]);
  });

  test('light and dark change at once, and what is typed stays', async () => {
    const page = await open();
    await page.goto(at('/forgot-password'));
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
  });

  test('security, and a page that is not there, look right', async () => {
    const { page } = await openSignedIn();
    for (const path of ['/settings/security', '/nothing']) {
      await page.goto(at(path));
      await looksRight(page);
    }
  });
});
