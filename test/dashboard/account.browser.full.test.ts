import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../tracker/chromium.js';
import { newAccount, PASSWORD } from './accounts.js';
import { axeFaults } from './axe.js';
import { inBrowser } from './in-browser.js';
import { looksRight, looksRightInEachMode } from './looks-right.js';

describeInBrowser('an account in a browser', () => {
  const { at, open, openSignedIn, signIn, press, askApi, service } = inBrowser();

  test('pages for people who are not signed in look right, the API reference with all that it hides shown', async () => {
    const page = await open();
    for (const path of ['/welcome', '/login?left', '/forgot-password']) {
      await page.goto(at(path));
      await looksRightInEachMode(page);
    }
    for (const view of ['', '#getAccountUsage']) {
      await page.goto(at(`/api/docs${view}`));
      await looksRightInEachMode(page, `the API reference${view}`);
    }
    await page.getByRole('link', { name: 'Everything on one page' }).click();
    for (const details of await page.locator('details').all()) await details.evaluate('(it) => { it.open = true }');
    // It is by far the largest page, of the same elements as that of one endpoint.
    await looksRight(page);
    await page.goto(at('/forgot-password'));
    await page.getByLabel('Email').fill('ada@example.com');
    await press(page, 'Send reset link');
    await page.getByText('the link is in the server').waitFor();
    await looksRightInEachMode(page, 'a link that was sent');
  });

  test('the API reference offers nothing to press without a script', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(at('/api/docs'));
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
  });

  test('the API reference shows one endpoint at a time, with its address, with and without a script', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await open({ javaScriptEnabled });
      await page.goto(at('/api/docs'));
      const articles = page.locator('article');
      const count = async () => (await articles.filter({ visible: true }).all()).length;
      const all = await articles.count();
      expect([await count(), await page.getByRole('heading', { name: 'Base URL' }).isVisible()]).toEqual([0, true]);
      await page.getByRole('link', { name: 'Everything on one page' }).click();
      expect(await count()).toBe(all);
      const entries = page.locator('nav h2 + ul a');
      expect(await entries.count()).toBe(all);
      await entries.nth(5).click();
      expect([await count(), await page.getByRole('heading', { name: 'Base URL' }).isVisible()]).toEqual([1, false]);
      expect(new URL(page.url()).hash.slice(1)).toBe(await articles.filter({ visible: true }).getAttribute('id'));
      await page.goto(at('/api/docs#webhooks'));
      expect(await count()).toBeGreaterThan(1);
      expect(await count()).toBeLessThan(all);
      await page.getByRole('link', { name: 'Introduction' }).click();
      expect(await count()).toBe(0);
    }
  });

  test('the API reference can be searched by path and by field, with the keyboard alone', async () => {
    const page = await open();
    await page.goto(at('/api/docs'));
    const found = () => page.locator('nav h2 + ul a').filter({ visible: true }).allTextContents();
    const before = (await found()).length;
    await page.keyboard.press('/');
    await page.keyboard.type('visitors-chart');
    expect((await found()).length).toBeLessThan(before / 4);
    await page.keyboard.press('Enter');
    await page.getByText('/websites/{id}/stats/visitors-chart', { exact: true }).waitFor();
    expect(await page.locator('nav [aria-current]').count()).toBe(1);
    await page.getByRole('searchbox').fill('emailTrafficSpike');
    expect((await found()).join()).toContain('website');
    await page.getByRole('searchbox').fill('qwxyz');
    await page.getByText('Nothing found.').waitFor();
    expect(await found()).toEqual([]);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('searchbox').fill('');
    expect((await found()).length).toBe(before);
  });

  test('the profile, and an API key with its dialogs, look right', async () => {
    const { page } = await openSignedIn();
    await page.goto(at('/settings/profile'));
    await looksRightInEachMode(page);
    await page.locator('summary', { hasText: 'Account: ' }).click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFaults(page), `the menu, ${colorScheme}`).toEqual([]);
    }
    await page.goto(at('/settings/api-key'));
    await looksRightInEachMode(page, 'no API key');
    await press(page, 'Generate API key');
    await page.locator('.copyable code').first().waitFor();
    await looksRightInEachMode(page, 'a new API key');
    await page.goto(at('/settings/api-key'));
    for (const name of ['Regenerate key', 'Revoke key']) {
      await page.getByRole('link', { name }).click();
      await looksRightInEachMode(page, name);
      await page.keyboard.press('Escape');
    }
  });

  test('a wrong password is said, and many are throttled', async () => {
    const { email } = await newAccount(service());
    const page = await open();
    for (let guess = 1; guess <= 10; guess++) {
      await signIn(page, email, `wrong ${guess}`);
      await page.getByRole('alert').waitFor();
      expect(await page.getByLabel('Email').inputValue()).toBe(email);
    }
    await looksRightInEachMode(page);
    await signIn(page, email);
    await page.getByRole('heading', { name: 'Too many attempts' }).waitFor();
    expect(await page.textContent('main')).toMatch(/Try again in \d+ (minutes|seconds), or reset your password\./);
    await looksRightInEachMode(page);
  });

  test('two-factor authentication is set up, and asked for from then on', async () => {
    const { email } = await newAccount(service());
    const page = await open();
    await signIn(page, email);
    await page.goto(at('/settings/security'));
    await looksRightInEachMode(page);
    await press(page, 'Set up');
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    await looksRightInEachMode(page);
    const secret = (await page.locator('.copyable code').textContent()) ?? '';
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service().clock });
    await page.getByLabel('Two-factor code', { exact: true }).fill(code());
    await page.getByLabel('Your password').fill(PASSWORD);
    await press(page, 'Enable');
    await page.getByText('Save your recovery codes').waitFor();
    const recovery = await page.locator('.recovery-codes code').allTextContents();
    expect(recovery).toHaveLength(10);
    await looksRightInEachMode(page);

    service().clock += 60_000;
    const elsewhere = await open();
    await signIn(elsewhere, email);
    await elsewhere.waitForURL(at('/login/two-factor'));
    await looksRightInEachMode(elsewhere);
    await elsewhere.getByLabel('Two-factor code').fill('000 000');
    await press(elsewhere, 'Sign in');
    await elsewhere.getByText('That code is incorrect or expired.').waitFor();
    await elsewhere.getByLabel('Two-factor code').fill(code());
    await press(elsewhere, 'Sign in');
    await elsewhere.waitForURL(at('/websites'));

    const third = await open();
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
    await looksRightInEachMode(third);
  });

  test('pages that are not there, or that a link no longer opens, are in order too', async () => {
    const page = await open();
    for (const path of ['/nothing', '/reset-password/x', '/verify-email/x']) {
      await page.goto(at(path));
      await looksRightInEachMode(page);
    }
  });

  test('everything works without scripts, confirmations too', async () => {
    const { page } = await openSignedIn({ javaScriptEnabled: false });
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

  test('leaving asks before changed settings are lost, and not otherwise', async () => {
    const { page } = await openSignedIn();
    const asked: string[] = [];
    let leaves = false;
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void (leaves ? dialog.accept() : dialog.dismiss());
    });
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
    await page.getByRole('button', { name: 'Save changes' }).last().click();
    await page.getByText('Changes saved.').waitFor();
    expect(asked).toHaveLength(1);

    // Another form of the page does not take the text along.
    await page.goto(`${dashboard}/settings/data`);
    await page.getByLabel('Visitor ID').fill('1');
    await page.getByLabel('Keep data for (months)').fill('24');
    await press(page, 'Save retention');
    await expect.poll(() => asked.length).toBe(2);
    await page.getByLabel('Visitor ID').fill('');
    await page.getByLabel('Keep data for (months)').fill('');

    await page.goto(`${dashboard}/settings`);
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
      await page.locator('.brand').click();
      await expect.poll(() => asked.length).toBeGreaterThan(2);
      leaves = true;
      asked.length = 2;
      await page.locator('.brand').click();
      await page.waitForURL(at('/websites'));
      asked.length = 2;
    }
  });
});
