/** Consecutive buckets of equal length. */
export interface Run {
  /** Epoch milliseconds. */
  readonly start: number;
  /** Length of each bucket in milliseconds. */
  readonly step: number;
}

/**
 * Compresses buckets, given by their starts and the last one's `end`, into runs. Clocks change rarely, and between two changes
 * all hours have one length, as do all days. The bucket of an instant starts `(instant - start) % step` before it, by the last
 * run that started.
 */
export function groupIntoRuns(starts: readonly number[], end: number): readonly Run[] {
  const runs: Run[] = [];
  starts.forEach((start, index) => {
    const step = (starts[index + 1] ?? end) - start;
    if (step !== runs.at(-1)?.step) runs.push({ start, step });
  });
  return runs;
}
