import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes a folder's list of names durable: without it, a new file can be gone after a loss of power. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Creates a file that must not exist yet, durably. */
export async function createFile(path: string): Promise<FileHandle> {
  const handle = await open(path, 'ax');
  await syncFolder(dirname(path));
  return handle;
}
