import { integer, join, type Parameter, type Sql, sql, string } from '../clickhouse/sql.js';
import { all, before, counts, during, filtersOn, ofWebsite } from './conditions.js';
import { type Cover, dateOf, hasMonths } from './cover.js';
import { filterNames } from './dimensions.js';
import { allDays, edges, NUMBER, numberedEvents, ofDays, ofGrouping, ofMonths, reached, UNKNOWN } from './pieces.js';
import { isFiltered, type Question } from './question.js';

/** A question and how its period is put together. */
export interface Covered {
  readonly question: Question;
  readonly cover: Cover;
}

/** One period, or two that differ in nothing else, the later one first. */
export type Periods = readonly [Covered, ...Covered[]];

/**
 * Everything of covered periods, in pieces to be united: a relation of `period` (its start in epoch milliseconds), `seen` and
 * `newcomers` (visitors, and those who came for the first time, as sets of their numbers), `views` and facts of sessions.
 */
export function totalPieces(periods: Periods): Sql {
  const pieces = isFiltered(periods[0].question.filters)
    ? filteredPieces(periods)
    : [ofTotals(periods, sql`visitors AS seen, newcomers, pageviews AS views, sessions, bounces, duration`)];
  return join([...pieces, ...periods.flatMap(tailOf)], '\nUNION ALL\n');
}

/** Facts and visitors of the filtered, and everybody's newcomers: whoever of the filtered is among these is new. */
function filteredPieces(periods: Periods): readonly Sql[] {
  const months = monthsOfFilter(periods);
  return [
    ...(months === undefined ? [] : [months]),
    sessionDays(periods, months === undefined ? allDays : edges),
    ofTotals(periods, sql`${NOBODY} AS seen, newcomers, 0 AS views, 0 AS sessions, 0 AS bounces, 0 AS duration`),
  ];
}

/** An empty set of visitors. */
export const NOBODY: Sql = sql`bitmapBuild(CAST([] AS Array(UInt32)))`;

/** Which period a day or month is of. */
function periodOf(column: Sql, [later, earlier]: Periods): Sql {
  if (earlier === undefined) return sql`${startOf(later)} AS period`;
  const first = dateOf(later.cover.days.first);
  return sql`if(${column} >= ${first}, ${startOf(later)}, ${startOf(earlier)}) AS period`;
}

const startOf = ({ question }: Covered): Parameter => integer(question.period.start);

const either = (periods: Periods, condition: (cover: Cover) => Sql): Sql =>
  sql`(${join(
    periods.map(({ cover }) => condition(cover)),
    ' OR ',
  )})`;

const ofTotals = (periods: Periods, columns: Sql): Sql => sql`SELECT ${periodOf(sql`start`, periods)}, ${columns}
FROM totals
WHERE ${ofWebsite(periods[0].question.websiteId)} AND ${either(periods, (cover) => sql`${ofMonths(cover)} OR ${ofDays(edges(cover))}`)}`;

/** For one filter, the months of its value. */
function monthsOfFilter(periods: Periods): Sql | undefined {
  const [{ question }] = periods;
  const [filter, ...others] = filterNames.filter((name) => question.filters[name] !== undefined);
  if (filter === undefined || others.length > 0 || !periods.some(({ cover }) => hasMonths(cover))) return undefined;
  const value = string(question.filters[filter] ?? '');
  return sql`SELECT ${periodOf(sql`start`, periods)}, visitors AS seen, ${NOBODY} AS newcomers, pageviews AS views, sessions, bounces, duration
FROM rollups
WHERE ${ofGrouping(question.websiteId, filter)} AND ${either(periods, ofMonths)} AND key = [${value}]`;
}

function sessionDays(periods: Periods, days: (cover: Cover) => (column: Sql) => Sql): Sql {
  const [{ question }] = periods;
  const { websiteId, filters } = question;
  return sql`SELECT ${periodOf(sql`day`, periods)}, groupBitmapState(visitor) AS seen, ${NOBODY} AS newcomers,
  sum(pageviews) AS views, sum(sessions) AS sessions, sum(bounces) AS bounces, sum(duration) AS duration
FROM session_days
WHERE ${all([ofWebsite(websiteId), either(periods, (cover) => days(cover)(sql`day`)), ...filtersOn('session', filters)])}
GROUP BY period`;
}

/** Who has no number is new. */
function tailOf(covered: Covered): readonly Sql[] {
  const { question, cover } = covered;
  if (cover.tail === undefined) return [];
  const tail = { ...question, period: cover.tail };
  const isChosen = all([before(sql`time`, cover.tail.end), counts]);
  const began = during(sql`session_start`, cover.tail);
  return [
    sql`SELECT ${startOf(covered)} AS period, groupBitmapStateIf(${NUMBER}, ${isChosen}) AS seen,
  groupBitmapStateIf(${NUMBER}, ${isChosen} AND ${UNKNOWN}) AS newcomers,
  countIf(${isChosen} AND type = 'pageview') AS views, sumIf(sessions, ${began}) AS sessions,
  sumIf(bounces, ${began}) AS bounces, sumIf(duration, ${began}) AS duration
FROM ${numberedEvents(tail, cover)}
WHERE ${all([ofWebsite(question.websiteId), reached(cover.tail), ...filtersOn('session', question.filters)])}`,
  ];
}
