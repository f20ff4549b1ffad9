import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { folderSize } from '../lib/folder-size.js';
import type { Journal } from './journal/journal.js';

/** What is read at each scrape. */
export interface IngestState {
  readonly journal: Pick<Journal, 'bytes' | 'oldest'>;
  readonly folders: { readonly rejected: string; readonly unknownWebsites: string };
  readonly now: () => number;
  /** How many websites lack complete daily visitor counts. */
  readonly uncounted: () => number;
}

export type IngestMetrics = ReturnType<typeof ingestMetrics>;

export function ingestMetrics({ journal, folders, now, uncounted }: IngestState) {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const bytes = (folder: string) => async () => (await folderSize(folder)).bytes;
  const gauges: readonly (readonly [name: string, help: string, read: () => number | Promise<number>])[] = [
    ['footfall_rejected_bytes', 'What was set aside since it could not be read or inserted', bytes(folders.rejected)],
    [
      'footfall_unknown_websites_bytes',
      'Events set aside until their website is known',
      bytes(folders.unknownWebsites),
    ],
    ['footfall_journal_bytes', 'Events on disk that ClickHouse does not have yet', () => journal.bytes],
    [
      'footfall_journal_oldest_seconds',
      'Age of the oldest event that ClickHouse does not have yet',
      () => (now() - (journal.oldest ?? now())) / 1000,
    ],
    [
      'footfall_websites_uncounted',
      'Websites whose visitors are being counted by the day again, as after an import',
      uncounted,
    ],
  ];
  for (const [name, help, read] of gauges) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  }
  return {
    registry,
    kept: counter('footfall_events_kept_total', 'Events kept'),
    dropped: counter('footfall_events_dropped_total', 'Events not counted, by reason', 'reason'),
    insertSeconds: new Histogram({
      name: 'footfall_block_insert_seconds',
      help: 'Time to insert a block of events into ClickHouse',
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    retries: counter('footfall_block_retries_total', 'Blocks that ClickHouse did not take at first'),
    rejected: counter('footfall_rows_rejected_total', 'Rows that ClickHouse refused and that were set aside'),
    sessionsCut: counter(
      'footfall_sessions_cut_total',
      'Sessions under way that were forgotten, since they were too many',
    ),
    notRestored: counter(
      'footfall_session_restore_failures_total',
      'Times the open sessions of a website, or of all, could not be read back: their next events began others',
    ),
    damage: counter(
      'footfall_damage_total',
      'Damaged or missing parts of the files from which events are inserted into ClickHouse, by kind',
      'kind',
    ),
    setAside: counter('footfall_events_set_aside_total', 'Events set aside since their website was not known'),
  };
}
