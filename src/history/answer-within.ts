/**
 * Runs a task that calls `failed` once it has failed and only cleans up. It is then waited for no longer than `ms`.
 */
export const answerWithin = <Result>(
  ms: number,
  task: (failed: (error: unknown) => void) => Promise<Result>,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    task((error) => {
      timer ??= setTimeout(reject, ms, error);
    })
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });
