import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DropReason } from './ingest/drops.js';
import type { Journal } from './journal/journal.js';

/** How the ingest path does, for Prometheus. */
export interface IngestMetrics {
  readonly registry: Registry;
  onKept(): void;
  onDropped(reason: DropReason): void;
  onInserted(seconds: number): void;
  onRetry(): void;
  onRejected(rows: number): void;
  onSessionsCut(sessions: number): void;
  /** Reads what waits in the journal whenever metrics are asked for. */
  watch(journal: Journal, now: () => number): void;
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
  return {
    registry,
    onKept: () => kept.inc(),
    onDropped: (reason) => dropped.inc({ reason }),
    onInserted: (seconds) => inserts.observe(seconds),
    onRetry: () => retries.inc(),
    onRejected: (rows) => rejected.inc(rows),
    onSessionsCut: (sessions) => cut.inc(sessions),
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
  };
}
