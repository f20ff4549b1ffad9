import { randomBytes } from 'node:crypto';
import { and, arrayContains, asc, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '../../lib/errors.js';
import { t } from '../../lib/language/translate.js';
import { plainText, webAddress } from '../../lib/text.js';
import { parseUrl } from '../../lib/url.js';
import type { Database } from '../../postgres/postgres.js';
import { deliveries, notices, TOPICS, webhooks } from '../../postgres/schema.js';
import { lockWebsite } from '../../websites/lock-website.js';
import { WEBHOOK_FORMATS } from './payload.js';

/** Its URL can hold a secret, as those of Slack do. */
export type Webhook = typeof webhooks.$inferSelect;

/** Matches enabled webhooks for a topic. */
export const takesNotices = (topic: (typeof TOPICS)[number]): SQL | undefined =>
  and(isNull(webhooks.disabledAt), arrayContains(webhooks.topics, [topic]));

export const MAX_WEBHOOKS = 100;

const MAX_LOGGED = 50;

const SECRET_BYTES = 24;

export const newWebhook = z.strictObject({
  name: plainText(1, 100),
  format: z.enum(WEBHOOK_FORMATS, {
    error: () => t('must be one of {values}', { values: WEBHOOK_FORMATS.join(', ') }),
  }),
  url: webAddress().refine(hasNoCredentials, { error: () => t('must not contain a user name or a password') }),
  topics: z.array(z.enum(TOPICS)).min(1, { error: () => t('must be at least one event') }),
});

export type NewWebhook = z.output<typeof newWebhook>;

function hasNoCredentials(text: string): boolean {
  const url = parseUrl(text);
  return url === undefined || (url.username === '' && url.password === '');
}

/**
 * `now` is epoch milliseconds.
 *
 * @throws AppError `conflict` when the website has {@link MAX_WEBHOOKS}, `not_found` when it was deleted meanwhile.
 */
export async function createWebhook(db: Database, websiteId: string, webhook: NewWebhook, now: number): Promise<void> {
  const secret = webhook.format === 'json' ? `whsec_${randomBytes(SECRET_BYTES).toString('base64')}` : null;
  await db.transaction(async (tx) => {
    await lockWebsite(tx, websiteId);
    const [there] = await tx.select({ all: count() }).from(webhooks).where(eq(webhooks.websiteId, websiteId));
    if (there!.all >= MAX_WEBHOOKS) {
      throw new AppError('conflict', [
        t('A website has at most {count} webhooks: remove one first', { count: MAX_WEBHOOKS }),
      ]);
    }
    await tx.insert(webhooks).values({ ...webhook, websiteId, secret, createdAt: new Date(now) });
  });
}

/** Oldest first. */
export const listWebhooks = (db: Database, websiteId: string): Promise<Webhook[]> =>
  db
    .select()
    .from(webhooks)
    .where(eq(webhooks.websiteId, websiteId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));

/** Accepts any text as the id. */
export async function findWebhook(db: Database, websiteId: string, id: string): Promise<Webhook | undefined> {
  if (!z.uuid().safeParse(id).success) return undefined;
  const [found] = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.websiteId, websiteId), eq(webhooks.id, id)));
  return found;
}

/** Includes its log. */
export async function removeWebhook(db: Database, { id }: Webhook): Promise<void> {
  await db.delete(webhooks).where(eq(webhooks.id, id));
}

export async function enableWebhook(db: Database, { id }: Webhook): Promise<void> {
  await db.update(webhooks).set({ disabledAt: null, failingSince: null }).where(eq(webhooks.id, id));
}

export interface LoggedDelivery {
  readonly kind: string;
  readonly createdAt: Date;
  readonly state: (typeof deliveries.$inferSelect)['state'];
  readonly attempts: number;
  readonly failure: string | null;
}

/** The last 50, latest first. */
export const listDeliveries = (db: Database, webhookId: string): Promise<LoggedDelivery[]> =>
  db
    .select({
      kind: notices.kind,
      createdAt: deliveries.createdAt,
      state: deliveries.state,
      attempts: deliveries.attempts,
      failure: deliveries.failure,
    })
    .from(deliveries)
    .innerJoin(notices, eq(notices.id, deliveries.noticeId))
    .where(eq(deliveries.webhookId, webhookId))
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(MAX_LOGGED);

export async function noteSuccess(db: Database, id: string): Promise<void> {
  await db.update(webhooks).set({ failingSince: null }).where(eq(webhooks.id, id));
}

/** Keeps the time of the first failure since a success. */
export async function noteFailure(db: Database, id: string, now: number): Promise<void> {
  await db
    .update(webhooks)
    .set({ failingSince: new Date(now) })
    .where(and(eq(webhooks.id, id), isNull(webhooks.failingSince)));
}

/** Row lock until the transaction ends. */
export async function lockWebhook(db: Database, id: string): Promise<void> {
  await db.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, id)).for('update');
}

/**
 * Disables a webhook when all deliveries have failed since this one, which is given up, was added. Its other deliveries
 * are given up too; untried ones get the same failure. Returns whether it was disabled.
 */
export async function disableFailing(
  db: Database,
  { id, failingSince }: Webhook,
  { createdAt, failure }: Pick<typeof deliveries.$inferSelect, 'createdAt' | 'failure'>,
  now: number,
): Promise<boolean> {
  // The first failure follows the event within the time of one attempt.
  if (failingSince === null || failingSince.getTime() > createdAt.getTime() + 10 * 60_000) return false;
  const disabled = await db
    .update(webhooks)
    .set({ disabledAt: new Date(now) })
    .where(and(eq(webhooks.id, id), isNull(webhooks.disabledAt)))
    .returning({ id: webhooks.id });
  await db
    .update(deliveries)
    .set({ state: 'given-up', endedAt: new Date(now), failure: sql`coalesce(${deliveries.failure}, ${failure})` })
    .where(and(eq(deliveries.webhookId, id), eq(deliveries.state, 'waiting')));
  return disabled.length > 0;
}
