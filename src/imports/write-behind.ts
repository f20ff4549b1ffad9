/**
 * Does work whose tasks run one after the other while the work prepares the next: `start` waits for the task before, and
 * returns as soon as its own is under way. No task is under way any more when this resolves or throws.
 */
export async function writeBehind<Result>(
  work: (start: (task: () => Promise<void>) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  let task = Promise.resolve();
  try {
    const result = await work(async (next) => {
      await task;
      task = next();
      // It is awaited before the next one: until then its failure is nobody's.
      task.catch(() => undefined);
    });
    await task;
    return result;
  } finally {
    await task.catch(() => undefined);
  }
}
