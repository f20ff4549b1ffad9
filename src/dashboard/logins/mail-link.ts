import type { Account } from '../../accounts/account.js';
import { createMailedLink, type LinkPurpose } from '../../accounts/mailed-link.js';
import { describeError } from '../../http/error-description.js';
import { resetLetter, verifyLetter } from '../../mail/letters.js';
import type { DashboardParts } from '../parts.js';

const LETTERS = { 'reset-password': resetLetter, 'verify-email': verifyLetter } as const;

/** Mails the account a link of that purpose. False when the mail server did not take it, which the log tells. */
export async function mailLink(
  { db, mailer, now, baseUrl, log }: DashboardParts,
  account: Pick<Account, 'id' | 'email'>,
  purpose: LinkPurpose,
): Promise<boolean> {
  try {
    const token = await createMailedLink(db, account, purpose, now());
    await mailer.send(LETTERS[purpose]({ to: account.email, link: `${baseUrl}/${purpose}/${token}` }));
    return true;
  } catch (error) {
    log.error({ error: describeError(error), purpose }, 'a letter could not be sent');
    return false;
  }
}
