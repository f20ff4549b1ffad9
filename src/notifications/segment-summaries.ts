import { withDeadline } from '../clickhouse/clickhouse.js';
import { lastRun } from '../jobs/schedule.js';
import { finished, planJobs, releaseJobs, runDue, updateJob, type WebsiteJob } from '../jobs/website-jobs.js';
import { inLanguage } from '../lib/language/language.js';
import { resolveSaved } from '../stats/filter-values.js';
import type { SavedFilter } from '../stats/filters.js';
import { lastWeek } from '../time/index.js';
import { findWebsite } from '../websites/find-website.js';
import { failedRuns, type NotificationContext } from './context.js';
import { readEmailedSegments, wantsSegmentSummaries } from './emailed-segments.js';
import { visitorsChangeFinder } from './find-change.js';
import { addNotice, findDestinations, hasNotice } from './notice-repository.js';
import { readWeeklySummary } from './read-weekly-summary.js';
import { findOwnerLanguage } from './recipients.js';

const JOB = 'segment-summary';

/** They are switched off, and unsubscribed from, together with the summary of the website. */
const TOPIC = 'weekly-summary';

const DEADLINE_MS = 30_000;

/** Writes the weekly summaries of segments, for emails only, until none is due or `stopping` is aborted. */
export async function writeSegmentSummaries(context: NotificationContext, stopping: AbortSignal): Promise<void> {
  const { db, now } = context;
  await planJobs(db, JOB, now(), wantsSegmentSummaries(db));
  const run = (job: WebsiteJob) => writeForWebsite(context, job, stopping);
  await runDue(context, { topic: JOB, atOnce: 1, run, onFailed: failedRuns(context) }, stopping);
}

/** Each is stored at once: a run that is repeated, because one of them failed, goes on with the others. */
async function writeForWebsite(context: NotificationContext, job: WebsiteJob, stopping: AbortSignal): Promise<void> {
  const { db, clickhouse, now, mailer } = context;
  const { websiteId, zone } = job;
  const at = now();
  const week = lastWeek(lastRun(JOB, zone, at), zone);
  const website = await findWebsite(db, websiteId);
  // Its jobs are gone, too.
  if (website === undefined) return;
  const { emails } = await findDestinations(db, websiteId, TOPIC, mailer.delivers);
  const language = await findOwnerLanguage(db, websiteId);
  const findChange = visitorsChangeFinder(clickhouse);
  const write = async (saved: SavedFilter) => {
    const notice = { websiteId, topic: TOPIC, kind: 'week', occasion: `${week.from} ${saved.id}` } as const;
    if (await hasNotice(db, notice)) return;
    const limited = withDeadline(clickhouse, DEADLINE_MS);
    const segment = await resolveSaved(limited, websiteId, saved);
    const content = await inLanguage(language, () =>
      readWeeklySummary(limited, website, week, at, { findChange, segment }),
    );
    if (content.visitors.now === 0) return;
    await db.transaction((tx) => addNotice(tx, { ...notice, content }, { emails, webhookIds: [] }, now()));
  };
  const failures: unknown[] = [];
  for (const saved of emails.length === 0 ? [] : await readEmailedSegments(db, websiteId)) {
    if (stopping.aborted) return releaseJobs(db, [job]);
    await write(saved).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  await updateJob(db, job, finished(job, at));
}
