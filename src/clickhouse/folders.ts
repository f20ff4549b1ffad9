import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Looks at a file or a folder; undefined when it is not there, or was removed meanwhile. */
export async function unlessGone<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    throw error;
  }
}

/** Lists what is in folders, which need not be there. */
export async function pathsIn(folders: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => ((await unlessGone(() => readdir(folder))) ?? []).map((name) => join(folder, name))),
  );
  return found.flat();
}
