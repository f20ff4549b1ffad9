import type { Sql } from 'postgres';

/** Independent of the current client. */
interface Listener {
  readonly channel: string;
  readonly onPayload: (payload: string) => void;
  readonly onListening: () => void;
}

/** Listens on the same channels after the client is replaced. */
export class Listeners {
  readonly #listeners = new Set<Listener>();

  /** Rejects when the server cannot listen now. */
  async add(client: Sql, listener: Listener): Promise<() => Promise<void>> {
    this.#listeners.add(listener);
    const unlisten = await this.#listen(client, listener);
    return async () => {
      this.#listeners.delete(listener);
      await unlisten();
    };
  }

  /** The new client retries until the server accepts. */
  moveTo(client: Sql): void {
    for (const listener of this.#listeners) this.#listen(client, listener).catch(() => undefined);
  }

  /**
   * TRICKY: after a reconnect the client's `unlisten` no longer finds its listener, so later notifications are ignored
   * here.
   */
  async #listen(client: Sql, listener: Listener): Promise<() => Promise<void>> {
    const { channel, onPayload, onListening } = listener;
    const { unlisten } = await client.listen(
      channel,
      (payload) => this.#listeners.has(listener) && onPayload(payload),
      () => this.#listeners.has(listener) && onListening(),
    );
    return unlisten;
  }
}
