import { BlockCounts } from '../../daily-visitors/block-counts.js';
import type { CountedBlock } from '../../daily-visitors/day-rows.js';
import type { Count } from '../../daily-visitors/dimensions.js';
import type { Beginning, VisitorHistory } from '../../daily-visitors/visitor-history.js';
import { GrowingBuffer } from '../../lib/growing-buffer.js';
import { findOrAdd } from '../../lib/map-groups.js';
import type { TrackedEvent } from '../event.js';
import { isDatedRecord } from '../event-codec.js';
import { type UnframeOptions, unframe } from '../journal/frame.js';
import type { SegmentKeys } from './event-key-log.js';
import { comesLate, type LateEvent } from './late-events.js';
import type { WebsiteVisitor } from './load-open-sessions.js';
import { parseEvent, parseWebsiteId, tryParse } from './parse-record.js';
import { eventKey, RecentEvents } from './recent-events.js';
import { resolveVisitorId } from './resolve-visitor-id.js';
import { COLLECTED, countedValues, encodeRow } from './row.js';
import { type Contribution, type Session, standAlone, step } from './session.js';
import { type OpenSession, SessionStore } from './session-store.js';

export interface ReadOptions extends UnframeOptions {
  readonly name: string;
  /** Whether the events were set aside, and may be older than those of earlier segments. */
  readonly isLate: boolean;
}

export interface SegmentContent {
  readonly websites: readonly string[];
  /** Bytes that cannot be read, or that are gone from the end of the file. */
  readonly damage: readonly { readonly offset: number; readonly base64: string; readonly missing?: number }[];
  /** Visitors of dated events without a session in memory, and the time of their first event. */
  readonly unseen: { readonly visitors: readonly WebsiteVisitor[]; readonly time: number };
}

/** A record that is not an event or has no valid row, and the reason. */
export interface RejectedRecord {
  readonly record: string;
  readonly error: string;
}

export interface BlockWebsite {
  readonly accountId: string;
  /** Daily visitor counts to add to; undefined while they must be rebuilt. */
  readonly count: Count | undefined;
  /** Whether stored sessions of named visitors are being rewritten, so that no event may continue one. */
  readonly isRewritten?: boolean;
}

export interface Batch {
  /** Rows, one per line. */
  readonly block: Uint8Array;
  /** The records of websites without an account, by website. */
  readonly unknown: ReadonlyMap<string, readonly string[]>;
  readonly rejected: readonly RejectedRecord[];
  /** The keys of the block's events that have an id. */
  readonly keys: readonly number[];
  /** The sessions that begin in the block, whose visitors may have visited before. */
  readonly beginnings: readonly Beginning[];
  /** Events before the start of a later session of their visitor, by website. */
  readonly late: ReadonlyMap<string, readonly LateEvent[]>;
}

/**
 * A visitor's opened pages and events are kept in memory only up to this number. Beyond it, which is rare, they are
 * read for each block.
 */
export const MAX_OPENED = 100;

/**
 * Assigns sessions to the events of a segment and builds a block. Holds the open sessions, and accesses neither a database nor
 * the disk: its callers do, and call its methods one after the other.
 */
export class Sessionizer {
  readonly #sessions = new SessionStore();
  /** Latest sessions of the segment's visitors that are not in memory. */
  #recalled = new SessionStore();
  #isRecalled = true;
  readonly #recent = new RecentEvents();
  #segment = '';
  /** Keys of the block's events that have an id. */
  #keys = new Set<number>();
  /** Parsed one at a time: parsed together, they take several times their bytes. */
  #records: readonly Buffer[] = [];
  #isLate = false;
  /** Arrival of the last event of the latest segment. Events of later segments have not arrived earlier. */
  #lastTime: number | undefined;
  /** Sessions of the latest block, until it is stored. */
  #given = new SessionStore();
  #counts = new BlockCounts();
  #late = new Map<string, LateEvent[]>();
  /** Visitors with late events, by website, since its sessions were loaded. */
  readonly #waiting = new Map<string, Set<string>>();

