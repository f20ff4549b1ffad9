import { millisecondsInHour } from 'date-fns/constants';
import { integer, join, ofWebsite, type Sql, sql, string, trusted } from '../../clickhouse/sql.js';
import { type Count, dimensionName, isCounted } from '../../daily-visitors/dimensions.js';
import { localDayStarts, type Range } from '../../time/index.js';
import { columnName } from '../dimensions.js';
import { all } from '../filters.js';
import type { Demand, StatsQuery } from '../query.js';
import type { Source } from './source.js';

/** Columns that visitors are counted by, and the requested value. */
interface CountedValue {
  readonly columns: readonly string[];
  /** One for each column. */
  readonly value: readonly string[];
}

/**
 * Visitors by local day. Answers queries of whole days with no filter or a filter on one value, if the website has complete
 * daily visitor counts. The visitors of any range of days are a sum.
 */
export const dailyVisitors: Source = {
  canAnswer: ({ cuts = [], dimensions = [], depths = [dimensions.length], metrics = [], ...query }) =>
    hasWholeDays(query, cuts) &&
    (query.filter === undefined || (dimensions.length === 0 && filteredValue(query) !== undefined)) &&
    depths.every((depth) => isCounted(dimensions.slice(0, depth).map(columnName))) &&
    !metrics.includes('clicks') &&
    !metrics.includes('events'),
  rows: (demand) => {
    const columns = (demand.dimensions ?? []).map(columnName);
    const named = columns.map((column, index) => sql`value[${integer(index + 1)}] AS ${trusted(column)}`);
    const shown = [sql`length(value) AS depth`, ...named, sql`*`];
    return sql`(
  SELECT ${join(shown, ', ')} FROM daily_visitors WHERE ${all([ofCount(demand), ofDimensions(demand), onDays(demand.range)])}
)`;
  },
  metrics: ({ range, cuts }) => ({
    visitors: sumOfVisitors(range, cuts),
    pageviews: sql`sum(pageviews)`,
    clicks: sql`0`,
    events: sql`0`,
  }),
  epochMs: sql`toInt64(toUnixTimestamp(day)) * 1000`,
  groups: ({ dimensions = [] }) => ({
    depth: sql`depth`,
    by: join([sql`depth`, ...dimensions.map((name) => trusted(columnName(name)))], ', '),
  }),
};

/** Returns the visitors of a range, or of each `bucket`. Of a day, each one counts; of longer buckets, on the first day in it. */
function sumOfVisitors(range: Range, cuts: readonly number[] | undefined): Sql {
  if (cuts === undefined) return sql`sumIf(visitors, ${isFirstSince(dayStart(range.start))})`;
  const areDays = cuts.every((cut, index) => (cuts[index + 1] ?? range.end) - cut <= MAX_DAY_MS);
  return areDays ? sql`sum(visitors)` : sql`sumIf(visitors, ${isFirstSince(sql`toDateTime(intDiv(bucket, 1000))`)})`;
}

/** More than the longest local day, and less than two of the shortest. */
const MAX_DAY_MS = 30 * millisecondsInHour;

/** Returns whether all times of a query are starts of days in the time zone of the website's counts. */
function hasWholeDays({ count, range, comparison = range }: Demand, cuts: readonly number[]): boolean {
  if (count === undefined) return false;
  const dayStarts = localDayStarts(count.zone);
  return [range.start, range.end, comparison.start, comparison.end, ...cuts].every((each) => dayStarts(each) === each);
}

/** Returns the single value of a filter; undefined for any other filter. */
export function filteredValue({ filter }: Pick<StatsQuery, 'filter'>): CountedValue | undefined {
  if (filter === undefined) return { columns: [], value: [] };
  const [only, ...others] = 'and' in filter ? filter.and : [filter];
  if (only === undefined || others.length > 0 || !('operator' in only)) return undefined;
  const columns = [columnName(only.dimension)];
  if (only.operator !== 'is' || only.values.length !== 1 || !isCounted(columns)) return undefined;
  return { columns, value: only.values };
}

/** The condition for the rows of a website's complete counts. */
export const ofCount = ({ websiteId, count }: StatsQuery): Sql =>
  sql`${ofWebsite(websiteId)} AND generation = ${integer(requireGeneration(count))}`;

/** The condition for the rows of one value, or of all visitors. */
export const ofValue = ({ columns, value }: CountedValue): Sql =>
  columns.length === 0
    ? sql`dimension = ''`
    : sql`dimension = ${string(dimensionName(columns))} AND value = [${join(
        value.map((each) => sql`${string(each)}`),
        ', ',
      )}]`;

/** The condition for the rows of a range of days. */
export const onDays = ({ start, end }: Range): Sql => sql`day >= ${dayStart(start)} AND day < ${dayStart(end)}`;

/** The condition for rows whose visitors are active for the first time since the start of a day. */
export const isFirstSince = (start: Sql): Sql => sql`(seen != 'again' OR previous_day < ${start})`;

/** The condition for rows whose visitors were active on the website before a day, with any value. */
export const isReturningSince = (start: Sql): Sql => sql`seen != 'new' AND previous_day < ${start}`;

/** Returns a day's start in seconds since 1970, which the engine compares fastest with its own days. */
export const dayStart = (time: number): Sql => sql`${integer(Math.max(0, time) / 1000)}`;

function ofDimensions(demand: Demand): Sql {
  const { dimensions = [], depths = [dimensions.length] } = demand;
  const value = demand.filter === undefined ? undefined : filteredValue(demand);
  if (value !== undefined) return ofValue(value);
  const names = depths.map((depth) => sql`${string(dimensionName(dimensions.slice(0, depth).map(columnName)))}`);
  return sql`dimension IN (${join(names, ', ')})`;
}

function requireGeneration(count: Count | undefined): number {
  if (count === undefined) throw new Error('only a complete count can be asked');
  return count.generation;
}
