import { millisecondsInDay } from 'date-fns/constants';
import type { Logger } from 'pino';
import type { JobStep } from '../jobs/job-runner.js';
import type { JobTopic } from '../jobs/schedule.js';
import type { FailDeps } from '../jobs/website-jobs.js';
import { type DeliverDeps, deliverAll } from './deliver.js';
import { forgetNotices } from './notice-repository.js';
import { type AlertDeps, TrafficAlerts } from './traffic-alerts.js';
import { type SummaryDeps, writeSummaries } from './weekly-summaries.js';

/** Counts what the jobs do, for `/metrics`. */
export interface JobMetrics {
  readonly onDelivery: (outcome: 'sent' | 'dropped' | 'failed' | 'given-up') => void;
  readonly onRunFailed: (topic: JobTopic, isGivenUp: boolean) => void;
}

export interface NotificationDeps
  extends Omit<DeliverDeps, 'onOutcome' | 'onUnrecorded'>,
    Omit<SummaryDeps, 'delivers' | 'onFailed'>,
    Pick<AlertDeps, 'findWebsite'> {
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly metrics: JobMetrics;
  /** Describes an error for the log. */
  readonly describe: (error: unknown) => unknown;
}

const KEPT_MS = 90 * millisecondsInDay;

/** Returns what is done for notices: weekly summaries and traffic alerts are written, and what is due is sent. */
export function notificationSteps(deps: NotificationDeps): readonly JobStep[] {
  const { db, now, log, metrics, describe } = deps;
  const writing: SummaryDeps = { ...deps, delivers: deps.mailer.delivers, onFailed: failedRuns(deps) };
  const alerts = new TrafficAlerts({ ...writing, findWebsite: deps.findWebsite });
  const sending: DeliverDeps = {
    ...deps,
    onOutcome: (outcome, { id, webhookId }, error) => {
      metrics.onDelivery(outcome);
      const facts = { delivery: id, to: webhookId === null ? 'email' : 'webhook', error: describe(error) };
      if (outcome === 'given-up') log.error(facts, 'a delivery was given up after a day of failures');
      if (outcome === 'failed') log.warn(facts, 'a delivery could not be sent yet');
    },
    onUnrecorded: ({ id }, error) =>
      log.warn({ delivery: id, error: describe(error) }, 'the outcome of a delivery could not be recorded yet'),
  };
  return [
    { failed: 'weekly summaries could not be written', run: (stopping) => writeSummaries(writing, stopping) },
    { failed: 'traffic could not be judged', run: (stopping) => alerts.run(stopping) },
    { failed: 'emails could not be sent', run: (stopping) => deliverAll(sending, stopping) },
    { failed: 'old notices could not be removed', run: () => forgetNotices(db, now() - KEPT_MS) },
  ];
}

/** Returns what counts and logs runs that have failed. */
export const failedRuns =
  ({ log, metrics, describe }: Pick<NotificationDeps, 'log' | 'metrics' | 'describe'>): FailDeps['onFailed'] =>
  ({ websiteId, topic }, isGivenUp, error) => {
    metrics.onRunFailed(topic, isGivenUp);
    const facts = { websiteId, topic, error: describe(error) };
    if (isGivenUp) log.error(facts, 'a job was given up after a day of failures: its next time is the next attempt');
    else log.warn(facts, 'a job could not be done yet');
  };
