import { and, eq, inArray, lte, ne, notInArray, or } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.js';
import { visitorSalts } from '../postgres/schema.js';
import type { Rotation } from './rotation.js';

/** Salts by the start of their period in epoch milliseconds. */
export type Salts = ReadonlyMap<number, string>;

/** Offers a salt for each of some periods. One that is there stays: whoever comes first decides for every process. */
export async function offerSalts(db: Database, rotation: Rotation, salts: Salts, now: number): Promise<void> {
  const createdAt = new Date(now);
  const rows = [...salts].map(([start, salt]) => ({ rotation, periodStart: new Date(start), salt, createdAt }));
  await db.insert(visitorSalts).values(rows).onConflictDoNothing();
}

/** The salts of some periods, as far as they are there. */
export async function readSalts(db: Database, rotation: Rotation, periods: readonly number[]): Promise<Salts> {
  const rows = await db
    .select()
    .from(visitorSalts)
    .where(and(eq(visitorSalts.rotation, rotation), inArray(visitorSalts.periodStart, periods.map(toDate))));
  return new Map(rows.map((row) => [row.periodStart.getTime(), row.salt]));
}

/** Deletes all that has begun but for some periods, and all of another rotation, which was set before. */
export async function keepSalts(
  db: Database,
  rotation: Rotation,
  periods: readonly number[],
  now: number,
): Promise<void> {
  const isOver = and(
    // A process whose clock is ahead may have a salt for later already.
    lte(visitorSalts.periodStart, new Date(now)),
    notInArray(visitorSalts.periodStart, periods.map(toDate)),
  );
  await db.delete(visitorSalts).where(or(ne(visitorSalts.rotation, rotation), isOver));
}

export async function deleteSalts(db: Database): Promise<void> {
  await db.delete(visitorSalts);
}

const toDate = (time: number): Date => new Date(time);
