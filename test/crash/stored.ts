import { join } from 'node:path';
import { z } from 'zod';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { openClickHouse } from '../../src/clickhouse/open.js';
import { type Sql, sql } from '../../src/clickhouse/sql.js';
import { STEADY_PAGE } from './load.js';

/** What ClickHouse has after everything. */
export interface Stored {
  /** How often each page was counted. */
  readonly pages: ReadonlyMap<string, number>;
  readonly steadySessions: number;
  /** What the derived tables say, and what the events themselves say. */
  readonly derived: { readonly usage: number; readonly visitors: number };
  readonly raw: { readonly usage: number; readonly visitors: number };
}

/** Reads the embedded engine of a service that has stopped. */
export async function readEmbedded(dataDir: string): Promise<Stored> {
  const clickhouse = await openClickHouse({ url: undefined, cluster: undefined }, join(dataDir, 'clickhouse'));
  return readStored(clickhouse).finally(() => clickhouse.close());
}

export async function readStored(clickhouse: ClickHouse): Promise<Stored> {
  const number = async (statement: Sql): Promise<number> => {
    const [row] = await clickhouse.query({ name: 'test', sql: statement, row: z.object({ n: z.coerce.number() }) });
    return row?.n ?? 0;
  };
  const rows = await clickhouse.query({
    name: 'test',
    sql: sql`SELECT path, count() AS views FROM events GROUP BY path`,
    row: z.object({ path: z.string(), views: z.coerce.number() }),
  });
  return {
    pages: new Map(rows.map(({ path, views }) => [path, views])),
    steadySessions: await number(sql`SELECT sum(sessions) AS n FROM events WHERE browser = 'Firefox'`),
    derived: {
      usage: await number(sql`SELECT sum(pageviews) AS n FROM usage`),
      visitors: await number(sql`SELECT uniqExact(visitor_id) AS n FROM visitors`),
    },
    raw: {
      usage: await number(sql`SELECT count() AS n FROM events WHERE type = 'pageview'`),
      visitors: await number(sql`SELECT uniqExact(visitor_id) AS n FROM events`),
    },
  };
}

/** Everything that contradicts the promise: acknowledged events are there once, others once or not at all. */
export function contradictions(
  stored: Stored,
  ledger: { readonly acknowledged: ReadonlySet<string>; readonly unanswered: ReadonlySet<string> },
): readonly string[] {
  const lost = [...ledger.acknowledged].filter((page) => !stored.pages.has(page)).map((page) => `${page} was lost`);
  const odd = [...stored.pages].flatMap(([page, views]) => {
    if (page === STEADY_PAGE) return [];
    if (!ledger.acknowledged.has(page) && !ledger.unanswered.has(page)) return [`${page} was never sent`];
    return views === 1 ? [] : [`${page} was counted ${views} times`];
  });
  return [...lost, ...odd];
}
