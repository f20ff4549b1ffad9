import { ClickHouseError } from './clickhouse.js';

/** A fixed set of items, each lent to one task at a time, in the order of the requests. */
export class Pool<T> {
  readonly #idle: T[];
  readonly #waiting: ((item: T) => void)[] = [];
  #closed = false;

  constructor(private readonly items: readonly T[]) {
    this.#idle = [...items];
  }

  /** @throws ClickHouseError after `drain`. */
  async use<Result>(work: (item: T) => Promise<Result>): Promise<Result> {
    const item = await this.#takeOpen();
    try {
      return await work(item);
    } finally {
      this.#giveBack(item);
    }
  }

  /** Lends an item while its rows are read. Throws like `use`. */
  async *useFor<Row>(rows: (item: T) => AsyncIterable<Row>): AsyncGenerator<Row> {
    const item = await this.#takeOpen();
    try {
      yield* rows(item);
    } finally {
      this.#giveBack(item);
    }
  }

  /** Waits for pending tasks, then removes every item permanently. */
  async drain(finish: (item: T) => void): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.all(this.items.map(async () => finish(await this.#take())));
  }

  /** Removes every item permanently, including those whose rows are being read. */
  abandon(finish: (item: T) => void): void {
    this.#closed = true;
    for (const item of this.items) finish(item);
  }

  async #takeOpen(): Promise<T> {
    if (this.#closed) throw new ClickHouseError('ClickHouse is closed', undefined, undefined);
    return this.#take();
  }

  #giveBack(item: T): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(item);
    else next(item);
  }

  async #take(): Promise<T> {
    return this.#idle.pop() ?? (await new Promise<T>((resolve) => this.#waiting.push(resolve)));
  }
}
