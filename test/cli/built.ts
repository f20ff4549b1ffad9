import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SCRIPT = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));

let built: Promise<unknown> | undefined;

/** Builds the program unless it is built, as it is under `npm test`. A process looks once. */
export async function build(): Promise<void> {
  built ??= promisify(execFile)(process.execPath, [SCRIPT]);
  await built;
}
