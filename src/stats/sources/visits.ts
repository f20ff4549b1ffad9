import { sql } from '../../clickhouse/sql.js';
import { QUARTER_MS } from '../../time/index.js';
import { findDimension } from '../dimensions.js';
import { isOfSessions } from '../filters.js';
import { tableSource } from './source.js';

/**
 * Sessions by quarter of an hour. Answers queries that use only session traits and whose times are multiples of a quarter of an
 * hour, as the days and hours of all time zones are.
 */
export const visits = tableSource({
  name: sql`visits`,
  canAnswer: ({ range, comparison = range, cuts = [], filter, dimensions: grouped = [], metrics = [] }) =>
    [range.start, range.end, comparison.start, comparison.end, ...cuts].every((time) => time % QUARTER_MS === 0) &&
    (filter === undefined || isOfSessions(filter)) &&
    grouped.every((name) => findDimension(name).of === 'session') &&
    !metrics.includes('clicks'),
  time: sql`quarter`,
  epochMs: sql`toInt64(toUnixTimestamp(quarter)) * 1000`,
  counts: sql`events > 0`,
  pageviews: sql`pageviews`,
  metrics: {
    visitors: sql`uniq(visitor_id)`,
    pageviews: sql`sum(pageviews)`,
    clicks: sql`0`,
    events: sql`sum(events)`,
  },
});
