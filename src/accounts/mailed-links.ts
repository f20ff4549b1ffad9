import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { and, eq, gt } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { accounts, mailedLinks } from '../postgres/schema.js';
import { type Account, findAccountByEmail } from './accounts.js';
import { hashToken, newToken } from './secret-token.js';

/** How long a link works. */
const LIFETIME_MS = {
  'reset-password': millisecondsInHour,
  'verify-email': 24 * millisecondsInHour,
  /** Not mailed: only the demo creates such links, prints them, and serves their page. */
  'sign-in': 15 * millisecondsInMinute,
} as const;

export type LinkPurpose = keyof typeof LIFETIME_MS;

/** Bound to the account's current email address. The token is returned only here and never stored. */
export const createMailedLink = (
  db: Database,
  account: Pick<Account, 'id' | 'email'>,
  purpose: LinkPurpose,
  now: number,
): Promise<string> => createLink(db, account, purpose, now);

async function createLink(
  db: Database,
  account: Pick<Account, 'id' | 'email'> | undefined,
  purpose: LinkPurpose,
  now: number,
): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now + LIFETIME_MS[purpose]);
  const { id: accountId = null, email = '' } = account ?? {};
  await db.insert(mailedLinks).values({ hash: hashToken(token), accountId, purpose, email, expiresAt });
  return token;
}

export interface ResetLink {
  readonly token: string;
  readonly email: string;
  readonly language: Account['language'];
}

/**
 * Returns undefined for an address without an account. `now` is epoch milliseconds. Both cases run the same statements:
 * without an account, the stored link belongs to none.
 */
export async function createResetLink(db: Database, email: string, now: number): Promise<ResetLink | undefined> {
  const account = await findAccountByEmail(db, email);
  const token = await createLink(db, account, 'reset-password', now);
  return account && { token, email: account.email, language: account.language };
}

/** `now` is epoch milliseconds. Accepts any text. */
export async function mailedLinkWorks(
  db: Database,
  token: string,
  purpose: LinkPurpose,
  now: number,
): Promise<boolean> {
  return (await db.$count(mailedLinks, valid(token, purpose, now))) > 0;
}

/** Uses a link up. Undefined when it does not work; only one of several parallel requests gets it. */
export async function takeMailedLink(
  db: Database,
  token: string,
  purpose: LinkPurpose,
  now: number,
): Promise<{ readonly accountId: string; readonly email: string } | undefined> {
  const [link] = await db
    .delete(mailedLinks)
    .where(valid(token, purpose, now))
    .returning({ accountId: mailedLinks.accountId, email: mailedLinks.email });
  return link?.accountId ? { accountId: link.accountId, email: link.email } : undefined;
}

const valid = (token: string, purpose: LinkPurpose, now: number) =>
  and(
    eq(mailedLinks.hash, hashToken(token)),
    eq(mailedLinks.purpose, purpose),
    gt(mailedLinks.expiresAt, new Date(now)),
  );

/**
 * Verifies the address that received the token. Returns false when the token does not work, or when the account's
 * address has changed since. `now` is epoch milliseconds.
 */
export function verifyEmail(db: Database, token: string, now: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const link = await takeMailedLink(tx, token, 'verify-email', now);
    if (link === undefined) return false;
    const verified = await tx
      .update(accounts)
      .set({ emailVerifiedAt: new Date(now) })
      .where(and(eq(accounts.id, link.accountId), eq(accounts.email, link.email)))
      .returning({ id: accounts.id });
    return verified.length > 0;
  });
}
