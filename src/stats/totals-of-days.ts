import { date, integer, integers, type Parameter, type Sql, sql } from '../clickhouse/sql.js';
import { all, any, filtersOn, ofWebsite } from './conditions.js';
import { type Cover, isDuring } from './cover.js';
import { isMadeFor } from './daily-visitors.js';
import { isOfAtMostOne } from './groupings.js';
import { hasAtMostOne, type Question } from './question.js';
import { VISITORS } from './session-days.js';

/** A question and how its period is put together. */
export interface Covered {
  readonly question: Question;
  readonly cover: Cover;
}

/** One period, or two that differ in nothing else, the later one first. */
export type Periods = readonly [Covered, ...Covered[]];

/** The figures of the settled days of covered periods, in a row for each `period` that has any: its start, epoch milliseconds. */
export const totalsOfDays = (periods: Periods): Sql =>
  hasAtMostOne(periods[0].question.filters) ? ofDailyVisitors(periods) : ofSessionDays(periods);

/** For no filter, or one. */
function ofDailyVisitors(periods: Periods): Sql {
  const [{ question }] = periods;
  const isFirst = sql`last < ${firstDay(periods)}`;
  return sql`SELECT ${period(periods)}, sumIf(came.visitors, ${isFirst} AS is_first) AS visitors, sumIf(came.returning, is_first) AS returning,
  sum(came.pageviews) AS pageviews, sum(came.sessions) AS sessions, sum(came.bounces) AS bounces, sum(came.duration) AS duration
FROM daily_visitors
ARRAY JOIN came.day AS day, came.last AS last, came.visitors, came.returning, came.pageviews, came.sessions, came.bounces, came.duration
WHERE ${isMadeFor(question.websiteId, coversOf(periods))} AND ${isOfAtMostOne(question.filters)}
  AND ${question.filters.page === undefined ? isDuringAny(periods) : isOfPageDuringAny(periods)}
GROUP BY period`;
}

/** The sessions that came to a page in a period, without those that had begun before it. */
const isOfPageDuringAny = (periods: Periods): Sql =>
  sql`if(kind = 'carried', day IN ${integers(coversOf(periods).map(({ days }) => days.first))}, ${isDuringAny(periods)})`;

function ofSessionDays(periods: Periods): Sql {
  const [{ question }] = periods;
  return sql`SELECT ${period(periods)}, ${VISITORS} AS visitors, groupBitmapIf(visitor, since < ${firstDay(periods)}) AS returning,
  sum(pageviews) AS pageviews, sum(sessions) AS sessions, sum(bounces) AS bounces, sum(duration) AS duration
FROM daily_sessions
WHERE ${all([ofWebsite(question.websiteId), isDuringAny(periods), ...filtersOn('session', question.filters)])}
GROUP BY period`;
}

const coversOf = ([later, ...others]: Periods): readonly [Cover, ...Cover[]] => [
  later.cover,
  ...others.map(({ cover }) => cover),
];

/** Periods that follow each other are one stretch of days, which is quicker to understand for the engine than two. */
function isDuringAny(periods: Periods): Sql {
  const [later, earlier] = coversOf(periods).map(({ days }) => days);
  if (later === undefined || earlier === undefined || earlier.end !== later.first) {
    return any(coversOf(periods).map(({ days }) => isDuring(sql`day`, days)));
  }
  return isDuring(sql`day`, { first: earlier.first, end: later.end });
}

const period = (periods: Periods): Sql =>
  sql`${ofPeriodOf(periods, ({ question }) => integer(question.period.start))} AS period`;

/** The first day of the period that a `day` is of. */
const firstDay = (periods: Periods): Sql => ofPeriodOf(periods, ({ cover }) => date(cover.days.first));

/** What the period has that a `day` is of. */
function ofPeriodOf([later, earlier]: Periods, value: (period: Covered) => Sql | Parameter): Sql {
  if (earlier === undefined) return sql`${value(later)}`;
  return sql`if(day >= ${date(later.cover.days.first)}, ${value(later)}, ${value(earlier)})`;
}
