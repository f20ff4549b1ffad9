import { describeError } from '../lib/error-description.js';
import { inLanguage } from '../lib/language/language.js';
import { retryUntilSuccess } from '../lib/retry.js';
import type { Database } from '../postgres/postgres.js';
import { findWebsite } from '../websites/find-website.js';
import type { Website } from '../websites/website.js';
import type { NotificationContext } from './context.js';
import {
  claimDeliveries,
  type Delivery,
  endDelivery,
  failDelivery,
  findNotice,
  type NoticeInLanguage,
} from './delivery-repository.js';
import { isStillEmailed } from './emailed-views.js';
import { deliveryFailure } from './failures.js';
import { disabledWebhookEmail } from './mail/emails.js';
import { describeNotice, noticeEmail } from './notice-email.js';
import { postJson, WebhookFailure } from './post.js';
import { findOwner, findRecipients, type Owner } from './recipients.js';
import { writeRequest } from './webhooks/payload.js';
import { payloadFigures } from './webhooks/payload-schemas.js';
import {
  disableFailing,
  findWebhook,
  lockWebhook,
  noteFailure,
  noteSuccess,
  type Webhook,
} from './webhooks/webhooks.js';

/** Concurrent deliveries of a process. */
const PARALLEL = 4;

/** Runs until none is due or `stopping` is aborted. Failed ones are retried later. */
export async function deliverAll(context: NotificationContext, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const claimed = await claimDeliveries(context.db, context.now(), PARALLEL);
    if (claimed.length === 0) return;
    const attempts = await Promise.allSettled(claimed.map((delivery) => attempt(context, delivery, stopping)));
    for (const each of attempts) if (each.status === 'rejected') throw each.reason;
  }
}

async function attempt(context: NotificationContext, delivery: Delivery, stopping: AbortSignal): Promise<void> {
  const { db, now } = context;
  let outcome: 'sent' | 'dropped';
  try {
    outcome = await send(context, delivery);
  } catch (error) {
    return fail(context, delivery, error);
  }
  // Retried, so that a short outage of PostgreSQL does not cause a second delivery.
  await retryUntilSuccess(() => record(db, delivery, outcome, now()), {
    isNeeded: () => now() < delivery.claimedUntil!.getTime(),
    stopping,
    log: (error) =>
      context.log.warn(
        { delivery: delivery.id, error: describeError(error) },
        'the outcome of a delivery could not be recorded yet',
      ),
  });
  context.metrics.onDelivery(outcome);
}

async function record(db: Database, delivery: Delivery, outcome: 'sent' | 'dropped', now: number): Promise<void> {
  if (delivery.webhookId !== null && outcome === 'sent') await noteSuccess(db, delivery.webhookId);
  await endDelivery(db, delivery, outcome, now);
}

async function fail(context: NotificationContext, delivery: Delivery, error: unknown): Promise<void> {
  const { db, now, log, metrics } = context;
  const { webhookId } = delivery;
  const failure = webhookId === null ? describeMailFailure(error) : describeWebhookFailure(error);
  const { isGivenUp, disabled } = await db.transaction(async (tx) => {
    // Prevents a deadlock of two deliveries of the same webhook.
    if (webhookId !== null) await lockWebhook(tx, webhookId);
    if (webhookId !== null && error instanceof WebhookFailure) await noteFailure(tx, webhookId, now());
    const isGivenUp = await failDelivery(tx, delivery, failure, now());
    return { isGivenUp, disabled: isGivenUp ? await disableWebhook(tx, { ...delivery, failure }, now()) : undefined };
  });
  metrics.onDelivery(isGivenUp ? 'given-up' : 'failed');
  const facts = { delivery: delivery.id, to: webhookId === null ? 'email' : 'webhook', error: describeError(error) };
  if (isGivenUp) log.error(facts, 'a delivery was given up after a day of failures');
  else log.warn(facts, 'a delivery could not be sent yet');
  if (disabled !== undefined) await tellOwner(context, disabled);
}

/** Drops the delivery when its recipient has unsubscribed or was removed, or its view is no longer emailed. */
async function send(context: NotificationContext, delivery: Delivery): Promise<'sent' | 'dropped'> {
  const { id, noticeId, email, webhookId } = delivery;
  const notice = await findNotice(context.db, noticeId);
  const website = notice && (await findWebsite(context.db, notice.websiteId));
  if (website === undefined) return 'dropped';
  if (webhookId !== null) return post(context, delivery, website, notice!, webhookId);
  const recipients = await findRecipients(context.db, website.id, notice!.topic);
  if (email === null || !recipients.includes(email)) return 'dropped';
  if (!(await isStillEmailed(context.db, notice!))) return 'dropped';
  const written = await inLanguage(notice!.language, () => noticeEmail(context, website, notice!, email));
  await context.mailer.send({ ...written, id });
  return 'sent';
}

async function post(
  { db, posting, baseUrl, now }: NotificationContext,
  { id }: Delivery,
  website: Website,
  notice: NoticeInLanguage,
  webhookId: string,
): Promise<'sent' | 'dropped'> {
  const webhook = await findWebhook(db, website.id, webhookId);
  if (webhook === undefined || webhook.disabledAt !== null) return 'dropped';
  const { kind: type, createdAt, content, language } = notice;
  const { id: websiteId, name, domain } = website;
  const event = {
    id,
    type,
    at: createdAt.getTime(),
    website: { id: websiteId, name, domain },
    brief: inLanguage(language, () => describeNotice(website, notice, baseUrl)),
    figures: payloadFigures(type, content),
  };
  const { body, headers } = writeRequest(webhook.format, webhook.secret, event, now());
  await postJson(webhook.url, body, headers, posting);
  return 'sent';
}

/** A webhook that was disabled, and its website's owner. */
interface Disabled {
  readonly webhook: Webhook;
  readonly owner: Owner | undefined;
}

/** Disables a webhook whose deliveries have all failed. Returns it if it was enabled. */
async function disableWebhook(
  db: Database,
  { noticeId, webhookId, createdAt, failure }: Delivery,
  now: number,
): Promise<Disabled | undefined> {
  if (webhookId === null) return undefined;
  const notice = await findNotice(db, noticeId);
  const webhook = notice && (await findWebhook(db, notice.websiteId, webhookId));
  if (webhook === undefined || !(await disableFailing(db, webhook, { createdAt, failure }, now))) return undefined;
  return { webhook, owner: await findOwner(db, webhook.websiteId) };
}

async function tellOwner({ mailer, baseUrl }: NotificationContext, { webhook, owner }: Disabled): Promise<void> {
  const { websiteId, name } = webhook;
  if (owner === undefined || !mailer.delivers) return;
  const link = `${baseUrl}/websites/${websiteId}/notifications`;
  const email = inLanguage(owner.language, () => disabledWebhookEmail({ to: owner.email, link, name }));
  // The page shows it too, so a lost email is not sent again.
  await mailer.send(email).catch(() => undefined);
}

/** For the owner, without the server's own words, which may name other addresses. */
function describeMailFailure(error: unknown): string {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  if (code === 'EAUTH') return deliveryFailure('The mail server refused the sign-in');
  if (typeof responseCode === 'number')
    return deliveryFailure('The mail server refused the email ({code})', responseCode);
  return deliveryFailure('The mail server could not be reached');
}

const describeWebhookFailure = (error: unknown): string =>
  error instanceof WebhookFailure ? error.message : deliveryFailure('It could not be sent');
