import type { Account } from '../../accounts/accounts.js';
import { createMailedLink, type LinkPurpose, type ResetLink } from '../../accounts/mailed-links.js';
import { describeError } from '../../http/error-description.js';
import { passwordResetEmail, verificationEmail } from '../../mail/emails.js';
import type { DashboardDeps } from '../deps.js';

const EMAILS = { 'reset-password': passwordResetEmail, 'verify-email': verificationEmail } as const;

type Parts = Pick<DashboardDeps, 'db' | 'mailer' | 'now' | 'baseUrl' | 'log'>;

/** Mails the account a link of that purpose. False when the mail server did not take it, which the log tells. */
export async function mailLink(
  parts: Parts,
  account: Pick<Account, 'id' | 'email'>,
  purpose: LinkPurpose,
): Promise<boolean> {
  try {
    const token = await createMailedLink(parts.db, account, purpose, parts.now());
    return await sendLink(parts, purpose, { token, email: account.email });
  } catch (error) {
    parts.log.error({ error: describeError(error), purpose }, 'no link could be made');
    return false;
  }
}

/** Sends a link that was made. False when the mail server did not take it, which the log tells. */
export async function sendLink(
  { mailer, baseUrl, log }: Parts,
  purpose: LinkPurpose,
  { token, email }: ResetLink,
): Promise<boolean> {
  try {
    await mailer.send(EMAILS[purpose]({ to: email, link: `${baseUrl}/${purpose}/${token}` }));
    return true;
  } catch (error) {
    log.error({ error: describeError(error), purpose }, 'an email could not be sent');
    return false;
  }
}
