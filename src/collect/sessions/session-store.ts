import { getHeapStatistics } from 'node:v8';
import { isUnderWay, type Session } from './session.js';

/** Beyond it, the longest idle sessions are dropped. */
export const MAX_SESSIONS = 300_000;

/** Estimated bytes. Beyond it, the longest idle sessions are dropped too. */
const MAX_BYTES = 384 * 1024 * 1024;

/** Measured size of a session whose texts are empty, its key included. The next constant is measured too. */
const BYTES_PER_SESSION = 600;
const BYTES_PER_VIEW = 110;
const BYTES_PER_OPENED = 60;

export interface OpenSession {
  readonly websiteId: string;
  readonly visitorId: string;
  readonly session: Session;
}

interface Entry {
  readonly session: Session;
  readonly bytes: number;
}

/** The open sessions in memory, the longest idle first. */
export class SessionStore {
  #entries = new Map<string, Entry>();
  #bytes = 0;
  #isUnordered = false;

  /** @param maxBytes by default at most half of this thread's heap limit */
  constructor(private readonly maxBytes = Math.min(MAX_BYTES, getHeapStatistics().heap_size_limit / 2)) {}

  get(websiteId: string, visitorId: string): Session | undefined {
    return this.#entries.get(sessionKey(websiteId, visitorId))?.session;
  }

  set(websiteId: string, visitorId: string, session: Session): void {
    this.#put(sessionKey(websiteId, visitorId), { session, bytes: estimateBytes(session) });
  }

  /**
   * Adds sessions in any order, and drops the longest idle ones beyond the limits.
   *
   * @returns the number of dropped sessions
   */
  setAll(sessions: readonly OpenSession[]): number {
    for (const { websiteId, visitorId, session } of sessions) this.set(websiteId, visitorId, session);
    this.#isUnordered = true;
    if (!this.#isTooLarge) return 0;
    this.#sort(({ lastEvent }) => lastEvent);
    const before = this.#entries.size;
    for (const key of this.#entries.keys()) {
      if (!this.#isTooLarge) break;
      this.#delete(key);
    }
    return before - this.#entries.size;
  }

  takeOver(other: SessionStore): void {
    for (const [key, entry] of other.#entries) this.#put(key, entry);
  }

  /**
   * Drops sessions that no event at `now` can continue, and those beyond the limits. Returns how many of the dropped ones were
   * open.
   */
  expire(now: number): number {
    // Sessions that a wrong clock has put far ahead come first.
    if (this.#isUnordered) this.#sort(({ lastEvent }) => -Math.abs(lastEvent - now));
    this.#isUnordered = false;
    let cut = 0;
    for (const [key, { session }] of this.#entries) {
      const goesOn = isUnderWay(session, now);
      if (goesOn && !this.#isTooLarge) break;
      if (goesOn) cut += 1;
      this.#delete(key);
    }
    return cut;
  }

  forgetWebsite(websiteId: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(websiteId)) this.#delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  get #isTooLarge(): boolean {
    return this.#entries.size > MAX_SESSIONS || this.#bytes > this.maxBytes;
  }

  #sort(by: (session: Session) => number): void {
    this.#entries = new Map([...this.#entries].sort(([, a], [, b]) => by(a.session) - by(b.session)));
  }

  #put(key: string, entry: Entry): void {
    this.#delete(key);
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
  }

  #delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}

const sessionKey = (websiteId: string, visitorId: string): string => `${websiteId}/${visitorId}`;

/** Estimates a session's size with two bytes per character: one non-Latin character doubles the size of its whole text. */
function estimateBytes({ entryPath, traits, views, opened }: Session): number {
  let characters = entryPath.length;
  for (const value of Object.values(traits)) characters += value.length;
  return (
    BYTES_PER_SESSION + 2 * characters + BYTES_PER_VIEW * views.length + BYTES_PER_OPENED * (opened?.times.size ?? 0)
  );
}
