import { z } from 'zod';
import type { ClickHouse, Query } from '../clickhouse/clickhouse.js';
import { integer, type Sql, sql } from '../clickhouse/sql.js';
import { LONGEST_REACH_MS } from '../sessions/session.js';
import { all, before, chosen, counts, during, filtersOn, ofWebsite, since } from './conditions.js';
import { coverOf } from './cover.js';
import type { Period, Question } from './question.js';
import { type Periods, totalPieces } from './total-pieces.js';

const row = z.object({
  period: z.coerce.number(),
  visitors: z.coerce.number(),
  returning: z.coerce.number(),
  pageviews: z.coerce.number(),
  sessions: z.coerce.number(),
  bounces: z.coerce.number(),
  duration: z.coerce.number(),
});

type Row = z.infer<typeof row>;

/** The figures of a period that everything in `main` is made of; `duration` is the sessions' sum in milliseconds. */
export type Totals = Omit<Row, 'period'>;

const NOTHING: Totals = { visitors: 0, returning: 0, pageviews: 0, sessions: 0, bounces: 0, duration: 0 };

/** The figures of the question's period, and of an earlier one that ends where it starts or before. */
export async function totals(
  clickhouse: ClickHouse,
  question: Question,
  earlier: Period,
): Promise<{ readonly now: Totals; readonly before: Totals }> {
  const rows = (await Promise.all(totalsQueries(question, earlier).map((query) => clickhouse.query(query)))).flat();
  const of = ({ start }: Period): Totals => rows.find(({ period }) => period === start) ?? NOTHING;
  return { now: of(question.period), before: of(earlier) };
}

/** One statement for the periods whose days have been made, and one for each other. A period without rows may have none. */
export function totalsQueries(question: Question, earlier: Period): readonly Query<Row>[] {
  const asked = (statement: Sql): Query<Row> => ({ name: 'stats/main', row, sql: statement });
  const both = [question, { ...question, period: earlier }].map((each) => ({ question: each, cover: coverOf(each) }));
  const [covered, ...others] = both.flatMap(({ cover, ...each }) => (cover === undefined ? [] : [{ ...each, cover }]));
  const uncovered = both.flatMap((each) => (each.cover === undefined ? [each.question] : []));
  return [
    ...(covered === undefined ? [] : [asked(totalsOfPieces([covered, ...others]))]),
    ...uncovered.map((each) => asked(totalsOfEvents(each))),
  ];
}

/** Who has come and is no newcomer returns. */
const totalsOfPieces = (periods: Periods): Sql => sql`SELECT period,
  bitmapCardinality(chosen) AS visitors, bitmapAndnotCardinality(chosen, new) AS returning,
  pageviews, sessions, bounces, duration
FROM (
SELECT period, groupBitmapMergeState(seen) AS chosen, groupBitmapMergeState(newcomers) AS new,
  sum(views) AS pageviews, sum(sessions) AS sessions, sum(bounces) AS bounces, sum(duration) AS duration
FROM (
${totalPieces(periods)}
)
GROUP BY period
)`;

/**
 * One pass over the events. Visitors and pageviews are of the chosen events; sessions are those that began in the
 * period and have a chosen event in it, each counted whole, so that their rows are read past the period's end.
 */
function totalsOfEvents(question: Question): Sql {
  const { websiteId, period, filters } = question;
  const isChosen = all([before(sql`time`, period.end), counts, ...filtersOn('event', filters)]);
  const began = all([during(sql`session_start`, period), ...sessionsOfPage(question)]);
  return sql`SELECT ${integer(period.start)} AS period,
  uniqIf(visitor_id, ${isChosen}) AS visitors,
  uniqIf(visitor_id, ${isChosen} AND visitor_id IN (
    SELECT visitor_id FROM visitors WHERE ${ofWebsite(websiteId)} AND ${before(sql`first_seen`, period.start)}
  )) AS returning,
  countIf(${isChosen} AND type = 'pageview') AS pageviews,
  sumIf(sessions, ${began}) AS sessions,
  sumIf(bounces, ${began}) AS bounces,
  sumIf(duration, ${began}) AS duration
FROM events
WHERE ${all([
    ofWebsite(websiteId),
    since(sql`time`, period.start),
    before(sql`time`, period.end + LONGEST_REACH_MS),
    ...filtersOn('session', filters),
  ])}`;
}

/** Traits stand on every row of a session; a page only on its own events, so its sessions are a set. */
function sessionsOfPage(question: Question): readonly Sql[] {
  if (filtersOn('event', question.filters).length === 0) return [];
  return [sql`(visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE ${chosen(question)})`];
}
