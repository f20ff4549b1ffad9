import { z } from 'zod';
import type { Query } from '../clickhouse/clickhouse.js';
import { type Sql, sql } from '../clickhouse/sql.js';
import { LONGEST_REACH_MS } from '../sessions/session.js';
import { all, before, chosen, counts, during, filtersOn, ofWebsite, since } from './conditions.js';
import { type Cover, coverOf } from './cover.js';
import { newcomersOf, piecesOf, UNNUMBERED } from './pieces.js';
import type { Question } from './question.js';

const totals = z.object({
  visitors: z.coerce.number(),
  returning: z.coerce.number(),
  pageviews: z.coerce.number(),
  sessions: z.coerce.number(),
  bounces: z.coerce.number(),
  duration: z.coerce.number(),
});

/** The figures of a period that everything in `main` is made of; `duration` is the sessions' sum in milliseconds. */
export type Totals = z.infer<typeof totals>;

/** The figures of a period, from what was made of its days where that is there. */
export function totalsQuery(question: Question): Query<Totals> {
  const cover = coverOf(question);
  return {
    name: 'stats/main',
    row: totals,
    sql: cover === undefined ? totalsOfEvents(question) : totalsOfPieces(question, cover),
  };
}

/** A newcomer has no number yet, or is new on a covered day: who else has come returns. */
const totalsOfPieces = (question: Question, cover: Cover): Sql => sql`SELECT
  bitmapCardinality(chosen) AS visitors,
  bitmapAndnotCardinality(bitmapSubsetInRange(chosen, toUInt32(0), ${UNNUMBERED}), newcomers) AS returning,
  pageviews, sessions, bounces, duration
FROM (
SELECT groupBitmapMergeState(seen) AS chosen, sum(views) AS pageviews,
  sum(sessions) AS sessions, sum(bounces) AS bounces, sum(duration) AS duration
FROM (
${piecesOf(question, cover, 'all')}
)) AS facts, (
SELECT groupBitmapMergeState(seen) AS newcomers
FROM (
${newcomersOf(question, cover)}
)) AS new`;

/**
 * One pass over the events. Visitors and pageviews are of the chosen events; sessions are those that began in the
 * period and have a chosen event in it, each counted whole, so that their rows are read past the period's end.
 */
function totalsOfEvents(question: Question): Sql {
  const { websiteId, period, filters } = question;
  const isChosen = all([before(sql`time`, period.end), counts, ...filtersOn('event', filters)]);
  const began = all([during(sql`session_start`, period), ...sessionsOfPage(question)]);
  return sql`SELECT
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
