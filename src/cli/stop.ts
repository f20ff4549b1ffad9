import type { Running } from '../main.js';

/** Supervisors lose their patience after ten seconds. */
const PATIENCE_MS = 9_000;

/**
 * Resolves at the first SIGTERM or SIGINT. Later ones change nothing, for Ctrl-C under npm sends two: the terminal's,
 * and the same again from npm.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
  });
}

/** Stops the service. What takes too long is left: every event that was answered is on disk, for the next start. */
export async function stop(running: Running): Promise<void> {
  setTimeout(() => process.exit(), PATIENCE_MS).unref();
  await running.stop();
}
