import { join } from 'node:path';
import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { type Sql, sql, uuid } from '../clickhouse/sql.js';
import type { TrackedEvent } from '../collect/event.js';
import type { Context } from '../context/context.js';
import { EventSorter } from './event-sorter.js';

const columns = ['import_id', 'visitor_id', 'time'] as const;

export const ofImport = (importId: string): Sql => sql`import_id = ${uuid(importId)}`;

/** Files of running imports. */
export const importsFolder = ({ config }: Context): string => join(config.dataDir, 'imports');

/** Holds the events of an import until all have arrived: in a file, and in ClickHouse as visitors and times. */
export class Staging {
  readonly #sorter: EventSorter;
  #rows = '';
  #writes = 0;
  #first = Infinity;
  #last = -Infinity;

  readonly #clickhouse: ClickHouse;

  constructor(
    context: Context,
    readonly importId: string,
  ) {
    this.#clickhouse = context.clickhouse;
    this.#sorter = new EventSorter(importsFolder(context));
  }

  add(event: TrackedEvent): void {
    this.#rows += `["${this.importId}","${event.visitorId}",${event.time}]\n`;
    this.#sorter.add(event);
    if (event.type === 'leave') return;
    this.#first = Math.min(this.#first, event.time);
    this.#last = Math.max(this.#last, event.time);
  }

  /** Of the events added so far but leaves, in epoch milliseconds; infinite when there are none. */
  get times(): { readonly first: number; readonly last: number } {
    return { first: this.#first, last: this.#last };
  }

  /** Whether the added events must be written before more are added. */
  get isFull(): boolean {
    return this.#sorter.isFull;
  }

  /** Do not call it concurrently. */
  async write(): Promise<void> {
    const body = Buffer.from(this.#rows);
    this.#rows = '';
    const token = `${this.importId}-staged-${this.#writes}`;
    this.#writes += 1;
    // In sequence: when this throws, no write may be running that could outlast the import.
    await this.#sorter.write();
    await this.#clickhouse.insert({ table: 'import_lines', columns, body, token });
  }

  /** By visitor and time, in batches. */
  all = (): AsyncIterable<readonly TrackedEvent[]> => this.#sorter.all();

  close = (): Promise<void> => this.#sorter.close();
}

export async function stagedImports(clickhouse: ClickHouse): Promise<readonly string[]> {
  const rows = await clickhouse.query({
    name: 'import/staged',
    row: z.object({ import_id: z.string() }),
    sql: sql`SELECT DISTINCT import_id FROM import_lines`,
  });
  return rows.map(({ import_id }) => import_id);
}

export async function unstage(clickhouse: ClickHouse, importId: string): Promise<void> {
  for (const table of ['import_lines', 'import_sessions'] as const) {
    await clickhouse.dropPartition(table, uuid(importId));
  }
}
