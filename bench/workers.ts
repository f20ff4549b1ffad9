/** Runs beside a measurement. */
export interface Workers<Result> {
  /** Returns all results. Throws when a worker has thrown. */
  stop(): Promise<readonly Result[]>;
}

/** Each worker ends when the signal is aborted. */
export function startWorkers<Result>(
  count: number,
  work: (signal: AbortSignal, index: number) => Promise<Result>,
): Workers<Result> {
  const stopping = new AbortController();
  const workers = Array.from({ length: count }, (_, index) => work(stopping.signal, index));
  // `stop` throws errors once the measurement has ended.
  for (const worker of workers) worker.catch(() => undefined);
  return {
    stop: () => {
      stopping.abort();
      return Promise.all(workers);
    },
  };
}
