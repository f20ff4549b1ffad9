const INTERVAL_MS = 60_000;

export type SparseLog = (message: string, details?: object) => void;

/** Writes each message at most once a minute, so that strangers cannot fill the disk with log lines. */
export function sparseLog(write: (details: object, message: string) => void): SparseLog {
  const silentUntil = new Map<string, number>();
  return (message, details = {}) => {
    const now = performance.now();
    if (now < (silentUntil.get(message) ?? 0)) return;
    silentUntil.set(message, now + INTERVAL_MS);
    write(details, message);
  };
}
