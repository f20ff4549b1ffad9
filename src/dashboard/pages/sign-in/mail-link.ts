import type { Account } from '../../../accounts/accounts.js';
import { createMailedLink, mailedLinkWorks, type ResetLink } from '../../../accounts/mailed-links.js';
import { describeError } from '../../../lib/error-description.js';
import { inLanguage } from '../../../lib/language/language.js';
import { emailLanguage } from '../../../notifications/email-language.js';
import { passwordResetEmail, verificationEmail } from '../../../notifications/mail/emails.js';
import type { DashboardDeps } from '../../deps.js';
import type { Visit } from '../../page-route.js';

const EMAILS = { 'reset-password': passwordResetEmail, 'verify-email': verificationEmail } as const;

type EmailedPurpose = keyof typeof EMAILS;

type Parts = Pick<DashboardDeps, 'db' | 'mailer' | 'now' | 'baseUrl' | 'log'>;

/** Returns false when the mail server refused the email, which is logged. */
export async function mailLink(
  parts: Parts,
  account: Pick<Account, 'id' | 'email' | 'language'>,
  purpose: EmailedPurpose,
): Promise<boolean> {
  try {
    const token = await createMailedLink(parts.db, account, purpose, parts.now());
    return await sendLink(parts, purpose, { token, email: account.email, language: account.language });
  } catch (error) {
    parts.log.error({ error: describeError(error), purpose }, 'a link for an email could not be created');
    return false;
  }
}

/** Returns false when the mail server refused the email, which is logged. */
export async function sendLink(
  { mailer, baseUrl, log }: Parts,
  purpose: EmailedPurpose,
  { token, email: to, language }: ResetLink,
): Promise<boolean> {
  try {
    const link = `${baseUrl}/${purpose}/${token}`;
    await mailer.send(inLanguage(emailLanguage(language), () => EMAILS[purpose]({ to, link })));
    return true;
  } catch (error) {
    log.error({ error: describeError(error), purpose }, 'an email could not be sent');
    return false;
  }
}

export async function openedLinkWorks({ context, deps }: Visit<'anyone'>, purpose: EmailedPurpose): Promise<boolean> {
  const token = context.req.param('token') ?? '';
  const look = async () => (await mailedLinkWorks(deps.db, token, purpose, deps.now())) || undefined;
  return (await deps.lookups.find(context, 'mailed-link', token, look)) ?? false;
}
