import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessGone } from '../clickhouse/folders.js';
import { makeFolder, writeDurably } from '../lib/durable-files.js';
import { PRIVATE_FOLDER } from '../lib/private-folders.js';

/*
 * A commit may have happened although its response was lost. Before such an import or deletion is rolled back, a file
 * records it: if the process ends before PostgreSQL has removed it, the next start rolls it back too, whatever
 * PostgreSQL says.
 */

const SUFFIX = '.taken-back';

const notePath = (folder: string, importId: string): string => join(folder, `${importId}${SUFFIX}`);

/** Durable. Safe to repeat. */
export async function noteTakenBack(folder: string, importId: string): Promise<void> {
  await makeFolder(folder, PRIVATE_FOLDER);
  await writeDurably(notePath(folder, importId), '');
}

/** Call it after PostgreSQL has removed the import. The note may be missing. */
export async function removeTakenBackNote(folder: string, importId: string): Promise<void> {
  await rm(notePath(folder, importId), { force: true });
}

/** Removes notes of imports that are not in `left`, and incomplete notes. No import may be running. */
export async function removeStrayNotes(folder: string, left: ReadonlySet<string>): Promise<void> {
  const names = (await unlessGone(() => readdir(folder))) ?? [];
  const stray = names.filter((name) => name.includes(SUFFIX) && !left.has(name.slice(0, -SUFFIX.length)));
  await Promise.all(stray.map((name) => rm(join(folder, name), { force: true })));
}

export async function findTakenBack(folder: string): Promise<ReadonlySet<string>> {
  const names = (await unlessGone(() => readdir(folder))) ?? [];
  return new Set(names.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length)));
}
