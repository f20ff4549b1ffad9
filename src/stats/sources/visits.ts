import { integer, sql } from '../../clickhouse/sql.js';
import { QUARTER_MS } from '../../time/index.js';
import { hasVisits, isInVisits } from '../filters.js';
import { isOnlyOfEvents, listFacts } from '../metrics.js';
import { sumColumn, type Table } from './table.js';

/**
 * Sessions by quarter of an hour. Answers queries that use only session traits and whose times are multiples of a
 * quarter of an hour, which holds for days and hours of every time zone.
 */
export const visits: Table = {
  name: sql`visits`,
  canAnswer: ({ range, until, comparison = range, buckets = [], filter, dimensions = [], metrics }) =>
    until === undefined &&
    [range.start, range.end, comparison.start, comparison.end, ...buckets.map(({ start }) => start)].every(
      (time) => time % QUARTER_MS === 0,
    ) &&
    (filter === undefined || isInVisits(filter)) &&
    dimensions.every(hasVisits) &&
    listFacts(metrics).every((fact) => fact !== 'clicks' && !isOnlyOfEvents(fact)),
  time: sql`quarter`,
  // The column holds seconds: comparing it with an instant would convert every row.
  toTime: (epochMs) => sql`${integer(Math.ceil(epochMs / 1000))}`,
  epochMs: sql`toInt64(toUnixTimestamp(quarter)) * 1000`,
  counts: sql`events > 0`,
  sums: {
    pageviews: sumColumn('pageviews'),
    events: sumColumn('events'),
    clicks: () => sql`0`,
  },
};
