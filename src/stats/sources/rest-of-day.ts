import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { ofWebsite, sql } from '../../clickhouse/sql.js';
import { localDayStarts, type Range } from '../../time/index.js';
import { all, split } from '../filters.js';
import { type Facts, NO_FACTS } from '../metrics.js';
import type { StatsQuery } from '../query.js';
import { chosen, hasBegun, isChosen, reached } from './conditions.js';
import { events } from './events.js';
import { visits } from './visits.js';

const figure = z.coerce.number();

const row = z.object({
  visitors: figure,
  pageviews: figure,
  sessions: figure,
  bounces: figure,
  duration: figure,
});

/**
 * Reads what the rest of a day adds to the whole days of a query's comparison. Undefined when there is no rest.
 */
export async function readRestOfDay(clickhouse: ClickHouse, query: StatsQuery): Promise<Facts | undefined> {
  const days = wholeDays(query);
  const rest = { start: days.end, end: query.comparison?.end ?? days.end };
  if (rest.start >= rest.end) return undefined;
  const [found] = await clickhouse.query(restStatement(query, days, rest));
  return { ...NO_FACTS, ...found };
}

/** Returns the part of a query's comparison before the local day in which it ends: all of it if it ends with a day. */
export function wholeDays({ comparison, range, count }: StatsQuery): Range {
  const { start, end } = comparison ?? range;
  return count === undefined ? { start, end } : { start, end: Math.max(start, localDayStarts(count.zone)(end)) };
}

/** Returns the statement of the facts that the rest of a day adds to whole days before it. Visitors are those without an event on these days. */
export function restStatement(query: StatsQuery, days: Range, rest: Range): Query<z.infer<typeof row>> {
  const whole = { ...query, range: days };
  const ofRest = { ...query, range: rest };
  const table = visits.canAnswer({ ...whole, comparison: rest }) ? visits : events;
  const visitorsOfRest = sql`SELECT visitor_id FROM ${table.name} WHERE ${chosen(table, ofRest)}`;
  return {
    name: `${query.name}/rest of a day`,
    row,
    sql: sql`WITH ${isChosen(table, ofRest)} AS is_of_rest, ${hasBegun(table, ofRest)} AS has_begun,
  (
    SELECT uniqExact(visitor_id) FROM ${table.name}
    WHERE ${chosen(table, whole)} AND visitor_id IN (${visitorsOfRest})
  ) AS known
SELECT uniqExactIf(visitor_id, is_of_rest) - known AS visitors,
  ${table.sums.pageviews(sql`is_of_rest`)} AS pageviews,
  sumIf(source.sessions, has_begun) AS sessions, sumIf(source.bounces, has_begun) AS bounces,
  sumIf(source.duration, has_begun) AS duration
FROM ${table.name} AS source
WHERE ${all([ofWebsite(query.websiteId), reached(table, rest), ...split(query.filter).sessions])}`,
  };
}
