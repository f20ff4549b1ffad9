import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../postgres/postgres.js';
import { definitions as table } from '../postgres/schema.js';
import { formatDay, localDay, namedRange, type Range } from '../time/index.js';
import type { Website } from '../websites/website.js';

const noteFields = z.object({
  at: z.string(),
  until: z.string().nullable(),
  text: z.string(),
  source: z.enum(['user', 'api', 'system']),
});

/** An annotation with its time. */
export interface Note extends Readonly<z.infer<typeof noteFields>> {
  readonly id: string;
  /** Of its days in the website's zone. That of an instant is empty. */
  readonly range: Range;
}

/** Those that touch the range, by their start. */
export async function readNotes(
  db: Database,
  { id: websiteId, timezone: zone }: Pick<Website, 'id' | 'timezone'>,
  { start, end }: Range,
): Promise<readonly Note[]> {
  // An instant is stored in UTC, where its date is at most a day off.
  const [from, to] = [formatDay(localDay(start, zone) - 1), formatDay(localDay(end, zone) + 1)];
  const [first, last] = [sql`${table.fields}->>'at'`, sql`coalesce(${table.fields}->>'until', ${table.fields}->>'at')`];
  const isNear = sql`left(${first}, 10) <= ${to} AND left(${last}, 10) >= ${from}`;
  const rows = await db
    .select({ id: table.id, fields: table.fields })
    .from(table)
    .where(and(eq(table.websiteId, websiteId), eq(table.kind, 'annotation'), isNear))
    .orderBy(asc(table.createdAt), asc(table.id));
  return rows
    .map(({ id, fields }): Note => {
      const note = noteFields.parse(fields);
      return { ...note, id, range: namedRange(note.at, note.until ?? note.at, zone) };
    })
    .filter(({ range }) => range.start < end && Math.max(range.end, range.start + 1) > start)
    .toSorted((one, other) => one.range.start - other.range.start);
}
