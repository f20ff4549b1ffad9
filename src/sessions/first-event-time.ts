import { decodeEvent } from '../event-codec.js';
import { unframe } from '../journal/frame.js';
import type { Journal } from '../journal/journal.js';

/** Finds when the first event of segments happened, in epoch milliseconds; undefined when they have none. */
export async function firstEventTime(journal: Journal, segments: readonly string[]): Promise<number | undefined> {
  for (const segment of segments) {
    const read = await journal.read(segment).catch(() => undefined);
    if (read === undefined) continue;
    for (const record of unframe(read.bytes, read).records) {
      const time = timeOf(record);
      if (time !== undefined) return time;
    }
  }
  return undefined;
}

/** Undefined for a record that is no event. */
function timeOf(record: Buffer): number | undefined {
  try {
    const { time } = decodeEvent(record.toString());
    return Number.isSafeInteger(time) ? time : undefined;
  } catch {
    return undefined;
  }
}
