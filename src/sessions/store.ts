import { isUnderWay, type Session } from './session.js';

/** Sessions held at most; beyond it the longest idle ones are dropped. */
const CAPACITY = 300_000;

/** A visitor's session under way on a website. */
export interface UnderWay {
  readonly websiteId: string;
  readonly visitorId: string;
  readonly session: Session;
}

/** The sessions under way, in memory, the longest idle first. */
export class SessionStore {
  readonly #sessions = new Map<string, Session>();

  get(websiteId: string, visitorId: string): Session | undefined {
    return this.#sessions.get(keyOf(websiteId, visitorId));
  }

  set(websiteId: string, visitorId: string, session: Session): void {
    const key = keyOf(websiteId, visitorId);
    this.#sessions.delete(key);
    this.#sessions.set(key, session);
  }

  setAll(sessions: readonly UnderWay[]): void {
    for (const { websiteId, visitorId, session } of sessions) this.set(websiteId, visitorId, session);
  }

  /** Takes over the sessions of another store, as if they were set now. */
  takeOver(other: SessionStore): void {
    for (const [key, session] of other.#sessions) {
      this.#sessions.delete(key);
      this.#sessions.set(key, session);
    }
  }

  /** Drops what no event at `now` can continue, and what is too much: says how many of these could have gone on. */
  expire(now: number): number {
    let cut = 0;
    for (const [key, session] of this.#sessions) {
      const goesOn = isUnderWay(session, now);
      if (goesOn && this.#sessions.size <= CAPACITY) break;
      if (goesOn) cut += 1;
      this.#sessions.delete(key);
    }
    return cut;
  }

  forgetWebsite(websiteId: string): void {
    for (const key of this.#sessions.keys()) if (key.startsWith(websiteId)) this.#sessions.delete(key);
  }
}

const keyOf = (websiteId: string, visitorId: string): string => `${websiteId}/${visitorId}`;
