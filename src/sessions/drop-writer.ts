import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import type { DropCount } from '../event.js';
import { Mutex } from '../lib/mutex.js';

const INTERVAL_MS = 1_000;

interface Batch {
  readonly body: Buffer;
  readonly token: string;
}

const columns = ['website_id', 'time', 'reason', 'events'] as const;

/**
 * Carries counts of drops into ClickHouse every second. They are a help for the owner and no figures of the
 * statistics: what a killed process has not handed over is gone.
 */
export class DropWriter {
  readonly #mutex = new Mutex();
  #timer: NodeJS.Timeout | undefined;
  /** What ClickHouse did not take, and is offered again under the same token. Newer counts add up where they are meanwhile. */
  #waiting: Batch | undefined;

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly take: () => readonly DropCount[],
    private readonly onFailed: (error: unknown) => void,
  ) {}

  start(): void {
    this.#timer = setInterval(() => void this.flush().catch(this.onFailed), INTERVAL_MS);
  }

  /** Resolves when everything counted before the call is in ClickHouse. */
  flush(): Promise<void> {
    return this.#mutex.run(async () => {
      await this.#offer();
      const counts = this.take();
      if (counts.length > 0) this.#waiting = batchOf(counts);
      await this.#offer();
    });
  }

  async #offer(): Promise<void> {
    if (this.#waiting === undefined) return;
    await this.clickhouse.insert({ table: 'drops', columns, ...this.#waiting });
    this.#waiting = undefined;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush().catch(this.onFailed);
  }
}

function batchOf(counts: readonly DropCount[]): Batch {
  const rows = counts.map(({ websiteId, time, reason, events }) => JSON.stringify([websiteId, time, reason, events]));
  return { body: Buffer.from(rows.join('\n')), token: randomUUID() };
}
