import { z } from 'zod';
import type { ClickHouse } from './clickhouse.js';
import { firstVisits, insertFirstVisits } from './first-visits.js';
import { ofWebsite, sql } from './sql.js';

const websiteRow = z.object({ website_id: z.string() });
const countRow = z.object({ rows: z.coerce.number() });

/**
 * Makes the table `visitors` anew from `events`, of one website or of one after the other, and counts their visitors. What is
 * right is there all the time; where it breaks off, it can be repeated.
 */
export async function rebuildVisitors(clickhouse: ClickHouse, websiteId?: string): Promise<number> {
  const websites = websiteId === undefined ? await allWebsites(clickhouse) : [{ website_id: websiteId }];
  for (const { website_id } of websites) {
    const website = ofWebsite(website_id);
    // TRICKY: first away with what is wrong: a merge would fold what is right into an earlier time.
    const isRight = sql`(website_id, visitor_id, first_seen) IN (${firstVisits(website)})`;
    await clickhouse.delete('visitors', sql`${website} AND NOT ${isRight}`);
    await insertFirstVisits(clickhouse, website);
  }
  const [counted] = await clickhouse.query({
    name: 'rebuild/count',
    sql: sql`SELECT uniqExact(website_id, visitor_id) AS rows FROM visitors WHERE ${websiteId === undefined ? sql`1` : ofWebsite(websiteId)}`,
    row: countRow,
  });
  return counted?.rows ?? 0;
}

const allWebsites = (clickhouse: ClickHouse) =>
  clickhouse.query({
    name: 'rebuild/websites',
    sql: sql`SELECT DISTINCT website_id FROM (
  SELECT website_id FROM events GROUP BY website_id UNION ALL SELECT website_id FROM visitors GROUP BY website_id
)`,
    row: websiteRow,
  });
