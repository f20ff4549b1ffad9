import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Accesses a file or a folder. Returns undefined when it is missing, or was removed meanwhile. */
export async function unlessGone<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    throw error;
  }
}

/** Lists the entries of folders. A folder may be missing. */
export async function pathsIn(folders: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => ((await unlessGone(() => readdir(folder))) ?? []).map((name) => join(folder, name))),
  );
  return found.flat();
}
