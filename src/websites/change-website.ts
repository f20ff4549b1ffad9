import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { websiteNotFound } from '../lib/errors.js';
import { englishText } from '../lib/language/stored-text.js';
import { websites } from '../postgres/schema.js';
import { noteTexts } from './note-texts.js';
import { settingEntries } from './setting-table.js';
import type { WebsitePatch } from './settings.js';
import { writeSystemNote } from './system-notes.js';
import { newTrackingKey, type Website, type WebsiteStore } from './website.js';

/** A patch that can also replace the tracking key. */
type Change = WebsitePatch & { readonly trackingKey?: string };

/** Perhaps of the website as it is stored, which no one else changes until it is saved. */
type ChangeOf<Changed> = Changed | ((stored: Website) => Promise<Changed>);

/** Refreshes the cache too. Throws AppError `not_found` when the website was deleted meanwhile. */
export async function changeWebsite(
  { db, refresh }: WebsiteStore,
  { id }: Website,
  change: ChangeOf<Change>,
  now: number,
): Promise<Website> {
  const saved = await db.transaction(async (tx) => {
    const [stored] = await tx.select().from(websites).where(eq(websites.id, id)).for('update');
    if (stored === undefined) return undefined;
    const changed = typeof change === 'function' ? await change(stored) : change;
    const [website] = await tx
      .update(websites)
      .set({ ...changed, ...countIn(changed.timezone), updatedAt: new Date(now) })
      .where(eq(websites.id, id))
      .returning();
    const text = describeChange(stored, website!);
    if (text !== undefined) await writeSystemNote(tx, id, { at: new Date(now).toISOString(), text }, now);
    return website;
  });
  await refresh(id);
  if (saved === undefined) throw websiteNotFound();
  return saved;
}

/** Names the settings that decide which events count, without their values. Undefined when none has changed. */
function describeChange(before: Website, after: Website): string | undefined {
  if (before.trackingKey !== after.trackingKey) return englishText(noteTexts.trackingKey);
  const changed = settingEntries.filter(
    ([name, { selectsEvents }]) => selectsEvents && !isDeepStrictEqual(before[name], after[name]),
  );
  if (changed.length === 0) return undefined;
  return englishText(noteTexts.settings, { settings: changed.map(([, { called }]) => called).join(', ') });
}

/** A new time zone ends the daily visitor counts, because their days begin at other instants. */
const countIn = (timezone: string | undefined) =>
  timezone === undefined
    ? {}
    : {
        countState: sql<
          Website['countState']
        >`case when ${websites.timezone} = ${timezone} then ${websites.countState} else 'over' end`,
      };

/** `now` is epoch milliseconds. Throws AppError `not_found` when the website was deleted. */
export const updateWebsite = (store: WebsiteStore, website: Website, patch: ChangeOf<WebsitePatch>, now: number) =>
  changeWebsite(store, website, patch, now);

/** The old key stops working. Throws AppError `not_found` when the website was deleted. */
export const regenerateTrackingKey = (store: WebsiteStore, website: Website, now: number): Promise<Website> =>
  changeWebsite(store, website, { trackingKey: newTrackingKey() }, now);
