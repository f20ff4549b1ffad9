import { and, arrayContains, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';
import { hashRecoveryCode } from './recovery-codes.js';
import { stepOfCode } from './totp.js';

/**
 * Takes a code of the account's authenticator, or one of its recovery codes, at `now` in epoch milliseconds. True once:
 * no code is taken twice, not even by two requests at the same time.
 */
export async function checkSecondFactor(db: Database, accountId: string, typed: string, now: number): Promise<boolean> {
  const digits = typed.replace(/\s/g, '');
  return (await takeCode(db, accountId, digits, now)) || (await takeRecoveryCode(db, accountId, typed));
}

async function takeCode(db: Database, accountId: string, code: string, now: number): Promise<boolean> {
  const [account] = await db
    .select({ secret: accounts.totpSecret })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNotNull(accounts.twoFactorSince)));
  const step = account?.secret ? stepOfCode(account.secret, code, now) : undefined;
  if (step === undefined) return false;
  const unused = or(isNull(accounts.totpLastStep), lt(accounts.totpLastStep, step));
  const taken = await db
    .update(accounts)
    .set({ totpLastStep: step })
    .where(and(eq(accounts.id, accountId), unused))
    .returning({ id: accounts.id });
  return taken.length > 0;
}

async function takeRecoveryCode(db: Database, accountId: string, typed: string): Promise<boolean> {
  const hash = hashRecoveryCode(typed);
  const taken = await db
    .update(accounts)
    .set({ recoveryCodes: sql`array_remove(${accounts.recoveryCodes}, ${hash})` })
    .where(and(eq(accounts.id, accountId), arrayContains(accounts.recoveryCodes, [hash])))
    .returning({ id: accounts.id });
  return taken.length > 0;
}
