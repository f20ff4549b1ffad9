import { readFile } from 'node:fs/promises';
import { named } from '../named.js';

type Close = () => Promise<void>;

/** Closes what is kept open. */
let closeKept: Close | undefined;

/** What test files have opened and not closed yet, without what is kept open. */
const unclosed = new Set<Close>();

/**
 * Leaves something open for the test files that follow in this process, until one of them needs its place.
 *
 * @param registered what `closedInTheEnd` returned for it: it must no longer be closed before the next file
 */
export function keepOpen(closing: Close, registered: Close): void {
  unclosed.delete(registered);
  closeKept = closing;
}

/** Closes what earlier test files have left open: a process can have one folder of the embedded engine at a time. */
export async function makeRoom(): Promise<void> {
  const closing = closeKept;
  closeKept = undefined;
  await closing?.();
}

/**
 * Registers a close, and returns it wrapped. Where nobody has called that when the next file begins or the process ends, because a
 * test has failed or forgot it, the runner does.
 */
export function closedInTheEnd(closing: Close): Close {
  const closed: Close = async () => {
    unclosed.delete(closed);
    await closing();
  };
  unclosed.add(closed);
  return closed;
}

/** Closes what a failed test has left: it would fail the files that follow. */
export async function closeWhatIsLeft(): Promise<void> {
  for (const closing of unclosed) {
    console.warn('Closing what a test file has left open.');
    await named('closing it', closing()).catch(console.warn);
  }
}

/** Returns whether a test file uses what is kept open. */
export const usesSharedService = async (path: string): Promise<boolean> =>
  (await readFile(path, 'utf8')).includes('sharedService');
