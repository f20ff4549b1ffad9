import { withDeadline } from '../clickhouse/clickhouse.js';
import { lastRun } from '../jobs/schedule.js';
import { finished, planJobs, releaseJobs, runDue, updateJob, type WebsiteJob } from '../jobs/website-jobs.js';
import { inLanguage } from '../lib/language/language.js';
import { resolveSaved } from '../stats/filter-values.js';
import type { SavedFilter } from '../stats/filters.js';
import { lastWeek } from '../time/index.js';
import { findWebsite } from '../websites/find-website.js';
import { failedRuns, type NotificationContext } from './context.js';
import { type EmailedView, readEmailedViews, wantsViewSummaries } from './emailed-views.js';
import { changeFinder } from './find-change.js';
import { addNotice, findDestinations, hasNotice } from './notice-repository.js';
import { readWeeklySummary } from './read-weekly-summary.js';
import { findOwnerLanguage } from './recipients.js';

/** Name in the table `jobs`. */
const JOB = 'segment-summary';

/** They are switched off, and unsubscribed from, together with the summary of the website. */
const TOPIC = 'weekly-summary';

const DEADLINE_MS = 30_000;

/** Writes the weekly summaries of views, for emails only, until none is due or `stopping` is aborted. */
export async function writeViewSummaries(context: NotificationContext, stopping: AbortSignal): Promise<void> {
  const { db, now } = context;
  await planJobs(db, JOB, now(), wantsViewSummaries(db));
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
  const findChange = changeFinder(clickhouse);
  const write = async (view: EmailedView) => {
    const notice = { websiteId, topic: TOPIC, kind: 'week', occasion: `${week.from} ${view.id}` } as const;
    if (await hasNotice(db, notice)) return;
    const limited = withDeadline(clickhouse, DEADLINE_MS);
    const resolve = (saved: SavedFilter | undefined) => saved && resolveSaved(limited, websiteId, saved);
    const [goal, segment] = await Promise.all([resolve(view.goal), resolve(view.segment)]);
    const content = await inLanguage(language, () =>
      readWeeklySummary(limited, website, week, at, { ...view, findChange, goal, segment }),
    );
    if (content.visitors.now === 0) return;
    await db.transaction((tx) =>
      addNotice(tx, { ...notice, content: { ...content, view: view.id } }, { emails, webhookIds: [] }, now()),
    );
  };
  const failures: unknown[] = [];
  for (const view of emails.length === 0 ? [] : await readEmailedViews(db, websiteId)) {
    if (stopping.aborted) return releaseJobs(db, [job]);
    await write(view).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  await updateJob(db, job, finished(job, at));
}
