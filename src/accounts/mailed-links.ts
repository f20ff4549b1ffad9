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

/** The purpose of a link. */
export type LinkPurpose = keyof typeof LIFETIME_MS;

/** Creates a link for the account's present email address and returns its token, which is stored nowhere. */
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

/** A link for the owner of an account. */
export interface ResetLink {
  readonly token: string;
  readonly email: string;
}

/**
 * Creates a link to reset the password of the account of that email address, at `now` in epoch milliseconds; undefined
 * without such an account. Both cases run the same statements: without an account, the stored link belongs to none.
 */
export async function createResetLink(db: Database, email: string, now: number): Promise<ResetLink | undefined> {
  const account = await findAccountByEmail(db, email);
  const token = await createLink(db, account, 'reset-password', now);
  return account && { token, email: account.email };
}

/** Returns whether the link works at `now`, in epoch milliseconds. Accepts any text. */
export async function mailedLinkWorks(
  db: Database,
  token: string,
  purpose: LinkPurpose,
  now: number,
): Promise<boolean> {
  return (await db.$count(mailedLinks, valid(token, purpose, now))) > 0;
}

/** Uses a link up; undefined when it does not work. Only one of several parallel requests gets it. */
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
 * Marks the email address that received the mailed token as verified, at `now` in epoch milliseconds. Returns false
 * when the token does not work (any more), or when the account has another address by now.
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
