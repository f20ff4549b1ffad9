import type { TrackedEvent } from '../event.js';
import { decodeEvent } from '../event-codec.js';

export function tryParse(record: Buffer): TrackedEvent | undefined {
  try {
    return parseEvent(record);
  } catch {
    return undefined;
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Parses a record into an event that can get a session. ClickHouse refuses its row for other errors. */
export function parseEvent(record: Buffer): TrackedEvent {
  const event = decodeEvent(record.toString());
  if (!UUID.test(event.websiteId)) throw new TypeError('websiteId is not a UUID');
  if (!/^\d+$/.test(event.visitorId)) throw new TypeError('visitorId is not a number');
  if (!Number.isSafeInteger(event.time)) throw new TypeError('time is not a whole number');
  if (!Number.isSafeInteger(event.arrivedAt ?? 0)) throw new TypeError('arrivedAt is not a whole number');
  if (typeof event.path !== 'string') throw new TypeError('path is not a text');
  return event;
}

/** A record begins with its website; undefined if it is not an event. */
export function parseWebsiteId(record: Buffer): string | undefined {
  const start = record.toString('latin1', 0, 39);
  const id = start.slice(2, -1);
  return start.startsWith('["') && start.endsWith('"') && UUID.test(id) ? id : undefined;
}
