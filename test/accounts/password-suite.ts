import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { findAccount } from '../../src/accounts/accounts.js';
import { changePassword, resetPassword } from '../../src/accounts/change-password.js';
import { createAccount } from '../../src/accounts/create-account.js';
import { createMailedLink, mailedLinkWorks, verifyEmail } from '../../src/accounts/mailed-links.js';
import { verifyPassword } from '../../src/accounts/passwords.js';
import { changeEmail } from '../../src/accounts/profile.js';
import { findSignInSession, startSignInSession } from '../../src/accounts/sign-in-sessions.js';
import { mailedLinks } from '../../src/postgres/schema.js';
import type { TestDatabase } from '../postgres/each-postgres.js';

const NOW = Date.parse('2026-03-29T00:30:00Z');
const HOUR = 60 * 60 * 1000;
const PASSWORD = 'correct horse';

export function passwordSuite(database: () => TestDatabase): void {
  const db = () => database().postgres.db;
  const other = () => database().other.db;
  const person = () => createAccount(db(), { email: `${crypto.randomUUID()}@example.com`, password: PASSWORD }, NOW);
  const signsIn = async (email: string, password: string) =>
    (await verifyPassword(db(), email, password)) !== undefined;
  const alive = async (token: string) => (await findSignInSession(other(), token, NOW)) !== undefined;

  it('change with the old password, and end every other login and all links', async () => {
    const account = await person();
    const [here, there] = [
      await startSignInSession(db(), account.id, 'Firefox', NOW),
      await startSignInSession(db(), account.id, 'Safari', NOW),
    ];
    const { hash } = (await findSignInSession(db(), here, NOW))!;
    const link = await createMailedLink(db(), account, 'reset-password', NOW);
    const change = (password: string, newPassword: string) =>
      changePassword(db(), account.id, { password, newPassword }, hash, NOW);
    await expect(change('wrong', 'battery staple')).rejects.toMatchObject({
      messages: [expect.stringMatching(/^password: /)],
    });
    await expect(change(PASSWORD, 'short')).rejects.toMatchObject({
      messages: [expect.stringMatching(/^newPassword: /)],
    });
    expect(await signsIn(account.email, PASSWORD)).toBe(true);
    await change(PASSWORD, 'battery staple');
    expect([await signsIn(account.email, PASSWORD), await signsIn(account.email, 'battery staple')]).toEqual([
      false,
      true,
    ]);
    expect([await alive(here), await alive(there)]).toEqual([true, false]);
    expect(await mailedLinkWorks(db(), link, 'reset-password', NOW)).toBe(false);
  });

  it('are reset by a link that works once, within an hour, and ends every login', async () => {
    const account = await person();
    const login = await startSignInSession(db(), account.id, 'Firefox', NOW);
    const [link, later] = [
      await createMailedLink(db(), account, 'reset-password', NOW),
      await createMailedLink(db(), account, 'reset-password', NOW),
    ];
    expect(JSON.stringify(await db().select().from(mailedLinks))).not.toContain(link);
    expect(await mailedLinkWorks(db(), link, 'reset-password', NOW + HOUR - 1)).toBe(true);
    expect(await mailedLinkWorks(db(), link, 'reset-password', NOW + HOUR)).toBe(false);
    expect(await resetPassword(db(), link, 'battery staple', NOW + HOUR)).toBeUndefined();
    await expect(resetPassword(db(), link, 'short', NOW)).rejects.toMatchObject({ kind: 'invalid' });
    const resets = [db(), other(), db()].map((process) => resetPassword(process, link, 'battery staple', NOW));
    expect((await Promise.all(resets)).filter(Boolean)).toEqual([account.email]);
    expect([await signsIn(account.email, PASSWORD), await signsIn(account.email, 'battery staple')]).toEqual([
      false,
      true,
    ]);
    expect(await alive(login)).toBe(false);
    expect(await resetPassword(db(), later, 'tr0ub4dor & 3', NOW)).toBeUndefined();
  });

  it('are never reset by a link for something else, or by nonsense', async () => {
    const account = await person();
    const link = await createMailedLink(db(), account, 'verify-email', NOW);
    for (const token of [link, '', 'x', '\0', "' or true --"]) {
      expect(await resetPassword(db(), token, 'battery staple', NOW)).toBeUndefined();
    }
    expect(await verifyEmail(db(), link, NOW)).toBe(true);
  });

  it('let an account without one be opened by a link', async () => {
    const account = await createAccount(db(), { email: `${crypto.randomUUID()}@example.com` }, NOW);
    const link = await createMailedLink(db(), account, 'reset-password', NOW);
    expect(await resetPassword(db(), link, 'battery staple', NOW)).toBe(account.email);
    expect(await signsIn(account.email, 'battery staple')).toBe(true);
  });

  it('verify an email address within a day, once', async () => {
    const account = await person();
    const link = await createMailedLink(db(), account, 'verify-email', NOW);
    expect(await verifyEmail(db(), link, NOW + 24 * HOUR)).toBe(false);
    expect(await verifyEmail(db(), link, NOW + 24 * HOUR - 1)).toBe(true);
    expect(await verifyEmail(db(), link, NOW)).toBe(false);
    expect((await findAccount(db(), account.id))?.emailVerifiedAt?.getTime()).toBe(NOW + 24 * HOUR - 1);
  });

  it('guard the email address, and a new one is not verified', async () => {
    const [account, taken] = [await person(), await person()];
    await verifyEmail(db(), await createMailedLink(db(), account, 'verify-email', NOW), NOW);
    const [reset, verify] = [
      await createMailedLink(db(), account, 'reset-password', NOW),
      await createMailedLink(db(), account, 'verify-email', NOW),
    ];
    const email = `New-${crypto.randomUUID()}@Example.com`;
    const change = (to: string, password = PASSWORD) => changeEmail(db(), account.id, { email: to, password }, NOW);
    await expect(change(email, 'wrong horse')).rejects.toMatchObject({
      messages: [expect.stringMatching(/^password: /)],
    });
    for (const wrong of ['', 'x', 'a\0b@example.com', taken.email]) {
      await expect(change(wrong)).rejects.toMatchObject({
        kind: 'invalid',
        messages: expect.arrayContaining([expect.stringMatching(/^email: /)]),
      });
    }
    expect((await findAccount(db(), account.id))?.emailVerifiedAt).not.toBeNull();
    expect(await change(email)).toBe(email.toLowerCase());
    expect(await findAccount(db(), account.id)).toMatchObject({ email: email.toLowerCase(), emailVerifiedAt: null });
    expect(await mailedLinkWorks(db(), reset, 'reset-password', NOW)).toBe(false);
    expect(await verifyEmail(db(), verify, NOW)).toBe(false);
  });

  it('do not give the address away that another account is taking at the same moment', async () => {
    const account = await person();
    const email = `wanted-${crypto.randomUUID()}@example.com`;
    const taking = other().transaction(async (tx) => {
      await createAccount(tx, { email }, NOW);
      await wait(1_000);
    });
    await expect(changeEmail(db(), account.id, { email, password: PASSWORD }, NOW)).rejects.toMatchObject({
      kind: 'invalid',
      messages: ['email: this email is already in use'],
    });
    await taking;
  });

  it('leave the address verified when it stays the same', async () => {
    const account = await person();
    await verifyEmail(db(), await createMailedLink(db(), account, 'verify-email', NOW), NOW);
    await changeEmail(db(), account.id, { email: account.email, password: PASSWORD }, NOW);
    expect((await findAccount(db(), account.id))?.emailVerifiedAt).not.toBeNull();
  });
}
