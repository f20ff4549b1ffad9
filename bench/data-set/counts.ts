import { z } from 'zod';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { remakeDerived } from '../../src/clickhouse/derived-tables.js';
import { instant, integer, sql, trusted } from '../../src/clickhouse/sql.js';
import { MAX_REACH_MS } from '../../src/collect/sessions/session.js';
import { BlockCounts } from '../../src/daily-visitors/block-counts.js';
import { dailyVisitorsColumns } from '../../src/daily-visitors/day-rows.js';
import { type CountedValues, countedColumns, storedDay } from '../../src/daily-visitors/dimensions.js';
import { recount } from '../../src/daily-visitors/recount.js';
import { readHistories } from '../../src/daily-visitors/visitor-history.js';
import { localDay } from '../../src/time/index.js';
import { type DataSetOptions, dataZone, plannedWebsites } from './plan.js';

/** The defaults of a new website. */
const count = { generation: 1, zone: dataZone };

export async function countStored(clickhouse: ClickHouse, { countedWebsites }: DataSetOptions): Promise<void> {
  for (const { id: websiteId } of plannedWebsites.slice(0, countedWebsites)) {
    await recount({ clickhouse, websiteId, count, goesOn: async () => true });
  }
}

/**
 * Deletes daily visitor counts and sessions derived from the deleted events since the start of a month. Of sessions
 * that began before, only their later part is deleted.
 */
export async function forgetSince(clickhouse: ClickHouse, start: number): Promise<void> {
  await clickhouse.delete('daily_visitors', sql`day >= ${integer(storedDay(localDay(start, dataZone)))}`);
  await clickhouse.delete('sessions', sql`session_start >= ${instant(start)}`);
  await remakeDerived(
    clickhouse,
    sql`session_start >= ${instant(start - MAX_REACH_MS)} AND session_start < ${instant(start)}`,
  );
}

const row = z.object({
  website_id: z.string(),
  visitor_id: z.string(),
  session_start: z.coerce.number(),
  before: z.coerce.number(),
  time: z.coerce.number(),
  type: z.string(),
  path: z.string(),
  name: z.string(),
  sessions: z.coerce.number(),
  bounces: z.coerce.number(),
  duration: z.coerce.number(),
  trait_values: z.array(z.string()),
});

/** As the service counts a block, before its insert. */
export async function countBlock(clickhouse: ClickHouse, table: string): Promise<void> {
  const counts = new BlockCounts();
  const rows = clickhouse.stream({
    name: 'bench/block',
    row,
    sql: sql`SELECT website_id, toString(visitor_id) AS visitor_id, toUnixTimestamp64Milli(session_start) AS session_start,
  toUnixTimestamp64Milli(known.last_event) AS before, toUnixTimestamp64Milli(block.time) AS time, type, path, name,
  sessions, bounces, duration, [${trusted(countedColumns.map((name) => `toString(block.${name})`).join(', '))}] AS trait_values
FROM ${trusted(table)} AS block
LEFT JOIN (
  SELECT website_id, visitor_id, session_start, max(last_event) AS last_event FROM sessions
  WHERE (visitor_id, session_start) IN (SELECT visitor_id, session_start FROM ${trusted(table)})
  GROUP BY ALL
) AS known USING (website_id, visitor_id, session_start)
ORDER BY block.time`,
  });
  for await (const batch of rows) {
    for (const each of batch) {
      counts.add({
        websiteId: each.website_id,
        visitorId: each.visitor_id,
        count,
        sessionStart: each.session_start,
        values: () =>
          Object.fromEntries(countedColumns.map((name, at) => [name, each.trait_values[at]])) as CountedValues,
        lastEvent: each.sessions === 1 ? undefined : each.before,
        time: each.time,
        opened: undefined,
        type: each.type,
        path: each.path,
        name: each.name,
        sessions: each.sessions,
        bounces: each.bounces,
        duration: each.duration,
      });
    }
  }
  const { rows: body } = counts.count(await readHistories(clickhouse, counts.beginnings));
  await clickhouse.insert({ table: 'daily_visitors', columns: dailyVisitorsColumns, body, token: crypto.randomUUID() });
}
