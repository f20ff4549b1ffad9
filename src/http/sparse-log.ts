const INTERVAL_MS = 60_000;

/** Logs a message with what is known of it. */
export type SparseLog = (message: string, details?: object) => void;

/** Returns a log that writes each message at most once a minute: what strangers cause must not fill a disk with lines. */
export function sparseLog(write: (details: object, message: string) => void): SparseLog {
  const silentUntil = new Map<string, number>();
  return (message, details = {}) => {
    const now = performance.now();
    if (now < (silentUntil.get(message) ?? 0)) return;
    silentUntil.set(message, now + INTERVAL_MS);
    write(details, message);
  };
}
