import { millisecondsInDay } from 'date-fns/constants';
import { lastRun } from '../jobs/schedule.js';
import { finished, planJobs, runDue, updateJob, type WebsiteJob } from '../jobs/website-jobs.js';
import { inLanguage } from '../lib/language/language.js';
import { lastWeek } from '../time/index.js';
import { findWebsite } from '../websites/find-website.js';
import { failedRuns, type NotificationContext } from './context.js';
import { changeFinder, type FindNoticeChange } from './find-change.js';
import { addNotice, findDestinations, hadNoticeSince, type NewNotice, wantsNotices } from './notice-repository.js';
import { readWeeklySummary } from './read-weekly-summary.js';
import { findOwnerLanguage } from './recipients.js';

const CLAIMED_AT_ONCE = 20;

/** Minimum time between two summaries without visitors. */
const QUIET_PAUSE_MS = 31 * millisecondsInDay;

/** Runs until none is due or `stopping` is aborted. Several missed weeks give one summary, of the last week. */
export async function writeSummaries(context: NotificationContext, stopping: AbortSignal): Promise<void> {
  const { db, clickhouse, now } = context;
  const topic = 'weekly-summary';
  await planJobs(db, topic, now(), wantsNotices(db, topic));
  const findChange = changeFinder(clickhouse);
  const run = (job: WebsiteJob<typeof topic>) => writeSummary(context, job, findChange);
  await runDue(context, { topic, atOnce: CLAIMED_AT_ONCE, run, onFailed: failedRuns(context) }, stopping);
}

async function writeSummary(
  context: NotificationContext,
  job: WebsiteJob<'weekly-summary'>,
  findChange: FindNoticeChange,
): Promise<void> {
  const { db, now, mailer } = context;
  const notice = await composeNotice(context, job, findChange);
  await db.transaction(async (tx) => {
    if (notice !== undefined) {
      const destinations = await findDestinations(tx, job.websiteId, job.topic, mailer.delivers);
      await addNotice(tx, notice, destinations, now());
    }
    await updateJob(tx, job, finished(job, now()));
  });
}

/** Undefined when the website is gone, or had a summary without visitors recently. */
async function composeNotice(
  { db, clickhouse, now }: NotificationContext,
  { websiteId, topic, zone }: WebsiteJob<'weekly-summary'>,
  findChange: FindNoticeChange,
): Promise<NewNotice | undefined> {
  const website = await findWebsite(db, websiteId);
  if (website === undefined) return undefined;
  const week = lastWeek(lastRun(topic, zone, now()), zone);
  const content = await inLanguage(await findOwnerLanguage(db, websiteId), () =>
    readWeeklySummary(clickhouse, website, week, now(), { findChange }),
  );
  const kind = content.visitors.now === 0 ? 'quiet-week' : 'week';
  if (kind === 'quiet-week' && (await hadNoticeSince(db, websiteId, kind, now() - QUIET_PAUSE_MS))) return undefined;
  return { websiteId, topic, kind, occasion: week.from, content };
}
