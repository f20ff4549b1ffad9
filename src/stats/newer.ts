import { date, integer, join, ofWebsite, type Sql, sql } from '../clickhouse/sql.js';
import { all, chosen, during, filtersOn, isChosen, reached, since, withBefore } from './conditions.js';
import type { Cover } from './cover.js';
import { columnsOf, type Grouping, keyOf } from './groupings.js';
import { metrics } from './metrics.js';
import type { Question } from './question.js';
import { sessionDays } from './session-days.js';

/** A question whose period ends with a tail: events that are too new for its days to have been made. */
export interface Tailed {
  readonly question: Question;
  readonly cover: Cover;
  /** The same question about the tail alone. */
  readonly newer: Question;
}

/** A covered question as one with a tail; none where all of its days have been made. */
export const tailsOf = (question: Question, cover: Cover): readonly Tailed[] =>
  cover.tail === undefined ? [] : [{ question, cover, newer: { ...question, period: cover.tail } }];

/**
 * What a tail adds to a question by the keys of groupings, the last of which has the columns of all: a relation of
 * `key`, `visitors` and, of pages, `pageviews`. Who was there with a key on the question's settled days has been counted with these.
 */
export function newerByKey(tailed: Tailed, groupings: readonly Grouping[]): Sql {
  const { question, cover, newer } = tailed;
  const finest = groupings.at(-1) ?? 'all';
  const columns = join(columnsOf(finest), ', ');
  const isOfPages = finest === 'page';
  const levels = groupings.map(
    (grouping) => sql`(${keyOf(columnsOf(grouping))}, max(settled.was_there${isAlike(grouping)}))`,
  );
  const withPages = sql`
    GLOBAL LEFT ANY JOIN (SELECT path, page FROM page_numbers WHERE ${ofWebsite(question.websiteId)}) AS paged USING (path)`;
  return sql`SELECT level.1 AS key, uniqExactIf(visitor_id, level.2 = 0) AS visitors${isOfPages ? sql`, sum(views) AS pageviews` : sql``}
FROM (
  SELECT visitor_id, ${join(
    columnsOf(finest).map((column) => sql`newer.${column} AS ${column}`),
    ', ',
  )}${isOfPages ? sql`, any(newer.views) AS views` : sql``},
    [${join(levels, ', ')}] AS levels
  FROM (
    SELECT visitor_id AS id, 1 AS was_there, ${isOfPages ? sql`pages` : columns} FROM daily_sessions ${sessionDays(question, cover).where}
  ) AS settled
  RIGHT JOIN (
    SELECT visitor_id, ${columns}${isOfPages ? sql`, any(page) AS page, ${metrics.pageviews} AS views` : sql``}
    FROM events${isOfPages ? withPages : sql``}
    WHERE ${chosen(newer)}
    GROUP BY visitor_id, ${columns}
  ) AS newer ON settled.id = newer.visitor_id
  GROUP BY visitor_id, ${columns}
)
ARRAY JOIN levels AS level
GROUP BY key`;
}

/** Whether a settled day of a visitor and what is newer of them have the key of a grouping in common. */
function isAlike(grouping: Grouping): Sql {
  if (grouping === 'page') return sql` AND has(settled.pages, newer.page)`;
  return join(
    columnsOf(grouping).map((column) => sql` AND settled.${column} = newer.${column}`),
    '',
  );
}

/**
 * What a tail adds to the figures of everything that a question chooses, in one row: visitors who were not there on its
 * settled days, those of them who had come before its `period`, pageviews, and facts of sessions.
 */
export function newerTotals(tailed: Tailed): Sql {
  const { question, cover, newer } = tailed;
  const tail = newer.period;
  const isOfTail = isChosen(newer);
  const [began, isRead] =
    question.filters.page === undefined
      ? [during(sql`session_start`, tail), reached(tail)]
      : [sql`(visitor_id, session_start) IN (${cameInTail(tailed)})`, reached(withBefore(tail))];
  return sql`SELECT ${integer(question.period.start)} AS period, countIf(came AND NOT was_there) AS visitors,
  countIf(came AND NOT was_there AND has_come) AS returning,
  sum(views) AS pageviews, sum(begun) AS sessions, sum(bounced) AS bounces, sum(lasted) AS duration
FROM (
  SELECT max(known.was_there) AS was_there, max(known.has_come) AS has_come, any(newer.came) AS came,
    any(newer.views) AS views, any(newer.begun) AS begun, any(newer.bounced) AS bounced, any(newer.lasted) AS lasted
  FROM (
    SELECT visitor_id AS id, 1 AS was_there, 0 AS has_come FROM daily_sessions ${sessionDays(question, cover).where}
    UNION ALL
    SELECT visitor_id AS id, 0 AS was_there, 1 AS has_come FROM visitor_numbers
    WHERE ${ofWebsite(question.websiteId)} AND since < ${date(cover.days.first)}
  ) AS known
  RIGHT JOIN (
    SELECT visitor_id, countIf(${isOfTail}) > 0 AS came, countIf(${isOfTail} AND type = 'pageview') AS views,
      sumIf(sessions, ${began} AS is_begun) AS begun, sumIf(bounces, is_begun) AS bounced, sumIf(duration, is_begun) AS lasted
    FROM events
    WHERE ${all([ofWebsite(question.websiteId), isRead, ...filtersOn('session', question.filters)])}
    GROUP BY visitor_id
  ) AS newer ON known.id = newer.visitor_id
  GROUP BY newer.visitor_id
)`;
}

/** The sessions that began in the question's period and came to the page for the first time in its tail. */
const cameInTail = ({ question, newer }: Tailed): Sql => sql`
  SELECT visitor_id, session_start FROM events
  WHERE ${chosen({ ...newer, period: withBefore(newer.period) })} AND ${since(sql`session_start`, question.period.start)}
  GROUP BY visitor_id, session_start
  HAVING ${since(sql`min(time)`, newer.period.start)}
`;
