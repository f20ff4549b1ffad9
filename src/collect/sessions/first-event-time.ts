import { decodeEvent } from '../event-codec.js';
import { unframe } from '../journal/frame.js';
import type { Journal } from '../journal/journal.js';

/** The arrival of the first event in epoch milliseconds; undefined when the segments have no event. */
export async function firstEventTime(journal: Journal, segments: readonly string[]): Promise<number | undefined> {
  for (const segment of segments) {
    const read = await journal.read(segment).catch(() => undefined);
    if (read === undefined) continue;
    for (const record of unframe(read.bytes, read).records) {
      const time = parseTime(record);
      if (time !== undefined) return time;
    }
  }
  return undefined;
}

function parseTime(record: Buffer): number | undefined {
  try {
    const { time, arrivedAt = time } = decodeEvent(record.toString());
    return Number.isSafeInteger(arrivedAt) ? arrivedAt : undefined;
  } catch {
    return undefined;
  }
}
