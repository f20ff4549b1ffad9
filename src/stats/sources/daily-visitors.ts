import { integer, join, sql, string } from '../../clickhouse/sql.js';
import { isCounted, isOfEvents } from '../../daily-visitors/dimensions.js';
import { decodeValueSql } from '../../daily-visitors/values.js';
import { mapGroups } from '../../lib/map-groups.js';
import { localDayStarts, QUARTER_MS } from '../../time/index.js';
import type { Fact } from '../metrics.js';
import { type Answer, listLevels, type StatsQuery } from '../query.js';
import { filteredValue } from './daily-conditions.js';
import { answerLists, listColumns, listDimensions, selectLists } from './daily-lists.js';
import { answerByDay } from './daily-sums.js';
import { rowFacts, type Source } from './source.js';

/**
 * Visitors by local day. Answers queries of whole days with no filter or a filter on one value, if the website has complete
 * daily visitor counts. The visitors of any range of days are a sum. Queries about days are answered with one statement, and
 * those about dimensions with another one.
 */
export const dailyVisitors: Source = {
  canAnswer: (query) => {
    const { dimensions = [], filter, buckets, bucketRows, until } = query;
    const filtered = filteredValue(query);
    const columns = [...(filtered?.columns ?? []), ...listColumns(query)];
    const { now, before } = rowFacts([query]);
    return (
      hasWholeDays(query) &&
      // A visitor of two Mondays counts once in their row.
      (bucketRows === undefined || new Set(bucketRows).size === bucketRows.length) &&
      until === undefined &&
      (buckets === undefined || dimensions.length === 0) &&
      (dimensions.length === 0 ? filtered !== undefined : filter === undefined) &&
      listLevels(query).every((level) => isCounted(listColumns(query).slice(0, level))) &&
      [...now, ...before].every((name) => (isOfEvents(columns) ? ofEvents : ofVisits).includes(name))
    );
  },
  answer: (clickhouse, queries) =>
    mapGroups(queries, statementKey, (together): readonly Promise<Answer>[] => {
      const answers = (isOfDays(together[0]!) ? answerByDay : answerLists)(clickhouse, together);
      return together.map((_, place) => answers.then((all) => all[place]!));
    }),
  select: (query) => {
    const levels = listLevels(query).map(
      (level, place) => sql`list = ${string(listDimensions(query)[place]!)}, ${integer(level)}`,
    );
    const key = listColumns(query).map((_, place, columns) => sql`toString(${decodeValueSql(columns, place)})`);
    return selectLists([query], [sql`multiIf(${join(levels, ', ')}, 0) AS level`, sql`[${join(key, ', ')}] AS key`]);
  },
};

/** The query with the dimensions that can be in `daily_visitors`: all its rows are of one website. */
export const withoutWebsite = (query: StatsQuery) => ({
  ...query,
  dimensions: (query.dimensions ?? []).filter((name) => name !== 'website'),
});

/** Facts by page or custom event, and by everything else. */
const ofEvents: readonly Fact[] = ['visitors', 'pageviews', 'events'];
const ofVisits: readonly Fact[] = [...ofEvents, 'returning', 'sessions', 'bounces', 'duration'];

const isOfDays = ({ dimensions = [] }: StatsQuery): boolean => dimensions.length === 0;

/** Queries with the same key are answered with one statement. */
const statementKey = (query: StatsQuery): string =>
  isOfDays(query)
    ? JSON.stringify(['days', query.websiteId, query.count, filteredValue(query)])
    : JSON.stringify([
        query.websiteId,
        query.count,
        query.range,
        query.comparison,
        query.metrics[0],
        query.order,
        query.limitWithin === undefined ? undefined : query.name,
        query.search,
      ]);

/**
 * All boundaries of the query are starts of days in the time zone of the website's counts, except that its comparison
 * may end within a day.
 */
function hasWholeDays({ count, range, comparison = range, buckets = [], dimensions = [] }: StatsQuery): boolean {
  if (count === undefined || comparison.end % QUARTER_MS !== 0) return false;
  const dayStarts = localDayStarts(count.zone);
  const times = [range.start, range.end, comparison.start, ...(dimensions.length === 0 ? [] : [comparison.end])];
  return [...times, ...buckets.map(({ start }) => start)].every((each) => dayStarts(each) === each);
}
