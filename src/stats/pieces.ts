import { integers, join, type Sql, sql, string } from '../clickhouse/sql.js';
import { type Days, eachDay, eachMonth } from '../time/index.js';
import { chosen, ofWebsite } from './conditions.js';
import { allDays, type Cover, dateOf, edges, hasMonths } from './cover.js';
import type { FilterName } from './dimensions.js';
import { columnsOf, type Grouping, groupingName, hashOf, isDaily, keyOf } from './groupings.js';
import { metrics } from './metrics.js';
import { isFiltered, onlyFilter, type Question } from './question.js';
import { sessionDays, sessionDaysBy, VISITORS } from './session-days.js';

/** Numbers of visitors lie below; a visitor who has none yet is told by a number from here on. */
const UNNUMBERED: Sql = sql`toUInt32(2147483648)`;

/**
 * A covered question in pieces to be united: a relation of `key`, `key_hash`, `seen` (visitors, as sets of their numbers)
 * and `views`. A key may have several rows.
 */
export function piecesOf(question: Question, cover: Cover, grouping: Grouping): Sql {
  const months = monthsOf(question, cover, grouping);
  const days = daysOf(question, months === undefined ? allDays(cover) : edges(cover), grouping);
  const tail = cover.tail && tailOf({ ...question, period: cover.tail }, cover, grouping);
  return join(
    [months, days, tail].filter((piece) => piece !== undefined),
    '\nUNION ALL\n',
  );
}

/** The covered days one by one: a relation of `day`, `visitors` and `views`. */
export function dayPieces(question: Question, cover: Cover): Sql {
  const { websiteId, filters } = question;
  if (!isFiltered(filters)) {
    return sql`SELECT start AS day, people AS visitors, pageviews AS views
FROM totals
WHERE ${ofWebsite(websiteId)} AND ${ofDays(allDays(cover))}`;
  }
  const only = onlyFilter(filters);
  if (only !== undefined && isDaily(only)) {
    return sql`SELECT start AS day, people AS visitors, pageviews AS views
FROM rollups
WHERE ${isOfValue(question, only)} AND grouping = ${groupingName(only)} AND ${ofDays(allDays(cover))}`;
  }
  const { from, where, views } = sessionDays(question, allDays(cover));
  return sql`SELECT day, ${VISITORS} AS visitors, sum(${views}) AS views
FROM ${from}
WHERE ${where}
GROUP BY day`;
}

export const ofGrouping = (websiteId: string, grouping: Grouping): Sql =>
  sql`${ofWebsite(websiteId)} AND grouping = ${groupingName(grouping)}`;

/** Whether a row is of the value that a filter asks for; of which grouping is to be said beside it. */
export const isOfValue = ({ websiteId, filters }: Question, filter: FilterName): Sql =>
  sql`${ofWebsite(websiteId)} AND key = [${string(filters[filter] ?? '')}]`;

/** Rows of the covers' whole months. */
export const ofMonths = (...covers: readonly Cover[]): Sql =>
  sql`unit = 'month' AND toStartOfMonth(start) IN ${integers(covers.flatMap(({ months }) => eachMonth(months)))}`;

/**
 * Rows of days, of `rollups` and `totals`. `rollups` are sorted by the month of `start`: the engine does not see by itself
 * which months need not be read. A list of days is quicker to understand for it than their bounds.
 */
export const ofDays = (stretches: readonly Days[]): Sql =>
  sql`unit = 'day' AND toStartOfMonth(start) IN ${integers(stretches.flatMap(eachMonth))} AND start IN ${integers(stretches.flatMap(eachDay))}`;

/** Whether whole months are read from their rollup, which no filter fits. */
const readsMonths = ({ filters }: Question, cover: Cover): boolean => !isFiltered(filters) && hasMonths(cover);

const monthsOf = (question: Question, cover: Cover, grouping: Grouping): Sql | undefined =>
  readsMonths(question, cover) ? rollup(question, grouping, ofMonths(cover)) : undefined;

/** Whether days are read from session days: where they have no rollup, and where no rollup fits. */
const readsSessionDays = ({ filters }: Question, grouping: Grouping): boolean =>
  isFiltered(filters) || !isDaily(grouping);

const daysOf = (question: Question, days: readonly Days[], grouping: Grouping): Sql =>
  readsSessionDays(question, grouping)
    ? sessionDaysBy(question, days, grouping)
    : rollup(question, grouping, ofDays(days));

/** Whether session days are the one piece of a question, and have the columns of the grouping. */
export const countsSessionDays = (question: Question, cover: Cover, grouping: Grouping): boolean =>
  grouping !== 'page' &&
  cover.tail === undefined &&
  !readsMonths(question, cover) &&
  readsSessionDays(question, grouping);

const rollup = ({ websiteId }: Question, grouping: Grouping, rows: Sql): Sql =>
  sql`SELECT key, key_hash, visitors AS seen, pageviews AS views
FROM rollups
WHERE ${ofGrouping(websiteId, grouping)} AND ${rows}`;

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
