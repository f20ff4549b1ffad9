import { setTimeout as pause } from 'node:timers/promises';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { LONGEST_REACH_MS } from '../sessions/session.js';
import { dayOf, firstOfMonth, rangeOf } from '../time/index.js';
import type { Chunk } from './chunk.js';
import { clearBehind } from './clear.js';
import { make } from './make.js';
import { arrivalsIn, type Made, madeOf, record, unrecord } from './record.js';

/** A day has settled when every session that began on it is over and no row of it is on its way any more. */
export const SETTLED_AFTER_MS = LONGEST_REACH_MS + 2 * 60 * 60 * 1000;

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
  /** Ends it early: what has been recorded until then stays. */
  readonly signal: AbortSignal;
}

/** Makes a website's rollups up to its last settled day, month by month, after clearing what is not right any more. */
export async function bringUp(task: Task): Promise<void> {
  const { clickhouse, websiteId, zone, signal } = task;
  let made = await madeOf(clickhouse, websiteId, zone, task.anewFrom);
  if (await unrecord(clickhouse, websiteId, made, task.first)) await pause(task.graceMs, undefined, { signal });
  await clearBehind(clickhouse, websiteId, made);
  for (const chunk of chunksOf(task, made)) {
    signal.throwIfAborted();
    const came = await arrivalsIn(clickhouse, websiteId, { start: made?.until ?? 0, end: chunk.period.end });
    await make(clickhouse, chunk);
    made = { zone, until: chunk.period.end, arrivals: (made?.arrivals ?? 0) + came };
    await record(clickhouse, websiteId, made);
  }
}

/** From the last record, or the first month with events, to the last settled day: a chunk ends with its month. */
function chunksOf({ websiteId, zone, first, now }: Task, made: Made | undefined): readonly Chunk[] {
  const end = dayOf(now - SETTLED_AFTER_MS, zone);
  const chunks: Chunk[] = [];
  let day = made === undefined ? firstOfMonth(dayOf(first, zone)) : dayOf(made.until, zone);
  while (day < end) {
    const next = firstOfMonth(day, 1);
    const days = { first: day, end: Math.min(next, end) };
    chunks.push({ websiteId, zone, days, period: rangeOf(days, zone) });
    day = days.end;
  }
  return chunks;
}
