import { isNotNull, sql } from 'drizzle-orm';
import type { Context } from '../context/context.js';
import { nextRun } from '../jobs/schedule.js';
import { finished, type OnJobFailed, planJobs, runDue, updateJob, type WebsiteJob } from '../jobs/website-jobs.js';
import { AppError } from '../lib/errors.js';
import { englishText } from '../lib/language/stored-text.js';
import { websites } from '../postgres/schema.js';
import { localDate } from '../time/index.js';
import { findWebsite } from '../websites/find-website.js';
import { noteTexts } from '../websites/note-texts.js';
import { startOfRetention } from '../websites/retention.js';
import { systemNoteId, writeSystemNote } from '../websites/system-notes.js';
import type { Website } from '../websites/website.js';

/** For events and everything derived from them. */
export interface OldEvents {
  readonly count: (website: Website, before: number) => Promise<number>;
  /** Does nothing when there are none. Safe to repeat. Ends once `isNeeded` is false. */
  readonly delete: (website: Website, before: number, isNeeded: () => Promise<boolean>) => Promise<void>;
}

const TOPIC = 'retention';
const WILL_BE_DELETED = 'events older than the retention will be deleted';

/**
 * Deletes data past its retention, once a night in the website's time zone, until no website is due or `stopping` is
 * aborted. For a new retention it logs what the next night will delete.
 */
export async function applyRetention(
  context: Context,
  oldEvents: OldEvents,
  onFailed: OnJobFailed,
  stopping: AbortSignal,
): Promise<void> {
  const { config, db, now, log } = context;
  const wants = config.retentionMonths === undefined ? isNotNull(websites.retentionMonths) : sql`true`;
  for (const websiteId of await planJobs(db, TOPIC, now(), wants)) {
    await announce(context, oldEvents, websiteId).catch(() =>
      log.info({ websiteId }, `${WILL_BE_DELETED}, which could not be counted`),
    );
  }
  const run = (job: WebsiteJob) => deleteOld(context, oldEvents, job);
  await runDue(context, { topic: TOPIC, atOnce: 1, run, onFailed }, stopping);
}

async function announce({ config, db, now, log }: Context, oldEvents: OldEvents, websiteId: string): Promise<void> {
  const website = await findWebsite(db, websiteId);
  if (website === undefined) return;
  const at = nextRun(TOPIC, website.timezone, now());
  const before = startOfRetention(website, config.retentionMonths, at);
  if (before === undefined) return;
  const facts = await describe(oldEvents, website, before);
  if (facts.events > 0) log.info({ ...facts, at: new Date(at) }, WILL_BE_DELETED);
}

async function deleteOld({ config, db, now, log }: Context, oldEvents: OldEvents, job: WebsiteJob): Promise<void> {
  const { retentionMonths } = config;
  const website = await findWebsite(db, job.websiteId);
  const before = website && startOfRetention(website, retentionMonths, now());
  if (website !== undefined && before !== undefined) {
    const facts = await describe(oldEvents, website, before);
    if (facts.events > 0) log.info(facts, 'events older than the retention are being deleted');
    // The owner may remove the retention while the deletion waits for an import.
    const isNeeded = async () => {
      const current = await findWebsite(db, website.id);
      const start = current && startOfRetention(current, retentionMonths, now());
      return start !== undefined && start >= before;
    };
    if (facts.events > 0 && (await isNeeded())) {
      const text = englishText(noteTexts.retention, { day: facts.before });
      // Of the nightly notes, the last one says it all. After a crash, there may be no old events left.
      const note = { id: systemNoteId('retention', website.id), at: facts.before, text };
      await writeSystemNote(db, website.id, note, now());
    }
    await oldEvents.delete(website, before, isNeeded).catch(ignoreDeletedWebsite);
    if (facts.events > 0 && (await isNeeded())) log.info(facts, 'events older than the retention are deleted');
  }
  await updateJob(db, job, finished(job, now()));
}

async function describe(oldEvents: OldEvents, website: Website, before: number) {
  const events = await oldEvents.count(website, before);
  return { websiteId: website.id, events, before: localDate(before, website.timezone) };
}

function ignoreDeletedWebsite(error: unknown): void {
  if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
}
