import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface FolderSize {
  readonly files: number;
  readonly bytes: number;
}

/** Returns how many files a folder holds, and their bytes. A folder that is not there holds none. */
export async function folderSize(folder: string): Promise<FolderSize> {
  const names = await readdir(folder).catch(() => []);
  // One that is gone meanwhile counts as none.
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => [size],
        () => [],
      ),
    ),
  );
  return { files: sizes.flat().length, bytes: sizes.flat().reduce((sum, size) => sum + size, 0) };
}
