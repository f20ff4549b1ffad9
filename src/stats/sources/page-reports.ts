import { instant, integer, ofWebsite, type Sql, sql } from '../../clickhouse/sql.js';
import { all, filterSql } from '../filters.js';
import type { Fact } from '../metrics.js';
import { type Branch, columns, groupBy, keySql } from './branch.js';
import { bucketRowSql } from './bucket-rows.js';
import { countedRange, havingDimensions, reached, withVisitors } from './conditions.js';
import { events, eventsFor } from './events.js';

/** When the view of a leave was, in epoch milliseconds. */
const VIEWED = sql`(toUnixTimestamp64Milli(time) - since_view)`;

/** A report counts at the time of its view, which may be long before it came. */
export const selectReports: Branch = (part, names) => {
  const { query } = part;
  const { websiteId, range, until, filter } = query;
  const { start, end } = countedRange(query);
  const rows = [
    ofWebsite(websiteId),
    reached(events, range),
    // Not those of earlier versions, and those that only lengthen a session.
    sql`page_seconds + page_reports + scroll_depth + scroll_reports > 0`,
    sql`type = 'leave' AND ${VIEWED} >= ${integer(start)} AND ${VIEWED} < ${integer(end)}`,
    ...(until === undefined ? [] : [sql`time < ${instant(until)}`]),
    ...(filter === undefined ? [] : [filterSql(withVisitors(filter, query))]),
    ...havingDimensions(query),
  ];
  const facts = new Map<Fact, Sql>([
    ['pageTime', sql`sum(page_seconds) * 1000`],
    ['pageReports', sql`sum(page_reports)`],
    ['scrollDepth', sql`sum(scroll_depth)`],
    ['scrollReports', sql`sum(scroll_reports)`],
  ]);
  return sql`SELECT ${columns(part, names, { key: keySql(query), at: bucketRowSql(query, VIEWED), facts })}
FROM ${eventsFor(query).name}
WHERE ${all(rows)}${groupBy(query)}`;
};
