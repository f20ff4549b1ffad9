import { setTimeout as wait } from 'node:timers/promises';

/** What is named here takes seconds, on a busy machine too. */
const PATIENCE_MS = 120_000;

/** Waits for work, and says which it was when it does not end: a test's time-out says only where it began. */
export async function named<Result>(name: string, work: Promise<Result>): Promise<Result> {
  const enough = new AbortController();
  const tooLong = wait(PATIENCE_MS, undefined, { signal: enough.signal }).then(() => {
    throw new Error(`${name} did not end within ${PATIENCE_MS / 1000} seconds`);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    enough.abort();
  }
}
