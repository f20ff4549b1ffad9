import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type ClickHouse, ClickHouseError } from './clickhouse/clickhouse.js';
import type { Config } from './config.js';
import type { DataFolder } from './data-folder.js';
import { describeError } from './http/error-description.js';
import { DropCounter } from './ingest/drop-counter.js';
import { type IngestMetrics, ingestMetrics } from './ingest-metrics.js';
import { Journal, type JournalStep } from './journal/journal.js';
import type { BlockObserver, BlockStep } from './sessions/block-observer.js';
import { BlockWriter } from './sessions/block-writer.js';
import { DropWriter } from './sessions/drop-writer.js';
import type { AsyncSessionizer, BlockWebsite } from './sessions/sessionizer.js';

/** A database that does not answer must not hold up events. */
const LOOKUP_TIMEOUT_MS = 5_000;

export type EventStep = JournalStep | BlockStep;

export interface EventPathDeps {
  readonly config: Pick<Config, 'journalMaxBytes'>;
  readonly folder: Pick<DataFolder, 'path' | 'instance'>;
  readonly clickhouse: ClickHouse;
  readonly sessionizer: AsyncSessionizer;
  /** Returns the facts about a website that a block needs; undefined when this process does not know the website. */
  readonly findWebsite: (websiteId: string) => BlockWebsite | undefined;
  /** Ends the counts of websites when events arrive that these counts cannot include. */
  readonly endCounts: (websiteIds: readonly string[]) => Promise<void>;
  /** Finds the deleted websites among the ids. */
  readonly findDeleted: (websiteIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly log: Logger;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called at each step of an event's path, for tests that end the process there. */
  readonly onStep?: (step: EventStep) => void;
}

/** The path of an event from its acknowledgment to ClickHouse. */
export interface EventPath {
  readonly journal: Journal;
  readonly writer: BlockWriter;
  readonly drops: DropCounter;
  readonly metrics: IngestMetrics;
  /** Resolves when every event received before the call is in ClickHouse. */
  drain(): Promise<void>;
  /** Rejects when a folder that events pass through is gone or cannot be written. */
  checkFolders(): Promise<void>;
  close(): Promise<void>;
}

/** Opens journal and writer, and inserts the finished blocks that an earlier process left. */
export async function openEventPath(deps: EventPathDeps): Promise<EventPath> {
  const { config, folder, clickhouse, sessionizer, findWebsite, endCounts, findDeleted, log, now } = deps;
  const { onStep = () => undefined } = deps;
  const metrics = ingestMetrics();
  const [journalFolder, blockFolder] = [join(folder.path, 'journal'), join(folder.path, 'blocks')];
  const journal = await Journal.open({
    folder: journalFolder,
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
    (error) => log.warn({ error: describeError(error) }, 'counts of drops wait: ClickHouse did not take them'),
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

/** Counts and logs the outcome of writes. */
const observer = (metrics: IngestMetrics, log: Logger): Omit<BlockObserver, 'onStep'> => ({
  onInserted: metrics.onInserted,
  onRejected: (rows) => {
    metrics.onRejected(rows);
    log.error({ rows }, 'ClickHouse refused rows: they are in the folder rejected');
  },
  onSessionsCut: (sessions) => {
    metrics.onSessionsCut(sessions);
    log.warn({ sessions }, 'more sessions are open than fit in memory: those that continue count as new ones');
  },
  onNotRestored: (error, websiteId) => {
    metrics.onNotRestored();
    const whose = websiteId === undefined ? 'all websites' : 'a website';
    log.error(
      { error: describeError(error), websiteId },
      `the open sessions of ${whose} could not be read from ClickHouse: visitors who go on count as new sessions`,
    );
  },
  onFailed: (error) => {
    metrics.onRetry();
    const reason =
      error instanceof ClickHouseError ? 'ClickHouse did not take them' : 'this process could not hand them on';
    log.warn({ error: describeError(error) }, `events wait: ${reason}`);
  },
  onSkipped: (segment, error) =>
    log.error(
      { segment, error: describeError(error) },
      'a file of the journal cannot be brought into ClickHouse: its events are kept and tried again, and later ones go on without them',
    ),
  onDamaged: (segment, ranges) => {
    metrics.onDamage('journal_range', ranges);
    log.error({ segment, ranges }, 'a file of the journal is damaged: what cannot be read is in the folder rejected');
  },
  onRecordsRejected: (segment, records) => {
    metrics.onDamage('journal_record', records);
    log.error({ segment, records }, 'the journal holds records that are no events: they are in the folder rejected');
  },
  onBlockDamaged: (segment, isRebuilt) => {
    metrics.onDamage('block', 1);
    const outcome = isRebuilt
      ? 'it is rebuilt from the journal'
      : 'the journal no longer has its events, as is so when they are in ClickHouse already';
    log.error({ segment }, `a file of the folder blocks is damaged and was moved to the folder rejected: ${outcome}`);
  },
  onSegmentMissing: (segment) => {
    metrics.onDamage('journal_segment', 1);
    log.error({ segment }, 'a file of the journal was removed by somebody else: its events are lost');
  },
  onSetAside: metrics.onSetAside,
  onUnknown: (websiteId) =>
    log.error(
      { websiteId },
      'events of a website that is not in PostgreSQL, and was not deleted, are kept in the folder unknown-websites: ' +
        'they are counted when the website is there again, as after a restored backup; without need of them, remove the files',
    ),
  onLookupFailed: (error) =>
    log.warn({ error: describeError(error) }, 'events of websites that are not known wait until PostgreSQL answers'),
});

async function withinTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const late = Object.assign(new Error('PostgreSQL did not answer in time'), { code: 'ETIMEDOUT' });
    timer = setTimeout(() => reject(late), milliseconds);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
