/**
 * Runs tasks one after the other while the work prepares the next one: `start` waits for the previous task, and returns
 * once its own is running. When this resolves or throws, no task is running.
 */
export async function writeBehind<Result>(
  work: (start: (task: () => Promise<void>) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  let task = Promise.resolve();
  try {
    const result = await work(async (next) => {
      await task;
      task = next();
      // The task is awaited before the next one: until then, a rejection must not count as unhandled.
      task.catch(() => undefined);
    });
    await task;
    return result;
  } finally {
    await task.catch(() => undefined);
  }
}
