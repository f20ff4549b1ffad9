import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Check, inBytes, ok, warning } from './check.js';

/** A running service hands events over within two seconds. */
const PATIENCE_MS = 60_000;

/** Events on disk that ClickHouse does not have, and those it refused. */
export async function lookAtWaiting(dataDir: string, now: number): Promise<readonly Check[]> {
  const waiting = [...(await filesIn(join(dataDir, 'journal'))), ...(await filesIn(join(dataDir, 'blocks')))];
  const rejected = await filesIn(join(dataDir, 'rejected'));
  return [waitingEvents(waiting, now), rejectedEvents(rejected, dataDir)];
}

interface WaitingFile {
  readonly bytes: number;
  readonly since: number;
}

async function filesIn(folder: string): Promise<readonly WaitingFile[]> {
  const names = await readdir(folder).catch(() => []);
  // One that is gone meanwhile has been handed over.
  const found = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
  return found.flatMap((file) => (file === undefined ? [] : [{ bytes: file.size, since: file.mtimeMs }]));
}

const bytesOf = (files: readonly WaitingFile[]): string => inBytes(files.reduce((sum, { bytes }) => sum + bytes, 0));

function waitingEvents(files: readonly WaitingFile[], now: number): Check {
  if (files.length === 0) return ok('events', 'none wait on disk');
  const oldest = Math.min(...files.map(({ since }) => since));
  const what = `${bytesOf(files)} of events wait on disk since ${new Date(oldest).toISOString()}`;
  return now - oldest < PATIENCE_MS
    ? ok('events', what)
    : warning('events', `${what}: they go to ClickHouse when the service runs and ClickHouse answers`);
}

function rejectedEvents(files: readonly WaitingFile[], dataDir: string): Check {
  return files.length === 0
    ? ok('refused events', 'none')
    : warning('refused events', `${bytesOf(files)} in ${join(dataDir, 'rejected')}, each beside ClickHouse's reason`);
}
