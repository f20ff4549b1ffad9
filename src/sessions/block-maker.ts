import type { TrackedEvent } from '../event.js';
import { eventOf } from '../event-record.js';
import { GrowingBuffer } from '../growing-buffer.js';
import { unframe } from '../journal/frame.js';
import { acrossRotation } from './across-rotation.js';
import { COLLECTED, rowOf } from './row.js';
import { step } from './session.js';
import { SessionStore, type UnderWay } from './store.js';

/**
 * Gives the events of a segment their sessions and makes a block of them. It has the sessions under way, and neither
 * asks a database nor writes to the disk: those who do call its methods one after the other.
 */
export class BlockMaker {
  readonly #sessions = new SessionStore();
  #events: readonly TrackedEvent[] = [];
  /** When the last event of the latest segment happened: those of later segments have not happened before. */
  #lastTime = 0;
  /** The sessions as they are when the block is kept. */
  #given = new SessionStore();

  /** Takes a closed segment for the next block; gives the websites of its events. */
  read(segment: Uint8Array): readonly string[] {
    this.#events = unframe(segment).map((record) => eventOf(record.toString()));
    this.#lastTime = this.#events.at(-1)?.time ?? this.#lastTime;
    return [...new Set(this.#events.map(({ websiteId }) => websiteId))];
  }

  /**
   * The block of the segment that was read last: its rows, a line each.
   *
   * @param accounts of its websites. A website that has none is gone, and its events with it.
   */
  make(accounts: ReadonlyMap<string, string>): Uint8Array {
    const rows = new GrowingBuffer();
    this.#given = new SessionStore();
    for (const read of this.#events) {
      const event = acrossRotation(read, this.#sessionOf);
      const { websiteId, visitorId } = event;
      const accountId = accounts.get(websiteId);
      const stepped = accountId === undefined ? undefined : step(this.#sessionOf(websiteId, visitorId), event);
      if (accountId === undefined || stepped === undefined) continue;
      const [session, contribution] = stepped;
      this.#given.set(websiteId, visitorId, session);
      rows.write(rowOf({ event, session, contribution, origin: { accountId, importId: COLLECTED } }));
    }
    this.#events = [];
    return rows.bytes();
  }

  /**
   * The block that was made last is on disk. Until then its sessions do not count: it may have to be made once more.
   *
   * Sessions that no event of a later segment can continue are dropped.
   *
   * @param now epoch milliseconds, where a clock that was wrong has put the last event after it
   * @returns how many were dropped that could have gone on, since they are too many
   */
  keep(now: number): number {
    this.#sessions.takeOver(this.#given);
    this.#given = new SessionStore();
    return this.#sessions.expire(Math.min(now, this.#lastTime));
  }

  /** Takes the sessions under way that ClickHouse has, all of them or, in place of those it had, a website's. */
  restore(sessions: readonly UnderWay[], websiteId?: string): void {
    if (websiteId !== undefined) this.#sessions.forgetWebsite(websiteId);
    this.#sessions.setAll(sessions);
  }

  readonly #sessionOf = (websiteId: string, visitorId: string) =>
    this.#given.get(websiteId, visitorId) ?? this.#sessions.get(websiteId, visitorId);
}

/** A maker of blocks in this thread or in another. */
export type BlockMaking = {
  readonly [Method in keyof BlockMaker]: (
    ...args: Parameters<BlockMaker[Method]>
  ) => ReturnType<BlockMaker[Method]> | Promise<ReturnType<BlockMaker[Method]>>;
};
