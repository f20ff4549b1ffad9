import { integer, integers, join, type Parameter, type Sql, sql } from '../clickhouse/sql.js';
import type { Days } from '../time/index.js';
import { all, chosen, during, filtersOn, isChosen, ofWebsite, reached, since, withBefore } from './conditions.js';
import { type Cover, dateOf } from './cover.js';
import type { FilterName } from './dimensions.js';
import { groupingName } from './groupings.js';
import { isOfValue, NUMBER, numberedEvents, UNKNOWN } from './pieces.js';
import { isFiltered, onlyFilter, type Period, type Question } from './question.js';
import { onDays } from './session-days.js';
import { inRollups, inTotals, isNone, split, type Units, unitsOf } from './units.js';

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
    : [
        ofTotals(
          periods,
          sql`visitors AS seen, newcomers, pageviews AS views, sessions, bounces, toInt64(duration) AS duration`,
        ),
      ];
  return join([...pieces, ...periods.flatMap(tailOf)], '\nUNION ALL\n');
}

/** Facts and visitors of the filtered, and everybody's newcomers: whoever of the filtered is among these is new. */
function filteredPieces(periods: Periods): readonly Sql[] {
  const only = onlyFilter(periods[0].question.filters);
  const { units, others } = split(coversOf(periods), only);
  return [
    ...(only === undefined || isNone(units) ? [] : [ofRollups(periods, only, units)]),
    ...(others.length === 0 ? [] : [ofSessionDays(periods, others)]),
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

const coversOf = (periods: Periods): readonly Cover[] => periods.map(({ cover }) => cover);

const ofTotals = (periods: Periods, columns: Sql): Sql => sql`SELECT ${periodOf(sql`start`, periods)}, ${columns}
FROM totals
WHERE ${ofWebsite(periods[0].question.websiteId)} AND ${inTotals(unitsOf(coversOf(periods)))}`;

/**
 * For one filter, the months of its value, and its days. The sessions of a page are those that came to it for the first
 * time on the day: those that had begun before the period are taken off.
 */
function ofRollups(periods: Periods, only: FilterName, units: Units): Sql {
  const [{ question }] = periods;
  const isIn = sql`grouping = ${groupingName(only)} AND ${inRollups(units)}`;
  const isCarried = sql`grouping = ${groupingName('carried')} AND unit = 'day' AND start IN ${integers(coversOf(periods).map(({ days }) => days.first))}`;
  const times = only === 'page' ? sql`if(grouping = ${groupingName('carried')}, -1, 1) * ` : sql``;
  return sql`SELECT ${periodOf(sql`start`, periods)}, visitors AS seen, ${NOBODY} AS newcomers, pageviews AS views,
  ${times}sessions AS sessions, ${times}bounces AS bounces, toInt64(${times}duration) AS duration
FROM rollups
WHERE ${isOfValue(question, only)} AND ${only === 'page' ? sql`(${isIn} OR ${isCarried})` : isIn}`;
}

function ofSessionDays(periods: Periods, days: readonly Days[]): Sql {
  const [{ question }] = periods;
  return sql`SELECT ${periodOf(sql`day`, periods)}, groupBitmapState(visitor) AS seen, ${NOBODY} AS newcomers,
  sum(pageviews) AS views, toInt64(sum(sessions)) AS sessions, sum(bounces) AS bounces, toInt64(sum(duration)) AS duration
FROM daily_sessions
WHERE ${all([ofWebsite(question.websiteId), onDays(days), ...filtersOn('session', question.filters)])}
GROUP BY period`;
}

/** Who has no number is new. */
function tailOf(covered: Covered): readonly Sql[] {
  const { question, cover } = covered;
  if (cover.tail === undefined) return [];
  const { page } = question.filters;
  const tail = { ...question, period: cover.tail };
  const isOfTail = isChosen(tail);
  const [began, isRead] =
    page === undefined
      ? [during(sql`session_start`, cover.tail), reached(cover.tail)]
      : [sql`(visitor_id, session_start) IN (${cameInTail(question, cover.tail)})`, reached(withBefore(cover.tail))];
  return [
    sql`SELECT ${startOf(covered)} AS period, groupBitmapStateIf(${NUMBER}, ${isOfTail}) AS seen,
  groupBitmapStateIf(${NUMBER}, ${isOfTail} AND ${UNKNOWN}) AS newcomers,
  countIf(${isOfTail} AND type = 'pageview') AS views, toInt64(sumIf(sessions, ${began} AS is_begun)) AS sessions,
  sumIf(bounces, is_begun) AS bounces, toInt64(sumIf(duration, is_begun)) AS duration
FROM ${numberedEvents(tail, cover)}
WHERE ${all([ofWebsite(question.websiteId), isRead, ...filtersOn('session', question.filters)])}`,
  ];
}

/** The sessions that began in the question's period and came to the page for the first time in its tail. */
const cameInTail = (question: Question, tail: Period): Sql => sql`
  SELECT visitor_id, session_start FROM events
  WHERE ${chosen({ ...question, period: withBefore(tail) })} AND ${since(sql`session_start`, question.period.start)}
  GROUP BY visitor_id, session_start
  HAVING ${since(sql`min(time)`, tail.start)}
`;
