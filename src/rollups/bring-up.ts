import { setTimeout as pause } from 'node:timers/promises';
import { millisecondsInHour } from 'date-fns/constants';
import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { ofWebsite, sql } from '../clickhouse/sql.js';
import { LONGEST_REACH_MS } from '../sessions/session.js';
import { ofPeriod } from '../stats/conditions.js';
import { dayOf, firstOfMonth, rangeOf } from '../time/index.js';
import type { Chunk } from './chunk.js';
import { clearBehind } from './clear.js';
import { make } from './make.js';
import { arrivalsIn, doubt, type Made, madeOf, record, unrecord } from './record.js';

/** So long after its end a day has settled: every session that began on it is over, and no row of it on its way any more. */
export const SETTLED_AFTER_MS = LONGEST_REACH_MS + 2 * millisecondsInHour;

/**
 * So long after it already, when no session of it has had an event for as long: longer than a session pauses, and than a row
 * is on its way. What comes all the same makes the record wrong, and the day is made again.
 */
export const SETTLED_EARLY_AFTER_MS = millisecondsInHour;

/** These take 0.8 GB of memory. */
const MOST_ROWS = 600_000;

export interface Task {
  readonly clickhouse: ClickHouse;
  readonly websiteId: string;
  readonly zone: string;
  /** When the website's first session began, or before; epoch milliseconds, as is `now`. */
  readonly first: number;
  readonly now: number;
  /** What is made anew although it seems right: all from this instant on. */
  readonly anewFrom?: number | undefined;
  /** How long a question may go on reading what it has begun to. */
  readonly graceMs: number;
  /** What is made at once has about so many rows at most. */
  readonly mostRows?: number | undefined;
  /** Ends it early, as when another process may take over: what has been recorded until then stays. */
  readonly signal: AbortSignal;
}

/** Makes a website's rollups up to its last settled day, a month at once or less, after clearing what is not right any more. */
export async function bringUp(task: Task): Promise<void> {
  const { clickhouse, websiteId, zone, signal } = task;
  let made = await madeOf(clickhouse, websiteId, zone, task.anewFrom);
  if (await unrecord(clickhouse, websiteId, made, task.first)) await pause(task.graceMs, undefined, { signal });
  await clearBehind(clickhouse, websiteId, made);
  for (const month of monthsOf(task, made, await settledUntil(task))) {
    for (const chunk of await piecesOf(task, month)) {
      signal.throwIfAborted();
      // What came before the first chunk meanwhile is not counted, so that the record of what lacks it is not right.
      const start = made?.until ?? chunk.period.start;
      const came = await arrivalsIn(clickhouse, websiteId, { start, end: chunk.period.end });
      try {
        await make(clickhouse, chunk, signal);
      } finally {
        // Another process may have made the same by now, and recorded what stands there twice.
        if (signal.aborted) await doubt(clickhouse, websiteId, chunk.period.start);
      }
      signal.throwIfAborted();
      made = { zone, until: chunk.period.end, arrivals: (made?.arrivals ?? 0) + came };
      await record(clickhouse, websiteId, made);
    }
  }
}

/** The day before which all have settled: rows are counted by hours of UTC, of which a day may have a part of the last one. */
async function settledUntil({ clickhouse, websiteId, zone, now }: Task): Promise<number> {
  const [found] = await clickhouse.query({
    name: 'rollups/oldest session',
    row: z.object({ hour: z.coerce.number() }),
    sql: sql`SELECT toUnixTimestamp(toStartOfHour(min(session_start), 'UTC')) * 1000 AS hour
FROM events
WHERE ${ofWebsite(websiteId)} AND ${ofPeriod({ start: now - SETTLED_EARLY_AFTER_MS, end: now + 1 })}
HAVING count() > 0`,
  });
  const early = dayOf(Math.min(now - SETTLED_EARLY_AFTER_MS, found?.hour ?? now), zone);
  return Math.max(early, dayOf(now - SETTLED_AFTER_MS, zone));
}

/** From the last record, or the first month with events, to a day: a chunk ends with its month. */
function monthsOf({ websiteId, zone, first }: Task, made: Made | undefined, end: number): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let day = made === undefined ? firstOfMonth(dayOf(first, zone)) : dayOf(made.until, zone);
  while (day < end) {
    const days = { first: day, end: Math.min(firstOfMonth(day, 1), end) };
    chunks.push({ websiteId, zone, days, period: rangeOf(days, zone) });
    day = days.end;
  }
  return chunks;
}

/** A chunk in as many pieces as its rows ask for, of the same number of days. */
async function piecesOf({ clickhouse, mostRows = MOST_ROWS }: Task, chunk: Chunk): Promise<readonly Chunk[]> {
  const { websiteId, zone, days, period } = chunk;
  const rows = await arrivalsIn(clickhouse, websiteId, period);
  const length = days.end - days.first;
  const count = Math.min(Math.max(Math.ceil(rows / mostRows), 1), length);
  return Array.from({ length: count }, (_, index) => {
    const piece = {
      first: days.first + Math.round((length * index) / count),
      end: days.first + Math.round((length * (index + 1)) / count),
    };
    return { websiteId, zone, days: piece, period: rangeOf(piece, zone) };
  });
}
