import { integer, join, ofWebsite, type Sql, sql, string, trusted } from '../../clickhouse/sql.js';
import { type Count, dimensionName, isCounted } from '../../daily-visitors/dimensions.js';
import { localDayStarts, type Range } from '../../time/index.js';
import { columnNameOf } from '../dimensions.js';
import { all } from '../filters.js';
import type { Demand, StatsQuery } from '../query.js';
import type { Source } from './source.js';

/** What visitors are counted by, and the value that is asked about. */
interface CountedValue {
  readonly columns: readonly string[];
  /** One for each column. */
  readonly value: readonly string[];
}

/**
 * Visitors by the local day: answers what is about whole days and either has no filter or asks for one value, as long as the website has
 * a complete count. The visitors of any days are a sum.
 */
export const dailyVisitors: Source = {
  canAnswer: ({ cuts = [], dimensions = [], depths = [dimensions.length], metrics = [], ...query }) =>
    hasWholeDays(query, cuts) &&
    (query.filter === undefined || (dimensions.length === 0 && filteredValue(query) !== undefined)) &&
    depths.every((depth) => isCounted(dimensions.slice(0, depth).map(columnNameOf))) &&
    !metrics.includes('clicks'),
  rows: (demand) => {
    const columns = (demand.dimensions ?? []).map(columnNameOf);
    const named = columns.map((column, index) => sql`value[${integer(index + 1)}] AS ${trusted(column)}`);
    const shown = [sql`length(value) AS depth`, ...named, sql`*`];
    return sql`(
  SELECT ${join(shown, ', ')} FROM daily_visitors WHERE ${all([ofCount(demand), ofDimensions(demand), onDays(demand.range)])}
)`;
  },
  metrics: ({ range, cuts }) => ({
    // Cut into days, each visitor of a day is counted in it.
    visitors: cuts === undefined ? sql`sumIf(visitors, ${isFirstSince(dayStart(range.start))})` : sql`sum(visitors)`,
    pageviews: sql`sum(pageviews)`,
    clicks: sql`0`,
  }),
  epochMs: sql`toInt64(toUnixTimestamp(day)) * 1000`,
  groups: ({ dimensions = [] }) => ({
    depth: sql`depth`,
    by: join([sql`depth`, ...dimensions.map((name) => trusted(columnNameOf(name)))], ', '),
  }),
};

/** Whether all times that a query names are where a day begins by which the website is counted. */
function hasWholeDays({ count, range, comparison = range }: Demand, cuts: readonly number[]): boolean {
  if (count === undefined) return false;
  const dayOf = localDayStarts(count.zone);
  return [range.start, range.end, comparison.start, comparison.end, ...cuts].every((each) => dayOf(each) === each);
}

/** The value that a filter asks for; undefined for any other filter. */
export function filteredValue({ filter }: Pick<StatsQuery, 'filter'>): CountedValue | undefined {
  if (filter === undefined) return { columns: [], value: [] };
  const [only, ...others] = 'and' in filter ? filter.and : [filter];
  if (only === undefined || others.length > 0 || !('operator' in only)) return undefined;
  const columns = [columnNameOf(only.dimension)];
  if (only.operator !== 'is' || only.values.length !== 1 || !isCounted(columns)) return undefined;
  return { columns, value: only.values };
}

/** The rows of a website's complete count. */
export const ofCount = ({ websiteId, count }: StatsQuery): Sql =>
  sql`${ofWebsite(websiteId)} AND generation = ${integer(generationOf(count))}`;

/** The rows of one value, or of everything. */
export const ofValue = ({ columns, value }: CountedValue): Sql =>
  columns.length === 0
    ? sql`dimension = ''`
    : sql`dimension = ${string(dimensionName(columns))} AND value = [${join(
        value.map((each) => sql`${string(each)}`),
        ', ',
      )}]`;

/** The rows of a range of days. */
export const onDays = ({ start, end }: Range): Sql => sql`day >= ${dayStart(start)} AND day < ${dayStart(end)}`;

/** Whether the visitors of a row come for the first time since a day began. */
export const isFirstSince = (start: Sql): Sql => sql`(seen != 'again' OR previous_day < ${start})`;

/** Whether they had come to the website before a day, with whatever value. */
export const isReturningSince = (start: Sql): Sql => sql`seen != 'new' AND previous_day < ${start}`;

/** A day's start in seconds since 1970, as the engine compares it soonest with its own days. */
export const dayStart = (time: number): Sql => sql`${integer(Math.max(0, time) / 1000)}`;

function ofDimensions(demand: Demand): Sql {
  const { dimensions = [], depths = [dimensions.length] } = demand;
  const value = demand.filter === undefined ? undefined : filteredValue(demand);
  if (value !== undefined) return ofValue(value);
  const names = depths.map((depth) => sql`${string(dimensionName(dimensions.slice(0, depth).map(columnNameOf)))}`);
  return sql`dimension IN (${join(names, ', ')})`;
}

function generationOf(count: Count | undefined): number {
  if (count === undefined) throw new Error('only a complete count can be asked');
  return count.generation;
}
