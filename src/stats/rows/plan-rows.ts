import type { Range } from '../../time/index.js';
import type { DimensionName } from '../dimensions.js';
import { type Fact, listFacts, type MetricName } from '../metrics.js';
import type { StatsQuery } from '../query.js';
import { isDaily, type QueryPart } from '../sources/branch.js';
import { dailyVisitors, withoutWebsite } from '../sources/daily-visitors.js';
import { eventsFor } from '../sources/events.js';
import { visits } from '../sources/visits.js';
import { toMetric } from './row-metrics.js';
import type { RowsQuery, WebsiteRanges } from './rows-query.js';
import { isTimeName, splitComparison, splitTime, type TimeName, type TimeRows } from './time-dimensions.js';

/** How a query's rows are read. */
export interface Plan {
  /** Dimensions besides that of time. */
  readonly dimensions: readonly DimensionName[];
  readonly facts: readonly Fact[];
  readonly time: TimeRows | undefined;
  /** Of each website, its range and its comparison. */
  readonly parts: readonly QueryPart[];
  /** The table of the rows; of several ones, that of the most detail. */
  readonly source: string;
}

export function planRows(query: RowsQuery): Plan {
  const { websites, until, filter, goal, goals, include } = query;
  const timeName = query.dimensions.find(isTimeName);
  const dimensions = query.dimensions.filter((name): name is DimensionName => !isTimeName(name));
  const metrics = toMetrics(query, query.metrics);
  const times = timeName === undefined ? [] : splitTime(timeName, websites);
  const toQuery = ({ websiteId, count }: WebsiteRanges, range: Range, time: TimeRows | undefined): StatsQuery => ({
    name: 'stats/query',
    websiteId,
    count,
    range,
    until,
    filter,
    goal,
    goals,
    metrics,
    dimensions,
    hasEmptyRows: include.has('emptyRows') || (time !== undefined && dimensions.length === 0),
    ...(time !== undefined && { buckets: time.buckets, bucketRows: time.bucketRows }),
  });
  const isEmpty = ({ start, end }: Range) => start >= end;
  const now = websites.flatMap((website, place) =>
    isEmpty(website.range) ? [] : [toPart(toQuery(website, website.range, times[place]))],
  );
  const before = websites.flatMap((website, place): QueryPart[] => {
    const { comparison, zone } = website;
    if (comparison === undefined || isEmpty(comparison.range) || isEmpty(website.range)) return [];
    const time = times[place] && splitComparison(timeName as TimeName, times[place], website.range, comparison, zone);
    return [toPart(toQuery(website, comparison.range, time), true)];
  });
  const hasVisits = (part: QueryPart) => isDaily(part) || part.table === visits;
  return {
    dimensions,
    facts: listFacts(metrics),
    time: times[0],
    parts: [...now, ...before],
    source: now.every(isDaily) ? 'daily_visitors' : now.every(hasVisits) ? 'visits' : 'events',
  };
}

/** Metrics of rows as those of their statement: by default, visitors. */
export function toMetrics(query: RowsQuery, names: RowsQuery['metrics']): readonly [MetricName, ...MetricName[]] {
  const [first = 'visitors', ...others] = new Set(names.map((name) => toMetric(name, query.metrics)));
  return [first, ...others];
}

/** The query with the fastest table that can answer it. */
export function toPart(query: StatsQuery, isBefore = false): QueryPart {
  if (dailyVisitors.canAnswer(withoutWebsite(query))) return { query, table: 'daily_visitors', isBefore };
  return { query, table: visits.canAnswer(query) ? visits : eventsFor(query), isBefore };
}
