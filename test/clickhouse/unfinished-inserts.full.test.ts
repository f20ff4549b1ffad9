import { mkdtemp, open as openFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { insertAndCount, open, removeNewestParts } from './unfinished-inserts.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-unfinished-'));
});

afterEach(() => rm(folder, { recursive: true }));

test.each([[['events', 'visits', 'usage', 'sessions']], [['visits', 'usage', 'sessions']], [['sessions']]])(
  'a block whose part in %j a killed process had only announced is inserted when it is repeated, once',
  async (tables) => {
    expect(await insertAndCount(folder, 1, 11)).toEqual([6, 6, 6, 6, 6]);
    await removeNewestParts(folder, tables);
    expect(await insertAndCount(folder, 11)).toEqual([6, 6, 6, 6, 6]);
    expect(await insertAndCount(folder, 1, 11)).toEqual([6, 6, 6, 6, 6]);
  },
);

test('what corrects the logs leaves nothing beside them, also when the disk was full first', async () => {
  await insertAndCount(folder, 1);
  await removeNewestParts(folder, ['events']);
  const file = await openFile(join(folder, 'log'), 'w');
  const disk = vi.spyOn(Object.getPrototypeOf(file), 'datasync').mockRejectedValueOnce(new Error('ENOSPC'));
  onTestFinished(() => disk.mockRestore());
  await file.close();
  await expect(open(folder)).rejects.toThrow('ENOSPC');
  expect(await insertAndCount(folder, 1)).toEqual([3, 3, 3, 3, 3]);
  const left = await readdir(folder, { recursive: true });
  expect(left.filter((name) => name.endsWith('.unfinished'))).toEqual([]);
});
