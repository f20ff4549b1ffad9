import { randomUUID } from 'node:crypto';
import { mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { millisecondsInDay } from 'date-fns/constants';
import { renameDurably, sync } from '../../lib/durable-files.js';
import { isInside } from '../../lib/private-folders.js';
import { type Destination, writeChunks } from './destination.js';
import { DISK_FULL, ExportFailure, type FailureText } from './failure.js';

/** A file that is being written, or that a killed process left. */
const UNFINISHED = /^\..+\.unfinished$/;

/** Unfinished files older than this are abandoned. */
const MAX_UNFINISHED_AGE_MS = millisecondsInDay;

/**
 * Writes to a folder of the server below `root`; a symbolic link out of it is refused.
 *
 * @param root must exist; undefined when the operator allows no folder
 * @param path folders below `root`, which are created when missing
 * @param now in epoch milliseconds
 */
export const folderDestination = (
  root: string | undefined,
  path: readonly string[],
  now: () => number,
): Destination => ({
  write: async (name, content) => {
    const folder = await withReadableErrors(openFolder(root, path));
    await withReadableErrors(removeAbandoned(folder, now()));
    const unfinished = join(folder, `.${name}.${randomUUID()}.unfinished`);
    try {
      await withReadableErrors(writeChunks(unfinished, content));
      await withReadableErrors(renameDurably(unfinished, join(folder, name)));
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw error;
    }
  },
});

async function openFolder(root: string | undefined, path: readonly string[]): Promise<string> {
  if (root === undefined) throw new ExportFailure('This installation has no folder for exports (EXPORT_DIR)');
  const top = await realpath(root).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new ExportFailure('The folder for exports (EXPORT_DIR) is missing') : error;
  });
  let folder = top;
  for (const name of path) {
    const next = join(folder, name);
    const made = await mkdir(next).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
        return false;
      },
    );
    if (made) await sync(folder);
    folder = await realpath(next);
    if (!isInside(folder, top)) {
      throw new ExportFailure('A symbolic link in the path leads out of the folder for exports (EXPORT_DIR)');
    }
  }
  return folder;
}

async function removeAbandoned(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!UNFINISHED.test(name)) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (now - mtimeMs > MAX_UNFINISHED_AGE_MS) await rm(path, { force: true });
  }
}

async function withReadableErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const message = error instanceof Error && 'syscall' in error && 'code' in error && MESSAGES.get(error.code);
    throw message ? new ExportFailure(message, { cause: error }) : error;
  }
}

const NOT_WRITABLE = 'Permission denied: Footfall cannot write to the folder';
const NO_FOLDER = 'Part of the path is not a folder';

const MESSAGES: ReadonlyMap<unknown, FailureText> = new Map<unknown, FailureText>([
  ['EACCES', NOT_WRITABLE],
  ['EPERM', NOT_WRITABLE],
  ['EROFS', NOT_WRITABLE],
  ['ENOTDIR', NO_FOLDER],
  ['EISDIR', 'A folder has the name of the file'],
  ['ELOOP', NO_FOLDER],
  ['ENAMETOOLONG', 'The path is too long'],
  ['ENOSPC', DISK_FULL],
  ['EDQUOT', DISK_FULL],
]);
