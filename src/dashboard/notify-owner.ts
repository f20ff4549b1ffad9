import type { Context } from 'hono';
import { describeError } from '../http/error-description.js';
import { type CredentialChange, credentialEmail } from '../mail/credential-emails.js';
import { keyOf } from './attempts.js';
import type { DashboardDeps } from './deps.js';
import { browserOf } from './logins/entrance.js';

/** An account need not be its address's owner's: nobody floods somebody else's mailbox by changing their own account. */
const RATE = { name: 'credential-email', limit: 20, seconds: 60 * 60 };

/**
 * Emails the owner that a credential was changed in the browser of this request: to the account's address after the
 * change, and to the one before where that is another. Nothing waits for it, and it fails nothing.
 */
export type NotifyOwner = (context: Context, change: CredentialChange, email: string, formerEmail?: string) => void;

/** Without a mail server nothing is sent, which the log tells. */
export function ownerNotices(parts: DashboardDeps): NotifyOwner {
  const { mailer, log, now, baseUrl } = parts;
  const limiter = parts.rateLimiter(RATE);

  async function send(to: string, change: CredentialChange, account: string, browser: string): Promise<void> {
    const { granted } = await limiter.take(keyOf(parts, to));
    if (!granted) return log.warn({ change }, 'too many emails about one account: the owner is not told of a change');
    await mailer.send(credentialEmail({ to, change, account, at: new Date(now()), browser, baseUrl }));
  }

  return (context, change, email, formerEmail = email) => {
    if (!mailer.delivers) return log.info({ change }, 'no SMTP_URL is set: the owner is not told of a change by email');
    const browser = browserOf(context);
    for (const to of new Set([email, formerEmail])) {
      send(to, change, email, browser).catch((error) =>
        log.error({ error: describeError(error), change }, 'the owner could not be told of a change by email'),
      );
    }
  };
}
