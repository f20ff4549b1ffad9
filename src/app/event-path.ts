import { access, constants } from 'node:fs/promises';
import type { Logger } from 'pino';
import { ClickHouseError } from '../clickhouse/clickhouse.js';
import { DropCounter } from '../collect/drop-counter.js';
import { countEvents, type EventObserver } from '../collect/event-observer.js';
import { eventFolders } from '../collect/folders.js';
import { Journal, type JournalStep } from '../collect/journal/journal.js';
import { type IngestMetrics, ingestMetrics } from '../collect/metrics.js';
import type { BlockWebsites } from '../collect/sessions/block-context.js';
import type { BlockObserver, BlockStep } from '../collect/sessions/block-observer.js';
import { BlockWriter } from '../collect/sessions/block-writer.js';
import { DropWriter } from '../collect/sessions/drop-writer.js';
import type { AsyncSessionizer } from '../collect/sessions/sessionizer.js';
import { describeError } from '../lib/error-description.js';
import { englishText } from '../lib/language/stored-text.js';
import { localDate } from '../time/index.js';
import { endCounts, openCount } from '../websites/count.js';
import { findDeletedWebsites } from '../websites/delete-website.js';
import { noteTexts } from '../websites/note-texts.js';
import { systemNoteId, writeSystemNote } from '../websites/system-notes.js';
import type { AppContext } from './context.js';
import type { OpenWebsites } from './open-websites.js';

/** A database that does not answer must not delay events. */
const LOOKUP_TIMEOUT_MS = 5_000;

export type EventStep = JournalStep | BlockStep;

/** From its acknowledgment to ClickHouse. */
export interface EventPath {
  readonly journal: Journal;
  readonly writer: BlockWriter;
  readonly drops: DropCounter;
  readonly metrics: IngestMetrics;
  readonly observer: EventObserver;
  /** Resolves when every event received before the call is in ClickHouse. */
  drain(): Promise<void>;
  /** Rejects when a folder on the path is missing or not writable. */
  checkFolders(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Also inserts the finished blocks of an earlier process.
 *
 * @param onStep for tests that end the process at a step
 */
export async function openEventPath(
  context: AppContext,
  websites: Pick<OpenWebsites, 'store' | 'cache'>,
  sessionizer: AsyncSessionizer,
  onStep: (step: EventStep) => void = () => undefined,
): Promise<EventPath> {
  const { config, clickhouse, log, now, warn } = context;
  const folders = eventFolders(context);
  const journal = await Journal.open({
    folder: folders.journal,
    registerFolder: folders.journalRegister,
    maxBytes: config.journalMaxBytes,
    now,
    onStep,
  });
  const metrics = ingestMetrics({ journal, folders, now, uncounted: () => websites.cache.uncounted().length });
  const writer = await BlockWriter.open({
    ...context,
    journal,
    sessionizer,
    websites: blockWebsites(websites),
    observer: { onStep, onEventsRejected: noteRejected(context, websites.cache), ...blockObserver(metrics, log) },
  });
  const drops = new DropCounter();
  const dropWriter = new DropWriter(
    clickhouse,
    () => drops.take(),
    warn('drop counts could not be inserted into ClickHouse: retrying'),
  );
  dropWriter.start();
  return {
    journal,
    writer,
    drops,
    metrics,
    observer: countEvents(metrics, drops, now),
    drain: async () => {
      await Promise.all([writer.drain(), dropWriter.flush()]);
    },
    checkFolders: async () => {
      for (const path of [folders.journal, folders.blocks]) await access(path, constants.W_OK | constants.X_OK);
    },
    close: async () => {
      await dropWriter.close();
      await writer.stop();
      await journal.close();
    },
  };
}

const blockWebsites = ({ store, cache }: Pick<OpenWebsites, 'store' | 'cache'>): BlockWebsites => ({
  find: (id) => {
    const website = cache.byId(id);
    return website && { accountId: website.accountId, count: openCount(website) };
  },
  endCounts: (ids) => withinTime(endCounts(store, ids), LOOKUP_TIMEOUT_MS),
  findDeleted: (ids) => withinTime(findDeletedWebsites(store.db, ids), LOOKUP_TIMEOUT_MS),
});

/** At most one note a day for each website. */
const noteRejected =
  ({ db, now }: AppContext, cache: Pick<OpenWebsites['cache'], 'byId'>): BlockObserver['onEventsRejected'] =>
  (ids) => {
    const text = englishText(noteTexts.rejected);
    for (const website of ids.flatMap((id) => cache.byId(id) ?? [])) {
      const at = localDate(now(), website.timezone);
      void writeSystemNote(db, website.id, { id: systemNoteId('rejected', website.id, at), at, text }, now());
    }
  };

const blockObserver = (metrics: IngestMetrics, log: Logger): Omit<BlockObserver, 'onStep' | 'onEventsRejected'> => ({
  onInserted: (seconds) => metrics.insertSeconds.observe(seconds),
  onRejected: (rows) => {
    metrics.rejected.inc(rows);
    log.error({ rows }, 'ClickHouse rejected rows: they were moved to the folder rejected');
  },
  onSessionsCut: (sessions) => {
    metrics.sessionsCut.inc(sessions);
    log.warn({ sessions }, 'too many open sessions for memory: sessions that continue are counted as new');
  },
  onNotRestored: (error, websiteId) => {
    metrics.notRestored.inc();
    const whose = websiteId === undefined ? 'all websites' : 'a website';
    log.error(
      { error: describeError(error), websiteId },
      `the open sessions of ${whose} could not be loaded from ClickHouse: sessions that continue are counted as new`,
    );
  },
  onFailed: (error) => {
    metrics.retries.inc();
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
    metrics.damage.inc({ kind: 'journal_range' }, ranges);
    log.error(
      { segment, ranges },
      'a journal file is damaged or incomplete: what is left of its unreadable parts was moved to the folder rejected',
    );
  },
  onRecordsRejected: (segment, records) => {
    metrics.damage.inc({ kind: 'journal_record' }, records);
    log.error({ segment, records }, 'the journal contains invalid records: they were moved to the folder rejected');
  },
  onBlockDamaged: (segment, isRebuilt) => {
    metrics.damage.inc({ kind: 'block' });
    const outcome = isRebuilt
      ? 'it was rebuilt from the journal'
      : 'the journal no longer has its events, which is normal if ClickHouse has them';
    log.error({ segment }, `a block file is damaged and was moved to the folder rejected: ${outcome}`);
  },
  onSegmentsMissing: (segments) => {
    metrics.damage.inc({ kind: 'journal_segment' }, segments.length);
    log.error(
      { segments: segments.length, first: segments[0] },
      'journal files were removed from outside: their events are lost, and their names are in the folder rejected',
    );
  },
  onSetAside: (events) => metrics.setAside.inc(events),
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
