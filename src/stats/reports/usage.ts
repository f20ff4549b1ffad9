import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { instant, sql, uuid } from '../../clickhouse/sql.js';
import type { Range } from '../../time/index.js';

const row = z.object({ pageviews: z.coerce.number() });

/**
 * Includes deleted websites and excludes imports.
 *
 * @param range whole days in UTC
 */
export async function collectedPageviews(clickhouse: ClickHouse, accountId: string, range: Range): Promise<number> {
  const [found] = await clickhouse.query({
    name: 'account/usage',
    row,
    sql: sql`SELECT sum(pageviews) AS pageviews
FROM usage
WHERE account_id = ${uuid(accountId)}
  AND day >= toDate(${instant(range.start)}) AND day < toDate(${instant(range.end)})`,
  });
  return found?.pageviews ?? 0;
}
