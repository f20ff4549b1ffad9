import { millisecondsInHour, millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';
import { forgetExpired } from '../accounts/sign-in-sessions.js';
import { forgetExpiredBatches } from '../collect/batches/batch-repository.js';
import { deletionExpiry } from '../history/delete/restore-events.js';
import { type ExportHooks, writeDueExports } from '../history/export/export-runner.js';
import { Recounts } from '../history/recounts.js';
import { applyRetention } from '../history/retention.js';
import type { Job } from '../jobs/job-runner.js';
import { failedRuns, type NotificationContext } from '../notifications/context.js';
import { notificationSteps } from '../notifications/notification-jobs.js';
import { writeViewSummaries } from '../notifications/view-summaries.js';
import { purgeDeletedWebsites } from '../websites/delete-website.js';
import type { HistoryTasks } from './open-history.js';
import { NOT_RECOVERED } from './recovery.js';
import type { ServiceContext } from './service-context.js';

/** A stop does not wait longer for other servers. Interrupted emails and files are sent again under the same names. */
const MAX_CLOSE_MS = 3 * millisecondsInSecond;

export function serviceJobs(
  context: ServiceContext,
  notifications: NotificationContext,
  { oldEvents, placeLateEvents }: HistoryTasks,
  onExport: ExportHooks['onExport'],
): readonly Job[] {
  const { clickhouse, db, now, warn, recovery, changes } = context;
  const { mirror, keys } = context.websites;
  const { drain } = context.path;
  const exportHooks = { unchanged: changes.unchanged, drain, onExport };
  const recounts = new Recounts(context, context.websites, changes.quiet);
  const expire = deletionExpiry(context);
  return [
    {
      name: 'notifications',
      everyMs: 20 * millisecondsInSecond,
      maxCloseMs: MAX_CLOSE_MS,
      steps: notificationSteps(notifications),
    },
    {
      // Views may take long, and must hold up no other email.
      name: 'view summaries',
      everyMs: 20 * millisecondsInSecond,
      maxCloseMs: MAX_CLOSE_MS,
      steps: [
        {
          failed: 'weekly summaries of views could not be written',
          run: (stopping) => writeViewSummaries(notifications, stopping),
        },
      ],
    },
    {
      name: 'retention',
      everyMs: 20 * millisecondsInSecond,
      maxCloseMs: MAX_CLOSE_MS,
      steps: [
        {
          failed: 'the retention could not be applied',
          run: (stopping) => applyRetention(context, oldEvents, failedRuns(notifications), stopping),
        },
      ],
    },
    {
      name: 'scheduled exports',
      everyMs: millisecondsInMinute,
      maxCloseMs: MAX_CLOSE_MS,
      steps: [
        {
          failed: 'scheduled exports could not be run',
          run: (stopping, report) => writeDueExports(context, exportHooks, stopping, report),
        },
      ],
    },
    {
      name: 'late events',
      everyMs: millisecondsInSecond,
      afterFailureMs: 5 * millisecondsInSecond,
      maxCloseMs: MAX_CLOSE_MS,
      atStart: true,
      steps: [
        {
          failed: 'late events could not be placed in their sessions yet: retrying',
          run: (_stopping, report, heldUp) => placeLateEvents(report, heldUp),
        },
      ],
    },
    {
      name: 'daily visitors',
      everyMs: millisecondsInSecond,
      afterFailureMs: 30 * millisecondsInSecond,
      atStart: true,
      steps: [
        {
          failed: 'the daily visitors of a website could not be counted yet: retrying',
          run: (stopping, report) => recounts.run(stopping, report),
        },
      ],
    },
    {
      name: 'websites in ClickHouse',
      everyMs: millisecondsInMinute,
      // It logs its own failures.
      steps: [{ failed: 'websites could not be written to ClickHouse yet', run: () => mirror.refresh() }],
    },
    {
      name: 'visitor keys',
      everyMs: millisecondsInMinute,
      // Not waited for: salts that have expired are forgotten each minute, also while PostgreSQL does not answer.
      steps: [{ failed: 'visitor ID salts could not be loaded', run: async () => void keys.refresh() }],
    },
    {
      name: 'purge',
      everyMs: millisecondsInMinute,
      steps: [
        {
          failed: 'events of deletions that can no longer be undone could not be removed yet: retrying',
          run: expire,
        },
        {
          failed: 'rows of deleted websites could not be removed yet: retrying',
          run: async () => {
            if (!recovery.isDone) await recovery.run(changes.recovering, warn(NOT_RECOVERED));
            await purgeDeletedWebsites(clickhouse, db, { now: now(), drain });
          },
        },
      ],
    },
    {
      name: 'expired data',
      everyMs: millisecondsInHour,
      steps: [
        {
          failed: 'expired data could not be removed',
          run: async () => {
            await forgetExpired(db, now());
            await forgetExpiredBatches(db, now());
          },
        },
      ],
    },
  ];
}
