import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { folderSize } from '../lib/folder-size.js';
import type { DropReason } from './drops.js';
import type { Journal } from './journal/journal.js';

export type Damage = 'journal_range' | 'journal_record' | 'journal_segment' | 'block';

export interface IngestMetrics {
  readonly registry: Registry;
  onKept(): void;
  onDropped(reason: DropReason): void;
  onInserted(seconds: number): void;
  onRetry(): void;
  onRejected(rows: number): void;
  onSessionsCut(sessions: number): void;
  onNotRestored(): void;
  onDamage(kind: Damage, times: number): void;
  onSetAside(events: number): void;
  /** Reads the sizes of the folders at each scrape. */
  watchFolders(folders: { readonly rejected: string; readonly unknown: string }): void;
  /** Reads the backlog of the journal at each scrape. */
  watch(journal: Journal, now: () => number): void;
  /** Reads at each scrape how many websites lack complete daily visitor counts. */
  watchCounts(uncounted: () => number): void;
}

export function ingestMetrics(): IngestMetrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string, read: () => number | Promise<number>): void => {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  };
  const kept = counter('footfall_events_kept_total', 'Events kept');
  const dropped = counter('footfall_events_dropped_total', 'Events not counted, by reason', 'reason');
  const inserts = new Histogram({
    name: 'footfall_block_insert_seconds',
    help: 'Time to insert a block of events into ClickHouse',
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers,
  });
  const retries = counter('footfall_block_retries_total', 'Blocks that ClickHouse did not take at first');
  const rejected = counter('footfall_rows_rejected_total', 'Rows that ClickHouse refused and that were set aside');
  const cut = counter(
    'footfall_sessions_cut_total',
    'Sessions under way that were forgotten, since they were too many',
  );
  const notRestored = counter(
    'footfall_session_restore_failures_total',
    'Times the open sessions of a website, or of all, could not be read back: their next events began others',
  );
  const damage = counter(
    'footfall_damage_total',
    'Damaged or missing parts of the files from which events are inserted into ClickHouse, by kind',
    'kind',
  );
  const setAside = counter('footfall_events_set_aside_total', 'Events set aside since their website was not known');
  return {
    registry,
    onKept: () => kept.inc(),
    onDropped: (reason) => dropped.inc({ reason }),
    onInserted: (seconds) => inserts.observe(seconds),
    onRetry: () => retries.inc(),
    onRejected: (rows) => rejected.inc(rows),
    onSessionsCut: (sessions) => cut.inc(sessions),
    onNotRestored: () => notRestored.inc(),
    onDamage: (kind, times) => damage.inc({ kind }, times),
    onSetAside: (events) => setAside.inc(events),
    watchFolders: ({ rejected, unknown }) => {
      const bytes = (folder: string) => async () => (await folderSize(folder)).bytes;
      gauge('footfall_rejected_bytes', 'What was set aside since it could not be read or inserted', bytes(rejected));
      gauge('footfall_unknown_websites_bytes', 'Events set aside until their website is known', bytes(unknown));
    },
    watch: (journal, now) => {
      gauge('footfall_journal_bytes', 'Events on disk that ClickHouse does not have yet', () => journal.bytes);
      gauge(
        'footfall_journal_oldest_seconds',
        'Age of the oldest event that ClickHouse does not have yet',
        () => (now() - (journal.oldest ?? now())) / 1000,
      );
    },
    watchCounts: (uncounted) =>
      gauge(
        'footfall_websites_uncounted',
        'Websites whose visitors are being counted by the day again, as after an import',
        uncounted,
      ),
  };
}
