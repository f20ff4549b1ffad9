import { type FileHandle, mkdir, open, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** File systems combine many syncs into few commits. */
const SYNCS_AT_ONCE = 32;

/** The file must not exist. */
export async function createFile(path: string): Promise<FileHandle> {
  const handle = await open(path, 'ax');
  try {
    await sync(dirname(path));
  } catch (error) {
    await handle.close();
    throw error;
  }
  return handle;
}

export interface WriteOptions {
  /** Permissions of a new file. */
  readonly mode?: number;
  /**
   * Where the content is written before it is renamed, on the same file system. Left behind when writing fails. Default: beside
   * the path, with the suffix `.unfinished`.
   */
  readonly unfinished?: string;
}

/** Writes a file durably and atomically: it exists completely or not at all, even after a power loss. */
export async function writeDurably(
  path: string,
  content: string | Uint8Array,
  { mode = 0o666, unfinished = `${path}.unfinished` }: WriteOptions = {},
): Promise<void> {
  const file = await open(unfinished, 'w', mode);
  try {
    await file.writeFile(content);
    await file.datasync();
  } finally {
    await file.close();
  }
  await renameDurably(unfinished, path);
}

/** The content must be synced already. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await sync(dirname(to));
  if (dirname(from) !== dirname(to)) await sync(dirname(from));
}

/** Includes missing parents. */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode });
  if (first === undefined) return;
  for (let made = path; ; made = dirname(made)) {
    await sync(dirname(made));
    if (made === first || made === dirname(made)) return;
  }
}

/** Syncs a file's content, or a folder's entries: without the latter, a new file can be gone after a power loss. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

export async function syncTree(folder: string): Promise<void> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((each) => each.isFile() || each.isDirectory())
    .map((each) => join(each.parentPath, each.name));
  paths.push(folder);
  for (let start = 0; start < paths.length; start += SYNCS_AT_ONCE) {
    await Promise.all(paths.slice(start, start + SYNCS_AT_ONCE).map(sync));
  }
}
