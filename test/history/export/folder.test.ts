import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { describeFailure } from '../../../src/history/export/failure.js';
import { folderDestination } from '../../../src/history/export/folder.js';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'footfall-exports-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function* content(...chunks: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

const write = (path: readonly string[], name = 'a.parquet', chunks = content('one ', 'two'), folder = root) =>
  folderDestination(folder, path, Date.now).write(name, chunks);

/** Why a file is not written, as its owner reads it. */
const failureOf = (written: Promise<void>): Promise<string | undefined> =>
  written.then(() => undefined, describeFailure);

test('a file is written below the folder, and replaces an earlier one', async () => {
  await write(['team', 'id']);
  await write(['team', 'id'], 'a.parquet', content('three'));
  expect(await readFile(join(root, 'team/id/a.parquet'), 'utf8')).toBe('three');
  expect(await readdir(join(root, 'team/id'))).toEqual(['a.parquet']);
});

test('while a file is written, and after an error in it, the earlier one is there', async () => {
  await write(['id'], 'a.parquet', content('earlier'));
  const seen: string[] = [];
  const failing = async function* () {
    yield Buffer.from('half of ');
    seen.push(await readFile(join(root, 'id/a.parquet'), 'utf8'));
    throw new Error('the engine has stopped');
  };
  await expect(write(['id'], 'a.parquet', failing())).rejects.toThrow('the engine has stopped');
  expect(seen).toEqual(['earlier']);
  expect(await readdir(join(root, 'id'))).toEqual(['a.parquet']);
});

test('what a killed process has left is removed when it is a day old', async () => {
  await write(['id']);
  const [old, recent] = ['.b.parquet.1.unfinished', '.c.parquet.2.unfinished'];
  for (const name of [old, recent]) await writeFile(join(root, 'id', name), 'half');
  const before = new Date(Date.now() - 25 * 3_600_000);
  await utimes(join(root, 'id', old), before, before);
  await write(['id']);
  expect((await readdir(join(root, 'id'))).toSorted()).toEqual([recent, 'a.parquet']);
});

describe('a symbolic link', () => {
  let outside: string;
  beforeEach(async () => {
    outside = await mkdtemp(join(tmpdir(), 'footfall-outside-'));
  });
  afterEach(() => rm(outside, { recursive: true, force: true }));

  test('out of the folder is refused, and nothing is made behind it', async () => {
    await symlink(outside, join(root, 'out'));
    await symlink('..', join(root, 'up'));
    for (const path of [['out'], ['out', 'id'], ['up'], ['up', 'id']]) {
      expect(await failureOf(write(path)), path.join('/')).toMatch(/^A symbolic link in the path leads out/);
    }
    expect(await readdir(outside)).toEqual([]);
  });

  test('to a sibling whose name begins like the folder is refused', async () => {
    const sibling = `${root}-other`;
    await mkdir(sibling);
    onTestFinished(() => rm(sibling, { recursive: true }));
    await symlink(sibling, join(root, 'out'));
    expect(await failureOf(write(['out']))).toMatch(/^A symbolic link in the path leads out/);
    expect(await readdir(sibling)).toEqual([]);
  });

  test('within the folder, and in place of the folder itself, is followed', async () => {
    await mkdir(join(root, 'disk'));
    await symlink('disk', join(root, 'team'));
    await symlink(root, join(outside, 'exports'));
    await write(['team', 'id'], 'a.parquet', content('x'), join(outside, 'exports'));
    expect(await readFile(join(root, 'disk/id/a.parquet'), 'utf8')).toBe('x');
  });

  test('in place of the file is replaced, and its target stays', async () => {
    await writeFile(join(outside, 'target'), 'mine');
    await mkdir(join(root, 'id'));
    await symlink(join(outside, 'target'), join(root, 'id/a.parquet'));
    await write(['id']);
    expect(await readFile(join(outside, 'target'), 'utf8')).toBe('mine');
    expect(await readFile(join(root, 'id/a.parquet'), 'utf8')).toBe('one two');
  });
});

test('what an owner or operator can change is said without the path', async () => {
  await writeFile(join(root, 'file'), '');
  await mkdir(join(root, 'id/a.parquet'), { recursive: true });
  expect(await failureOf(write(['file', 'id']))).toBe('Part of the path is not a folder');
  expect(await failureOf(write(['file']))).toBe('Part of the path is not a folder');
  expect(await failureOf(write(['id']))).toBe('A folder has the name of the file');
  expect(await failureOf(write(['id'], 'b', content(), join(root, 'missing')))).toMatch(/\(EXPORT_DIR\) is missing$/);
  const none = folderDestination(undefined, ['id'], Date.now).write('b', content());
  expect(await failureOf(none)).toMatch(/no folder for exports/);
  expect(await readdir(join(root, 'id'))).toEqual(['a.parquet']);
});
