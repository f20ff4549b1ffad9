import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Builds the browser script from what is checked out into a folder of its own; `atEnd` takes its removal. */
export function buildTracker(atEnd: (remove: () => void) => void): URL {
  const directory = mkdtempSync(join(tmpdir(), 'footfall-tracker-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  const script = fileURLToPath(new URL('../../scripts/build-tracker.mjs', import.meta.url));
  execFileSync(process.execPath, [script, directory]);
  return pathToFileURL(`${directory}/`);
}
