import { existsSync } from 'node:fs';
import { chmod, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, parse, sep } from 'node:path';

/** Only the owner can open the folder. */
export const PRIVATE_FOLDER = 0o700;

/** Folders that Footfall creates in `DATA_DIR`; other content is left alone. */
const OWN_FOLDERS = [
  'blocks',
  'clickhouse',
  'clickhouse-inserts',
  'event-keys',
  'exports',
  'imports',
  'journal',
  'journal-register',
  'late-events',
  'postgres',
  'rejected',
  'sql',
  'unknown-websites',
];

const OTHERS = 0o077;
const STICKY = 0o1000;

/** `DATA_DIR` and its folders, as far as other users can open them. They protect deeper content. */
export async function findOpenFolders(dataDir: string): Promise<readonly string[]> {
  const folders = [dataDir, ...OWN_FOLDERS.map((name) => join(dataDir, name)).filter((path) => existsSync(path))];
  const open = await Promise.all(folders.map(async (path) => ((await stat(path)).mode & OTHERS) !== 0));
  return folders.filter((_, index) => open[index]);
}

/**
 * Restricts `DATA_DIR` and its folders to their owner. Returns a warning for each folder where that failed: it must not
 * prevent a start.
 */
export async function makePrivate(dataDir: string): Promise<readonly string[]> {
  const warnings: string[] = [];
  for (const path of await findOpenFolders(dataDir)) {
    if (path === dataDir && (await isForAll(path))) {
      warnings.push(
        `${path} is a folder of the system or of all users: choose another DATA_DIR, which only Footfall uses`,
      );
      continue;
    }
    await chmod(path, PRIVATE_FOLDER).catch((error: NodeJS.ErrnoException) => {
      warnings.push(`others can open ${path}, and it cannot be changed (${error.code}): chmod 700 ${path}`);
    });
  }
  return warnings;
}

/** Needed by other programs or users: `/tmp`, `/`, a home folder. */
async function isForAll(path: string): Promise<boolean> {
  return path === parse(path).root || path === homedir() || ((await stat(path)).mode & STICKY) !== 0;
}

/** `path` must be absolute. */
export const isInside = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
