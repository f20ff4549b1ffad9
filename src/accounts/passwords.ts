import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import * as argon2 from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { invalidField } from '../lib/errors.js';
import { t } from '../lib/language/translate.js';
import { exact } from '../lib/number-text.js';
import { TaskQueue } from '../lib/task-queue.js';
import { valid } from '../lib/validation.js';
import type { Database } from '../postgres/postgres.js';
import { accounts } from '../postgres/schema.js';
import { type Account, storedEmail, toAccount } from './accounts.js';
import { type Credentials, toCredentials } from './sign-in-sessions.js';

/** In characters. */
export const MIN_PASSWORD = 8;

/** Bounds the time of hashing, which grows with the length. */
const MAX_PASSWORD = 1000;

/** For new passwords. */
export const passwordShape = z
  .string({ error: () => t('must be a string') })
  .min(MIN_PASSWORD, { error: () => t('must have at least {count} characters', { count: MIN_PASSWORD }) })
  .max(MAX_PASSWORD, { error: () => t('must have at most {count} characters', { count: exact(MAX_PASSWORD) }) });

/** Throws AppError `invalid` for `field` when the password is not acceptable. */
export function requirePassword(text: string, field = 'password'): void {
  valid(passwordShape, text, field);
}

/**
 * Limits parallel hashing. It runs on libuv's threads, which the journal needs for its syncs, and takes a whole core
 * for 20 ms or more. Many sign-ins at once must leave a core to the events.
 */
const queue = new TaskQueue({
  maxRunning: Math.max(1, Math.min(2, availableParallelism() - 1)),
  maxWaiting: 64,
  refusal: 'Too many passwords are being checked at the moment, try again later',
});

/** Throws AppError `unavailable` when too many others wait. */
export const hash = (password: string): Promise<string> => queue.run(() => argon2.hash(password));

/** Throws AppError `unavailable` when too many others wait. */
export const verify = (passwordHash: string, password: string): Promise<boolean> =>
  queue.run(() => argon2.verify(passwordHash, password));

/** The hash of a random, discarded password with the usual settings, so that verifying it takes as long. */
export const DECOY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$iO+psoc4Jdlsoh4ly6Oyig$+dtCP+LnadmhXzNHstIRbRcLc/NBO5cqSNCRmft79UA';

/** A verified account, and its credentials at that moment. */
export type PasswordProof = Account & Pick<Credentials, 'secondFactor' | 'mark'>;

/**
 * An unknown address, and an account without a password, take as long as a wrong password, so that the time does not
 * reveal which addresses have an account.
 */
export async function verifyPassword(
  db: Database,
  email: string,
  password: string,
): Promise<PasswordProof | undefined> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(eq(accounts.email, storedEmail(email)));
  const matches = await verify(row?.passwordHash ?? DECOY_HASH, password);
  return row?.passwordHash && matches ? { ...toAccount(row), ...toCredentials(row) } : undefined;
}

/** Throws AppError `invalid` for `password` unless it is the account's. */
export async function requireOwnPassword(db: Database, accountId: string, password: string): Promise<void> {
  const [row] = await db
    .select({ passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const matches = await verify(row?.passwordHash ?? DECOY_HASH, password);
  if (!matches || !row?.passwordHash) throw invalidField('password', t('incorrect password'));
}

const NEW_PASSWORD_BYTES = 18;

/** 24 characters. */
export const newPassword = (): string => randomBytes(NEW_PASSWORD_BYTES).toString('base64url');
