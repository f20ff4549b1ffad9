import { expect, it } from 'vitest';
import {
  endSignInSession,
  endSignInSessions,
  findSignInSession,
  forgetExpired,
  listSignInSessions,
  startSignInSession,
} from '../../src/accounts/sign-in-sessions.js';
import { signInSessions } from '../../src/postgres/schema.js';
import type { TestDatabase } from '../postgres/each-postgres.js';
import { newTestAccount } from './new-test-account.js';

const NOW = Date.parse('2026-03-29T00:59:59.999Z');
const HOUR = 60 * 60 * 1000;
const MONTH = 30 * 24 * HOUR;

export function signInSessionSuite(database: () => TestDatabase): void {
  const db = () => database().postgres.db;
  const elsewhere = (token: string, at = NOW) => findSignInSession(database().other.db, token, at);

  it('are found by a token of 256 bits that is stored nowhere', async () => {
    const account = await newTestAccount(db());
    const tokens = [];
    for (let login = 0; login < 3; login++)
      tokens.push(await startSignInSession(db(), account.id, 'Firefox on Linux', NOW));
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/);
      expect((await elsewhere(token))?.account).toEqual(account);
    }
    const rows = JSON.stringify(await db().select().from(signInSessions));
    for (const token of tokens) expect(rows).not.toContain(token);
  });

  it.each(['', 'x', '\0', "' or true --", 'f'.repeat(4000), '🔑'])('of nobody let nobody in: %j', async (token) => {
    expect(await elsewhere(token)).toBeUndefined();
  });

  it('last for 30 days after their last use, which is written once an hour', async () => {
    const account = await newTestAccount(db());
    const token = await startSignInSession(db(), account.id, 'Firefox on Linux', NOW);
    const use = async (at: number) => {
      const found = await elsewhere(token, at);
      const [login] = await listSignInSessions(db(), account.id, at);
      return [found?.extended, login?.lastUsedAt.getTime()];
    };
    expect(await use(NOW + HOUR - 1)).toEqual([false, NOW]);
    expect(await use(NOW + HOUR)).toEqual([true, NOW + HOUR]);
    expect(await use(NOW + HOUR + 1)).toEqual([false, NOW + HOUR]);
    expect(await use(NOW + HOUR + MONTH - 1)).toEqual([true, NOW + HOUR + MONTH - 1]);
    expect(await use(NOW + HOUR + 2 * MONTH - 2)).toEqual([true, NOW + HOUR + 2 * MONTH - 2]);
    expect(await use(NOW + HOUR + 3 * MONTH - 2)).toEqual([undefined, undefined]);
  });

  it('are listed with their browser, the last used first, and only the own ones', async () => {
    const [account, other] = [await newTestAccount(db()), await newTestAccount(db())];
    await startSignInSession(db(), account.id, 'Firefox on Linux', NOW);
    await startSignInSession(db(), account.id, 'Safari on iOS', NOW + 1);
    await startSignInSession(db(), other.id, 'Chrome on Windows', NOW);
    const listed = await listSignInSessions(db(), account.id, NOW + 2);
    expect(listed.map(({ browser }) => browser)).toEqual(['Safari on iOS', 'Firefox on Linux']);
  });

  it("end one by one, all but one, or all, and never another account's", async () => {
    const [account, other] = [await newTestAccount(db()), await newTestAccount(db())];
    const start = () => startSignInSession(db(), account.id, 'Firefox on Linux', NOW);
    const [one, two, three] = [await start(), await start(), await start()];
    const foreign = await startSignInSession(db(), other.id, 'Firefox on Linux', NOW);
    const alive = async () => {
      const found = await Promise.all([one, two, three, foreign].map((token) => elsewhere(token)));
      return found.map((login) => login !== undefined);
    };
    const hashOf = async (token: string) => (await elsewhere(token))!.hash;
    await endSignInSession(db(), other.id, await hashOf(one));
    expect(await alive()).toEqual([true, true, true, true]);
    await endSignInSession(db(), account.id, await hashOf(one));
    expect(await alive()).toEqual([false, true, true, true]);
    await endSignInSessions(db(), account.id, await hashOf(three));
    expect(await alive()).toEqual([false, false, true, true]);
    await endSignInSessions(db(), account.id);
    expect(await alive()).toEqual([false, false, false, true]);
  });

  it('are removed when they are over', async () => {
    const account = await newTestAccount(db());
    await startSignInSession(db(), account.id, 'Firefox on Linux', NOW - MONTH);
    const token = await startSignInSession(db(), account.id, 'Firefox on Linux', NOW - MONTH + 1);
    await forgetExpired(db(), NOW + 1);
    const own = (await db().select().from(signInSessions)).filter(({ accountId }) => accountId === account.id);
    expect(own).toHaveLength(1);
    expect(await elsewhere(token, NOW)).toBeDefined();
  });
}
