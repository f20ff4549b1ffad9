import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { describeFailure } from '../../../src/history/export/failure.js';
import { folderDestination } from '../../../src/history/export/folder.js';

async function* content(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

test('a full and a read-only disk are said, and leave no part of a file', async (context) => {
  const disk = await mkdtemp(join(tmpdir(), 'footfall-exports-'));
  onTestFinished(() => rm(disk, { recursive: true, force: true }));
  if (!mount(disk)) return skip(context);
  try {
    const on = (chunks: AsyncGenerator<Uint8Array>) =>
      folderDestination(disk, ['id'], Date.now).write('a.parquet', chunks);
    /** Why a file is not written, as its owner reads it. */
    const failureOf = (written: Promise<void>) => written.then(() => undefined, describeFailure);
    await on(content('earlier'));
    expect(await failureOf(on(large()))).toBe('The disk is full');
    expect(await readdir(join(disk, 'id'))).toEqual(['a.parquet']);
    expect(await readFile(join(disk, 'id/a.parquet'), 'utf8')).toBe('earlier');
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    expect(await failureOf(on(content('x')))).toBe('Permission denied: Footfall cannot write to the folder');
  } finally {
    execFileSync('umount', ['-l', disk]);
  }
});

async function* large(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < 40; at += 1) yield Buffer.alloc(4_096);
}

function mount(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function skip(context: TestContext): void {
  // Also where CI is set: its ordinary runners may not mount.
  console.warn('\n*** SKIPPED: a full disk. No file system can be mounted here. ***\n');
  context.skip();
}
