/** Hands out a fixed set of things one at a time, in the order in which they were asked for. */
export class Pool<T> {
  readonly #idle: T[];
  readonly #waiting: ((item: T) => void)[] = [];

  constructor(private readonly items: readonly T[]) {
    this.#idle = [...items];
  }

  async use<Result>(work: (item: T) => Promise<Result>): Promise<Result> {
    const item = this.#idle.pop() ?? (await new Promise<T>((resolve) => this.#waiting.push(resolve)));
    try {
      return await work(item);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(item);
      else next(item);
    }
  }

  /** Waits for what is under way, then takes every item out for good. */
  async drain(finish: (item: T) => void): Promise<void> {
    await Promise.all(
      this.items.map(async () => {
        const item = this.#idle.pop() ?? (await new Promise<T>((resolve) => this.#waiting.push(resolve)));
        finish(item);
      }),
    );
  }
}
