import { and, asc, eq, exists, inArray, isNull, notInArray, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { readSavedFilters } from '../definitions/saved-filters.js';
import { AppError, invalidField } from '../lib/errors.js';
import { t } from '../lib/language/translate.js';
import type { Database } from '../postgres/postgres.js';
import { definitions, emailedViews, websites } from '../postgres/schema.js';
import type { SavedFilter } from '../stats/filters.js';
import { lockWebsite } from '../websites/lock-website.js';
import type { Notice } from './delivery-repository.js';

/** Each is a summary of its own, with a dozen statements. */
export const MAX_EMAILED_VIEWS = 10;

/** What a week is compared with. */
export interface WeekComparison {
  readonly mode: 'previous' | 'year';
  readonly matchWeekday: boolean;
}

/** The goal, segment and comparison of a weekly summary. */
export interface SummaryView {
  readonly goal?: SavedFilter | undefined;
  readonly segment?: SavedFilter | undefined;
  readonly comparison?: WeekComparison;
}

export interface EmailedView extends SummaryView {
  readonly id: string;
}

/** Matches `websites` that have such views, and whose weekly summary is enabled. */
export function wantsViewSummaries(db: Database): SQL | undefined {
  const emailed = db.select({ id: emailedViews.id }).from(emailedViews).where(eq(emailedViews.websiteId, websites.id));
  return and(eq(websites.emailWeeklySummary, true), exists(emailed));
}

/** Sorted by id. */
export const listEmailedViews = (db: Database, websiteId: string) =>
  db.select().from(emailedViews).where(eq(emailedViews.websiteId, websiteId)).orderBy(asc(emailedViews.id));

export type StoredView = Awaited<ReturnType<typeof listEmailedViews>>[number];

/** Emailed views without those whose goal or segment no longer works. */
export async function readEmailedViews(db: Database, websiteId: string): Promise<readonly EmailedView[]> {
  const stored = await listEmailedViews(db, websiteId);
  if (stored.length === 0) return [];
  const { goals, segments } = await readSavedFilters(db, websiteId);
  return stored.flatMap(({ id, goalId, segmentId, comparison: mode, matchWeekday }) => {
    const goal = goals.find((each) => each.id === goalId);
    const segment = segments.find((each) => each.id === segmentId);
    const isWhole = (goalId === null || goal !== undefined) && (segmentId === null || segment !== undefined);
    return isWhole ? [{ id, goal, segment, comparison: { mode, matchWeekday } }] : [];
  });
}

/** Notices of earlier versions have only the segment, whose id is that of the view. */
const content = z.object({ view: z.string().optional(), segment: z.object({ id: z.string() }).optional() });

/** False for the summary of a view that was taken off the list since it was written. */
export async function isStillEmailed(db: Database, notice: Pick<Notice, 'content'>): Promise<boolean> {
  const { segment, view = segment?.id } = content.parse(notice.content);
  return view === undefined || (await db.$count(emailedViews, eq(emailedViews.id, view))) > 0;
}

/**
 * Changes the list. Ids are those of views on it, or of segments; others are left out: what they name may have been
 * deleted since.
 *
 * @param shown ids of the list as it was chosen from: a view that was added meanwhile stays
 * @throws AppError `invalid` for more than `MAX_EMAILED_VIEWS`
 */
export async function saveEmailedViews(
  db: Database,
  websiteId: string,
  ids: readonly string[],
  shown: readonly string[],
): Promise<void> {
  await db.transaction(async (tx) => {
    // As for a segment that is being deleted.
    await lockWebsite(tx, websiteId);
    const stored = await listEmailedViews(tx, websiteId);
    const segments = await tx
      .select({ id: definitions.id })
      .from(definitions)
      .where(and(eq(definitions.websiteId, websiteId), eq(definitions.kind, 'segment')));
    const kept = stored.map(({ id }) => id).filter((id) => ids.includes(id) || !shown.includes(id));
    const added = segments.map(({ id }) => id).filter((id) => ids.includes(id) && !kept.includes(id));
    if (kept.length + added.length > MAX_EMAILED_VIEWS) {
      throw invalidField('views', t('choose at most {count} views', { count: MAX_EMAILED_VIEWS }));
    }
    await tx.delete(emailedViews).where(and(eq(emailedViews.websiteId, websiteId), notInArray(emailedViews.id, kept)));
    if (added.length > 0) await tx.insert(emailedViews).values(added.map((id) => ({ id, websiteId, segmentId: id })));
  });
}

/**
 * Turns the weekly summary on, and adds a view to the list, unless it is there or is the default view, which the summary has.
 * The website must be refreshed after the transaction.
 *
 * @throws AppError `conflict` when there are `MAX_EMAILED_VIEWS`, or when its goal or segment was deleted meanwhile
 */
export async function emailViewWeekly(db: Database, websiteId: string, view: Omit<StoredView, 'id' | 'websiteId'>) {
  await db.transaction(async (tx) => {
    await lockWebsite(tx, websiteId);
    await tx.update(websites).set({ emailWeeklySummary: true }).where(eq(websites.id, websiteId));
    const { goalId, segmentId, comparison, matchWeekday } = view;
    if (goalId === null && segmentId === null && comparison === 'previous') return;
    const isSame = and(
      eq(emailedViews.websiteId, websiteId),
      goalId === null ? isNull(emailedViews.goalId) : eq(emailedViews.goalId, goalId),
      segmentId === null ? isNull(emailedViews.segmentId) : eq(emailedViews.segmentId, segmentId),
      eq(emailedViews.comparison, comparison),
      eq(emailedViews.matchWeekday, matchWeekday),
    );
    if ((await tx.$count(emailedViews, isSame)) > 0) return;
    const parts = [goalId, segmentId].filter((id) => id !== null);
    const isPart = and(eq(definitions.websiteId, websiteId), inArray(definitions.id, parts));
    if ((await tx.$count(definitions, isPart)) < parts.length) {
      throw new AppError('conflict', [t('A part of this view is no longer there. Open it on the dashboard again.')]);
    }
    if ((await tx.$count(emailedViews, eq(emailedViews.websiteId, websiteId))) >= MAX_EMAILED_VIEWS) {
      throw new AppError('conflict', [
        t('At most {count} views are emailed: remove one under Notifications first', { count: MAX_EMAILED_VIEWS }),
      ]);
    }
    const isSegment = goalId === null && segmentId !== null && comparison === 'previous';
    await tx.insert(emailedViews).values({ ...view, websiteId, ...(isSegment && { id: segmentId }) });
  });
}
