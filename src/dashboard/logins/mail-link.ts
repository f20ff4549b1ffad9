import type { Account } from '../../accounts/account.js';
import { createMailedLink, type LinkPurpose, type ResetLink } from '../../accounts/mailed-link.js';
import { describeError } from '../../http/error-description.js';
import { resetLetter, verifyLetter } from '../../mail/letters.js';
import type { DashboardParts } from '../parts.js';

const LETTERS = { 'reset-password': resetLetter, 'verify-email': verifyLetter } as const;

type Parts = Pick<DashboardParts, 'db' | 'mailer' | 'now' | 'baseUrl' | 'log'>;

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
    await mailer.send(LETTERS[purpose]({ to: email, link: `${baseUrl}/${purpose}/${token}` }));
    return true;
  } catch (error) {
    log.error({ error: describeError(error), purpose }, 'a letter could not be sent');
    return false;
  }
}
