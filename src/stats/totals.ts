import { z } from 'zod';
import type { ClickHouse, Query } from '../clickhouse/clickhouse.js';
import { integer, join, ofWebsite, type Sql, sql } from '../clickhouse/sql.js';
import { all, before, chosen, during, filtersOn, isChosen, reached } from './conditions.js';
import { coverOf } from './cover.js';
import { totalsOfEverybody } from './daily-totals.js';
import { totalsOfValue } from './daily-values.js';
import { newerTotals, tailsOf } from './newer.js';
import type { Periods } from './periods.js';
import { isFiltered, onlyFilter, type Period, type Question } from './question.js';
import { totalsOfSessionDays } from './totals-of-session-days.js';

const figure = z.coerce.number();

const row = z.object({
  period: figure,
  visitors: figure,
  returning: figure,
  pageviews: figure,
  sessions: figure,
  bounces: figure,
  duration: figure,
});

type Row = z.infer<typeof row>;

/** A row for each period. */
const rowsOfDays = row.transform((each): readonly Row[] => [each]);

/** The same, of everybody: the facts are those of `daily_totals`, in its order. */
const rowsOfEverybody = z
  .object({ period: figure, returning: figure, facts: z.tuple([figure, figure, figure, figure, figure]) })
  .transform(({ period, returning, facts: [newcomers, pageviews, sessions, bounces, duration] }): readonly Row[] => [
    { period, visitors: newcomers + returning, returning, pageviews, sessions, bounces, duration },
  ]);

/** The same, of a filter's value: the facts are those of `daily_values`. */
const rowsOfValue = z
  .object({ period: figure, visitors: figure, returning: figure, facts: z.tuple([figure, figure, figure, figure]) })
  .transform(({ facts: [pageviews, sessions, bounces, duration], ...visitors }): readonly Row[] => [
    { ...visitors, pageviews, sessions, bounces, duration },
  ]);

/** The periods beside one another in one row. */
const rowsOfEvents = z
  .record(z.string(), z.array(figure))
  .transform((columns): readonly Row[] =>
    (columns.period ?? []).map((_, place) =>
      row.parse(Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[place]]))),
    ),
  );

/** The figures of a period that everything in `main` is made of; `duration` is the sessions' sum in milliseconds. */
export type Totals = Omit<Row, 'period'>;

const NOTHING: Totals = { visitors: 0, returning: 0, pageviews: 0, sessions: 0, bounces: 0, duration: 0 };

/** The figures of the question's period, and of an earlier one that ends where it starts or before. */
export async function totals(
  clickhouse: ClickHouse,
  question: Question,
  earlier: Period,
): Promise<{ readonly now: Totals; readonly before: Totals }> {
  const found = await Promise.all(totalsQueries(question, earlier).map((query) => clickhouse.query(query)));
  const rows = found.flat(2);
  const of = ({ start }: Period): Totals => rows.filter(({ period }) => period === start).reduce(sumOf, NOTHING);
  return { now: of(question.period), before: of(earlier) };
}

const sumOf = (one: Totals, other: Totals): Totals => ({
  visitors: one.visitors + other.visitors,
  returning: one.returning + other.returning,
  pageviews: one.pageviews + other.pageviews,
  sessions: one.sessions + other.sessions,
  bounces: one.bounces + other.bounces,
  duration: one.duration + other.duration,
});

/**
 * One statement for the settled days of both periods, one for what is newer, and one for the periods that only events know:
 * most of what a small website's takes is understanding it and opening files. All their rows of a period add up. A page's
 * sessions are found for each period anew, and twice as many would be looked through.
 */
export function totalsQueries(question: Question, earlier: Period): readonly Query<readonly Row[]>[] {
  const both = [question, { ...question, period: earlier }].map((each) => ({
    question: each,
    // The sessions of a page are made of all visits; of some of them only events know.
    cover: question.filters.page === undefined || onlyFilter(question.filters) ? coverOf(each) : undefined,
  }));
  const [covered, ...others] = both.flatMap(({ cover, ...each }) => (cover === undefined ? [] : [{ ...each, cover }]));
  const [uncovered, ...more] = both.flatMap((each) => (each.cover === undefined ? [each.question] : []));
  const apart = question.filters.page !== undefined;
  return [
    ...(covered === undefined ? [] : madeAndNewer([covered, ...others])),
    ...(uncovered === undefined ? [] : [asked(rowsOfEvents, totalsOfEvents([uncovered, ...(apart ? [] : more)]))]),
    ...(apart ? more : []).map((each) => asked(rowsOfEvents, totalsOfEvents([each]))),
  ];
}

