import { z } from 'zod';
import type { ClickHouse } from './clickhouse.js';
import { sql } from './sql.js';

export interface ClickHouseContents {
  /** Time of the first migration, which identifies the database; null before it. */
  readonly since: string | null;
  readonly hasEvents: boolean;
}

/** Shows whether this is the database used before. Changes nothing, and needs no tables. */
export async function readContents(clickhouse: ClickHouse): Promise<ClickHouseContents> {
  const tables = await clickhouse.query({
    name: 'contents/tables',
    sql: sql`SELECT name FROM system.tables WHERE database = currentDatabase() AND name IN ('migrations', 'events')`,
    row: z.object({ name: z.string() }),
  });
  const has = (table: string) => tables.some(({ name }) => name === table);
  const [first] = has('migrations')
    ? await clickhouse.query({
        name: 'contents/since',
        sql: sql`SELECT if(count() = 0, NULL, formatDateTime(min(applied_at), '%Y-%m-%dT%H:%i:%SZ', 'UTC')) AS since FROM migrations`,
        row: z.object({ since: z.string().nullable() }),
      })
    : [];
  const events = has('events')
    ? await clickhouse.query({
        name: 'contents/events',
        sql: sql`SELECT 1 AS one FROM events LIMIT 1`,
        row: z.object({ one: z.number() }),
      })
    : [];
  return { since: first?.since ?? null, hasEvents: events.length > 0 };
}
