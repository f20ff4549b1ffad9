import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface FolderSize {
  readonly files: number;
  readonly bytes: number;
}

/** Number of files and their bytes. A missing folder is empty. */
export async function folderSize(folder: string): Promise<FolderSize> {
  const names = await readdir(folder).catch(() => []);
  // Ignores a file that was removed meanwhile.
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
