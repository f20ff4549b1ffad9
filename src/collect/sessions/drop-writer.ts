import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { Mutex } from '../../lib/mutex.js';
import type { DropCount } from '../event.js';

const INTERVAL_MS = 1_000;

interface Batch {
  readonly body: Buffer;
  readonly token: string;
}

const columns = ['website_id', 'time', 'reason', 'agent', 'events'] as const;

/**
 * Writes drop counts to ClickHouse every second. They help the owner to diagnose and are not part of the statistics: a killed
 * process loses its unwritten counts.
 */
export class DropWriter {
  readonly #mutex = new Mutex();
  #timer: NodeJS.Timeout | undefined;
  /**
   * The batch that ClickHouse did not accept. It is retried under the same token, while newer counts accumulate in their source.
   */
  #waiting: Batch | undefined;

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly take: () => readonly DropCount[],
    private readonly onFailed: (error: unknown) => void,
  ) {}

  start(): void {
    this.#timer = setInterval(() => void this.flush().catch(this.onFailed), INTERVAL_MS);
  }

  flush(): Promise<void> {
    return this.#mutex.run(async () => {
      await this.#offer();
      const counts = this.take();
      if (counts.length > 0) this.#waiting = encodeBatch(counts);
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

function encodeBatch(counts: readonly DropCount[]): Batch {
  const rows = counts.map(({ websiteId, time, reason, agent, events }) =>
    JSON.stringify([websiteId, time, reason, agent, events]),
  );
  return { body: Buffer.from(rows.join('\n')), token: randomUUID() };
}
