import { ofWebsite, type Sql, sql } from '../../clickhouse/sql.js';
import { bucketNumberSql } from '../../daily-visitors/bucket-sql.js';
import { groupIntoRuns, QUARTER_MS, type Range } from '../../time/index.js';
import { all, any, filterSql, isInVisits } from '../filters.js';
import { hull, inRange, type VisitorKeys, withVisitors } from '../sources/conditions.js';
import { events, eventsFor } from '../sources/events.js';
import type { Table } from '../sources/table.js';
import { visits } from '../sources/visits.js';
import type { ChangeScope } from './change-scope.js';

/** Joins ranges that touch, in order. */
export function joinRanges(ranges: readonly Range[]): readonly Range[] {
  const joined: Range[] = [];
  for (const range of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = joined.at(-1);
    if (last !== undefined && range.start <= last.end) joined[joined.length - 1] = hull(last, range);
    else joined.push(range);
  }
  return joined;
}

/** `visits` has fewer rows, but only traits, and begins and ends on quarters of an hour. Conversions are events. */
export function findTable(
  { websiteId, windows, filter }: ChangeScope,
  ranges: readonly Range[],
  isOfConversions: boolean,
): Table {
  const { now, before, pastNow, pastBefore } = windows;
  const isOfQuarters = [now, before, ...pastNow, ...pastBefore].every(
    ({ start, end }) => start % QUARTER_MS === 0 && end % QUARTER_MS === 0,
  );
  const isInQuarters = isOfQuarters && (filter === undefined || isInVisits(filter));
  return isInQuarters && !isOfConversions ? visits : eventsFor({ websiteId, filter, range: spanRanges(ranges) });
}

/** The pageviews of a row. */
export const pageviewsIn = (table: Table): Sql => (table === visits ? sql`pageviews` : sql`type = 'pageview'`);

/** @param ranges in order */
const spanRanges = (ranges: readonly Range[]): Range => hull(ranges[0]!, ranges.at(-1));

/** A visitor in a period. */
function periodKeys(table: Table, starts: readonly number[], end: number): VisitorKeys {
  const runs = groupIntoRuns(starts, end);
  const toKey = ({ epochMs }: Table) => sql`(visitor_id, ${bucketNumberSql(epochMs, runs, starts)})`;
  return { row: toKey(table), done: toKey(events) };
}

/**
 * Matches the rows of some ranges that count and pass the filter.
 *
 * @param periods starts of those that have visitors of `hasDone` of their own, in order; by default, all ranges together have
 */
export const selectRows = (
  { websiteId, filter }: ChangeScope,
  table: Table,
  ranges: readonly Range[],
  periods?: readonly number[],
): Sql => {
  const { start, end } = spanRanges(ranges);
  const range = { start: Math.min(start, periods?.[0] ?? start), end };
  const keys = periods && periodKeys(table, periods, end);
  return all([
    ofWebsite(websiteId),
    any(ranges.map((each) => inRange(table, each))),
    table.counts,
    ...(filter === undefined ? [] : [filterSql(withVisitors(filter, { websiteId, filter, range }, keys))]),
  ]);
};
