const INTERVAL_MS = 1_000;

/**
 * Runs a task at most once a second and never in parallel; calls in between share its result. Protects expensive public
 * routes.
 */
export function oncePerSecond<Result>(task: () => Promise<Result>): () => Promise<Result> {
  let shared: Promise<Result> | undefined;
  let staleAt = 0;
  return () => {
    if (shared !== undefined && performance.now() < staleAt) return shared;
    const run = task();
    shared = run;
    staleAt = Number.POSITIVE_INFINITY;
    const settle = () => {
      staleAt = performance.now() + INTERVAL_MS;
    };
    run.then(settle, settle);
    return run;
  };
}
