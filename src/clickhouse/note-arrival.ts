import type { ClickHouse } from './clickhouse.js';
import { insertRows } from './insert-rows.js';
import { type Sql, sql, uuid } from './sql.js';

/**
 * Notes that what was made of a website's events from an hour on is not right any more: rows that went change it as rows
 * that came do, and their count says so for both.
 *
 * @param first a relation of `first`, the earliest instant; nothing is noted when it is empty
 */
export const noteArrival = (clickhouse: ClickHouse, websiteId: string, first: Sql): Promise<void> =>
  insertRows(
    clickhouse,
    sql`arrivals (website_id, hour, rows)`,
    sql`SELECT ${uuid(websiteId)}, toStartOfHour(first, 'UTC'), 1 FROM (${first})`,
  );
