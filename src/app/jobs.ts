import { millisecondsInHour, millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';
import { forgetExpired } from '../accounts/sign-in-sessions.js';
import type { ImportRecovery } from '../history/commit.js';
import { deletionExpiry } from '../history/delete/restore-events.js';
import { type ExportRunnerDeps, writeDueExports } from '../history/export/export-runner.js';
import type { Recounts } from '../history/recounts.js';
import { applyRetention, type OldEvents } from '../history/retention.js';
import type { RunChange } from '../history/rewrite.js';
import type { Job } from '../jobs/job-runner.js';
import { describeError } from '../lib/error-description.js';
import { failedRuns, type JobMetrics, type NotificationContext } from '../notifications/context.js';
import { notificationSteps } from '../notifications/notification-jobs.js';
import { purgeDeletedWebsites } from '../websites/delete-website.js';
import type { Context } from './context.js';
import type { OpenWebsites } from './open-websites.js';
import { NOT_RECOVERED } from './recovery.js';

export interface JobsDeps {
  readonly notifications: Omit<NotificationContext, 'db' | 'now' | 'log' | 'describe' | 'metrics'>;
  readonly oldEvents: OldEvents;
  readonly exporting: ExportRunnerDeps;
  readonly recovery: ImportRecovery;
  readonly recounts: Recounts;
  readonly websites: OpenWebsites;
  readonly metrics: JobMetrics;
  /** One change of a website's stored events at a time. */
  readonly exclusive: RunChange;
  /** Resolves when every event received before the call is in ClickHouse. */
  readonly drain: () => Promise<void>;
}

/** A stop does not wait longer for other servers. Interrupted emails and files are sent again under the same names. */
const MAX_CLOSE_MS = 3 * millisecondsInSecond;

export function serviceJobs(context: Context, deps: JobsDeps): readonly Job[] {
  const { config, clickhouse, db, now, log, warn } = context;
  const { exporting, recovery, recounts, exclusive, drain, metrics } = deps;
  const { mirror, keys } = deps.websites;
  const notifications = { ...deps.notifications, db, now, log, metrics, describe: describeError };
  const retention = {
    ...{ db, now, log, oldEvents: deps.oldEvents, retentionMonths: config.retentionMonths },
    onFailed: failedRuns(notifications),
  };
  const expire = deletionExpiry({ clickhouse, db, now });
  return [
    {
      name: 'notifications',
      everyMs: 20 * millisecondsInSecond,
      maxCloseMs: MAX_CLOSE_MS,
      steps: notificationSteps(notifications),
    },
    {
      name: 'retention',
      everyMs: 20 * millisecondsInSecond,
      maxCloseMs: MAX_CLOSE_MS,
      steps: [{ failed: 'the retention could not be applied', run: (stopping) => applyRetention(retention, stopping) }],
    },
    {
      name: 'scheduled exports',
      everyMs: millisecondsInMinute,
      maxCloseMs: MAX_CLOSE_MS,
      steps: [
        {
          failed: 'scheduled exports could not be run',
          run: (stopping, report) => writeDueExports(exporting, stopping, report),
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
            if (!recovery.isDone) await recovery.run(exclusive, warn(NOT_RECOVERED));
            await purgeDeletedWebsites(clickhouse, db, { now: now(), drain });
          },
        },
      ],
    },
    {
      name: 'expired data',
      everyMs: millisecondsInHour,
      steps: [{ failed: 'expired data could not be removed', run: () => forgetExpired(db, now()) }],
    },
  ];
}
