import { join } from 'node:path';
import type { Logger } from 'pino';
import { type ClickHouse, ClickHouseError } from './clickhouse/clickhouse.js';
import type { Config } from './config.js';
import type { DataFolder } from './data-folder.js';
import { describeError } from './http/error-description.js';
import { DropCounter } from './ingest/drop-counter.js';
import { type IngestMetrics, ingestMetrics } from './ingest-metrics.js';
import { Journal, type JournalStep } from './journal/journal.js';
import type { BlockMaking } from './sessions/block-maker.js';
import { type BlockStep, BlockWriter } from './sessions/block-writer.js';
import { DropWriter } from './sessions/drop-writer.js';

export type EventStep = JournalStep | BlockStep;

export interface EventPathParts {
  readonly config: Pick<Config, 'journalMaxBytes'>;
  readonly folder: DataFolder;
  readonly clickhouse: ClickHouse;
  readonly blockMaker: BlockMaking;
  readonly accountOf: (websiteId: string) => string | undefined;
  readonly log: Logger;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onStep: (step: EventStep) => void;
}

/** What an event passes between its answer and ClickHouse. */
export interface EventPath {
  readonly journal: Journal;
  readonly writer: BlockWriter;
  readonly drops: DropCounter;
  readonly metrics: IngestMetrics;
  /** Resolves when everything that came in before the call is in ClickHouse. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** Opens journal and writer, and brings into ClickHouse what an earlier process left in finished blocks. */
export async function openEventPath(parts: EventPathParts): Promise<EventPath> {
  const { config, folder, clickhouse, blockMaker, accountOf, log, now, onStep } = parts;
  const metrics = ingestMetrics();
  const journal = await Journal.open({
    folder: join(folder.path, 'journal'),
    maxBytes: config.journalMaxBytes,
    now,
    onStep,
  });
  const writer = await BlockWriter.open({
    journal,
    clickhouse,
    maker: blockMaker,
    folder: join(folder.path, 'blocks'),
    rejectedFolder: join(folder.path, 'rejected'),
    instance: folder.instance,
    accountOf,
    now,
    observer: {
      onStep,
      onInserted: metrics.onInserted,
      onRejected: (rows) => {
        metrics.onRejected(rows);
        log.error({ rows }, 'ClickHouse refused rows: they are in the folder rejected');
      },
      onSessionsCut: (sessions) => {
        metrics.onSessionsCut(sessions);
        log.warn({ sessions }, 'more sessions are under way than are remembered: those that go on count as new ones');
      },
      onFailed: (error) => {
        metrics.onRetry();
        const reason =
          error instanceof ClickHouseError ? 'ClickHouse did not take them' : 'this process could not hand them on';
        log.warn({ error: describeError(error) }, `events wait: ${reason}`);
      },
    },
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
    close: async () => {
      await dropWriter.close();
      await writer.stop();
      await journal.close();
    },
  };
}
