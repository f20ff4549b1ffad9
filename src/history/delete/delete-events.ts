import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { type Sql, sql } from '../../clickhouse/sql.js';
import { englishText } from '../../lib/language/stored-text.js';
import { bounded } from '../../lib/text.js';
import { noteTexts } from '../../websites/note-texts.js';
import type { Website } from '../../websites/website.js';
import { completeDeletion } from '../commit.js';
import { copyDeleted, removeCopies } from '../deleted-events.js';
import { commitDeletion, finishDeletion } from '../deletion-repository.js';
import { eventsNote } from '../events-note.js';
import { type EventDeletion, noteDeletion, remainingEvents } from '../remaining-events.js';
import type { RewriteContext } from '../rewrite.js';
import { fold } from '../sessionize.js';
import { changeEvents } from './change-events.js';

export interface DeletionRequest {
  readonly website: Website;
  /** Selects events to delete, excluding leaves; includes the condition on the website. */
  readonly chosen: Sql;
  /** Description for the owner, who can undo the deletion for a day. Undefined for a final deletion. */
  readonly keptAs?: string | undefined;
  /** Visitors whose events are also removed from the copies of earlier deletions. */
  readonly visitorIds?: readonly string[];
}

export interface EventCount {
  readonly events: number;
  readonly visitors: number;
}

export interface DeletedEvents extends EventCount {
  /** Undefined when the deletion cannot be undone. */
  readonly deletionId?: string;
}

const MAX_DESCRIPTION = 1_000;

/** Truncated, and without NUL, which PostgreSQL refuses. */
const storable = (text: string): string => bounded(text, MAX_DESCRIPTION).replace(/\p{Cc}/gu, '\uFFFD');

const countRow = z.object({
  events: z.coerce.number(),
  visitors: z.coerce.number(),
  first: z.coerce.number(),
  last: z.coerce.number(),
});

export const countEvents = async (clickhouse: ClickHouse, chosen: Sql): Promise<EventCount> =>
  (await readChosen(clickhouse, chosen)).count;

/** With the times of the first and the last event, in epoch milliseconds; both mean nothing without events. */
async function readChosen(clickhouse: ClickHouse, chosen: Sql) {
  const [found] = await clickhouse.query({
    name: 'deletion/count',
    row: countRow,
    sql: sql`SELECT count() AS events, uniqExact(visitor_id) AS visitors,
  toUnixTimestamp64Milli(min(time)) AS first, toUnixTimestamp64Milli(max(time)) AS last
FROM events WHERE ${chosen}`,
  });
  const { first, last, ...count } = found!;
  return { count, times: { first, last } };
}

/**
 * Sessions with deleted events are rebuilt from the remaining ones, as if the deleted ones had never arrived. The
 * account's usage keeps collected pageviews.
 *
 * @throws AppError as `changeEvents` does
 */
export function deleteEvents(
  context: RewriteContext,
  { website, chosen, keptAs, visitorIds = [] }: DeletionRequest,
): Promise<DeletedEvents> {
  const { clickhouse } = context;
  const { id: websiteId, accountId } = website;
  return changeEvents(context, website, undefined, async ({ importId, check, write }) => {
    // Copies first: when the deletion is answered, no copy of these visitors' events is left.
    const copies = visitorIds.length === 0 ? 0 : await removeCopies(clickhouse, websiteId, visitorIds);
    const { count, times } = await readChosen(clickhouse, chosen);
    const { visitors } = count;
    const deleted = { events: count.events + copies, visitors };
    if (count.events === 0) return deleted;
    const deletion: EventDeletion = { importId, websiteId, chosen };
    const kept = keptAs === undefined ? undefined : { ...count, description: storable(keptAs) };
    const note =
      visitorIds.length === 0
        ? kept && eventsNote(website, { times, events: count.events, change: 'deleted' })
        : // The days of a visitor's events are deleted with them.
          { at: new Date(context.now()).toISOString(), text: englishText(noteTexts.deletedVisitor) };
    const rows = async () => {
      await noteDeletion(clickhouse, deletion);
      await fold(clickhouse, remainingEvents(clickhouse, deletion), { importId, accountId }, check);
      if (kept !== undefined) await copyDeleted(clickhouse, deletion);
    };
    await write(rows, {
      note: () => note,
      commit: (tx) => commitDeletion(tx, importId, kept),
      complete: completeDeletion,
      close: finishDeletion,
    });
    return kept === undefined ? deleted : { ...deleted, deletionId: importId };
  });
}
