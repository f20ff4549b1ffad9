import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { unlessGone } from '../clickhouse/folders.js';
import type { Context } from '../context/context.js';
import type { Count } from '../daily-visitors/dimensions.js';
import { forgetCounts, lastGeneration, recount } from '../daily-visitors/recount.js';
import { hasRightDays, zoneRules } from '../daily-visitors/zone-rules.js';
import { writeDurably } from '../lib/durable-files.js';
import { beginCount, completeCount, completeRunning, endCounts, isCountRunning } from '../websites/count.js';
import { findWebsite } from '../websites/find-website.js';
import type { WebsiteStore } from '../websites/website.js';
import type { WebsiteCache } from '../websites/website-cache.js';
import type { RunChange } from './website-changes.js';

/** Maximum wait for a website whose stored events are being changed. After that, the next website is counted. */
const MAX_TURN_MS = 5_000;

/** By then other processes know of a new count, and add their events to it. */
const NEW_COUNT_KNOWN_MS = 2_000;

/** By then every query that reads a former count is done. */
const FORGET_AFTER_MS = 60_000;

/**
 * Rebuilds the daily visitor counts of a website, unless they are complete. Events are written meanwhile, except at the
 * moment when the count begins.
 *
 * @param quiet runs a task while no stored event of the website changes, and this process writes no collected event
 * @param stopping aborted to cancel the count
 * @returns the count if it was completed; undefined when it has to be repeated because stored events were changed
 *   meanwhile, or when another process is counting
 */
export async function countVisitors(
  { clickhouse, postgres }: Pick<Context, 'clickhouse' | 'postgres'>,
  websites: WebsiteStore,
  quiet: RunChange,
  websiteId: string,
  stopping = new AbortController().signal,
): Promise<Count | undefined> {
  return postgres.tryWithNamedLock(`count ${websiteId}`, async () => {
    const website = await findWebsite(postgres.db, websiteId);
    if (website === undefined || website.countState === 'complete') return undefined;
    const last = await lastGeneration(clickhouse, websiteId);
    const count = await withinDeadline(
      (isTooLate) => quiet(websiteId, async () => (isTooLate() ? undefined : beginCount(websites, websiteId, last))),
      stopping,
    );
    if (count === undefined) return undefined;
    if (postgres.kind === 'server') await wait(NEW_COUNT_KNOWN_MS, undefined, { signal: stopping });
    const goesOn = async () => !stopping.aborted && (await isCountRunning(websites, websiteId, count));
    const isWhole = await recount({ clickhouse, websiteId, count, goesOn });
    // A row that was being inserted while the website was deleted arrived after its other rows were deleted.
    if ((await findWebsite(postgres.db, websiteId)) === undefined) await forgetCounts(clickhouse, websiteId);
    return isWhole && (await completeRunning(websites, websiteId, count)) ? count : undefined;
  });
}

/** Waits for a task at most `MAX_TURN_MS`, or until `stopping`. A task that starts later is told so. */
async function withinDeadline<T>(
  task: (isTooLate: () => boolean) => Promise<T>,
  stopping: AbortSignal,
): Promise<T | undefined> {
  let isTooLate = false;
  const enough = new AbortController();
  const signal = AbortSignal.any([enough.signal, stopping]);
  const late = wait(MAX_TURN_MS, undefined, { signal })
    .catch(() => undefined)
    .then(() => {
      isTooLate = true;
    });
  try {
    return (await Promise.race([task(() => isTooLate), late])) ?? undefined;
  } finally {
    enough.abort();
  }
}

/** Rebuilds daily visitor counts, one website after the other. */
export class Recounts {
  #areZoneRulesChecked = false;
  /** Former counts, and when to delete them, on the clock of `performance`. */
  #former: { readonly websiteId: string; readonly count: Count; readonly at: number }[] = [];

  constructor(
    private readonly context: Context,
    private readonly websites: { readonly store: WebsiteStore; readonly cache: WebsiteCache },
    private readonly quiet: RunChange,
  ) {}

  /** Ends counts whose days begin at other times under updated time zone rules. */
  async #checkZoneRules(stopping: AbortSignal): Promise<void> {
    if (this.#areZoneRulesChecked) return;
    const { clickhouse, config } = this.context;
    const { store, cache } = this.websites;
    // Records the version of the time zone rules by which the counts were last checked.
    const zoneRulesFile = join(config.dataDir, 'time-zone-rules');
    const checked = await unlessGone(() => readFile(zoneRulesFile, 'utf8'));
    if (checked !== zoneRules()) {
      for (const website of cache.all()) {
        if (stopping.aborted) return;
        const count = completeCount(website);
        if (count !== undefined && !(await hasRightDays(clickhouse, website.id, count))) {
          await endCounts(store, [website.id]);
        }
      }
      await writeDurably(zoneRulesFile, zoneRules());
    }
    this.#areZoneRulesChecked = true;
  }

  /** Counts what has to be counted. Where one website fails, the next one follows. */
  async run(stopping: AbortSignal, report: (error: unknown) => void): Promise<void> {
    const { clickhouse } = this.context;
    const { store, cache } = this.websites;
    const now = performance.now();
    const due = this.#former.filter(({ at }) => at <= now);
    this.#former = this.#former.filter(({ at }) => at > now);
    const tasks = [
      () => this.#checkZoneRules(stopping),
      ...due.map((former) => async () => {
        await forgetCounts(clickhouse, former.websiteId, former.count).catch((error: unknown) => {
          this.#former.push(former);
          throw error;
        });
      }),
      ...cache.uncounted().map(({ id }) => async () => {
        const count = await countVisitors(this.context, store, this.quiet, id, stopping);
        if (count === undefined) return;
        const others = this.#former.filter(({ websiteId }) => websiteId !== id);
        this.#former = [...others, { websiteId: id, count, at: performance.now() + FORGET_AFTER_MS }];
      }),
    ];
    for (const task of tasks) {
      if (stopping.aborted) return;
      await task().catch((error: unknown) => {
        if (!stopping.aborted) report(error);
      });
    }
  }
}
