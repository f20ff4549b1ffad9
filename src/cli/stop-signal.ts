import type { Logger } from 'pino';

/** Time for sending emails and webhooks after everything else has stopped. */
const MAX_SENDING_MS = 3_000;

/** Supervisors kill a process after ten seconds. */
const PATIENCE_MS = 9_000;

/**
 * Resolves at the first SIGTERM or SIGINT. From then on the process has nine seconds: every acknowledged event is on
 * disk for the next start. Later signals are ignored, because Ctrl-C under npm sends two, the terminal's and npm's
 * copy.
 */
export function stopSignal(openLog: () => Promise<Logger>, patienceMs = PATIENCE_MS): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      setTimeout(() => void endNow(openLog, patienceMs), patienceMs).unref();
      resolve();
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  });
}

/** Exits when nothing is being sent any more, or after three seconds: a mail server may take longer to answer. */
export function exitSoon(): void {
  setTimeout(() => process.exit(), MAX_SENDING_MS).unref();
}

/** TRICKY: `process.exit()` would wait for a running statement of the embedded engine, however long it takes. */
async function endNow(openLog: () => Promise<Logger>, patienceMs: number): Promise<void> {
  const log = await openLog();
  log.error(
    `not stopped after ${patienceMs / 1000} seconds: killing the process; the next start recovers what is left`,
  );
  process.kill(process.pid, 'SIGKILL');
}
