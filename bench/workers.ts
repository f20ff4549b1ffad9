/** What runs beside a measurement. */
export interface Workers<Result> {
  /** Stops all of them, and returns what they return. Throws what one has thrown. */
  stop(): Promise<readonly Result[]>;
}

/** Starts workers, each of which ends when the signal is aborted. */
export function startWorkers<Result>(
  count: number,
  work: (signal: AbortSignal, index: number) => Promise<Result>,
): Workers<Result> {
  const stopping = new AbortController();
  const workers = Array.from({ length: count }, (_, index) => work(stopping.signal, index));
  // What fails is thrown by `stop`, when the measurement has ended.
  for (const worker of workers) worker.catch(() => undefined);
  return {
    stop: () => {
      stopping.abort();
      return Promise.all(workers);
    },
  };
}