const madeAndNewer = (periods: Periods): readonly Query<readonly Row[]>[] => [
  made(periods),
  ...periods
    .flatMap(({ question, cover }) => tailsOf(question, cover))
    .map((tailed) => asked(rowsOfDays, newerTotals(tailed))),
];

function made(periods: Periods): Query<readonly Row[]> {
  const { filters } = periods[0].question;
  const only = onlyFilter(filters);
  if (only !== undefined) return asked(rowsOfValue, totalsOfValue(periods, only));
  if (!isFiltered(filters)) return asked(rowsOfEverybody, totalsOfEverybody(periods));
  return asked(rowsOfDays, totalsOfSessionDays(periods));
}

const asked = (rows: z.ZodType<readonly Row[]>, statement: Sql): Query<readonly Row[]> => ({
  name: 'stats/main',
  row: rows,
  sql: statement,
});

/** What the conditions of the two periods are called, which several figures share. */
const LATER = { chosen: sql`is_chosen`, begun: sql`has_begun` };
const EARLIER = { chosen: sql`was_chosen`, begun: sql`had_begun` };

/**
 * One pass over the events of periods that differ in nothing else. Visitors and pageviews are of the chosen events;
 * sessions are those that began in the period and have a chosen event in it, each counted whole, so that their rows are
 * read past the period's end.
 */
function totalsOfEvents(questions: readonly [Question, ...Question[]]): Sql {
  const [{ websiteId, filters }] = questions;
  const start = Math.min(...questions.map(({ period }) => period.start));
  const end = Math.max(...questions.map(({ period }) => period.end));
  const periods = questions.map((question, place) => ({ question, named: place === 0 ? LATER : EARLIER }));
  const conditions = periods.map(
    ({ question, named }) => sql`${isChosen(question)} AS ${named.chosen}, ${hasBegun(question)} AS ${named.begun}`,
  );
  const each = (column: (one: (typeof periods)[number]) => Sql): Sql => sql`[${join(periods.map(column), ', ')}]`;
  const fact = (column: Sql): Sql => each(({ named }) => sql`sumIf(${column}, ${named.begun})`);
  return sql`WITH ${join(conditions, ',\n  ')}
SELECT ${each(({ question }) => sql`${integer(question.period.start)}`)} AS period,
  ${each(({ named, question }) => sql`${visitorsIf(question)}(visitor_id, ${named.chosen})`)} AS visitors,
  ${each(({ named, question }) => sql`${visitorsIf(question)}(visitor_id, ${named.chosen} AND ${hasCome(question)})`)} AS returning,
  ${each(({ named }) => sql`countIf(${named.chosen} AND type = 'pageview')`)} AS pageviews,
  ${fact(sql`sessions`)} AS sessions,
  ${fact(sql`bounces`)} AS bounces,
  ${fact(sql`duration`)} AS duration
FROM events
WHERE ${all([ofWebsite(websiteId), reached({ start, end }), ...filtersOn('session', filters)])}`;
}

/** Settled days, from which lists come, have exact numbers of visitors: a row of a list must be what its filter finds here. */
const visitorsIf = (question: Question): Sql => (coverOf(question) === undefined ? sql`uniqIf` : sql`uniqExactIf`);

const hasBegun = (question: Question): Sql =>
  all([during(sql`session_start`, question.period), ...sessionsOfPage(question)]);

/** Whether the visitor was there before the period. */
const hasCome = ({ websiteId, period }: Question): Sql => sql`visitor_id IN (
    SELECT visitor_id FROM visitors WHERE ${ofWebsite(websiteId)} AND ${before(sql`first_seen`, period.start)}
  )`;

/** Traits stand on every row of a session; a page only on its own events, so its sessions are a set. */
function sessionsOfPage(question: Question): readonly Sql[] {
  if (filtersOn('event', question.filters).length === 0) return [];
  return [sql`(visitor_id, session_start) IN (SELECT visitor_id, session_start FROM events WHERE ${chosen(question)})`];
}
