import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type ClickHouse, ClickHouseError } from '../clickhouse/clickhouse.js';
import { DropCounter } from '../collect/drop-counter.js';
import { Journal, type JournalStep } from '../collect/journal/journal.js';
import { type IngestMetrics, ingestMetrics } from '../collect/metrics.js';
import type { BlockObserver, BlockStep } from '../collect/sessions/block-observer.js';
import { BlockWriter } from '../collect/sessions/block-writer.js';
import { DropWriter } from '../collect/sessions/drop-writer.js';
import type { AsyncSessionizer, BlockWebsite } from '../collect/sessions/sessionizer.js';
import { describeError } from '../lib/error-description.js';
import type { Config } from './config.js';
import type { DataFolder } from './data-folder.js';

/** A database that does not answer must not delay events. */
const LOOKUP_TIMEOUT_MS = 5_000;

export type EventStep = JournalStep | BlockStep;

export interface EventPathDeps {
  readonly config: Pick<Config, 'journalMaxBytes'>;
  readonly folder: Pick<DataFolder, 'path' | 'instance'>;
  readonly clickhouse: ClickHouse;
  readonly sessionizer: AsyncSessionizer;
  /** Undefined when this process does not know the website. */
  readonly findWebsite: (websiteId: string) => BlockWebsite | undefined;
  /** Discards the daily visitor counts of websites when events arrive that these counts cannot include. */
  readonly endCounts: (websiteIds: readonly string[]) => Promise<void>;
  readonly findDeleted: (websiteIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly log: Logger;
  readonly now: () => number;
  /** For tests that end the process at a step. */
  readonly onStep?: (step: EventStep) => void;
}

/** From its acknowledgment to ClickHouse. */
export interface EventPath {
  readonly journal: Journal;
  readonly writer: BlockWriter;
  readonly drops: DropCounter;
  readonly metrics: IngestMetrics;
  /** Resolves when every event received before the call is in ClickHouse. */
  drain(): Promise<void>;
  /** Rejects when a folder on the path is missing or not writable. */
  checkFolders(): Promise<void>;
  close(): Promise<void>;
}

/** Also inserts the finished blocks of an earlier process. */
export async function openEventPath(deps: EventPathDeps): Promise<EventPath> {
  const { config, folder, clickhouse, sessionizer, findWebsite, endCounts, findDeleted, log, now } = deps;
  const { onStep = () => undefined } = deps;
  const metrics = ingestMetrics();
  const [journalFolder, blockFolder] = [join(folder.path, 'journal'), join(folder.path, 'blocks')];
  const journal = await Journal.open({
    folder: journalFolder,
    registerFolder: join(folder.path, 'journal-register'),
    maxBytes: config.journalMaxBytes,
    now,
    onStep,
  });
  const rejectedFolder = join(folder.path, 'rejected');
  const unknownFolder = join(folder.path, 'unknown-websites');
  metrics.watchFolders({ rejected: rejectedFolder, unknown: unknownFolder });
  const writer = await BlockWriter.open({
    journal,
    clickhouse,
    sessionizer,
    folder: blockFolder,
    rejectedFolder,
    unknownFolder,
    keysFolder: join(folder.path, 'event-keys'),
    instance: folder.instance,
    findWebsite,
    endCounts: (ids) => withinTime(endCounts(ids), LOOKUP_TIMEOUT_MS),
    findDeleted: (ids) => withinTime(findDeleted(ids), LOOKUP_TIMEOUT_MS),
    now,
    observer: { onStep, ...observer(metrics, log) },
  });
  const drops = new DropCounter();
  const dropWriter = new DropWriter(
    clickhouse,
    () => drops.take(),
    (error) => log.warn({ error: describeError(error) }, 'drop counts could not be inserted into ClickHouse: retrying'),
  );
  dropWriter.start();
  return {
    journal,
    writer,
    drops,
    metrics,
    drain: async () => {
      await Promise.all([writer.drain(), dropWriter.flush()]);
    },
    checkFolders: async () => {
      for (const path of [journalFolder, blockFolder]) await access(path, constants.W_OK | constants.X_OK);
    },
    close: async () => {
      await dropWriter.close();
      await writer.stop();
      await journal.close();
    },
  };
}

const observer = (metrics: IngestMetrics, log: Logger): Omit<BlockObserver, 'onStep'> => ({
  onInserted: metrics.onInserted,
  onRejected: (rows) => {
    metrics.onRejected(rows);
    log.error({ rows }, 'ClickHouse rejected rows: they were moved to the folder rejected');
  },
  onSessionsCut: (sessions) => {
    metrics.onSessionsCut(sessions);
    log.warn({ sessions }, 'too many open sessions for memory: sessions that continue are counted as new');
  },
  onNotRestored: (error, websiteId) => {
    metrics.onNotRestored();
    const whose = websiteId === undefined ? 'all websites' : 'a website';
    log.error(
      { error: describeError(error), websiteId },
      `the open sessions of ${whose} could not be loaded from ClickHouse: sessions that continue are counted as new`,
    );
  },
  onFailed: (error) => {
    metrics.onRetry();
    const reason =
      error instanceof ClickHouseError ? 'ClickHouse did not accept them' : 'this process failed to insert them';
    log.warn({ error: describeError(error) }, `events are waiting: ${reason}`);
  },
  onSkipped: (segment, error) =>
    log.error(
      { segment, error: describeError(error) },
      'a journal file cannot be inserted into ClickHouse: its events are kept and retried; later files are not held up',
    ),
  onDamaged: (segment, ranges) => {
    metrics.onDamage('journal_range', ranges);
    log.error(
      { segment, ranges },
      'a journal file is damaged or incomplete: what is left of its unreadable parts was moved to the folder rejected',
    );
  },
  onRecordsRejected: (segment, records) => {
    metrics.onDamage('journal_record', records);
    log.error({ segment, records }, 'the journal contains invalid records: they were moved to the folder rejected');
  },
  onBlockDamaged: (segment, isRebuilt) => {
    metrics.onDamage('block', 1);
    const outcome = isRebuilt
      ? 'it was rebuilt from the journal'
      : 'the journal no longer has its events, which is normal if ClickHouse has them';
    log.error({ segment }, `a block file is damaged and was moved to the folder rejected: ${outcome}`);
  },
  onSegmentsMissing: (segments) => {
    metrics.onDamage('journal_segment', segments.length);
    log.error(
      { segments: segments.length, first: segments[0] },
      'journal files were removed from outside: their events are lost, and their names are in the folder rejected',
    );
  },
  onSetAside: metrics.onSetAside,
  onUnknown: (websiteId) =>
    log.error(
      { websiteId },
      'events of a website that is missing from PostgreSQL but was not deleted are kept in the folder unknown-websites: ' +
        'they are inserted once the website is restored from a backup; if you do not need them, remove the files',
    ),
  onLookupFailed: (error) =>
    log.warn({ error: describeError(error) }, 'events of unknown websites are waiting for PostgreSQL to respond'),
});

async function withinTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const late = Object.assign(new Error('PostgreSQL did not answer in time'), { code: 'ETIMEDOUT' });
    timer = setTimeout(() => reject(late), milliseconds);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
