import { type Sql, sql } from '../../clickhouse/sql.js';
import { all } from '../filters.js';
import type { Scope, StatsQuery } from '../query.js';
import { hull, matching, readEvents } from './conditions.js';
import type { Table } from './table.js';

const countIf = (condition: Sql, when: Sql | undefined): Sql =>
  sql`countIf(${all(when === undefined ? [condition] : [condition, when])})`;

/** Can answer every query. */
export const events: Table = {
  name: sql`events`,
  canAnswer: () => true,
  time: sql`time`,
  epochMs: sql`toUnixTimestamp64Milli(time)`,
  counts: sql`type != 'leave'`,
  sums: {
    pageviews: (when) => countIf(sql`type = 'pageview'`, when),
    events: (when) => (when === undefined ? sql`count()` : sql`countIf(${when})`),
    clicks: (when) => countIf(sql`type = 'exit'`, when),
  },
};

/**
 * With the dimensions of whole sessions, if the query uses any.
 *
 * @param from some events, with their campaigns; by default all
 */
export const eventsFor = (query: Omit<StatsQuery, 'name' | 'metrics'>, from?: Sql): Table => {
  const { dimensions = [], filter, goal, goals = [], range, comparison } = query;
  const filters = [filter, goal, ...goals];
  return {
    ...events,
    name: readEvents({ ...query, range: hull(range, comparison) }, { dimensions, filters }, from),
  };
};

export const chosenEvents = (scope: Scope): Sql => matching(events, scope);
