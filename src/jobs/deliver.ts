import type { Mailer } from '../mail/mailer.js';
import type { Database } from '../postgres/postgres.js';
import { findWebsite } from '../websites/find-website.js';
import { claimDeliveries, type Delivery, endDelivery, failDelivery, findNotice } from './delivery-repository.js';
import { type NoticeEmailDeps, noticeEmail } from './notice-email.js';
import { findRecipients } from './recipients.js';

/** What came of an attempt. */
export type DeliveryOutcome = 'sent' | 'dropped' | 'failed' | 'given-up';

export interface DeliverDeps extends NoticeEmailDeps {
  readonly db: Database;
  readonly mailer: Mailer;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onOutcome: (outcome: DeliveryOutcome, delivery: Delivery, error?: unknown) => void;
}

/** Deliveries that one process sends at a time. */
const PARALLEL = 4;

/** Sends all due deliveries, until none is due or `isStopping`. Failed ones are due again later. */
export async function deliverAll(deps: DeliverDeps, isStopping: () => boolean): Promise<void> {
  while (!isStopping()) {
    const claimed = await claimDeliveries(deps.db, deps.now(), PARALLEL);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((delivery) => attempt(deps, delivery)));
  }
}

async function attempt(deps: DeliverDeps, delivery: Delivery): Promise<void> {
  const { db, now, onOutcome } = deps;
  try {
    const outcome = await send(deps, delivery);
    await endDelivery(db, delivery, outcome, now());
    onOutcome(outcome, delivery);
  } catch (error) {
    const isGivenUp = await failDelivery(db, delivery, failureText(error), now());
    onOutcome(isGivenUp ? 'given-up' : 'failed', delivery, error);
  }
}

/** Sends the email, unless its recipient has ended it, or was removed, since it was put into the outbox. */
async function send(deps: DeliverDeps, { id, noticeId, email }: Delivery): Promise<'sent' | 'dropped'> {
  const notice = await findNotice(deps.db, noticeId);
  const website = notice && (await findWebsite(deps.db, notice.websiteId));
  if (website === undefined) return 'dropped';
  const recipients = await findRecipients(deps.db, website.id, notice!.topic);
  if (!recipients.includes(email)) return 'dropped';
  await deps.mailer.send({ ...(await noticeEmail(deps, website, notice!, email)), id });
  return 'sent';
}

/** Says in words for the owner why a mail server did not take an email. What the server said may name other addresses. */
function failureText(error: unknown): string {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  if (code === 'EAUTH') return 'The mail server refused the sign-in';
  if (typeof responseCode === 'number') return `The mail server refused the email (${responseCode})`;
  return 'The mail server could not be reached';
}
