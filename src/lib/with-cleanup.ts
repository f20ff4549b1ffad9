/**
 * Cleans up when the generator has ended, failed or been returned. Unlike `finally` in a generator, it does so even
 * when no item was ever requested.
 */
export function withCleanup<Item>(
  items: AsyncGenerator<Item>,
  cleanUp: () => Promise<unknown>,
): AsyncGenerator<Item, void, undefined> {
  let cleaning: Promise<unknown> | undefined;
  const clean = async () => {
    cleaning ??= cleanUp();
    await cleaning;
  };
  const end = async (): Promise<IteratorResult<Item, void>> => {
    await items.return(undefined).finally(clean);
    return { done: true, value: undefined };
  };
  return {
    next: async () => {
      try {
        const result = await items.next();
        if (result.done) await clean();
        return result;
      } catch (error) {
        await clean();
        throw error;
      }
    },
    return: end,
    throw: async (error: unknown) => {
      await end();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
