/** Buckets of one length, one right after the other. */
export interface Run {
  /** Epoch milliseconds. */
  readonly start: number;
  /** Milliseconds that each of its buckets lasts. */
  readonly step: number;
}

/**
 * What buckets that start so, the last one lasting to `end`, are in few words: clocks are changed now and then, and
 * between two changes all hours are of one length, as are all days. The bucket of an instant starts
 * `(instant - start) % step` before it, by the last run that has started.
 */
export function runsOf(starts: readonly number[], end: number): readonly Run[] {
  const runs: Run[] = [];
  starts.forEach((start, index) => {
    const step = (starts[index + 1] ?? end) - start;
    if (step !== runs.at(-1)?.step) runs.push({ start, step });
  });
  return runs;
}
