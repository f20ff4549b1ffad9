import { isNull } from 'drizzle-orm';
import { englishText } from '../../lib/language/stored-text.js';
import type { Text } from '../../lib/language/translate.js';
import type { Database } from '../../postgres/postgres.js';
import { installationSettings, websites } from '../../postgres/schema.js';
import { noteTexts } from '../../websites/note-texts.js';
import { writeSystemNote } from '../../websites/system-notes.js';
import { ROTATIONS, type VisitorIdRotation } from './rotation.js';

/** Stored with the first account, before any event, and never changed. */
export async function chooseRotation(db: Database, visitorIdRotation: VisitorIdRotation): Promise<void> {
  const { id, visitorIdRotation: chosen } = installationSettings;
  const rows = await db
    .insert(installationSettings)
    .values({ visitorIdRotation })
    .onConflictDoUpdate({ target: id, set: { visitorIdRotation }, setWhere: isNull(chosen) })
    .returning({ id });
  if (rows.length === 0) throw new Error('the rotation of visitor IDs is already chosen');
}

/** `VISITOR_ID_ROTATION`, else the owner's choice, else the default. */
export async function findRotation(
  db: Database,
  configured: VisitorIdRotation | undefined,
): Promise<VisitorIdRotation> {
  if (configured !== undefined) return configured;
  const [settings] = await db.select().from(installationSettings);
  return settings?.visitorIdRotation ?? ROTATIONS[0];
}

const CHANGES = {
  never: noteTexts.idsStay,
  monthly: noteTexts.idsMonthly,
  daily: noteTexts.idsDaily,
} as const satisfies Readonly<Record<VisitorIdRotation, Text>>;

/** Adds a note to each website when the rotation is another one than at the last start. `now` is epoch milliseconds. */
export const noteRotation = (db: Database, rotation: VisitorIdRotation, now: number): Promise<void> =>
  db.transaction(async (tx) => {
    const { usedRotation } = installationSettings;
    const [settings] = await tx.select({ usedRotation }).from(installationSettings).for('update');
    const before = settings?.usedRotation ?? undefined;
    if (before === rotation) return;
    await tx
      .insert(installationSettings)
      .values({ usedRotation: rotation })
      .onConflictDoUpdate({ target: installationSettings.id, set: { usedRotation: rotation } });
    if (before === undefined) return;
    const note = { at: new Date(now).toISOString(), text: englishText(CHANGES[rotation]) };
    for (const { id } of await tx.select({ id: websites.id }).from(websites)) await writeSystemNote(tx, id, note, now);
  });
