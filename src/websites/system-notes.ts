import { createHash } from 'node:crypto';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../postgres/postgres.js';
import { definitions } from '../postgres/schema.js';

/** Per website. Older ones are deleted. */
const MAX_SYSTEM_NOTES = 1_000;

/** About days or instants whose statistics have changed. */
export interface SystemNote {
  /** A UUID that replaces an earlier note with it. */
  readonly id?: string;
  /** A local day, `YYYY-MM-DD`, or an instant in UTC. */
  readonly at: string;
  /** The last day. */
  readonly until?: string;
  /** Without secrets, addresses, or values that identify a visitor. */
  readonly text: string;
}

export type StoredNote = Readonly<z.infer<typeof noteFields>>;

export const SYSTEM = 'system';

/** Matches definitions written by the service. */
export const isSystemNote = sql`${definitions.fields}->>'source' IS NOT DISTINCT FROM ${SYSTEM}`;

/**
 * Writes an annotation with the source `system`. Never rejects: a change of the statistics must not fail because of its
 * note. In a transaction, call it before other rows are changed, since deleting a website locks the website first.
 *
 * @param now epoch milliseconds
 */
export async function writeSystemNote(
  db: Database,
  websiteId: string,
  { id, at, until, text }: SystemNote,
  now: number,
): Promise<void> {
  const fields = { at, until: until ?? null, text, source: SYSTEM };
  const written = { fields, createdAt: new Date(now), updatedAt: new Date(now) };
  const ofWebsite = and(eq(definitions.websiteId, websiteId), isSystemNote);
  // A transaction of its own, or a savepoint.
  const write = db.transaction(async (tx) => {
    await tx
      .insert(definitions)
      .values({ ...(id !== undefined && { id }), websiteId, kind: 'annotation', ...written })
      .onConflictDoUpdate({ target: definitions.id, set: written });
    const old = tx
      .select({ id: definitions.id })
      .from(definitions)
      .where(ofWebsite)
      .orderBy(desc(definitions.createdAt), desc(definitions.id))
      .offset(MAX_SYSTEM_NOTES);
    await tx.delete(definitions).where(inArray(definitions.id, old));
  });
  await write.catch(() => undefined);
}

const noteFields = z.object({ at: z.string(), until: z.string().nullable(), text: z.string() });

/** In no order. */
export async function listSystemNotes(db: Database, websiteId: string): Promise<readonly StoredNote[]> {
  const rows = await db
    .select({ fields: definitions.fields })
    .from(definitions)
    .where(and(eq(definitions.websiteId, websiteId), isSystemNote));
  return rows.map(({ fields }) => noteFields.parse(fields));
}

/** The ID of notes of which only the last is kept. */
export function systemNoteId(...parts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest();
  // A UUID of version 8.
  bytes[6] = 0x80 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export const deleteSystemNote = (db: Database, id: string) =>
  db.delete(definitions).where(and(eq(definitions.id, id), isSystemNote));
