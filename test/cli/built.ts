import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SCRIPT = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));

/** Builds the program unless it is built, as it is under `npm test`. */
export async function build(): Promise<void> {
  await promisify(execFile)(process.execPath, [SCRIPT]);
}
