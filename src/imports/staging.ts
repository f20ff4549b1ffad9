import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { type Sql, sql, uuid } from '../clickhouse/sql.js';
import type { TrackedEvent } from '../event.js';
import { EventSorter } from './event-sorter.js';

const columns = ['import_id', 'visitor_id', 'time'] as const;

export const ofImport = (importId: string): Sql => sql`import_id = ${uuid(importId)}`;

/** Where the events of an import wait until all are there: in a file, and in ClickHouse by their visitors and times. */
export class Staging {
  readonly #sorter: EventSorter;
  #rows = '';
  #writes = 0;

  /** @param folder for the file */
  constructor(
    private readonly clickhouse: ClickHouse,
    readonly importId: string,
    folder: string,
  ) {
    this.#sorter = new EventSorter(folder);
  }

  add(event: TrackedEvent): void {
    this.#rows += `["${this.importId}","${event.visitorId}",${event.time}]\n`;
    this.#sorter.add(event);
  }

  /** Whether what was added is to be written before there is more. */
  get isFull(): boolean {
    return this.#sorter.isFull;
  }

  /** Writes what was added until now. One call at a time. */
  async write(): Promise<void> {
    const body = Buffer.from(this.#rows);
    this.#rows = '';
    const token = `${this.importId}-staged-${this.#writes}`;
    this.#writes += 1;
    // One after the other: when this throws, nothing must be under way that the end of the import could come before.
    await this.#sorter.write();
    await this.clickhouse.insert({ table: 'import_lines', columns, body, token });
  }

  /** What was written, visitor by visitor, in the order of the times, as many at a time as are read. */
  all = (): AsyncIterable<readonly TrackedEvent[]> => this.#sorter.all();

  close = (): Promise<void> => this.#sorter.close();
}

/** The imports that have events waiting. */
export async function stagedImports(clickhouse: ClickHouse): Promise<readonly string[]> {
  const rows = await clickhouse.query({
    name: 'import/staged',
    row: z.object({ import_id: z.string() }),
    sql: sql`SELECT DISTINCT import_id FROM import_lines`,
  });
  return rows.map(({ import_id }) => import_id);
}

/** Empties the tables of an import that is over. */
export async function unstage(clickhouse: ClickHouse, importId: string): Promise<void> {
  for (const table of ['import_lines', 'import_sessions'] as const) {
    await clickhouse.dropPartition(table, uuid(importId));
  }
}
