/** Runs tasks one after the other, in the order in which they came. A task that fails stops none behind it. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/** Runs tasks of the same key one after the other. */
export class SerialByKey {
  readonly #serials = new Map<string, { readonly serial: Serial; users: number }>();

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const entry = this.#serials.get(key) ?? { serial: new Serial(), users: 0 };
    this.#serials.set(key, entry);
    entry.users += 1;
    try {
      return await entry.serial.run(task);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#serials.delete(key);
    }
  }
}
