import type { Sql } from 'postgres';

/** A listener, independent of the current client. */
interface Listener {
  readonly channel: string;
  readonly onPayload: (payload: string) => void;
  readonly onListening: () => void;
}

/** Keeps listening to PostgreSQL channels when the client is replaced. */
export class Listeners {
  readonly #listeners = new Set<Listener>();

  /** Adds a listener. Rejects when the channel cannot be listened to now. */
  async add(client: Sql, listener: Listener): Promise<() => Promise<void>> {
    this.#listeners.add(listener);
    const unlisten = await this.#listen(client, listener);
    return async () => {
      this.#listeners.delete(listener);
      await unlisten();
    };
  }

  /** Listens on a new client, as soon as the server accepts it: the client retries until then. */
  moveTo(client: Sql): void {
    for (const listener of this.#listeners) this.#listen(client, listener).catch(() => undefined);
  }

  /**
   * TRICKY: after a reconnect the client's `unlisten` no longer finds its listener, so its further notifications are ignored
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
