import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { unframe } from '../../../src/collect/journal/frame.js';
import type { JournalStep } from '../../../src/collect/journal/journal.js';
import { AppError } from '../../../src/lib/errors.js';
import { inFolder, openJournal, recordsOf } from './open-journal.js';

const HEADER_BYTES = 8;

const record = (index: number): string => `record ${index} é`;
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const texts = (count: number): readonly string[] => numbers(count).map(record);

afterEach(() => void vi.restoreAllMocks());

test('gives back what was appended, in order, also to the next process', () =>
  inFolder(async (folder) => {
    const journal = await openJournal(folder);
    for (const index of numbers(5)) await journal.append(record(index));
    expect(await recordsOf(journal)).toEqual(texts(5));
    await journal.close();
    const next = await openJournal(folder);
    expect(await recordsOf(next)).toEqual(texts(5));
    expect(next.bytes).toBe(journal.bytes);
  }));

test('keeps or refuses records together', () =>
  inFolder(async (folder) => {
    const journal = await openJournal(folder, { maxBytes: 100 });
    await journal.append(...texts(3));
    await expect(journal.append(...texts(5))).rejects.toThrow(AppError);
    await journal.append(record(7));
    expect(await recordsOf(journal)).toEqual([...texts(3), record(7)]);
  }));

test('is read segment by segment, the oldest first, while more comes', () =>
  inFolder(async (folder) => {
    const journal = await openJournal(folder);
    const segments: string[] = [];
    for (const index of numbers(5)) {
      await journal.append(record(index));
      segments.push((await journal.closedSegments()).at(-1) ?? '');
    }
    expect(await journal.closedSegments()).toEqual(segments);
    expect(segments).toEqual(segments.toSorted());
    const [first = ''] = segments;
    await journal.remove(first);
    await journal.remove(first);
    expect(await recordsOf(journal)).toEqual(texts(5).slice(1));
    expect(await readdir(folder)).toEqual(segments.slice(1));
  }));

test('says how old and how large what waits is', () =>
  inFolder(async (folder) => {
    const journal = await openJournal(folder, { now: () => 1000 });
    expect([journal.bytes, journal.oldest]).toEqual([0, undefined]);
    await journal.append(record(1));
    const size = Buffer.byteLength(record(1)) + HEADER_BYTES;
    expect([journal.bytes, journal.oldest]).toEqual([size, 1000]);
    for (const segment of await journal.closedSegments()) await journal.remove(segment);
    expect([journal.bytes, journal.oldest]).toEqual([0, undefined]);
  }));

test('closes a segment that has grown large', () =>
  inFolder(async (folder) => {
    const journal = await openJournal(folder);
    for (let index = 0; index < 3; index += 1) await journal.append('x'.repeat(5 * 2 ** 20));
    await journal.close();
    const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size));
    expect(sizes.map((size) => Math.round(size / 2 ** 20)).toSorted()).toEqual([10, 5].toSorted());
  }));

test('acknowledges nothing that it writes to a file which somebody removed, and goes on in a folder of its own', () =>
  inFolder(async (folder) => {
    const journal = await openJournal(join(folder, 'journal'));
    await journal.append(record(0));
    await rm(join(folder, 'journal'), { recursive: true });
    await expect(journal.append(record(1))).rejects.toThrow(AppError);
    await journal.append(record(2));
    const [, segment = ''] = await journal.closedSegments();
    const { bytes, syncedBytes } = await journal.read(segment);
    expect(unframe(bytes, { syncedBytes }).records.map(String)).toEqual([record(2)]);
  }));

test('makes no segment of more than some megabytes and some thousand records, however slow the disk is', () =>
  inFolder(async (folder) => {
    const journal = await openJournal(folder);
    await Promise.all(numbers(20_000).map((index) => journal.append(`${record(index)} ${'x'.repeat(1_000)}`)));
    expect(journal.bytes).toBeGreaterThan(20_000_000);
    for (const segment of await journal.closedSegments()) {
      const { bytes, syncedBytes } = await journal.read(segment);
      expect(bytes.length).toBeLessThan(10 * 2 ** 20);
      expect(unframe(bytes, { syncedBytes }).records.length).toBeLessThan(16_000);
    }
    expect(await recordsOf(journal)).toHaveLength(20_000);
  }));

/** What all open files do. */
async function filesIn(folder: string): Promise<Pick<FileHandle, 'datasync' | 'write'>> {
  const probe = await open(folder, 'r');
  await probe.close();
  return Object.getPrototypeOf(probe) as FileHandle;
}

const watchSyncs = async (folder: string) => vi.spyOn(await filesIn(folder), 'datasync').mock.calls;

