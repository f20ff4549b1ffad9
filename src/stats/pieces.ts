import { join, type Sql, sql, string } from '../clickhouse/sql.js';
import { LONGEST_REACH_MS } from '../sessions/session.js';
import { all, before, chosen, counts, during, filtersOn, ofWebsite, since } from './conditions.js';
import { type Cover, dateOf, isDuring, isEdge } from './cover.js';
import { dimensions, filterNames } from './dimensions.js';
import { dailyGroupings, type Grouping, groupingName, groupings, keyOf } from './groupings.js';
import { metrics } from './metrics.js';
import { isFiltered, type Period, type Question } from './question.js';

/** Numbers of visitors lie below; a visitor who has none yet is told by a number from here on. */
export const UNNUMBERED: Sql = sql`toUInt32(2147483648)`;

/**
 * A covered question in pieces to be united: a relation of `key`, `seen` (visitors, as sets of their numbers) and `views`, and
 * for the grouping `all` of the facts of sessions too. A key may have several rows.
 */
export function piecesOf(question: Question, cover: Cover, grouping: Grouping): Sql {
  const months = monthsOf(question, cover, grouping);
  const days = daysOf(question, months === undefined ? allDays(cover) : edges(cover), grouping);
  const tail = cover.tail && tailOf({ ...question, period: cover.tail }, cover.days.end, grouping);
  return join(
    [months, days, tail].filter((piece) => piece !== undefined),
    '\nUNION ALL\n',
  );
}

/** The sets of those who came for the first time on a covered day. */
export const newcomersOf = ({ websiteId }: Question, cover: Cover): Sql => sql`SELECT visitors AS seen
FROM rollups
WHERE ${ofGrouping(websiteId, 'new')} AND (${ofMonths(cover)} OR ${ofDays(edges(cover))})`;

/** The covered days one by one: a relation of `day`, `seen` and `views`. */
export const dayPieces = (question: Question, cover: Cover): Sql =>
  !isFiltered(question.filters)
    ? sql`SELECT start AS day, visitors AS seen, pageviews AS views
FROM rollups
WHERE ${ofGrouping(question.websiteId, 'all')} AND ${ofDays(allDays(cover))}`
    : sql`SELECT day, groupBitmapState(visitor) AS seen, sum(pageviews) AS views
FROM session_days
WHERE ${all([ofWebsite(question.websiteId), allDays(cover)(sql`day`), ...filtersOn('session', question.filters)])}
GROUP BY day`;

type DaysOf = (column: Sql) => Sql;

const allDays =
  ({ days }: Cover): DaysOf =>
  (column) =>
    isDuring(column, days);

export const edges =
  (cover: Cover): DaysOf =>
  (column) =>
    isEdge(column, cover);

export const ofGrouping = (websiteId: string, grouping: Grouping | 'new'): Sql =>
  sql`${ofWebsite(websiteId)} AND grouping = ${groupingName(grouping)}`;

export const ofMonths = ({ months }: Cover): Sql => sql`unit = 'month' AND ${isDuring(sql`start`, months)}`;

export const ofDays = (days: DaysOf): Sql => sql`unit = 'day' AND ${days(sql`start`)}`;

/** Whole months from their rollup: of the grouping, or, for no grouping and one filter, of that filter's value. */
function monthsOf(question: Question, cover: Cover, grouping: Grouping): Sql | undefined {
  if (cover.months.first === cover.months.end) return undefined;
  const [filter, ...others] = filterNames.filter((name) => question.filters[name] !== undefined);
  if (filter === undefined) return rollup(question, grouping, ofMonths(cover));
  if (others.length > 0 || grouping !== 'all') return undefined;
  const value = string(question.filters[filter] ?? '');
  return sql`SELECT ${keyOf([])} AS key, visitors AS seen, pageviews AS views, sessions, bounces, duration
FROM rollups
WHERE ${ofGrouping(question.websiteId, filter)} AND ${ofMonths(cover)} AND key = [${value}]`;
}

function daysOf(question: Question, days: DaysOf, grouping: Grouping): Sql {
  const isRolledUp = dailyGroupings.includes(grouping) && !isFiltered(question.filters);
  return isRolledUp ? rollup(question, grouping, ofDays(days)) : sessionDays(question, days, grouping);
}

const rollup = ({ websiteId }: Question, grouping: Grouping, rows: Sql): Sql =>
  sql`SELECT key, visitors AS seen, pageviews AS views${grouping === 'all' ? sql`, sessions, bounces, duration` : sql``}
FROM rollups
WHERE ${ofGrouping(websiteId, grouping)} AND ${rows}`;

const sessionDays = (question: Question, days: DaysOf, grouping: Grouping): Sql =>
  sql`SELECT ${keyOf(columnsOf(grouping))} AS key, groupBitmapState(visitor) AS seen,
  sum(pageviews) AS views${
    grouping === 'all'
      ? sql`, sum(sessions) AS sessions, sum(bounces) AS bounces,
  sum(duration) AS duration`
      : sql``
  }
FROM session_days
WHERE ${all([ofWebsite(question.websiteId), days(sql`day`), ...filtersOn('session', question.filters)])}
${groupedBy(grouping)}`;

/** What is too new to have been made: events since `day`, with the numbers of visitors who were there before it. */
function tailOf(question: Question, day: number, grouping: Grouping): Sql {
  const { websiteId, period, filters } = question;
  const numbered = sql`events
LEFT ANY JOIN (
  SELECT visitor_id, number FROM visitor_numbers
  WHERE ${ofWebsite(websiteId)} AND since < ${dateOf(day)}
    AND visitor_id IN (SELECT visitor_id FROM events WHERE ${chosen(question)})
) AS numbers USING (visitor_id)`;
  if (grouping !== 'all') {
    return sql`SELECT ${keyOf(columnsOf(grouping))} AS key, groupBitmapState(${NUMBER}) AS seen,
  ${metrics.pageviews.ofEvents} AS views
FROM ${numbered}
WHERE ${chosen(question)}
${groupedBy(grouping)}`;
  }
  const isChosen = all([before(sql`time`, period.end), counts]);
  const began = during(sql`session_start`, period);
  return sql`SELECT ${keyOf([])} AS key, groupBitmapStateIf(${NUMBER}, ${isChosen}) AS seen,
  countIf(${isChosen} AND type = 'pageview') AS views, sumIf(sessions, ${began}) AS sessions,
  sumIf(bounces, ${began}) AS bounces, sumIf(duration, ${began}) AS duration
FROM ${numbered}
WHERE ${all([ofWebsite(websiteId), reached(period), ...filtersOn('session', filters)])}`;
}

const NUMBER = sql`if(number = 0, bitOr(${UNNUMBERED}, toUInt32(visitor_id)), number)`;

/** The rows of a period's events and of the sessions that began in it. */
const reached = ({ start, end }: Period): Sql =>
  all([since(sql`time`, start), before(sql`time`, end + LONGEST_REACH_MS)]);

export const columnsOf = (grouping: Grouping): readonly Sql[] =>
  grouping === 'page' ? [dimensions.page.column] : groupings[grouping];

export function groupedBy(grouping: Grouping): Sql {
  const columns = columnsOf(grouping);
  return columns.length === 0 ? sql`` : sql`GROUP BY ${join(columns, ', ')}`;
}
