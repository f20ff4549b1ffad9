import { join, type Sql, sql, string } from '../clickhouse/sql.js';
import { chosen, ofWebsite } from './conditions.js';
import { allDays, type Cover, dateOf, wholeMonths } from './cover.js';
import type { FilterName } from './dimensions.js';
import { columnsOf, type Grouping, groupingName, hashOf, isDaily, keyOf } from './groupings.js';
import { metrics } from './metrics.js';
import { isFiltered, onlyFilter, type Question } from './question.js';
import { sessionDays, sessionDaysBy, VISITORS } from './session-days.js';
import { inRollups, inTotals, isNone, type Split, split, type Units } from './units.js';

/** Numbers of visitors lie below; a visitor who has none yet is told by a number from here on. */
const UNNUMBERED: Sql = sql`toUInt32(2147483648)`;

/**
 * A covered question in pieces to be united: a relation of `key`, `key_hash`, `seen` (visitors, as sets of their numbers)
 * and `views`. A key may have several rows.
 */
export function piecesOf(question: Question, cover: Cover, grouping: Grouping): Sql {
  const { units, others } = splitOf(question, cover, grouping);
  return join(
    [
      ...(isNone(units) ? [] : [rollup(question, grouping, units)]),
      ...(others.length === 0 ? [] : [sessionDaysBy(question, others, grouping)]),
      ...(cover.tail === undefined ? [] : [tailOf({ ...question, period: cover.tail }, cover, grouping)]),
    ],
    '\nUNION ALL\n',
  );
}

/** The covered days one by one: a relation of `day`, `visitors` and `views`. */
export function dayPieces(question: Question, cover: Cover): Sql {
  const { websiteId, filters } = question;
  const days = { months: [], days: allDays(cover) };
  if (!isFiltered(filters)) {
    return sql`SELECT start AS day, people AS visitors, pageviews AS views
FROM totals
WHERE ${ofWebsite(websiteId)} AND ${inTotals(days)}`;
  }
  const only = onlyFilter(filters);
  if (only !== undefined && isDaily(only)) {
    return sql`SELECT start AS day, people AS visitors, pageviews AS views
FROM rollups
WHERE ${isOfValue(question, only)} AND grouping = ${groupingName(only)} AND ${inRollups(days)}`;
  }
  const { where, views } = sessionDays(question, allDays(cover));
  return sql`SELECT day, ${VISITORS} AS visitors, sum(${views}) AS views
FROM daily_sessions
WHERE ${where}
GROUP BY day`;
}

export const ofGrouping = (websiteId: string, grouping: Grouping): Sql =>
  sql`${ofWebsite(websiteId)} AND grouping = ${groupingName(grouping)}`;

/** Whether a row is of the value that a filter asks for; of which grouping is to be said beside it. */
export const isOfValue = ({ websiteId, filters }: Question, filter: FilterName): Sql =>
  sql`${ofWebsite(websiteId)} AND key = [${string(filters[filter] ?? '')}]`;

/** No rollup of a grouping fits filters; and where days are all there is, pages are quicker counted than united of their sets. */
export function splitOf({ filters }: Question, cover: Cover, grouping: Grouping): Split {
  const isOfDays = grouping === 'page' && wholeMonths(cover).length === 0;
  return split([cover], isFiltered(filters) || isOfDays ? undefined : grouping);
}

/** Whether session days are the one piece of a question, and have what it groups by; of a filter by page no other page is a row. */
export const countsSessionDays = (question: Question, cover: Cover, grouping: Grouping): boolean =>
  cover.tail === undefined &&
  isNone(splitOf(question, cover, grouping).units) &&
  (grouping !== 'page' || question.filters.page === undefined);

const rollup = ({ websiteId }: Question, grouping: Grouping, units: Units): Sql =>
  sql`SELECT key, key_hash, visitors AS seen, pageviews AS views
FROM rollups
WHERE ${ofGrouping(websiteId, grouping)} AND ${inRollups(units)}`;

/** What is too new to have been made. */
const tailOf = (question: Question, cover: Cover, grouping: Grouping): Sql =>
  sql`SELECT ${keyOf(columnsOf(grouping))} AS key, ${hashOf(sql`key`)} AS key_hash, groupBitmapState(${NUMBER}) AS seen,
  ${metrics.pageviews.ofEvents} AS views
FROM ${numberedEvents(question, cover)}
WHERE ${chosen(question)}
${groupedBy(grouping)}`;

/** The same of each key and of all, which `is_total` tells apart, with the numbers looked up once. */
export function tailAndTotal(question: Question, cover: Cover, grouping: Grouping): Sql {
  const columns = columnsOf(grouping);
  return sql`SELECT grouping(${columns[0] ?? sql``}) AS is_total, if(is_total = 1, ${keyOf([])}, ${keyOf(columns)}) AS key,
  groupBitmapState(${NUMBER}) AS seen, ${metrics.pageviews.ofEvents} AS views
FROM ${numberedEvents(question, cover)}
WHERE ${chosen(question)}
GROUP BY GROUPING SETS ((${join(columns, ', ')}), ())`;
}

/** Events after a cover's days, with the numbers of visitors who were there before: a question's, in whose rows to look. */
export const numberedEvents = (question: Question, { days }: Cover): Sql => sql`events
LEFT ANY JOIN (
  SELECT visitor_id, number FROM visitor_numbers
  WHERE ${ofWebsite(question.websiteId)} AND since < ${dateOf(days.end)}
    AND visitor_id IN (SELECT visitor_id FROM events WHERE ${chosen(question)})
) AS numbers USING (visitor_id)`;

/** Of numbered events: whether the visitor has no number, and the number, made up for those. */
export const UNKNOWN: Sql = sql`number = 0`;
export const NUMBER: Sql = sql`if(${UNKNOWN}, bitOr(${UNNUMBERED}, toUInt32(visitor_id)), number)`;

export const groupedBy = (grouping: Grouping): Sql => sql`GROUP BY ${join(columnsOf(grouping), ', ')}`;
