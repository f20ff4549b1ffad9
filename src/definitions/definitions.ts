import { and, asc, desc, eq, inArray, ne, not, or } from 'drizzle-orm';
import { z } from 'zod';
import { AppError, invalid } from '../lib/errors.js';
import { t } from '../lib/language/translate.js';
import { exact } from '../lib/number-text.js';
import { capitalized } from '../lib/text.js';
import type { Database } from '../postgres/postgres.js';
import { emailedViews, definitions as table } from '../postgres/schema.js';
import { Problems } from '../stats/rows/problems.js';
import { lockWebsite } from '../websites/lock-website.js';
import { isSystemNote, SYSTEM } from '../websites/system-notes.js';
import type { Website } from '../websites/website.js';
import { kindTexts } from './kind-texts.js';
import type { Kind } from './kinds.js';
import { readReferences } from './references.js';

/** A definition as the API returns it: its id, its name if its kind has names, and the fields of its kind. */
export interface Definition extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly name?: string;
}

type OfWebsite = Pick<Website, 'id' | 'timezone'>;
type Fields = Readonly<Record<string, unknown>>;

/** Oldest first. */
export async function listDefinitions(db: Database, kind: Kind, websiteId: string): Promise<readonly Definition[]> {
  const rows = await db
    .select()
    .from(table)
    .where(and(eq(table.websiteId, websiteId), eq(table.kind, kind.name)))
    .orderBy(asc(table.createdAt), asc(table.id));
  return rows.map(toDefinition);
}

/** @throws AppError `not_found`, for malformed ids too */
export async function findDefinition(db: Database, kind: Kind, websiteId: string, id: string): Promise<Definition> {
  if (!z.uuid().safeParse(id).success) throw notFound(kind);
  const [row] = await db
    .select()
    .from(table)
    .where(isOne(kind, websiteId, id));
  if (row === undefined) throw notFound(kind);
  return toDefinition(row);
}

/**
 * `given` has the fields of the kind's shape; the others take their defaults. `now` is epoch milliseconds.
 *
 * @throws AppError `invalid` that lists every problem; `conflict` for a name that is taken, or too many definitions
 */
export const createDefinition = (db: Database, kind: Kind, website: OfWebsite, given: Fields, now: number) =>
  locking(db, website.id, async (tx): Promise<Definition> => {
    const ofKind = and(eq(table.websiteId, website.id), eq(table.kind, kind.name), not(isSystemNote));
    const there = await tx.$count(table, ofKind);
    if (there >= kind.limit) {
      throw new AppError('conflict', [t(kindTexts[kind.name].tooMany, { limit: exact(kind.limit) })]);
    }
    const columns = toColumns(await checkFields(tx, kind, website, { ...kind.defaults, ...given }));
    await requireFreeName(tx, kind, website.id, columns.name);
    const at = new Date(now);
    const [row] = await tx
      .insert(table)
      .values({ websiteId: website.id, kind: kind.name, ...columns, createdAt: at, updatedAt: at })
      .returning();
    return toDefinition(row!);
  });

/**
 * Changes the given fields only. `now` is epoch milliseconds.
 *
 * @throws AppError as {@link createDefinition}, `not_found`, and `forbidden` for a note of the service
 */
export const updateDefinition = (
  db: Database,
  kind: Kind,
  website: OfWebsite,
  id: string,
  patch: Fields,
  now: number,
) =>
  locking(db, website.id, async (tx): Promise<Definition> => {
    const { id: _, ...present } = await findOwn(tx, kind, website.id, id);
    const fields = { ...present, ...patch };
    // A filter with a goal that is gone does not keep its segment from being renamed.
    const isRenaming = Object.keys(patch).every((field) => field === 'name');
    const columns = toColumns(isRenaming ? fields : await checkFields(tx, kind, website, fields));
    await requireFreeName(tx, kind, website.id, columns.name, id);
    const [row] = await tx
      .update(table)
      .set({ ...columns, updatedAt: new Date(now) })
      .where(isOne(kind, website.id, id))
      .returning();
    return toDefinition(row!);
  });

/**
 * @param force whether to delete what other definitions refer to, which are then refused in queries, and what is
 *   emailed; if not, how the caller says so, for the error
 * @throws AppError `not_found`; `forbidden` for a note of the service; `conflict` that lists what refers to it
 */
