import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../tracker/chromium.js';
import { inBrowser, PASSWORD } from './in-browser.js';

describeInBrowser('logins in a browser', () => {
  const { at, arrives, newPerson, signIn, press, looksRight, service } = inBrowser();

  test('the first visitor becomes the owner, signs out and in again', async () => {
    const page = await arrives();
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

  test('a wrong password is said, and many are throttled', async () => {
    const email = await newPerson();
    const page = await arrives();
    for (let guess = 1; guess <= 10; guess++) {
      await signIn(page, email, `wrong ${guess}`);
      await page.getByRole('alert').waitFor();
      expect(await page.getByLabel('Email').inputValue()).toBe(email);
    }
    await looksRight(page);
    await signIn(page, email);
    await page.getByRole('heading', { name: 'Too many attempts' }).waitFor();
    expect(await page.textContent('main')).toMatch(/Try again in \d+ (minutes|seconds), or reset your password\./);
    await looksRight(page);
  });

  test('two-factor authentication is set up, and asked for from then on', async () => {
    const email = await newPerson();
    const page = await arrives();
    await signIn(page, email);
    await page.goto(at('/settings/security'));
    await looksRight(page);
    await press(page, 'Set up');
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    await looksRight(page);
    const secret = (await page.locator('.copyable code').textContent()) ?? '';
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service().clock });
    await page.getByLabel('Two-factor code', { exact: true }).fill(code());
    await page.getByLabel('Your password').fill(PASSWORD);
    await press(page, 'Enable');
    await page.getByText('Save your recovery codes').waitFor();
    const recovery = await page.locator('.recovery-codes code').allTextContents();
    expect(recovery).toHaveLength(10);
    await looksRight(page);

    service().clock += 60_000;
    const elsewhere = await arrives();
    await signIn(elsewhere, email);
    await elsewhere.waitForURL(at('/login/two-factor'));
    await looksRight(elsewhere);
    await elsewhere.getByLabel('Two-factor code').fill('000 000');
    await press(elsewhere, 'Sign in');
    await elsewhere.getByText('That code is incorrect or expired.').waitFor();
    await elsewhere.getByLabel('Two-factor code').fill(code());
    await press(elsewhere, 'Sign in');
    await elsewhere.waitForURL(at('/websites'));

    const third = await arrives();
    await signIn(third, email);
    await third.getByLabel('Two-factor code').fill(recovery[0] ?? '');
    await press(third, 'Sign in');
    await third.waitForURL(at('/websites'));
    await third.goto(at('/settings/security'));
    await third.getByText('9 recovery codes left').waitFor();
    await press(third, 'Sign out everywhere else');
    await third.getByText('All other sessions are signed out.').waitFor();
    await page.goto(at('/settings/security'));
    expect(page.url()).toContain('/login');
    await third.goto(at('/settings/two-factor/off'));
    await looksRight(third);
  });

  test('pages that are not there, or that a link no longer opens, are in order too', async () => {
    const page = await arrives();
    for (const path of ['/nothing', '/reset-password/x', '/verify-email/x']) {
      await page.goto(at(path));
      await looksRight(page);
    }
  });
});
