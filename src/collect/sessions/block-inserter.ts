import { type BlockContext, endKnownCounts } from './block-context.js';
import type { Block } from './block-file.js';
import { type DoneInserts, insertBlock, type RejectedRow } from './insert-block.js';
import type { RejectedFolder } from './rejected-folder.js';
import { readGeneration, readWebsiteId, splitLines } from './row.js';

/** Inserts blocks into ClickHouse, and sets aside rows that it refuses. */
export class BlockInserter {
  /** What is inserted of segments that could not be removed yet. It is not repeated: ClickHouse may have forgotten the token. */
  readonly #inserted = new Map<string, DoneInserts>();

  constructor(
    private readonly context: BlockContext,
    private readonly rejected: RejectedFolder,
    /** Called when anything of a block was inserted. */
    private readonly onInserted: () => void,
  ) {}

  async insert(segment: string, block: Block): Promise<void> {
    const { clickhouse, instance, websites, observer } = this.context;
    const began = performance.now();
    const done: DoneInserts = this.#inserted.get(segment) ?? new Map();
    this.#inserted.set(segment, done);
    const doneBefore = done.size;
    const rejected = await insertBlock(clickhouse, block, {
      token: `${instance}-${segment}`,
      done,
      onEventsInserted: () => observer.onStep('events inserted'),
    });
    if (done.size > doneBefore) {
      this.onInserted();
      observer.onInserted((performance.now() - began) / 1000);
    }
    await this.#endCountsMissing(block);
    await clickhouse.sync();
    observer.onStep('inserted');
    await this.rejected.keepLines(`${segment}.ndjson`, rejected.events);
    await this.rejected.keepLines(`${segment}.daily_visitors.ndjson`, rejected.counts);
    const all = [...rejected.events, ...rejected.counts];
    if (all.length > 0) observer.onRejected(all.length);
    if (rejected.events.length > 0) observer.onEventsRejected([...readWebsiteIds(rejected.events)]);
    await endKnownCounts(websites, readWebsiteIds(all));
  }

  /** Called once a segment and its block are removed. */
  forget(segment: string): void {
    this.#inserted.delete(segment);
  }

  /** Omits the rows of websites that were deleted since: they may already be purged. */
  async withoutDeletedWebsites(block: Block): Promise<Block> {
    const { find, findDeleted } = this.context.websites;
    const unknown = listWebsiteIds(block).filter((id) => find(id) === undefined);
    if (unknown.length === 0) return block;
    const deleted = await findDeleted(unknown);
    const remaining = (rows: Uint8Array) =>
      Buffer.concat(splitLines(rows).filter((line) => !deleted.has(readWebsiteId(line) ?? '')));
    return { events: remaining(block.events), counts: remaining(block.counts) };
  }

  /** Discards counts that were started, and may even be complete, while a block that belongs to earlier counts was waiting. */
  async #endCountsMissing({ events }: Block): Promise<void> {
    const { websites } = this.context;
    const missing = new Set<string>();
    for (const [websiteId, generation] of generationByWebsite(events)) {
      const count = websites.find(websiteId)?.count;
      if (count !== undefined && count.generation !== generation) missing.add(websiteId);
    }
    await endKnownCounts(websites, missing);
  }
}

const readWebsiteIds = (rejected: readonly RejectedRow[]): ReadonlySet<string> =>
  new Set(rejected.flatMap(({ row }) => readWebsiteId(Buffer.from(row)) ?? []));

export const listWebsiteIds = ({ events }: Block): readonly string[] => [...generationByWebsite(events).keys()];

function generationByWebsite(events: Uint8Array): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of splitLines(events)) {
    const websiteId = readWebsiteId(line);
    if (websiteId !== undefined && !counts.has(websiteId)) counts.set(websiteId, readGeneration(line));
  }
  return counts;
}