export const deleteDefinition = (
  db: Database,
  kind: Kind,
  websiteId: string,
  id: string,
  force: true | { readonly option: string },
) =>
  locking(db, websiteId, async (tx): Promise<Definition> => {
    const found = await findOwn(tx, kind, websiteId, id);
    if (force !== true) await requireUnused(tx, kind, websiteId, found, force.option);
    await tx.delete(table).where(isOne(kind, websiteId, id));
    return found;
  });

async function findOwn(tx: Database, kind: Kind, websiteId: string, id: string): Promise<Definition> {
  const found = await findDefinition(tx, kind, websiteId, id);
  if (found.source === SYSTEM) {
    throw new AppError('forbidden', ['Notes with the source system are written by Footfall, and cannot be changed']);
  }
  return found;
}

/** The row lock keeps parallel requests from exceeding the maximum, and from using what is being deleted. */
const locking = <Result>(db: Database, websiteId: string, change: (tx: Database) => Promise<Result>) =>
  db.transaction(async (tx) => {
    await lockWebsite(tx, websiteId);
    return change(tx);
  });

const MAX_BYTES = 32 * 1024;

async function checkFields(tx: Database, kind: Kind, website: OfWebsite, fields: Fields): Promise<Fields> {
  const problems = new Problems();
  const references = await readReferences(tx, website.id, fields);
  const checked = kind.check(fields, { references, zone: website.timezone }, problems);
  problems.throwIfAny();
  if (Buffer.byteLength(JSON.stringify(checked)) > MAX_BYTES) {
    const message = t(kindTexts[kind.name].tooLarge, { limit: MAX_BYTES / 1024 });
    throw invalid({ field: '', code: 'too_large', message });
  }
  return checked;
}

async function requireFreeName(tx: Database, kind: Kind, websiteId: string, name: string | null, id?: string) {
  if (name === null) return;
  const isTaken = and(eq(table.websiteId, websiteId), eq(table.kind, kind.name), eq(table.name, name));
  if ((await tx.$count(table, and(isTaken, id === undefined ? undefined : ne(table.id, id)))) === 0) return;
  const message = t(kindTexts[kind.name].nameTaken);
  throw new AppError('conflict', [{ field: 'name', code: 'name_taken', message }]);
}

/** An error names no more. */
const MAX_NAMED = 20;

async function requireUnused(
  tx: Database,
  kind: Kind,
  websiteId: string,
  { id, name }: Definition,
  forceOption: string,
): Promise<void> {
  if (kind.usedBy.length === 0) return;
  const others = await tx
    .select()
    .from(table)
    .where(and(eq(table.websiteId, websiteId), inArray(table.kind, [...kind.usedBy])))
    .orderBy(desc(table.kind), asc(table.name), asc(table.id));
  const using = others.filter(({ fields }) => refersTo(fields, kind.name, id));
  const ofSegments = inArray(emailedViews.segmentId, [id, ...using.map((each) => each.id)]);
  const isEmailed = (await tx.$count(emailedViews, or(eq(emailedViews.goalId, id), ofSegments))) > 0;
  const users = [...(isEmailed ? [t(kindTexts[kind.name].emailed!)] : []), ...using.map(describeUser)];
  if (users.length === 0) return;
  const values = { name: name ?? '', users: users.slice(0, MAX_NAMED).join(', '), option: forceOption };
  const count = users.length - MAX_NAMED;
  const { inUse } = kindTexts[kind.name];
  if (inUse === undefined) throw new Error(`no text says that a ${kind.name} is in use`);
  const message = count > 0 ? t(inUse.byMore, { ...values, count }) : t(inUse.by, values);
  throw new AppError('conflict', [{ field: '', code: 'in_use', message }]);
}

function describeUser({ kind, name, id }: typeof table.$inferSelect): string {
  const values = { name: name ?? '', id };
  return kind === 'segment' ? t('segment {name} ({id})', values) : t('funnel {name} ({id})', values);
}

/** Whether a filter in the fields has `{ goal: id }`. */
function refersTo(part: unknown, kind: string, id: string): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return Object.entries(part).some(
    ([key, value]) => (key === kind && String(value).toLowerCase() === id) || refersTo(value, kind, id),
  );
}

const isOne = (kind: Kind, websiteId: string, id: string) =>
  and(eq(table.id, id), eq(table.websiteId, websiteId), eq(table.kind, kind.name));

const notFound = ({ name }: Kind): AppError => new AppError('not_found', [`${capitalized(name)} not found`]);

const toDefinition = ({ id, name, fields }: typeof table.$inferSelect): Definition => ({
  id,
  ...(name !== null && { name }),
  ...(fields as Fields),
});

const toColumns = ({ name = null, ...fields }: Fields) => ({ name: name as string | null, fields });
