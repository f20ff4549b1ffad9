import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { ofWebsite, sql } from '../../clickhouse/sql.js';
import { localDayStarts, type Range } from '../../time/index.js';
import { all } from '../filters.js';
import type { Fact, Facts } from '../metrics.js';
import type { StatsQuery } from '../query.js';
import { hasBegun, isMatching, matching, reached, split } from './conditions.js';
import { events } from './events.js';
import { toFacts } from './source.js';
import { visits } from './visits.js';

const row = z.object({ facts: z.array(z.coerce.number()) });

/** Facts that the rest of a day adds to whole days; a comparison has no `returning`. */
const NAMES: readonly Fact[] = ['visitors', 'pageviews', 'events', 'sessions', 'bounces', 'duration'];

/** Undefined when the comparison ends with a whole day. */
export async function readRestOfDay(clickhouse: ClickHouse, query: StatsQuery): Promise<Facts | undefined> {
  const days = wholeDays(query);
  const rest = { start: days.end, end: query.comparison?.end ?? days.end };
  if (rest.start >= rest.end) return undefined;
  const [found] = await clickhouse.query(restStatement(query, days, rest));
  return toFacts(NAMES, found?.facts ?? []);
}

/** The part of the comparison before the local day in which it ends; all of it if it ends with a day. */
export function wholeDays({ comparison, range, count }: StatsQuery): Range {
  const { start, end } = comparison ?? range;
  return count === undefined ? { start, end } : { start, end: Math.max(start, localDayStarts(count.zone)(end)) };
}

/** The statement counts only visitors without an event on the whole days before. */
function restStatement(query: StatsQuery, days: Range, rest: Range): Query<z.infer<typeof row>> {
  const whole = { ...query, range: days };
  const ofRest = { ...query, range: rest };
  const table = visits.canAnswer({ ...whole, comparison: rest }) ? visits : events;
  const visitorsOfRest = sql`SELECT visitor_id FROM ${table.name} WHERE ${matching(table, ofRest)}`;
  return {
    name: `${query.name}/rest of a day`,
    row,
    sql: sql`WITH ${isMatching(table, ofRest)} AS is_of_rest, ${hasBegun(table, ofRest)} AS has_begun,
  (
    SELECT uniqExact(visitor_id) FROM ${table.name}
    WHERE ${matching(table, whole)} AND visitor_id IN (${visitorsOfRest})
  ) AS known
SELECT tuple(
  uniqExactIf(visitor_id, is_of_rest) - known,
  ${table.sums.pageviews(sql`is_of_rest`)}, ${table.sums.events(sql`is_of_rest`)},
  sumIf(sessions, has_begun), sumIf(bounces, has_begun), sumIf(duration, has_begun)
) AS facts
FROM ${table.name}
WHERE ${all([ofWebsite(query.websiteId), reached(table, rest), ...split(query).sessions])}`,
  };
}
