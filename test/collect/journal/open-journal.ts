import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { unframe, writeFrame } from '../../../src/collect/journal/frame.js';
import { Journal, type JournalDeps } from '../../../src/collect/journal/journal.js';
import { GrowingBuffer } from '../../../src/lib/growing-buffer.js';

/** Opens a journal whose clock stands still. It is closed after the test, which may leave it as a killed process would. */
export async function openJournal(folder: string, more: Partial<JournalDeps> = {}): Promise<Journal> {
  const journal = await Journal.open({
    folder,
    registerFolder: registerOf(folder),
    maxBytes: 2 ** 30,
    now: () => Date.UTC(2026, 0, 1),
    onStep: () => undefined,
    ...more,
  });
  // A file that is still open when it is garbage ends the process.
  onTestFinished(() => journal.close());
  return journal;
}

/** Where `openJournal` registers the segments of a folder. */
export const registerOf = (folder: string): string => `${folder}-register`;

/** A folder that is there while the test runs. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const parent = await mkdtemp(join(tmpdir(), 'footfall-journal-'));
  const folder = join(parent, 'journal');
  try {
    await mkdir(folder);
    return await work(folder);
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

/** All records of a journal's closed segments, in order. */
export async function recordsOf(journal: Journal): Promise<readonly string[]> {
  const records: string[] = [];
  for (const segment of await journal.closedSegments()) {
    const { bytes, syncedBytes } = await journal.read(segment);
    const { records: read } = unframe(bytes, { syncedBytes });
    for (const record of read) records.push(record.toString());
  }
  return records;
}

/** A segment as it lies on the disk. */
export function segmentOf(list: readonly string[]): Buffer {
  const segment = new GrowingBuffer();
  for (const record of list) writeFrame(record, segment);
  return segment.bytes();
}