test('shares one sync among all records that come meanwhile', () =>
  inFolder(async (folder) => {
    const syncs = await watchSyncs(folder);
    const steps: JournalStep[] = [];
    const journal = await openJournal(folder, { onStep: (step) => steps.push(step) });
    await Promise.all(numbers(1000).map((index) => journal.append(record(index))));
    expect(syncs.length).toBeGreaterThan(0);
    expect(syncs.length).toBeLessThanOrEqual(3);
    expect(steps).toEqual(syncs.flatMap(() => ['appended', 'synced']));
    expect(await recordsOf(journal)).toEqual(texts(1000));
  }));

test('syncs the first of many records with those that have arrived with it', () =>
  inFolder(async (folder) => {
    const syncs = await watchSyncs(folder);
    const journal = await openJournal(folder);
    const appended: Promise<void>[] = [];
    for (const index of numbers(100)) {
      appended.push(journal.append(record(index)));
      await Promise.resolve();
    }
    await Promise.all(appended);
    expect(syncs).toHaveLength(1);
  }));

test('closes its segments while records keep coming quicker than they are synced', () =>
  inFolder(async (folder) => {
    let isClosed = false;
    let groups = 0;
    const journal = await openJournal(folder, {
      onStep: (step) => {
        if (step !== 'appended' || isClosed || groups >= 50) return;
        groups += 1;
        void journal.append(record(groups));
      },
    });
    await journal.append(record(0));
    expect(await journal.closedSegments()).toHaveLength(1);
    isClosed = true;
    expect(groups).toBeLessThan(50);
    await journal.close();
  }));

test('has on disk what it has acknowledged, and has acknowledged all when it is closed', () =>
  inFolder(async (folder) => {
    const journal = await openJournal(folder);
    let acknowledged = 0;
    const appended = numbers(50).map(async (index) => {
      await journal.append(record(index));
      acknowledged += 1;
    });
    await journal.close();
    await Promise.all(appended);
    expect(acknowledged).toBe(50);
    expect(await recordsOf(await openJournal(folder))).toEqual(texts(50));
  }));

test('leaves no file of what a full disk refuses', () =>
  inFolder(async (folder) => {
    const clock = vi.fn(Date.now);
    const journal = await openJournal(folder, { now: clock });
    const disk = vi.spyOn(await filesIn(folder), 'write').mockRejectedValue(new Error('ENOSPC'));
    for (const index of numbers(5)) await expect(journal.append(record(index))).rejects.toThrow(AppError);
    expect(journal.accepts).toBe(false);
    expect([await readdir(folder), journal.oldest]).toEqual([[], undefined]);
    disk.mockRestore();
    clock.mockReturnValue(Date.now() + 10_000);
    expect(journal.accepts).toBe(true);
    await journal.append(record(5));
    expect(await recordsOf(journal)).toEqual([record(5)]);
  }));

describe('at its allowance', () => {
  const size = Buffer.byteLength(record(0)) + HEADER_BYTES;
  const refused = { kind: 'unavailable', retryAfterSeconds: 10 };

  test('refuses, and takes again when there is room', () =>
    inFolder(async (folder) => {
      const journal = await openJournal(folder, { maxBytes: 3 * size });
      for (const index of numbers(3)) await journal.append(record(index));
      await expect(journal.append(record(3))).rejects.toThrow(AppError);
      await expect(journal.append(record(3))).rejects.toMatchObject(refused);
      expect(journal.accepts).toBe(false);
      expect(await recordsOf(journal)).toEqual(texts(3));
      for (const segment of await journal.closedSegments()) await journal.remove(segment);
      await journal.append(record(4));
      expect(journal.accepts).toBe(true);
      expect(await recordsOf(journal)).toEqual([record(4)]);
    }));

  test('counts what an earlier process left', () =>
    inFolder(async (folder) => {
      const journal = await openJournal(folder, { maxBytes: 3 * size });
      for (const index of numbers(3)) await journal.append(record(index));
      await journal.close();
      const next = await openJournal(folder, { maxBytes: 3 * size });
      await expect(next.append(record(3))).rejects.toMatchObject(refused);
    }));

  test('counts what comes at once', () =>
    inFolder(async (folder) => {
      const journal = await openJournal(folder, { maxBytes: 3 * size });
      const settled = await Promise.allSettled(numbers(10).map((index) => journal.append(record(index))));
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
      expect(journal.bytes).toBe(3 * size);
    }));

  test('counts what is being written', () =>
    inFolder(async (folder) => {
      const journal = await openJournal(folder, { maxBytes: 3 * size });
      const first = numbers(3).map((index) => journal.append(record(index)));
      await new Promise((resolve) => setImmediate(resolve));
      const second = numbers(3).map((index) => journal.append(record(index)));
      await Promise.allSettled([...first, ...second]);
      expect(journal.bytes).toBe(3 * size);
    }));
});
