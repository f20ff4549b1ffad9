import { readFile } from 'node:fs/promises';
import { named } from '../named.js';

type Close = () => Promise<void>;

let close: Close | undefined;

/** What is open, but for what is kept open. */
const open = new Set<Close>();

/** Leaves something open for the test files that follow in this process, until one of them needs its place. */
export function keepOpen(closing: Close, ofWhat: Close): void {
  open.delete(ofWhat);
  close = closing;
}

/** Closes what earlier test files have left open: a process can have one folder of the embedded engine at a time. */
export async function makeRoom(): Promise<void> {
  const closing = close;
  close = undefined;
  await closing?.();
}

/** Returns the same close. The runner calls it before the next file where a test has failed and not come to it. */
export function closedInTheEnd(closing: Close): Close {
  const closed: Close = async () => {
    open.delete(closed);
    await closing();
  };
  open.add(closed);
  return closed;
}

/** Closes what a failed test has left: it would fail the files that follow. */
export async function closeWhatIsLeft(): Promise<void> {
  for (const closing of open) {
    console.warn('Closing what the test file before has left open.');
    await named('closing it', closing()).catch(console.warn);
  }
}

/** Returns whether a test file uses what is kept open. */
export const usesSharedService = async (path: string): Promise<boolean> =>
  (await readFile(path, 'utf8')).includes('sharedService');
