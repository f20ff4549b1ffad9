import { type Sql, sql } from '../../clickhouse/sql.js';
import type { StatsQuery } from '../query.js';
import { chosen, tableSource } from './source.js';

/** The stored events, which can answer every query. */
export const events = tableSource({
  name: sql`events`,
  canAnswer: () => true,
  time: sql`time`,
  epochMs: sql`toUnixTimestamp64Milli(time)`,
  counts: sql`type != 'leave'`,
  pageviews: sql`type = 'pageview'`,
  metrics: {
    visitors: sql`uniq(visitor_id)`,
    pageviews: sql`countIf(type = 'pageview')`,
    clicks: sql`countIf(type = 'exit')`,
    events: sql`count()`,
  },
});

/** The condition on `events` for the events that a query selects. */
export const chosenEvents = (query: StatsQuery): Sql => chosen(events, query);
