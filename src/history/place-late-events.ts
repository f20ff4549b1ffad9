import { randomUUID } from 'node:crypto';
import { type ClickHouse, insertRows } from '../clickhouse/clickhouse.js';
import { ofWebsite, sql, uuid } from '../clickhouse/sql.js';
import { eventFolders } from '../collect/folders.js';
import { type LateEvent, LateEvents } from '../collect/sessions/late-events.js';
import { RejectedFolder } from '../collect/sessions/rejected-folder.js';
import { websiteNotFound } from '../lib/errors.js';
import type { Website } from '../websites/website.js';
import { completeDeletion } from './commit.js';
import { commitDeletion, finishDeletion } from './deletion-repository.js';
import { beginImport } from './import-repository.js';
import { type EventDeletion, remainingEvents } from './remaining-events.js';
import { beginOrForget, type RewriteContext, rewriteEvents } from './rewrite.js';
import { fold } from './sessionize.js';
import { ofImport } from './staging.js';
import { noteTouchedSessions, touchedSessions } from './touched-sessions.js';
import { measured, type RunChange } from './website-changes.js';

export type FindWebsite = (id: string) => Pick<Website, 'id' | 'accountId'> | undefined;

/**
 * Rebuilds the sessions around events that came after a later session of their visitor had begun, as if all had come in the
 * order of their times. Safe to repeat.
 *
 * @param report called for a website whose events could not be placed; the others are
 * @param heldUp takes the milliseconds for which no block was written
 */
export async function placeLateEvents(
  context: RewriteContext,
  findWebsite: FindWebsite,
  report: (error: unknown) => void,
  heldUp: (ms: number) => void,
): Promise<void> {
  const exclusive = measured(context.changes.exclusive, heldUp);
  const late = new LateEvents(eventFolders(context).late);
  for (const [websiteId, files] of await late.files()) {
    if (context.stopping.aborted) return;
    try {
      const website = findWebsite(websiteId);
      if (website === undefined) await late.remove(files);
      else await rebuildAround(context, website, late, exclusive);
    } catch (error) {
      report(error);
    }
  }
}

/** Like a deletion of no events. */
async function rebuildAround(
  context: RewriteContext,
  { id: websiteId, accountId }: ReturnType<FindWebsite> & object,
  late: LateEvents,
  exclusive: RunChange,
): Promise<void> {
  const { clickhouse, db, instance, now, exists } = context;
  const importId = randomUUID();
  const target = { websiteId, importId, failed: 'sessions with late events could not be rebuilt yet: retrying' };
  const check = () => {
    if (!exists(websiteId)) throw websiteNotFound();
  };
  const rows = async (events: readonly LateEvent[]) => {
    const nothingDeleted: EventDeletion = { importId, websiteId, chosen: sql`0` };
    await noteSessionsAround(clickhouse, nothingDeleted, events);
    await fold(clickhouse, remainingEvents(clickhouse, nothingDeleted), { importId, accountId }, check);
  };
  await beginOrForget(context, target, () =>
    beginImport(db, { importId, websiteId, instance, idempotencyKey: undefined, now: now() }),
  );
  const placed = await rewriteEvents(context, target, ({ locked }) =>
    locked(exclusive, async (write) => {
      // A block that was built again until now has replaced its file.
      const { files, events } = await readFiles(context, late, websiteId);
      if (events.length === 0) return files;
      await write(() => rows(events), {
        commit: (tx) => commitDeletion(tx, importId, undefined),
        complete: completeDeletion,
        close: finishDeletion,
      });
      return files;
    }),
  );
  await late.remove(placed);
}

async function readFiles(context: RewriteContext, late: LateEvents, websiteId: string) {
  const files = (await late.files()).get(websiteId) ?? [];
  const rejected = new RejectedFolder(eventFolders(context).rejected);
  return late.read(files, rejected, context.warn('a damaged file of late events was moved to rejected/'));
}

/** Records the sessions of late events, and those that pauses under 30 minutes join to them. */
async function noteSessionsAround(
  clickhouse: ClickHouse,
  { importId, websiteId }: EventDeletion,
  events: readonly LateEvent[],
): Promise<void> {
  const lines = events.map(({ visitorId, time }) => `["${importId}","${visitorId}",${time}]\n`);
  await clickhouse.insert({
    table: 'import_lines',
    columns: ['import_id', 'visitor_id', 'time'],
    body: Buffer.from(lines.join('')),
    token: `${importId}-late`,
  });
  const staged = sql`FROM import_lines WHERE ${ofImport(importId)}`;
  // A late leave waits in a session of its own too, which has no other event.
  await clickhouse.command(
    noteTouchedSessions(
      importId,
      sql`SELECT visitor_id, toUnixTimestamp64Milli(time) AS ms, session_start,
      (visitor_id, session_start) IN (SELECT visitor_id, time ${staged}) AS touches, 1 AS stored
    FROM events
    WHERE ${ofWebsite(websiteId)} AND (type != 'leave' OR touches) AND visitor_id IN (SELECT visitor_id ${staged})`,
    ),
  );
  await insertRows(
    clickhouse,
    sql`import_lines (import_id, visitor_id, time)`,
    sql`SELECT ${uuid(importId)}, visitor_id, time FROM events WHERE ${touchedSessions(importId, websiteId)}`,
  );
}
