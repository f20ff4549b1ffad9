import { millisecondsInDay } from 'date-fns/constants';
import { and, desc, eq, gt, isNotNull, or } from 'drizzle-orm';
import { t } from '../lib/language/translate.js';
import type { Database } from '../postgres/postgres.js';
import { deliveries, jobs, notices, websites } from '../postgres/schema.js';
import { deliveryFailureText } from './failures.js';
import { isTopic, type Topic } from './topics.js';

/** How long failures are shown. */
const SHOWN_MS = 7 * millisecondsInDay;

/** A delivery or a run that was given up after a day of failures. */
export interface GivenUp {
  readonly topic: Topic;
  /** Undefined when the email could not be written at all. */
  readonly email: string | undefined;
  readonly at: Date;
  /** For the owner. */
  readonly failure: string;
}

const MAX_SHOWN = 10;

/** The latest failure in the last week for each address and kind of email: ten at most. */
export async function listGivenUp(db: Database, websiteId: string, now: number): Promise<readonly GivenUp[]> {
  const since = new Date(now - SHOWN_MS);
  const emails = await db
    .selectDistinctOn([notices.topic, deliveries.email], {
      topic: notices.topic,
      email: deliveries.email,
      at: deliveries.endedAt,
      failure: deliveries.failure,
    })
    .from(deliveries)
    .innerJoin(notices, eq(notices.id, deliveries.noticeId))
    .where(
      and(
        eq(notices.websiteId, websiteId),
        eq(deliveries.state, 'given-up'),
        isNotNull(deliveries.email),
        gt(deliveries.endedAt, since),
      ),
    )
    .orderBy(notices.topic, deliveries.email, desc(deliveries.endedAt));
  const runs = await db
    .select({ topic: jobs.topic, at: jobs.givenUpAt })
    .from(jobs)
    .where(and(eq(jobs.websiteId, websiteId), isNotNull(jobs.givenUpAt), gt(jobs.givenUpAt, since)));
  return [
    ...runs.flatMap(({ topic: job, at }) => {
      const failure = job === 'segment-summary' ? t('A view could not be read') : t('Its figures could not be read');
      const topic = job === 'segment-summary' ? 'weekly-summary' : job;
      return isTopic(topic) ? [{ topic, email: undefined, at: at!, failure }] : [];
    }),
    ...emails
      .map(({ topic, email, at, failure }) => ({
        topic,
        email: email!,
        at: at!,
        failure: deliveryFailureText(failure ?? ''),
      }))
      .sort((one, other) => other.at.getTime() - one.at.getTime())
      .slice(0, MAX_SHOWN),
  ];
}

/** In the last week. */
export const countGivenUp = (db: Database, now: number): Promise<number> =>
  db.$count(
    deliveries,
    and(
      eq(deliveries.state, 'given-up'),
      isNotNull(deliveries.email),
      gt(deliveries.endedAt, new Date(now - SHOWN_MS)),
    ),
  );

export const countWithEmails = (db: Database): Promise<number> =>
  db.$count(websites, or(eq(websites.emailWeeklySummary, true), eq(websites.emailTrafficSpike, true)));