  load(segment: Uint8Array, { name, syncedBytes, isLate }: ReadOptions): SegmentContent {
    const { records, damage } = unframe(segment, { syncedBytes });
    this.#segment = name;
    this.#records = records;
    this.#isLate = isLate;
    this.#recalled = new SessionStore();
    this.#isRecalled = true;
    return {
      websites: [...new Set(records.flatMap((record) => parseWebsiteId(record) ?? []))],
      damage: damage.map(({ bytes, ...rest }) => ({ ...rest, base64: bytes.toString('base64') })),
      unseen: records.some(isDatedRecord) ? this.#sortRecords() : NONE_UNSEEN,
    };
  }

  /**
   * Takes the latest stored sessions of the loaded segment's unseen visitors. With undefined, they are not known, and dated events
   * of these visitors come late.
   */
  recall(sessions: readonly OpenSession[] | undefined): void {
    this.#recalled.setAll(sessions ?? []);
    this.#isRecalled = sessions !== undefined;
  }

  /**
   * Builds the block of the loaded segment.
   *
   * @param websites the websites of its events that have an account
   */
  buildBatch(websites: ReadonlyMap<string, BlockWebsite>): Batch {
    const rows = new GrowingBuffer();
    const unknown = new Map<string, string[]>();
    const rejected: RejectedRecord[] = [];
    this.#given = new SessionStore();
    this.#keys = new Set();
    this.#counts = new BlockCounts();
    this.#late = new Map();
    for (const record of this.#records) {
      try {
        const event = parseEvent(record);
        const website = websites.get(event.websiteId);
        if (website !== undefined) this.#addRow(event, website, rows);
        else findOrAdd(unknown, event.websiteId, (): string[] => []).push(record.toString());
        if (!this.#isLate) this.#lastTime = event.arrivedAt ?? event.time;
      } catch (error) {
        rejected.push({ record: record.toString(), error: String(error) });
      }
    }
    this.#records = [];
    const { beginnings } = this.#counts;
    return { block: rows.bytes(), unknown, rejected, keys: [...this.#keys], beginnings, late: this.#late };
  }

  /**
   * Counts the block's visitors by day.
   *
   * @param histories of the visitors who begin a session in the block, in the order of `beginnings`
   */
  count(histories: readonly (VisitorHistory | undefined)[]): CountedBlock {
    const counted = this.#counts.count(histories);
    for (const { websiteId, visitorId, start, ...opened } of this.#counts.opened) {
      const session = this.#given.get(websiteId, visitorId);
      if (session?.start !== start || opened.times.size > MAX_OPENED) continue;
      this.#given.set(websiteId, visitorId, { ...session, opened });
    }
    this.#counts = new BlockCounts();
    return counted;
  }

  /**
   * Commits the sessions of the last block, which must be on disk: until then, the block may have to be rebuilt.
   *
   * Drops sessions that no event of a later segment can continue.
   *
   * @param now epoch milliseconds; used when a wrong clock has put the last event after it
   * @returns how many open sessions were dropped because there were too many
   */
  commit(now: number): number {
    this.#sessions.takeOver(this.#given);
    this.#given = new SessionStore();
    this.#recent.add(this.#keys, this.#segment);
    this.#keys = new Set();
    if (this.#isLate || this.#lastTime === undefined) return 0;
    return this.#sessions.expire(Math.min(now, this.#lastTime));
  }

  /** Drops the sessions of a website, or of all websites. */
  forget(websiteId?: string): void {
    if (websiteId === undefined) {
      this.#sessions.clear();
      this.#waiting.clear();
      return;
    }
    this.#sessions.forgetWebsite(websiteId);
    this.#waiting.delete(websiteId);
  }

  /** @returns the number of sessions dropped because there were too many */
  restore(sessions: readonly OpenSession[]): number {
    return this.#sessions.setAll(sessions);
  }

  addRecent({ segment, keys }: SegmentKeys): void {
    this.#recent.add(keys, segment);
  }

  #addRow(read: TrackedEvent, website: BlockWebsite, rows: GrowingBuffer): void {
    const key = eventKey(read);
    if (key !== undefined && (this.#keys.has(key) || this.#recent.isRepeat(key, this.#segment))) return;
    const event = resolveVisitorId(read, this.#findSession);
    const { websiteId, visitorId, time } = event;
    const before = this.#findSession(websiteId, visitorId);
    const isUnknown = before === undefined && !this.#isRecalled && event.arrivedAt !== undefined;
    const isWaiting = this.#waiting.get(websiteId)?.has(visitorId) ?? false;
    const isLate = isUnknown || comesLate(event, { before, isWaiting, isRewritten: website.isRewritten });
    const stepped = isLate ? standAlone(event) : step(before, event);
    if (stepped === undefined) return;
    const [session, contribution] = stepped;
    const count = isLate ? undefined : website.count;
    const origin = { accountId: website.accountId, importId: COLLECTED, countedIn: count?.generation ?? 0 };
    // Everything that can throw comes before any change of state.
    rows.write(encodeRow({ event, session, contribution, origin }));
    if (key !== undefined) this.#keys.add(key);
    if (isLate) {
      findOrAdd(this.#late, websiteId, (): LateEvent[] => []).push({ visitorId, time });
      findOrAdd(this.#waiting, websiteId, () => new Set<string>()).add(visitorId);
      return;
    }
    // The visitor's known pages lack those of this block until they are counted.
    const { opened: _, ...others } = session;
    this.#given.set(websiteId, visitorId, others);
    if (count !== undefined) this.#count(event, { before, session, contribution, count });
  }

  #count(event: TrackedEvent, { before, session, contribution, count }: Counting): void {
    const { websiteId, visitorId, time, type, path, name } = event;
    const continued = contribution.sessions === 1 ? undefined : before;
    const opened = continued?.opened;
    this.#counts.add({
      ...contribution,
      websiteId,
      visitorId,
      time,
      type,
      path,
      name,
      count,
      sessionStart: session.start,
      values: () => countedValues(session),
      lastEvent: continued?.lastEvent,
      // A rebuild has begun since, and events may be missing from what is known.
      opened: opened?.generation === count.generation ? opened.times : undefined,
    });
  }

  readonly #findSession = (websiteId: string, visitorId: string) =>
    this.#given.get(websiteId, visitorId) ??
    this.#sessions.get(websiteId, visitorId) ??
    this.#recalled.get(websiteId, visitorId);

  /** Sorts the records by the times of their events. Equal times stay in the order of arrival. */
  #sortRecords(): SegmentContent['unseen'] {
    const visitors = new Map<string, WebsiteVisitor>();
    let first = Number.POSITIVE_INFINITY;
    let time = 0;
    const timed = this.#records.map((record) => {
      const event = tryParse(record);
      time = event?.time ?? time;
      if (event?.arrivedAt !== undefined) {
        first = Math.min(first, time);
        for (const visitor of this.#listUnseen(event)) visitors.set(Object.values(visitor).join(), visitor);
      }
      return { record, time };
    });
    this.#records = timed.sort((a, b) => a.time - b.time).map(({ record }) => record);
    return { visitors: [...visitors.values()], time: first };
  }

  #listUnseen({ websiteId, visitorId, formerVisitorId }: TrackedEvent): readonly WebsiteVisitor[] {
    const ids = formerVisitorId === undefined ? [visitorId] : [visitorId, formerVisitorId];
    const unseen = ids.filter((id) => this.#sessions.get(websiteId, id) === undefined);
    return unseen.map((id) => ({ websiteId, visitorId: id }));
  }
}

const NONE_UNSEEN: SegmentContent['unseen'] = { visitors: [], time: 0 };

interface Counting {
  readonly before: Session | undefined;
  readonly session: Session;
  readonly contribution: Contribution;
  readonly count: Count;
}

export type AsyncSessionizer = {
  readonly [Method in keyof Sessionizer]: (
    ...args: Parameters<Sessionizer[Method]>
  ) => ReturnType<Sessionizer[Method]> | Promise<ReturnType<Sessionizer[Method]>>;
};
