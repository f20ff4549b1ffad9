import { z } from 'zod';
import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import { integer, type Sql, sql } from '../../../clickhouse/sql.js';
import { t } from '../../../lib/language/translate.js';

const row = z.object({
  time_ms: z.coerce.number(),
  type: z.enum(['pageview', 'exit', 'custom', 'leave']),
  path: z.string(),
  link: z.string(),
  name: z.string(),
  referrer: z.string(),
  country: z.string(),
  browser: z.string(),
});

/** Contains nothing that tells visitors apart. */
export type LatestEvent = z.infer<typeof row>;

interface LatestEventsQuery {
  readonly name: string;
  readonly chosen: Sql;
  readonly limit: number;
}

/** Latest first. */
export const readLatestEvents = (
  clickhouse: ClickHouse,
  { name, chosen, limit }: LatestEventsQuery,
): Promise<readonly LatestEvent[]> =>
  clickhouse.query({
    name,
    row,
    sql: sql`SELECT toUnixTimestamp64Milli(time) AS time_ms, type, path, link, name, referrer, country, browser
FROM events
WHERE ${chosen}
ORDER BY events.time DESC, events.visitor_id, path
LIMIT ${integer(limit)}`,
  });

/** As in `/pricing`, `signup on /pricing`. */
export function describeEvent({ type, path, link, name }: LatestEvent): string {
  switch (type) {
    case 'custom':
      return t('{name} on {path}', { name, path });
    case 'exit':
      return t('{link} on {path}', { link, path });
    default:
      return path;
  }
}
