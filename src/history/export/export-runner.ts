import { mkdir, rm, statfs } from 'node:fs/promises';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import type { Context } from '../../context/context.js';
import { describeError } from '../../lib/error-description.js';
import { PRIVATE_FOLDER } from '../../lib/private-folders.js';
import { withFirst } from '../../lib/with-first.js';
import { isSkipped, namedRange } from '../../time/index.js';
import { findWebsite } from '../../websites/find-website.js';
import { startOfRetention } from '../../websites/retention.js';
import type { Website } from '../../websites/website.js';
import type { RunChange } from '../website-changes.js';
import { uploadFolder } from './bucket.js';
import { type ExportRange, exportTable } from './export-events.js';
import { describeFailure, ExportFailure } from './failure.js';
import { openDestination } from './open-destination.js';
import { dayAfter, writingTime } from './schedule.js';
import {
  findScheduledExport,
  listDueExports,
  postponeExport,
  recordFailure,
  recordProgress,
  type ScheduledExport,
} from './scheduled-export-repository.js';

export interface ExportHooks {
  /** Runs a task while no import or deletion changes the website's stored events. */
  readonly unchanged: RunChange;
  /** Resolves when every event received before the call is in ClickHouse. */
  readonly drain: () => Promise<void>;
  /** For `/metrics`. */
  readonly onExport: (outcome: 'written' | 'failed') => void;
}

/** Days per website and round, so that one website that is catching up does not delay the others. */
const MAX_DAYS_IN_ROUND = 31;
const MAX_ROUND_MS = 5 * millisecondsInMinute;

/** Concurrent uploads, so that a slow storage service delays few websites. */
const MAX_AT_ONCE = 3;

/** Free bytes reserved for the journal. */
const MIN_FREE_BYTES = 512 * 1024 ** 2;

/** After this long, a day is written even though some events of this process could not be inserted into ClickHouse. */
const MAX_WAIT_FOR_EVENTS_MS = millisecondsInDay;

/** A killed process may have left files. */
export async function emptyUploads(context: Context): Promise<void> {
  await rm(uploadFolder(context), { recursive: true, force: true });
  await mkdir(uploadFolder(context), { mode: PRIVATE_FOLDER });
}

/** Runs until none is due or `stopping` is aborted. */
export const writeDueExports = (
  context: Context,
  hooks: ExportHooks,
  stopping: AbortSignal,
  report: (error: unknown) => void,
): Promise<void> => new ExportRunner(context, hooks, stopping).writeDue(report);

/** Writes a file for each local day of a website, once the day is over. */
class ExportRunner {
  constructor(
    private readonly context: Context,
    private readonly hooks: ExportHooks,
    private readonly stopping: AbortSignal,
  ) {}

  /** Failures are logged, and retried later. */
  async writeDue(report: (error: unknown) => void): Promise<void> {
    const { db, now } = this.context;
    const left = [...(await listDueExports(db, now()))];
    await Promise.all(Array.from({ length: MAX_AT_ONCE }, () => this.#work(left).catch(report)));
  }

  /** Takes websites from the list until it is empty. */
  async #work(left: string[]): Promise<void> {
    for (let id = left.shift(); id !== undefined && !this.stopping.aborted; id = left.shift()) {
      const websiteId = id;
      await this.context.postgres.tryWithNamedLock(`scheduled export ${websiteId}`, () => this.#catchUp(websiteId));
    }
  }

  /** Writes completed days in order, and stops at a failure. */
  async #catchUp(websiteId: string): Promise<void> {
    const { db, now, log } = this.context;
    const began = performance.now();
    for (let days = 0; days < MAX_DAYS_IN_ROUND && performance.now() - began < MAX_ROUND_MS; days += 1) {
      // Its owner, or another process, may have changed it since.
      const row = await findScheduledExport(db, websiteId);
      const website = await findWebsite(db, websiteId);
      if (row === undefined || website === undefined || row.dueAt.getTime() > now()) return;
      try {
        await this.#writeNextDay(row, website);
      } catch (error) {
        if (this.stopping.aborted) return;
        const failure = describeFailure(error);
        await recordFailure(db, row, failure, now());
        this.hooks.onExport('failed');
        log.warn({ websiteId, failure, error: describeError(error) }, 'a scheduled export could not be written yet');
        return;
      }
    }
  }

  async #writeNextDay(row: ScheduledExport, website: Website): Promise<void> {
    const { config, db, now } = this.context;
    const { timezone: zone } = website;
    const due = writingTime(row.nextDay, zone);
    // The website's time zone changed, and the day is not over there.
    if (due > now()) return postponeExport(db, row, due);
    const range = namedRange(row.nextDay, row.nextDay, zone);
    const isKept =
      range.start >= (startOfRetention(website, config.retentionMonths, now()) ?? Number.NEGATIVE_INFINITY);
    const hasDay = isKept && !isSkipped(range.start, range.end);
    if (hasDay) {
      await this.#waitForEvents(due);
      await this.#requireRoom();
      await this.#write(row, { websiteId: row.websiteId, ...range }, zone);
      this.hooks.onExport('written');
    }
    const nextDay = dayAfter(row.nextDay);
    const next = { nextDay, dueAt: writingTime(nextDay, zone), written: hasDay ? row.nextDay : undefined };
    await recordProgress(db, row, next, now());
  }

  async #write(row: ScheduledExport, range: ExportRange, zone: string): Promise<void> {
    const destination = openDestination(this.context, row, this.stopping);
    const events = exportTable(this.context.clickhouse, range, { format: 'parquet', zone, isSorted: true })[
      Symbol.asyncIterator
    ]();
    try {
      // The statement reads a snapshot of the events.
      const first = await this.hooks.unchanged(range.websiteId, () => events.next());
      await destination.write(`${row.nextDay}.parquet`, withFirst(first, events));
    } finally {
      // A destination that failed to open never began to read, so the statement is ended here.
      await events.return?.();
    }
  }

  async #requireRoom(): Promise<void> {
    const { bavail, bsize } = await statfs(uploadFolder(this.context));
    if (bavail * bsize < MIN_FREE_BYTES) throw new ExportFailure('The disk of the service is almost full');
  }

  /** Events of the day may have waited during an outage of ClickHouse. */
  async #waitForEvents(due: number): Promise<void> {
    await this.hooks.drain().catch((error: unknown) => {
      if (this.context.now() < due + MAX_WAIT_FOR_EVENTS_MS) throw error;
    });
  }
}
