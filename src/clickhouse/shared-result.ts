/** Shares a task's result among callers. The task's signal is aborted when the last of them has left. */
export class SharedResult<Result> {
  readonly #abandoned = new AbortController();
  readonly #result: Promise<Result>;
  #callers = 0;

  constructor(task: (signal: AbortSignal) => Promise<Result>) {
    this.#result = Promise.resolve(this.#abandoned.signal).then(task);
  }

  /** Whether all callers have left, so that the task may have been aborted. */
  get isAbandoned(): boolean {
    return this.#abandoned.signal.aborted;
  }

  /** @param signal aborted when the caller leaves; without one, it stays */
  async wait(signal: AbortSignal | undefined): Promise<Result> {
    this.#callers += 1;
    const leave = () => {
      this.#callers -= 1;
      if (this.#callers === 0) this.#abandoned.abort();
    };
    if (signal?.aborted) leave();
    signal?.addEventListener('abort', leave);
    try {
      return await this.#result;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }
}
