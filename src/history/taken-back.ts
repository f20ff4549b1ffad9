import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessGone } from '../clickhouse/folders.js';
import { makeFolder, writeDurably } from '../lib/durable-files.js';
import { PRIVATE_FOLDER } from '../lib/private-folders.js';

/*
 * A commit whose answer was lost may have happened. Before such an import or deletion is taken back, a file says so: if the process
 * ends before PostgreSQL has forgotten it, the next start takes it back too, whatever PostgreSQL says.
 */

const SUFFIX = '.taken-back';

const notePath = (folder: string, importId: string): string => join(folder, `${importId}${SUFFIX}`);

/** Notes durably that an import is taken back. Can be repeated. */
export async function noteTakenBack(folder: string, importId: string): Promise<void> {
  await makeFolder(folder, PRIVATE_FOLDER);
  await writeDurably(notePath(folder, importId), '');
}

/** Removes the note, if there is one, after PostgreSQL has forgotten the import. */
export async function removeTakenBackNote(folder: string, importId: string): Promise<void> {
  await rm(notePath(folder, importId), { force: true });
}

/** Removes the notes of imports that are not `left`, and notes that were not written whole. No import may be running. */
export async function removeStrayNotes(folder: string, left: ReadonlySet<string>): Promise<void> {
  const names = (await unlessGone(() => readdir(folder))) ?? [];
  const stray = names.filter((name) => name.includes(SUFFIX) && !left.has(name.slice(0, -SUFFIX.length)));
  await Promise.all(stray.map((name) => rm(join(folder, name), { force: true })));
}

/** Lists the imports that are noted. */
export async function findTakenBack(folder: string): Promise<ReadonlySet<string>> {
  const names = (await unlessGone(() => readdir(folder))) ?? [];
  return new Set(names.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length)));
}
