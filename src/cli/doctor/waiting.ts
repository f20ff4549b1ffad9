import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Check, inBytes, ok, warning } from './check.js';

/** A running service inserts events within two seconds. */
const PATIENCE_MS = 60_000;

/** Events on disk that are not in ClickHouse: waiting, or set aside. */
export async function lookAtWaiting(dataDir: string, now: number): Promise<readonly Check[]> {
  const waiting = [...(await filesIn(join(dataDir, 'journal'))), ...(await filesIn(join(dataDir, 'blocks')))];
  return [
    waitingEvents(waiting, now),
    await keptAside(
      'rejected events',
      join(dataDir, 'rejected'),
      'events that were damaged or rejected by ClickHouse, with the reason next to them. They are not in your stats. Remove the files when you no longer need them',
    ),
    await keptAside(
      'unknown websites',
      join(dataDir, 'unknown-websites'),
      'events of websites that PostgreSQL does not know. If PostgreSQL lost websites, restore its backup; otherwise remove the files',
    ),
  ];
}

interface WaitingFile {
  readonly bytes: number;
  readonly since: number;
}

async function filesIn(folder: string): Promise<readonly WaitingFile[]> {
  const names = await readdir(folder).catch(() => []);
  // A file that has disappeared meanwhile was inserted.
  const found = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
  return found.flatMap((file) => (file === undefined ? [] : [{ bytes: file.size, since: file.mtimeMs }]));
}

const sumBytes = (files: readonly WaitingFile[]): string => inBytes(files.reduce((sum, { bytes }) => sum + bytes, 0));

function waitingEvents(files: readonly WaitingFile[], now: number): Check {
  if (files.length === 0) return ok('events', 'none waiting on disk');
  const oldest = Math.min(...files.map(({ since }) => since));
  const what = `${sumBytes(files)} of events waiting on disk since ${new Date(oldest).toISOString()}`;
  return now - oldest < PATIENCE_MS
    ? ok('events', what)
    : warning('events', `${what}; inserted once the service runs and ClickHouse responds`);
}

/** Files that the service keeps but never reads again. */
async function keptAside(name: string, folder: string, meaning: string): Promise<Check> {
  const files = await filesIn(folder);
  if (files.length === 0) return ok(name, 'none');
  return warning(
    name,
    `${files.length} ${files.length === 1 ? 'file' : 'files'}, ${sumBytes(files)}, in ${folder}: ${meaning}`,
  );
}
