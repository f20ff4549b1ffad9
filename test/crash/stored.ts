import { join } from 'node:path';
import { z } from 'zod';
import type { ClickHouse } from '../../src/clickhouse/clickhouse.js';
import { openClickHouse } from '../../src/clickhouse/open.js';
import { type Sql, sql } from '../../src/clickhouse/sql.js';
import { STEADY_PAGE } from './load.js';

interface Derived {
  readonly usage: number;
  readonly visitors: number;
  /** Visitors of each day, in UTC, and the facts that are counted beside them. */
  readonly days: readonly number[];
  /** Events, sessions and milliseconds. */
  readonly visits: readonly number[];
}

/** What ClickHouse has after everything. */
export interface Stored {
  /** How often each page was counted. */
  readonly pages: ReadonlyMap<string, number>;
  readonly steadySessions: number;
  /** What the derived tables say, and what the events themselves say. */
  readonly derived: Derived;
  readonly raw: Derived;
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
  const numbers = async (statement: Sql): Promise<readonly number[]> => {
    const row = z.object({ n: z.array(z.coerce.number()) });
    const [found] = await clickhouse.query({ name: 'test', sql: statement, row });
    return found?.n ?? [];
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
      visits: await numbers(sql`SELECT [sum(events), sum(visits.sessions), sum(visits.duration)] AS n FROM visits`),
      usage: await number(sql`SELECT sum(pageviews) AS n FROM usage`),
      visitors: await number(sql`SELECT uniqExact(visitor_id) AS n FROM sessions`),
      days: await numbers(
        sql`SELECT [sum(visitors), sum(pageviews), sum(sessions), sum(duration)] AS n FROM daily_visitors WHERE dimension = ''`,
      ),
    },
    raw: {
      visits: await numbers(
        sql`SELECT [countIf(type != 'leave'), sum(events.sessions), sum(events.duration)] AS n FROM events`,
      ),
      usage: await number(sql`SELECT count() AS n FROM events WHERE type = 'pageview'`),
      visitors: await number(sql`SELECT uniqExact(visitor_id) AS n FROM events`),
      days: await numbers(sql`SELECT [uniqExactIf((visitor_id, toDate(time)), type != 'leave'), countIf(type = 'pageview'),
  sum(events.sessions), sum(events.duration)] AS n FROM events`),
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
