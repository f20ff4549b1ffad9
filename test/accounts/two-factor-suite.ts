import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { createAccount } from '../../src/accounts/create-account.js';
import {
  beginTwoFactor,
  checkSecondFactor,
  confirmTwoFactor,
  endTwoFactor,
  findTwoFactor,
  forgetSecondFactor,
} from '../../src/accounts/two-factor.js';
import { accounts } from '../../src/postgres/schema.js';
import type { TestDatabase } from '../postgres/each-postgres.js';

const NOW = Date.parse('2026-03-29T01:00:10Z');
const STEP = 30_000;
const PASSWORD = 'correct horse';

export function twoFactorSuite(database: () => TestDatabase): void {
  const db = () => database().postgres.db;
  const codeAt = (secret: string, at: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

  const proofAt = (secret: string, at: number) => ({ password: PASSWORD, code: codeAt(secret, at) });

  async function begun() {
    const { id } = await createAccount(db(), { email: `${crypto.randomUUID()}@example.com`, password: PASSWORD }, NOW);
    await beginTwoFactor(db(), id);
    const twoFactor = await findTwoFactor(db(), id);
    if (twoFactor.state !== 'pending') throw new Error(`it is ${twoFactor.state}`);
    return { id, secret: twoFactor.secret };
  }

  async function confirmed() {
    const { id, secret } = await begun();
    return { id, secret, codes: await confirmTwoFactor(db(), id, proofAt(secret, NOW), NOW) };
  }

  it('asks for nothing until a code was confirmed, with the password', async () => {
    const { id, secret } = await begun();
    expect(await checkSecondFactor(db(), id, codeAt(secret, NOW), NOW)).toBe(false);
    const wrong = codeAt(secret, NOW) === '000000' ? '111111' : '000000';
    for (const proof of [
      { password: PASSWORD, code: wrong },
      { password: 'wrong', code: codeAt(secret, NOW) },
    ]) {
      await expect(confirmTwoFactor(db(), id, proof, NOW)).rejects.toMatchObject({ kind: 'invalid' });
    }
    expect(await findTwoFactor(db(), id)).toEqual({ state: 'pending', secret });
    await confirmTwoFactor(db(), id, proofAt(secret, NOW), NOW);
    expect(await findTwoFactor(db(), id)).toEqual({ state: 'on', since: new Date(NOW), recoveryCodesLeft: 10 });
  });

  it('cannot be begun or confirmed again while it is on', async () => {
    const { id, secret } = await confirmed();
    await beginTwoFactor(db(), id);
    const again = confirmTwoFactor(db(), id, proofAt(secret, NOW + STEP), NOW + STEP);
    await expect(again).rejects.toMatchObject({ kind: 'conflict' });
    expect(await checkSecondFactor(db(), id, codeAt(secret, NOW + STEP), NOW + STEP)).toBe(true);
  });

  it('takes no code twice, not the confirming one either, and none from before', async () => {
    const { id, secret } = await confirmed();
    const check = (codeOf: number, at: number) => checkSecondFactor(db(), id, codeAt(secret, codeOf), at);
    expect(await check(NOW, NOW)).toBe(false);
    expect(await check(NOW + STEP, NOW + STEP)).toBe(true);
    expect(await check(NOW + STEP, NOW + STEP)).toBe(false);
    expect(await check(NOW, NOW + STEP)).toBe(false);
    expect(await check(NOW + 2 * STEP, NOW + 2 * STEP)).toBe(true);
  });

  it('takes a code once when it comes many times at once', async () => {
    const { id, secret } = await confirmed();
    const [code, at] = [codeAt(secret, NOW + STEP), NOW + STEP];
    const checks = Array.from({ length: 6 }, (_, index) =>
      checkSecondFactor(index % 2 === 0 ? db() : database().other.db, id, code, at),
    );
    expect((await Promise.all(checks)).filter(Boolean)).toHaveLength(1);
  });

  it('takes each of ten recovery codes once, however it is typed', async () => {
    const { id, codes } = await confirmed();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
    const [first = '', second = ''] = codes;
    const tries = [1, 2, 3].map(() => checkSecondFactor(db(), id, ` ${first.toUpperCase().replaceAll('-', ' ')}`, NOW));
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    expect(await checkSecondFactor(db(), id, second.replaceAll('-', '').replaceAll('1', 'l'), NOW)).toBe(true);
    expect(await findTwoFactor(db(), id)).toMatchObject({ recoveryCodesLeft: 8 });
    const rows = JSON.stringify(await db().select().from(accounts));
    for (const code of codes) expect(rows).not.toContain(code);
  });

  it("takes no other account's codes", async () => {
    const [one, two] = [await confirmed(), await confirmed()];
    expect(await checkSecondFactor(db(), one.id, two.codes[0]!, NOW)).toBe(false);
    expect(await checkSecondFactor(db(), one.id, codeAt(two.secret, NOW + STEP), NOW + STEP)).toBe(false);
  });

  it('ends with both factors only, and leaves nothing', async () => {
    const { id, secret, codes } = await confirmed();
    const end = (password: string, code: string) => endTwoFactor(db(), id, { password, code }, NOW + STEP);
    await expect(end('wrong horse', codes[0]!)).rejects.toMatchObject({
      messages: [expect.stringMatching(/^password/)],
    });
    await expect(end(PASSWORD, '12')).rejects.toMatchObject({ messages: [expect.stringMatching(/^code: /)] });
    expect(await findTwoFactor(db(), id)).toMatchObject({ state: 'on', recoveryCodesLeft: 10 });
    await end(PASSWORD, codeAt(secret, NOW + STEP));
    expect(await findTwoFactor(db(), id)).toEqual({ state: 'off' });
    expect(await checkSecondFactor(db(), id, codes[0]!, NOW)).toBe(false);
  });

  it('is forgotten for one account alone, where its owner has lost it', async () => {
    const [one, two] = [await confirmed(), await confirmed()];
    await forgetSecondFactor(db(), one.id);
    expect(await findTwoFactor(db(), one.id)).toEqual({ state: 'off' });
    expect(await checkSecondFactor(db(), one.id, one.codes[0]!, NOW)).toBe(false);
    expect(await findTwoFactor(db(), two.id)).toMatchObject({ state: 'on', recoveryCodesLeft: 10 });
  });
}
