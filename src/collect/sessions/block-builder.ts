import { isUnreachable } from '../../clickhouse/clickhouse.js';
import { type Beginning, readHistories } from '../../daily-visitors/visitor-history.js';
import { eventFolders } from '../folders.js';
import { parsePartName } from '../journal/segment-name.js';
import { type BlockContext, endKnownCounts } from './block-context.js';
import type { Block } from './block-file.js';
import { EventKeyLog } from './event-key-log.js';
import { LateEvents } from './late-events.js';
import { loadVisitorSessions } from './load-open-sessions.js';
import type { RejectedFolder } from './rejected-folder.js';
import type { BlockWebsite, SegmentContent } from './sessionizer.js';
import type { UnknownWebsites } from './unknown-websites.js';

/** Builds the block of a segment: assigns sessions to its events, and sets aside those that cannot be used. */
export class BlockBuilder {
  readonly #keyLog: EventKeyLog;
  readonly #late: LateEvents;
  /** The segment of the latest block, until its sessions are committed. */
  #uncommitted: string | undefined;

  constructor(
    private readonly context: BlockContext,
    private readonly rejected: RejectedFolder,
    private readonly unknown: UnknownWebsites,
    private readonly isRewritten: (websiteId: string) => boolean,
  ) {
    const folders = eventFolders(context);
    this.#keyLog = new EventKeyLog(folders.keys);
    this.#late = new LateEvents(folders.late);
  }

  async readRecentKeys(): Promise<void> {
    for await (const entry of this.#keyLog.read()) await this.context.sessionizer.addRecent(entry);
  }

  /**
   * Returns undefined when the segment's file is missing. The block must be stored before its sessions are committed.
   *
   * @param isOutOfOrder whether later events may be in ClickHouse before those of the segment
   */
  async build(segment: string, isOutOfOrder: boolean): Promise<Block | undefined> {
    const { journal, sessionizer, websites, observer } = this.context;
    const read = await journal.read(segment).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (read === undefined) {
      await this.rejectMissing([segment]);
      return undefined;
    }
    const { bytes, syncedBytes } = read;
    const isLate = parsePartName(segment) !== undefined;
    const { websites: ids, damage, unseen } = await sessionizer.load(bytes, { name: segment, syncedBytes, isLate });
    if (isLate || isOutOfOrder) await endKnownCounts(websites, ids);
    await this.#recall(unseen);
    this.#uncommitted = segment;
    const { block: events, unknown, rejected, keys, beginnings, late } = await sessionizer.buildBatch(this.#known(ids));
    await endKnownCounts(websites, late.keys());
    await this.#late.keep(segment, late);
    const { rows: counts, disordered } = await sessionizer.count(await this.#readHistories(beginnings));
    await endKnownCounts(websites, disordered);
    await this.rejected.keepLines(`${segment}.damaged.ndjson`, damage);
    if (damage.length > 0) observer.onDamaged(segment, damage.length);
    await this.rejected.keepLines(`${segment}.records.ndjson`, rejected);
    if (rejected.length > 0) observer.onRecordsRejected(segment, rejected.length);
    if (ids.length > 0 && damage.length + rejected.length > 0) observer.onEventsRejected(ids);
    await this.unknown.keep(segment, unknown);
    await this.#keyLog.append({ segment, keys });
    return { events, counts };
  }

  isUncommitted(segment: string): boolean {
    return segment === this.#uncommitted;
  }

  async commit(): Promise<void> {
    const { sessionizer, now, observer } = this.context;
    this.#uncommitted = undefined;
    const cut = await sessionizer.commit(now());
    if (cut > 0) observer.onSessionsCut(cut);
  }

  async rejectMissing(segments: readonly string[]): Promise<void> {
    const [first] = segments;
    if (first === undefined) return;
    const { journal, observer } = this.context;
    await this.rejected.keepLines(
      `${first}.missing.ndjson`,
      segments.map((segment) => ({ segment })),
    );
    observer.onSegmentsMissing(segments);
    await journal.remove(...segments);
  }

  #known(websiteIds: readonly string[]): ReadonlyMap<string, BlockWebsite> {
    const known = new Map<string, BlockWebsite>();
    for (const id of websiteIds) {
      const website = this.context.websites.find(id);
      if (website !== undefined) known.set(id, { ...website, isRewritten: this.isRewritten(id) });
    }
    return known;
  }

  /** A failing query delays no events: these visitors' sessions are rebuilt instead. */
  async #recall({ visitors, time }: SegmentContent['unseen']): Promise<void> {
    if (visitors.length === 0) return;
    const { clickhouse, sessionizer, now, warn } = this.context;
    const sessions = await loadVisitorSessions(clickhouse, visitors, { time, now: now() }).catch((error: unknown) => {
      if (isUnreachable(error)) throw error;
      warn('sessions of visitors could not be read: they are rebuilt with the events that servers have sent')(error);
      return undefined;
    });
    await sessionizer.recall(sessions);
  }

  /** Reads the visitors' histories. A failing query delays no events: these websites' visitor counts are rebuilt instead. */
  async #readHistories(beginnings: readonly Beginning[]) {
    const { clickhouse, websites } = this.context;
    try {
      return await readHistories(clickhouse, beginnings);
    } catch (error) {
      if (!isUnreachable(error)) {
        await endKnownCounts(
          websites,
          beginnings.map(({ websiteId }) => websiteId),
        );
      }
      throw error;
    }
  }
}
