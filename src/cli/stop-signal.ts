/** Supervisors lose their patience after ten seconds. */
const PATIENCE_MS = 9_000;

/**
 * Resolves at the first SIGTERM or SIGINT. From then on the process has nine seconds, in whatever it is busy: every
 * event that was answered is on disk, for the next start. Later signals change nothing, for Ctrl-C under npm sends two,
 * the terminal's and the same again from npm.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      setTimeout(() => process.exit(), PATIENCE_MS).unref();
      resolve();
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  });
}
