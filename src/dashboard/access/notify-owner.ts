import { findAccountByEmail } from '../../accounts/accounts.js';
import { describeError } from '../../lib/error-description.js';
import { inLanguage } from '../../lib/language/language.js';
import { emailLanguage } from '../../notifications/email-language.js';
import { type CredentialChange, credentialEmail } from '../../notifications/mail/credential-emails.js';
import type { DashboardDeps, NotifyOwner } from '../deps.js';
import { browserText, describeBrowser } from '../pages/sign-in/entrance.js';
import { hashKey } from './attempts.js';

/** An account's address may belong to someone else: changes of the account must not flood their mailbox. */
const RATE = { name: 'credential-email', limit: 20, seconds: 60 * 60 };

/** Without a mail server it sends nothing, which is logged. */
export function ownerNotices(
  deps: Pick<DashboardDeps, 'db' | 'mailer' | 'log' | 'now' | 'baseUrl' | 'rateLimiter' | 'secret'>,
): NotifyOwner {
  const { db, mailer, log, now, baseUrl } = deps;
  const limiter = deps.rateLimiter(RATE);

  async function send(to: string, change: CredentialChange, account: string, browser: string): Promise<void> {
    const { granted } = await limiter.take(hashKey(deps, to));
    if (!granted) return log.warn({ change }, 'too many emails to one address: notice not sent');
    const occasion = { to, change, account, at: new Date(now()), baseUrl };
    // A security notice is worth more than its language.
    const owner = await findAccountByEmail(db, account).catch((error) => {
      log.warn({ error: describeError(error), change }, 'the language of a notice is unknown: it is in English');
      return undefined;
    });
    const language = emailLanguage(owner?.language);
    await mailer.send(inLanguage(language, () => credentialEmail({ ...occasion, browser: browserText(browser) })));
  }

  return (context, change, email, formerEmail = email) => {
    if (!mailer.delivers) return log.info({ change }, 'SMTP_URL is not set: notice not sent');
    const browser = describeBrowser(context);
    for (const to of new Set([email, formerEmail])) {
      send(to, change, email, browser).catch((error) =>
        log.error({ error: describeError(error), change }, 'a notice could not be sent'),
      );
    }
  };
}
