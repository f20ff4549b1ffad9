import { type Sql, sql } from '../clickhouse/sql.js';

/** How a figure is found: over the chosen events, and over pieces of a covered question. */
interface Finding {
  readonly ofEvents: Sql;
  readonly ofPieces: Sql;
}

/** What is counted. Visitors are exact to thousands and within 1 % above; those of pieces are exact. */
export const metrics = {
  visitors: { ofEvents: sql`uniq(visitor_id)`, ofPieces: sql`uniqExactMerge(seen)` },
  pageviews: { ofEvents: sql`countIf(type = 'pageview')`, ofPieces: sql`sum(views)` },
  clicks: { ofEvents: sql`countIf(type = 'exit')`, ofPieces: sql`0` },
} as const satisfies Record<string, Finding>;

export type Metric = keyof typeof metrics;
