import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Creates a file that must not exist yet, durably. */
export async function createFile(path: string): Promise<FileHandle> {
  const handle = await open(path, 'ax');
  try {
    await syncFolder(dirname(path));
  } catch (error) {
    await handle.close();
    throw error;
  }
  return handle;
}

/** Writes a file that is there whole or not at all, and stays when the power fails. */
export async function writeDurably(path: string, content: string | Uint8Array, mode = 0o666): Promise<void> {
  const unfinished = `${path}.unfinished`;
  const file = await open(unfinished, 'w', mode);
  try {
    await file.writeFile(content);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  await syncFolder(dirname(path));
}

/** Makes a folder's list of names durable: without it, a new file can be gone after a loss of power. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
