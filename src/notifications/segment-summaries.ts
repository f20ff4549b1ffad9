import { isUnavailable, withDeadline } from '../clickhouse/clickhouse.js';
import { lastRun } from '../jobs/schedule.js';
import { finished, planJobs, releaseJobs, runDue, updateJob, type WebsiteJob } from '../jobs/website-jobs.js';
import { describeError } from '../lib/error-description.js';
import { findOutage } from '../lib/outage.js';
import { resolveSaved } from '../stats/filter-values.js';
import type { SavedFilter } from '../stats/filters.js';
import { lastWeek } from '../time/index.js';
import { findWebsite } from '../websites/find-website.js';
import type { Website } from '../websites/website.js';
import { failedRuns, type NotificationContext } from './context.js';
import { readEmailedSegments, wantsSegmentSummaries } from './emailed-segments.js';
import { visitorsChangeFinder } from './find-change.js';
import type { WeeklySummary } from './mail/notice-content.js';
import { addNotice, findDestinations, hasNotice } from './notice-repository.js';
import { readWeeklySummary, type Week } from './read-weekly-summary.js';

const JOB = 'segment-summary';

/** They are switched off, and unsubscribed from, together with the summary of the website. */
const TOPIC = 'weekly-summary';

const DEADLINE_MS = 30_000;

/** Writes the weekly summaries of segments, for emails only, until none is due or `stopping` is aborted. */
export async function writeSegmentSummaries(context: NotificationContext, stopping: AbortSignal): Promise<void> {
  const { db, now } = context;
  await planJobs(db, JOB, now(), wantsSegmentSummaries(db));
  const run = (job: WebsiteJob) => writeSummaries(context, job, stopping);
  await runDue(context, { topic: JOB, atOnce: 1, run, onFailed: failedRuns(context) }, stopping);
}

/** Each is stored at once: a run that is repeated goes on where the last one ended. */
async function writeSummaries(context: NotificationContext, job: WebsiteJob, stopping: AbortSignal): Promise<void> {
  const { db, clickhouse, now, mailer } = context;
  const { websiteId, zone } = job;
  const at = now();
  const week = lastWeek(lastRun(JOB, zone, at), zone);
  const website = await findWebsite(db, websiteId);
  const { emails } = await findDestinations(db, websiteId, TOPIC, mailer.delivers);
  const segments = website === undefined || emails.length === 0 ? [] : await readEmailedSegments(db, websiteId);
  const findChange = visitorsChangeFinder(clickhouse);
  for (const segment of segments) {
    if (stopping.aborted) return releaseJobs(db, [job]);
    const notice = { websiteId, topic: TOPIC, kind: 'week', occasion: `${week.from} ${segment.id}` } as const;
    if (await hasNotice(db, notice)) continue;
    const content = await readSummary(context, website!, { segment, week, findChange });
    if (content === undefined || content.visitors.now === 0) continue;
    await db.transaction((tx) => addNotice(tx, { ...notice, content }, { emails, webhookIds: [] }, now()));
  }
  await updateJob(db, job, finished(job, at));
}

/** Undefined for a segment that cannot be counted, or not in time. */
async function readSummary(
  { clickhouse, now, log }: NotificationContext,
  website: Website,
  of: {
    readonly segment: SavedFilter;
    readonly week: Week;
    readonly findChange: ReturnType<typeof visitorsChangeFinder>;
  },
): Promise<WeeklySummary | undefined> {
  const limited = withDeadline(clickhouse, DEADLINE_MS);
  try {
    const segment = await resolveSaved(limited, website.id, of.segment);
    return await readWeeklySummary(limited, website, of.week, now(), { findChange: of.findChange, segment });
  } catch (error) {
    if (findOutage(error, isUnavailable) !== undefined) throw error;
    const facts = { websiteId: website.id, segmentId: of.segment.id, error: describeError(error) };
    log.warn(facts, 'the weekly summary of a segment could not be written');
    return undefined;
  }
}
