import { millisecondsInDay } from 'date-fns/constants';
import type { JobStep } from '../jobs/job-runner.js';
import type { NotificationContext } from './context.js';
import { deliverAll } from './deliver.js';
import { forgetNotices } from './notice-repository.js';
import { TrafficAlerts } from './traffic-alerts.js';
import { writeSummaries } from './weekly-summaries.js';

const KEPT_MS = 90 * millisecondsInDay;

/** Writes weekly summaries and traffic alerts, and sends due deliveries. */
export function notificationSteps(context: NotificationContext): readonly JobStep[] {
  const { db, now } = context;
  const alerts = new TrafficAlerts(context);
  return [
    { failed: 'weekly summaries could not be written', run: (stopping) => writeSummaries(context, stopping) },
    { failed: 'traffic could not be judged', run: (stopping) => alerts.run(stopping) },
    { failed: 'emails could not be sent', run: (stopping) => deliverAll(context, stopping) },
    { failed: 'old notices could not be removed', run: () => forgetNotices(db, now() - KEPT_MS) },
  ];
}
