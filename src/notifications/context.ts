import type { Context } from '../context/context.js';
import type { JobTopic } from '../jobs/schedule.js';
import type { OnJobFailed } from '../jobs/website-jobs.js';
import { describeError } from '../lib/error-description.js';
import type { OutgoingOptions } from '../lib/outgoing-request.js';
import type { Website } from '../websites/website.js';
import type { UnsubscribeLinks } from './email-links.js';
import type { Mailer } from './mail/mailer.js';

/** For `/metrics`. */
export interface JobMetrics {
  readonly onDelivery: (outcome: 'sent' | 'dropped' | 'failed' | 'given-up') => void;
  readonly onRunFailed: (topic: JobTopic, isGivenUp: boolean) => void;
}

export interface Sending {
  readonly mailer: Mailer;
  readonly links: UnsubscribeLinks;
  /** Options of requests to webhooks. */
  readonly posting: OutgoingOptions;
}

export interface NotificationContext extends Context, Sending {
  readonly findWebsite: (id: string) => Website | undefined;
  /** Origin without a trailing slash. */
  readonly baseUrl: string;
  readonly metrics: JobMetrics;
}

/** Counts and logs failed runs. */
export const failedRuns =
  ({ log, metrics }: NotificationContext): OnJobFailed =>
  ({ websiteId, topic }, isGivenUp, error) => {
    metrics.onRunFailed(topic, isGivenUp);
    const facts = { websiteId, topic, error: describeError(error) };
    if (isGivenUp) log.error(facts, 'a job was given up after a day of failures: its next time is the next attempt');
    else log.warn(facts, 'a job could not be done yet');
  };
