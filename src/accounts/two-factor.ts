import { randomBytes } from 'node:crypto';
import { and, arrayContains, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { AppError, invalidField } from '../lib/errors.js';
import { t } from '../lib/language/translate.js';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';
import { requireOwnPassword } from './passwords.js';
import { hashToken } from './secret-token.js';
import { readCredentials } from './sign-in-sessions.js';

const STEP_SECONDS = 30;
/** Tolerates a difference of one step between clocks, and slow typing. */
const TOLERATED_STEPS = 1;
const SECRET_BYTES = 20;

/** In base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The half minute of the code, near `now` (epoch milliseconds); undefined for a wrong code. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const distance = authenticator(secret).validate({ token: code, timestamp: now, window: TOLERATED_STEPS });
  return distance === null ? undefined : Math.floor(now / 1000 / STEP_SECONDS) + distance;
}

/** Text of the QR code: `otpauth://totp/Footfall:ada@example.com?…` */
export const authenticatorUri = (secret: string, email: string): string => authenticator(secret, email).toString();

// SHA-1, six digits, half a minute: every authenticator supports these.
const authenticator = (secret: string, label = '') =>
  new TOTP({ issuer: 'Footfall', label, secret: Secret.fromBase32(secret), period: STEP_SECONDS });

const CODES = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** Crockford's base32 alphabet, without characters that look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten codes of 80 random bits: `8gpt-0k3x-…`. */
export const newRecoveryCodes = (): readonly string[] => Array.from({ length: CODES }, newCode);

function newCode(): string {
  const letters = [...randomBytes(GROUPS * GROUP_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.match(/.{4}/g)!.join('-');
}

/** Ignores dashes and case. */
export const hashRecoveryCode = (typed: string): string =>
  hashToken(
    typed
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .replaceAll('o', '0')
      .replace(/[il]/g, '1'),
  );

export type TwoFactor =
  | { readonly state: 'off' }
  | { readonly state: 'pending' /** Base32. */; readonly secret: string }
  | { readonly state: 'on'; readonly since: Date; readonly recoveryCodesLeft: number };

export async function findTwoFactor(db: Database, accountId: string): Promise<TwoFactor> {
  const { totpSecret, twoFactorSince, recoveryCodes } = accounts;
  const [row] = await db
    .select({ totpSecret, twoFactorSince, recoveryCodes })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (row?.twoFactorSince) {
    return { state: 'on', since: row.twoFactorSince, recoveryCodesLeft: row.recoveryCodes.length };
  }
  return row?.totpSecret ? { state: 'pending', secret: row.totpSecret } : { state: 'off' };
}

/** Codes are not required until the secret is confirmed. */
export async function beginTwoFactor(db: Database, accountId: string): Promise<void> {
  await db
    .update(accounts)
    .set({ totpSecret: newTotpSecret() })
    .where(and(eq(accounts.id, accountId), isNull(accounts.twoFactorSince)));
}

/**
 * Enables two-factor authentication once a code proves that the authenticator works. The recovery codes are returned
 * only here; only their hashes are stored. The password is required, so that someone at an unlocked browser cannot lock
 * the owner out. `now` is epoch milliseconds.
 *
 * @throws AppError `invalid` when the password or the code is wrong, `conflict` when the setup was not begun.
 */
export async function confirmTwoFactor(
  db: Database,
  accountId: string,
  { password, code }: { readonly password: string; readonly code: string },
  now: number,
): Promise<readonly string[]> {
  const twoFactor = await findTwoFactor(db, accountId);
  if (twoFactor.state !== 'pending') throw notBegun();
  await requireOwnPassword(db, accountId, password);
  const { secret } = twoFactor;
  const totpLastStep = stepOfCode(secret, code, now);
  if (totpLastStep === undefined) throw invalidField('code', t('incorrect or expired code'));
  const codes = newRecoveryCodes();
  const confirmed = await db
    .update(accounts)
    .set({ twoFactorSince: new Date(now), totpLastStep, recoveryCodes: codes.map(hashRecoveryCode) })
    .where(and(eq(accounts.id, accountId), eq(accounts.totpSecret, secret), isNull(accounts.twoFactorSince)))
    .returning({ id: accounts.id });
  if (confirmed.length === 0) throw notBegun();
  return codes;
}

const notBegun = () => new AppError('conflict', [t('The two-factor setup expired: start again')]);

/**
 * Accepts a code of the authenticator, or a recovery code. No code is accepted twice, not even by parallel requests.
 * `now` is epoch milliseconds.
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
  const updated = await db
    .update(accounts)
    .set({ totpLastStep: step })
    .where(and(eq(accounts.id, accountId), unused))
    .returning({ id: accounts.id });
  return updated.length > 0;
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

/** Proof of an owner's identity. The code is ignored when the account has no second factor. */
export interface OwnFactors {
  readonly password: string;
  readonly code?: string;
}

/**
 * Throws AppError `invalid` that names the field unless the password and, with a second factor, the code are valid at
 * `now` (epoch milliseconds). Uses up the code.
 */
export async function requireOwnFactors(
  db: Database,
  accountId: string,
  { password, code = '' }: OwnFactors,
  now: number,
): Promise<void> {
  await requireOwnPassword(db, accountId, password);
  const credentials = await readCredentials(db, accountId);
  if (credentials?.secondFactor && !(await checkSecondFactor(db, accountId, code, now))) throw wrongCode();
}

export const wrongCode = () => invalidField('code', t('incorrect or already used code'));

/**
 * `now` is epoch milliseconds.
 *
 * @throws AppError `invalid` when the password or the code is wrong.
 */
export async function endTwoFactor(
  db: Database,
  accountId: string,
  { password, code }: { readonly password: string; readonly code: string },
  now: number,
): Promise<void> {
  await requireOwnPassword(db, accountId, password);
  if (!(await checkSecondFactor(db, accountId, code, now))) throw wrongCode();
  await forgetSecondFactor(db, accountId);
}

/** Without proof, for an owner who has lost the authenticator and the recovery codes. */
export async function forgetSecondFactor(db: Database, accountId: string): Promise<void> {
  await db
    .update(accounts)
    .set({ totpSecret: null, twoFactorSince: null, totpLastStep: null, recoveryCodes: [] })
    .where(eq(accounts.id, accountId));
}
