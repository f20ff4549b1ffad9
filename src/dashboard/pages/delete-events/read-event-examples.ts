import { z } from 'zod';
import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import { integer, type Sql, sql } from '../../../clickhouse/sql.js';

export const EXAMPLES = 10;

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

export type EventExample = z.infer<typeof row>;

/** Latest first. */
export const readEventExamples = (clickhouse: ClickHouse, chosen: Sql): Promise<readonly EventExample[]> =>
  clickhouse.query({
    name: 'deletion/examples',
    row,
    sql: sql`SELECT toUnixTimestamp64Milli(time) AS time_ms, type, path, link, name, referrer, country, browser
FROM events
WHERE ${chosen}
ORDER BY events.time DESC, events.visitor_id, path
LIMIT ${integer(EXAMPLES)}`,
  });
