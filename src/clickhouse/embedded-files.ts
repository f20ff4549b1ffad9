import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The table that cannot be rebuilt from another one. */
const SOURCE = 'events';

/**
 * Checks the folder of a closed embedded engine for the definition of `events` and the folder of its rows. The engine
 * itself creates an empty folder in place of a missing one.
 */
export async function hasEventFiles(folder: string): Promise<boolean> {
  try {
    const definition = await readFile(join(folder, 'metadata', 'default', `${SOURCE}.sql`), 'utf8');
    const [, id] = /^ATTACH TABLE _ UUID '([0-9a-f-]{36})'/.exec(definition) ?? [];
    // Only the engine can locate the rows of a table without an id.
    if (id === undefined) return true;
    await access(join(folder, 'store', id.slice(0, 3), id, 'format_version.txt'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
