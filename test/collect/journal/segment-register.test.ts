import { readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { lookAtJournal } from '../../../src/cli/doctor/journal.js';
import { unframe } from '../../../src/collect/journal/frame.js';
import type { Journal } from '../../../src/collect/journal/journal.js';
import { inFolder, openJournal, recordsOf, registerOf, segmentOf } from './open-journal.js';

/** Leaves segments of one record each in a folder, as a process that was killed while it wrote the last one. Returns their names. */
async function leaveSegments(folder: string, records: readonly string[]): Promise<readonly string[]> {
  const journal = await openJournal(folder);
  for (const record of records) {
    await journal.closedSegments();
    await journal.append(record);
  }
  return (await readdir(folder)).toSorted();
}

/** The bytes that each segment has lost. */
async function lostBytes(journal: Journal): Promise<readonly number[]> {
  const lost: number[] = [];
  for (const segment of await journal.closedSegments()) {
    const { bytes, syncedBytes } = await journal.read(segment);
    lost.push(unframe(bytes, { syncedBytes }).damage.reduce((sum, { missing = 0 }) => sum + missing, 0));
  }
  return lost;
}

const doctor = async (folder: string) => (await lookAtJournal(dirname(folder))).message;

test('a killed process leaves nothing that looks damaged', () =>
  inFolder(async (folder) => {
    await leaveSegments(folder, ['first', 'second', 'third']);
    expect(await doctor(folder)).toBe('complete');
    const next = await openJournal(folder);
    expect(next.missing).toEqual([]);
    expect(await lostBytes(next)).toEqual([0, 0, 0]);
    expect(await recordsOf(next)).toEqual(['first', 'second', 'third']);
  }));

test.each([0, 0.5])('a closed segment that was cut to %d of its size is noticed, also by doctor', (rest) =>
  inFolder(async (folder) => {
    const [, second = ''] = await leaveSegments(folder, ['first', 'second', 'third']);
    const { size } = await stat(join(folder, second));
    await truncate(join(folder, second), Math.floor(size * rest));
    expect(await doctor(folder)).toContain(': 1 shorter than what was written.');
    const next = await openJournal(folder);
    expect(await lostBytes(next)).toEqual([0, size - Math.floor(size * rest), 0]);
    expect(await recordsOf(next)).toEqual(['first', 'third']);
  }),
);

test('a closed segment that is cut while its process runs is noticed', () =>
  inFolder(async (folder) => {
    const journal = await openJournal(folder);
    await journal.append('first');
    const [segment = ''] = await journal.closedSegments();
    await truncate(join(folder, segment), 0);
    expect(await lostBytes(journal)).toEqual([segmentOf(['first']).length]);
  }));

test('segments that are gone are noticed, with and without their folder, also by doctor', () =>
  inFolder(async (folder) => {
    const names = await leaveSegments(folder, ['first', 'second', 'third']);
    await rm(join(folder, names[0]!));
    expect(await doctor(folder)).toContain(': 1 missing.');
    expect((await openJournal(folder)).missing).toEqual(names.slice(0, 1));
    await rm(folder, { recursive: true });
    expect(await doctor(folder)).toContain(': 3 missing.');
    const next = await openJournal(folder);
    expect(next.missing.toSorted()).toEqual(names);
    await next.remove(...next.missing);
    expect([next.missing, await doctor(folder)]).toEqual([[], 'complete']);
  }));

test('a removed segment is not missed, and its name is gone before its file', () =>
  inFolder(async (folder) => {
    const journal = await openJournal(folder);
    await journal.append('first');
    const [segment = ''] = await journal.closedSegments();
    // A file that cannot be removed.
    await rm(join(folder, segment));
    await openJournal(join(folder, segment));
    await writeFile(join(folder, segment, 'file'), '');
    await expect(journal.remove(segment)).rejects.toThrow();
    expect(await readdir(registerOf(folder))).toEqual([]);
  }));

test('segments of a version that registered none are not missed, and may be torn', () =>
  inFolder(async (folder) => {
    const [first = ''] = await leaveSegments(folder, ['first', 'second']);
    await rm(registerOf(folder), { recursive: true });
    await truncate(join(folder, first), 3);
    const next = await openJournal(folder);
    expect([next.missing, await lostBytes(next)]).toEqual([[], [0, 0]]);
    expect(await recordsOf(next)).toEqual(['second']);
  }));

test('a register that is gone while its process runs stops nothing', () =>
  inFolder(async (folder) => {
    const journal = await openJournal(folder);
    await journal.append('first');
    await rename(registerOf(folder), `${registerOf(folder)}-away`);
    const [segment = ''] = await journal.closedSegments();
    await journal.append('second');
    await journal.remove(segment);
    expect(await recordsOf(journal)).toEqual(['second']);
  }));
