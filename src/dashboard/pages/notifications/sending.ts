import { describeError } from '../../../lib/error-description.js';
import { type Text, t } from '../../../lib/language/translate.js';
import type { Email } from '../../../notifications/mail/mailer.js';
import { hashKey } from '../../access/attempts.js';
import type { DashboardDeps, SendLimits } from '../../deps.js';
import { FormRefusal, type Visit } from '../../page-route.js';

const SENT_BY_ACCOUNT = { name: 'notification-email', limit: 20, seconds: 60 * 60 };
const SENT_TO_ADDRESS = { name: 'notification-invitation', limit: 5, seconds: 24 * 60 * 60 };

const TOO_MANY: Text = 'Too many emails were sent in the last hour. Try again later.';
const NOT_SENT: Text = 'The mail server did not take the email. Its reason is in the log of the service.';

export const sendLimits = ({ rateLimiter }: Pick<DashboardDeps, 'rateLimiter'>): SendLimits => ({
  byAccount: rateLimiter(SENT_BY_ACCOUNT),
  toAddress: rateLimiter(SENT_TO_ADDRESS),
});

/** Throws FormRefusal with the message over the limit. */
export async function countSent({ viewer, deps }: Visit<'website'>, message: Text = TOO_MANY): Promise<void> {
  const { granted } = await deps.sendLimits.byAccount.take(hashKey(deps, viewer.id));
  if (!granted) throw new FormRefusal({ '': t(message) }, 429);
}

/** Also counts by the invited address. Throws like `countSent`. */
export async function countInvitation(visit: Visit<'website'>, address: string): Promise<void> {
  const { granted } = await visit.deps.sendLimits.toAddress.take(hashKey(visit.deps, address));
  if (!granted) throw new FormRefusal({ '': t(TOO_MANY) }, 429);
  await countSent(visit);
}

/** Throws FormRefusal when the mail server refuses the email. */
export async function sendNow({ mailer, log }: Pick<DashboardDeps, 'mailer' | 'log'>, email: Email): Promise<void> {
  try {
    await mailer.send(email);
  } catch (error) {
    log.error({ error: describeError(error) }, 'an email could not be sent');
    throw new FormRefusal({ '': t(NOT_SENT) }, 503);
  }
}
