import { type Sql, sql } from '../clickhouse/sql.js';

/** What is counted, over the chosen events. Visitors are exact to thousands and within 1 % above. */
export const metrics = {
  visitors: sql`uniq(visitor_id)`,
  pageviews: sql`countIf(type = 'pageview')`,
  clicks: sql`countIf(type = 'exit')`,
} as const satisfies Record<string, Sql>;

export type Metric = keyof typeof metrics;
