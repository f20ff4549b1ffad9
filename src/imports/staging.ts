import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { instant, integer, type Sql, sql, string, unsigned, uuid } from '../clickhouse/sql.js';
import type { EventType, TrackedEvent } from '../event.js';
import { eventOf, recordOf } from '../event-record.js';
import { GrowingBuffer } from '../growing-buffer.js';

/** An event waiting in `import_lines`, and the line it came from. */
export interface Staged {
  readonly event: TrackedEvent;
  readonly line: number;
}

/** What happens at one instant happens in this order: a page is viewed before its links are clicked. */
const ranks: Readonly<Record<EventType, number>> = { pageview: 0, custom: 1, exit: 2, leave: 3 };

const columns = ['import_id', 'visitor_id', 'time', 'rank', 'event', 'line'] as const;

const stagedRow = z.object({ event: z.string(), line: z.coerce.number() });

export const ofImport = (importId: string): Sql => sql`import_id = ${uuid(importId)}`;

/** Puts events where they wait until all are there. */
export async function stage(clickhouse: ClickHouse, importId: string, staged: readonly Staged[]): Promise<void> {
  const rows = new GrowingBuffer();
  for (const { event, line } of staged) {
    const row = [importId, event.visitorId, event.time, ranks[event.type], recordOf(event), line];
    rows.write(`${JSON.stringify(row)}\n`);
  }
  await clickhouse.insert({
    table: 'import_lines',
    columns,
    body: rows.bytes(),
    token: `${importId}-staged-${staged[0]?.line ?? 0}`,
  });
}

/** The events that come after one, visitor by visitor, in the order of their times. */
export async function stagedAfter(
  clickhouse: ClickHouse,
  importId: string,
  last: Staged | undefined,
  limit: number,
): Promise<readonly Staged[]> {
  const rows = await clickhouse.query({
    name: 'import/lines',
    row: stagedRow,
    sql: sql`SELECT event, line
FROM import_lines
WHERE ${ofImport(importId)} AND ${last === undefined ? sql`1` : after(last)}
  AND visitor_id <= ${lastVisitor(importId, last, limit)}
ORDER BY visitor_id, time, rank, event, line
LIMIT ${integer(limit)}`,
  });
  return rows.map(({ event, line }) => ({ event: eventOf(event), line }));
}

/** The first condition follows from the second, but it alone lets the engine skip what was read before. */
function after({ event, line }: Staged): Sql {
  const { visitorId, time, type } = event;
  const id = unsigned(visitorId);
  return sql`visitor_id >= ${id} AND (visitor_id, time, rank, event, line) > (
  ${id}, ${instant(time)}, ${integer(ranks[type])}, ${string(recordOf(event))}, ${integer(line)}
)`;
}

/**
 * A visitor behind whom the page cannot reach. It follows from order and limit too, but without it the engine reads the
 * text of every event that is left, only to leave most of it out.
 */
function lastVisitor(importId: string, last: Staged | undefined, limit: number): Sql {
  const id = last === undefined ? undefined : unsigned(last.event.visitorId);
  const next = sql`(SELECT max(visitor_id) FROM (
    SELECT visitor_id FROM import_lines
    WHERE ${ofImport(importId)} AND ${id === undefined ? sql`1` : sql`visitor_id > ${id}`}
    ORDER BY visitor_id
    LIMIT ${integer(limit)}
  ))`;
  return id === undefined ? next : sql`greatest(${id}, ${next})`;
}

/** The imports that have events waiting. */
export async function stagedImports(clickhouse: ClickHouse): Promise<readonly string[]> {
  const rows = await clickhouse.query({
    name: 'import/staged',
    row: z.object({ import_id: z.string() }),
    sql: sql`SELECT DISTINCT import_id FROM import_lines`,
  });
  return rows.map(({ import_id }) => import_id);
}

/** Empties the tables of an import that is over. */
export async function unstage(clickhouse: ClickHouse, importId: string): Promise<void> {
  for (const table of ['import_lines', 'import_sessions'] as const) {
    await clickhouse.dropPartition(table, uuid(importId));
  }
}
