import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BlockFiles } from '../../../src/collect/sessions/block-file.js';

let folder: string;
let files: BlockFiles;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-blocks-'));
  files = new BlockFiles(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const block = { events: Buffer.from('["event"]\n'), counts: Buffer.from('["count"]\n') };

test('a block is read as it was written', async () => {
  await files.write('1', block);
  expect(await files.read('1')).toEqual(block);
});

test('a block of an earlier version keeps its events, and loses counts that are over', async () => {
  await files.write('2', block);
  const path = join(folder, '2.block');
  const bytes = await readFile(path);
  bytes.write('\0FB2', 'latin1');
  await writeFile(path, bytes);
  expect(await files.read('2')).toEqual({ events: block.events, counts: Buffer.alloc(0) });
});
