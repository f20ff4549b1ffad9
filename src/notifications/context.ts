import type { Logger } from 'pino';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import type { JobTopic } from '../jobs/schedule.js';
import type { FailDeps } from '../jobs/website-jobs.js';
import type { OutgoingOptions } from '../lib/outgoing-request.js';
import type { Database } from '../postgres/postgres.js';
import type { Website } from '../websites/website.js';
import type { UnsubscribeLinks } from './email-links.js';
import type { Mailer } from './mail/mailer.js';

/** For `/metrics`. */
export interface JobMetrics {
  readonly onDelivery: (outcome: 'sent' | 'dropped' | 'failed' | 'given-up') => void;
  readonly onRunFailed: (topic: JobTopic, isGivenUp: boolean) => void;
}

export interface NotificationContext {
  readonly db: Database;
  readonly clickhouse: ClickHouse;
  readonly mailer: Mailer;
  readonly links: UnsubscribeLinks;
  /** Options of requests to webhooks. */
  readonly posting: OutgoingOptions;
  readonly findWebsite: (id: string) => Website | undefined;
  /** Origin without a trailing slash. */
  readonly baseUrl: string;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly metrics: JobMetrics;
  /** For the log. */
  readonly describe: (error: unknown) => unknown;
}

/** Counts and logs failed runs. */
export const failedRuns =
  ({ log, metrics, describe }: Pick<NotificationContext, 'log' | 'metrics' | 'describe'>): FailDeps['onFailed'] =>
  ({ websiteId, topic }, isGivenUp, error) => {
    metrics.onRunFailed(topic, isGivenUp);
    const facts = { websiteId, topic, error: describe(error) };
    if (isGivenUp) log.error(facts, 'a job was given up after a day of failures: its next time is the next attempt');
    else log.warn(facts, 'a job could not be done yet');
  };
