import { and, eq, inArray, lte, ne, notInArray, or } from 'drizzle-orm';
import type { Database } from '../../postgres/postgres.js';
import { visitorSalts } from '../../postgres/schema.js';
import type { Rotation } from './rotation.js';

/** Salts by the start of their period in epoch milliseconds. */
export type Salts = ReadonlyMap<number, string>;

/** Stores a salt for each period without one. The first process to store a salt decides for all processes. */
export async function offerSalts(db: Database, rotation: Rotation, salts: Salts, now: number): Promise<void> {
  const createdAt = new Date(now);
  const rows = [...salts].map(([start, salt]) => ({ rotation, periodStart: new Date(start), salt, createdAt }));
  await db.insert(visitorSalts).values(rows).onConflictDoNothing();
}

export async function readSalts(db: Database, rotation: Rotation, periods: readonly number[]): Promise<Salts> {
  const rows = await db
    .select()
    .from(visitorSalts)
    .where(and(eq(visitorSalts.rotation, rotation), inArray(visitorSalts.periodStart, periods.map(toDate))));
  return new Map(rows.map((row) => [row.periodStart.getTime(), row.salt]));
}

/** Deletes all salts of started periods except the given ones, and all salts of another, earlier rotation. */
export async function keepSalts(
  db: Database,
  rotation: Rotation,
  periods: readonly number[],
  now: number,
): Promise<void> {
  const isOver = and(
    // A process whose clock is ahead may have stored a later salt already.
    lte(visitorSalts.periodStart, new Date(now)),
    notInArray(visitorSalts.periodStart, periods.map(toDate)),
  );
  await db.delete(visitorSalts).where(or(ne(visitorSalts.rotation, rotation), isOver));
}

export async function deleteSalts(db: Database): Promise<void> {
  await db.delete(visitorSalts);
}

const toDate = (time: number): Date => new Date(time);
