import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegister } from '../../collect/journal/segment-register.js';
import { type Check, ok, problem } from './check.js';

/** Files that were truncated or removed from outside since the last start. */
export async function lookAtJournal(dataDir: string): Promise<Check> {
  const register = join(dataDir, 'journal-register');
  const gone: string[] = [];
  let cut = 0;
  for (const [name, bytes = 0] of await readRegister(register)) {
    const found = await stat(join(dataDir, 'journal', name)).catch(() => undefined);
    if (found === undefined) gone.push(name);
    else if (found.size < bytes) cut += 1;
  }
  // A running service removes a name before its file, and a finished block already contains its file's events.
  const left = await readRegister(register);
  const missing = gone.filter((name) => left.has(name) && !existsSync(join(dataDir, 'blocks', `${name}.block`))).length;
  if (missing === 0 && cut === 0) return ok('journal', 'complete');
  const files = [
    ...(missing > 0 ? [`${missing} missing`] : []),
    ...(cut > 0 ? [`${cut} shorter than what was written`] : []),
  ];
  return problem(
    'journal',
    `files of ${join(dataDir, 'journal')} were damaged from outside: ${files.join(', ')}. Their events are not in your stats. Put the files back while Footfall is stopped, or start it to go on without them`,
  );
}
