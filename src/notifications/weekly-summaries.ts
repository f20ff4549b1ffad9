import { millisecondsInDay } from 'date-fns/constants';
import { isUnreachable } from '../clickhouse/clickhouse.js';
import { lastRun } from '../jobs/schedule.js';
import { finished, planJobs, runDue, updateJob, type WebsiteJob } from '../jobs/website-jobs.js';
import { describeError } from '../lib/error-description.js';
import { resolveSaved } from '../stats/filter-values.js';
import { lastWeek } from '../time/index.js';
import { findWebsite } from '../websites/find-website.js';
import type { Website } from '../websites/website.js';
import { failedRuns, type NotificationContext } from './context.js';
import { readEmailedSegments } from './emailed-segments.js';
import { type FindVisitorsChange, visitorsChangeFinder } from './find-change.js';
import { addNotice, findDestinations, hadNoticeSince, type NewNotice, wantsNotices } from './notice-repository.js';
import { readWeeklySummary } from './read-weekly-summary.js';

const CLAIMED_AT_ONCE = 20;

/** Minimum time between two summaries without visitors. */
const QUIET_PAUSE_MS = 31 * millisecondsInDay;

/** Runs until none is due or `stopping` is aborted. Several missed weeks give one summary, of the last week. */
export async function writeSummaries(context: NotificationContext, stopping: AbortSignal): Promise<void> {
  const { db, clickhouse, now } = context;
  const topic = 'weekly-summary';
  await planJobs(db, topic, now(), wantsNotices(db, topic));
  const findChange = visitorsChangeFinder(clickhouse);
  const run = (job: WebsiteJob<typeof topic>) => writeSummary(context, job, findChange);
  await runDue(context, { topic, atOnce: CLAIMED_AT_ONCE, run, onFailed: failedRuns(context) }, stopping);
}

async function writeSummary(
  context: NotificationContext,
  job: WebsiteJob<'weekly-summary'>,
  findChange: FindVisitorsChange,
): Promise<void> {
  const { db, now, mailer } = context;
  const website = await findWebsite(db, job.websiteId);
  const summary = website && (await composeNotice(context, job, website, findChange));
  const segments = website === undefined ? [] : await composeSegments(context, job, website, findChange);
  await db.transaction(async (tx) => {
    const destinations = await findDestinations(tx, job.websiteId, job.topic, mailer.delivers);
    if (summary !== undefined) await addNotice(tx, summary, destinations, now());
    for (const notice of segments) await addNotice(tx, notice, { ...destinations, webhookIds: [] }, now());
    await updateJob(tx, job, finished(job, now()));
  });
}

type SummaryJob = WebsiteJob<'weekly-summary'>;

const jobWeek = ({ topic, zone }: SummaryJob, now: number) => lastWeek(lastRun(topic, zone, now), zone);

/** Undefined when the website had a summary without visitors recently. */
async function composeNotice(
  { db, clickhouse, now }: NotificationContext,
  job: SummaryJob,
  website: Website,
  findChange: FindVisitorsChange,
): Promise<NewNotice | undefined> {
  const { websiteId, topic } = job;
  const week = jobWeek(job, now());
  const content = await readWeeklySummary(clickhouse, website, week, now(), { findChange });
  const kind = content.visitors.now === 0 ? 'quiet-week' : 'week';
  if (kind === 'quiet-week' && (await hadNoticeSince(db, websiteId, kind, now() - QUIET_PAUSE_MS))) return undefined;
  return { websiteId, topic, kind, occasion: week.from, content };
}

/**
 * Of the segments that had visitors, for emails only. A segment that cannot be counted, such as one that takes too long, does not
 * hold up the others.
 */
async function composeSegments(
  { db, clickhouse, now, log }: NotificationContext,
  job: SummaryJob,
  website: Website,
  findChange: FindVisitorsChange,
): Promise<readonly NewNotice[]> {
  const { websiteId, topic } = job;
  const week = jobWeek(job, now());
  const notices: NewNotice[] = [];
  if (!website.emailWeeklySummary) return notices;
  for (const saved of await readEmailedSegments(db, websiteId)) {
    try {
      const segment = await resolveSaved(clickhouse, websiteId, saved);
      const content = await readWeeklySummary(clickhouse, website, week, now(), { findChange, segment });
      if (content.visitors.now > 0) {
        notices.push({ websiteId, topic, kind: 'week', occasion: `${week.from} ${segment.id}`, content });
      }
    } catch (error) {
      if (isUnreachable(error)) throw error;
      log.warn({ websiteId, segmentId: saved.id, error: describeError(error) }, 'a segment was left out of the emails');
    }
  }
  return notices;
}
