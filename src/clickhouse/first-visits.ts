import type { ClickHouse } from './clickhouse.js';
import { insertRows } from './insert-rows.js';
import { type Sql, sql } from './sql.js';

/** When visitors were first seen, after what `events` has: as the view `visitors_from_events` does. */
export const firstVisits = (chosen: Sql): Sql => sql`SELECT website_id, visitor_id, min(time) AS first_seen
FROM events
WHERE ${chosen} AND type != 'leave'
GROUP BY website_id, visitor_id`;

export const insertFirstVisits = (clickhouse: ClickHouse, chosen: Sql): Promise<void> =>
  insertRows(clickhouse, sql`visitors (website_id, visitor_id, first_seen)`, firstVisits(chosen));
