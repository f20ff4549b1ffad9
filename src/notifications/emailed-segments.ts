import { and, eq, exists, inArray, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { readSavedFilters } from '../definitions/saved-filters.js';
import { invalidField } from '../lib/errors.js';
import { t } from '../lib/language/translate.js';
import type { Database } from '../postgres/postgres.js';
import { definitions, emailedSegments, websites } from '../postgres/schema.js';
import type { SavedFilter } from '../stats/filters.js';
import type { Notice } from './delivery-repository.js';

/** Each is a summary of its own, with a dozen statements. */
export const MAX_EMAILED_SEGMENTS = 10;

/** Matches `websites` that have such segments, and whose weekly summary is enabled. */
export function wantsSegmentSummaries(db: Database): SQL | undefined {
  const emailed = db
    .select({ id: emailedSegments.segmentId })
    .from(emailedSegments)
    .innerJoin(definitions, eq(definitions.id, emailedSegments.segmentId))
    .where(eq(definitions.websiteId, websites.id));
  return and(eq(websites.emailWeeklySummary, true), exists(emailed));
}

/** Ids of the segments whose weekly summary is emailed. */
export async function listEmailedSegments(db: Database, websiteId: string): Promise<readonly string[]> {
  const rows = await db
    .select({ id: emailedSegments.segmentId })
    .from(emailedSegments)
    .innerJoin(definitions, eq(definitions.id, emailedSegments.segmentId))
    .where(eq(definitions.websiteId, websiteId));
  return rows.map(({ id }) => id);
}

/** The same, without those that are not valid any more, such as a segment of a goal that is gone. */
export async function readEmailedSegments(db: Database, websiteId: string): Promise<readonly SavedFilter[]> {
  const ids = await listEmailedSegments(db, websiteId);
  if (ids.length === 0) return [];
  return (await readSavedFilters(db, websiteId)).segments.filter(({ id }) => ids.includes(id));
}

const content = z.object({ segment: z.object({ id: z.string() }).optional() });

/** False for the summary of a segment that was taken off the list, or deleted, since it was written. */
export async function isStillEmailed(db: Database, notice: Pick<Notice, 'content'>): Promise<boolean> {
  const { segment } = content.parse(notice.content);
  return segment === undefined || (await db.$count(emailedSegments, eq(emailedSegments.segmentId, segment.id))) > 0;
}

/**
 * Replaces the list. Ids that are not a segment of the website are left out: it may have been deleted since.
 *
 * @throws AppError `invalid` for more than `MAX_EMAILED_SEGMENTS`
 */
export async function saveEmailedSegments(db: Database, websiteId: string, ids: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    const own = await tx
      .select({ segmentId: definitions.id })
      .from(definitions)
      .where(and(eq(definitions.websiteId, websiteId), eq(definitions.kind, 'segment')))
      .for('update');
    const chosen = own.filter(({ segmentId }) => ids.includes(segmentId));
    if (chosen.length > MAX_EMAILED_SEGMENTS) {
      throw invalidField('segments', t('choose at most {count} segments', { count: MAX_EMAILED_SEGMENTS }));
    }
    const all = own.map(({ segmentId }) => segmentId);
    if (all.length > 0) await tx.delete(emailedSegments).where(inArray(emailedSegments.segmentId, all));
    if (chosen.length > 0) await tx.insert(emailedSegments).values(chosen);
  });
}
