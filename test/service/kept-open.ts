import { readFile } from 'node:fs/promises';

type Close = () => Promise<void>;

let close: Close | undefined;

/** Leaves something open for the test files that follow in this process, until one of them needs its place. */
export function keepOpen(closing: Close): void {
  close = closing;
}

/** Closes what earlier test files have left open: a process can have one folder of the embedded engine at a time. */
export async function makeRoom(): Promise<void> {
  const closing = close;
  close = undefined;
  await closing?.();
}

/** Returns whether a test file uses what is kept open. */
export const usesSharedService = async (path: string): Promise<boolean> =>
  (await readFile(path, 'utf8')).includes('sharedService');
