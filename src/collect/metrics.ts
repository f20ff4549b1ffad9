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
  const kept = new Counter({ name: 'footfall_events_kept_total', help: 'Events kept', registers });
  const dropped = new Counter({
    name: 'footfall_events_dropped_total',
    help: 'Events not counted, by reason',
    labelNames: ['reason'],
    registers,
  });
  const inserts = new Histogram({
    name: 'footfall_block_insert_seconds',
    help: 'Time to insert a block of events into ClickHouse',
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers,
  });
  const retries = new Counter({
    name: 'footfall_block_retries_total',
    help: 'Blocks that ClickHouse did not take at first',
    registers,
  });
  const rejected = new Counter({
    name: 'footfall_rows_rejected_total',
    help: 'Rows that ClickHouse refused and that were set aside',
    registers,
  });
  const cut = new Counter({
    name: 'footfall_sessions_cut_total',
    help: 'Sessions under way that were forgotten, since they were too many',
    registers,
  });
  const notRestored = new Counter({
    name: 'footfall_session_restore_failures_total',
    help: 'Times the open sessions of a website, or of all, could not be read back: their next events began others',
    registers,
  });
  const damage = new Counter({
    name: 'footfall_damage_total',
    help: 'Damaged or missing parts of the files from which events are inserted into ClickHouse, by kind',
    labelNames: ['kind'],
    registers,
  });
  const setAside = new Counter({
    name: 'footfall_events_set_aside_total',
    help: 'Events set aside since their website was not known',
    registers,
  });
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
    watchFolders: (folders) => {
      new Gauge({
        name: 'footfall_rejected_bytes',
        help: 'What was set aside since it could not be read or inserted',
        registers,
        async collect() {
          this.set((await folderSize(folders.rejected)).bytes);
        },
      });
      new Gauge({
        name: 'footfall_unknown_websites_bytes',
        help: 'Events set aside until their website is known',
        registers,
        async collect() {
          this.set((await folderSize(folders.unknown)).bytes);
        },
      });
    },
    watch: (journal, now) => {
      new Gauge({
        name: 'footfall_journal_bytes',
        help: 'Events on disk that ClickHouse does not have yet',
        registers,
        collect() {
          this.set(journal.bytes);
        },
      });
      new Gauge({
        name: 'footfall_journal_oldest_seconds',
        help: 'Age of the oldest event that ClickHouse does not have yet',
        registers,
        collect() {
          this.set((now() - (journal.oldest ?? now())) / 1000);
        },
      });
    },
    watchCounts: (uncounted) => {
      new Gauge({
        name: 'footfall_websites_uncounted',
        help: 'Websites whose visitors are being counted by the day again, as after an import',
        registers,
        collect() {
          this.set(uncounted());
        },
      });
    },
  };
}
