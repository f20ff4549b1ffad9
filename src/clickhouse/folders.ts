import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FOLDER } from '../lib/private-folders.js';

/** Undefined when the file or folder is missing, or was removed meanwhile. */
export async function unlessGone<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    throw error;
  }
}

/** The folders may be missing. */
export async function pathsIn(folders: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => ((await unlessGone(() => readdir(folder))) ?? []).map((name) => join(folder, name))),
  );
  return found.flat();
}

/** The folder is accessible only to its owner. */
export async function emptyFolder(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  await mkdir(folder, { mode: PRIVATE_FOLDER });
  return folder;
}
