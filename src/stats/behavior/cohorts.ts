import { z } from 'zod';
import type { ClickHouse, Query } from '../../clickhouse/clickhouse.js';
import { integer, ofWebsite, type Sql, sql, trusted } from '../../clickhouse/sql.js';
import { bucketNumberSql } from '../../daily-visitors/bucket-sql.js';
import { groupIntoRuns, utcMonth } from '../../time/index.js';
import { type Filter, filterSql, isInVisits } from '../filters.js';
import { rangeWarnings } from '../rows/answer-query.js';
import { explainPattern } from '../rows/patterns.js';
import { chosenEvents, eventsFor } from '../sources/events.js';
import { resolveStored } from './behavior-body.js';
import { type Cohorts, type CohortsBody, type CohortsContext, MAX_PERIODS, parseCohorts } from './parse-cohorts.js';

/** The visitors whose first event ever was in one period. */
export interface Cohort {
  /** The period's first local day, or its month. */
  readonly start: string;
  readonly visitors: number;
  /** Visitors with an event in the nth period after, from the cohort's own one, 0. Null for the one that is running. */
  readonly returned: (number | null)[];
  /** Whether the last period is still running. */
  readonly partial: boolean;
}

/** Answers how many visitors return. Throws AppError `invalid` that lists every problem. */
export async function answerCohorts(clickhouse: ClickHouse, body: CohortsBody, context: CohortsContext) {
  const { cohorts: typed, ranges } = parseCohorts(body, context);
  const [filter, returned] = await resolveStored(clickhouse, context, [typed.filter, typed.returned]);
  const cohorts: Cohorts = { ...typed, filter, returned };
  const rows = cohorts.cohorts === 0 ? [] : await clickhouse.query(cohortsStatement(cohorts)).catch(explainPattern);
  const counts = new Map(rows.map(({ cohort, period, visitors }) => [`${cohort} ${period}`, visitors]));
  const isMonthly = context.visitorIdRotation === 'monthly';
  const findEnd = (period: number): number => cohorts.periods[period + 1]?.start ?? cohorts.end;
  const all = cohorts.periods.slice(0, cohorts.cohorts).map(({ label, start }, cohort): Cohort => {
    const periods = cohorts.periods
      .slice(cohort, cohort + MAX_PERIODS)
      // In the next month, in UTC, every visitor has a new id.
      .filter((_, after) => !isMonthly || after === 0 || findEnd(cohort + after) <= utcMonth(start).end);
    const found = periods.map((_, after) => counts.get(`${cohort} ${cohort + after}`) ?? 0);
    const running = cohorts.running === undefined ? -1 : cohorts.running - cohort;
    return {
      start: label,
      visitors: found[0]!,
      returned: found.map((visitors, after) => (after === running ? null : visitors)),
      partial: running >= 0 && running < found.length,
    };
  });
  return {
    cohorts: all.slice(-(body.limit ?? all.length)),
    totalCohorts: all.length,
    warnings: rangeWarnings([ranges], context.now),
  };
}

const figure = z.coerce.number();

const cohortRow = z.object({ cohort: figure, period: figure, visitors: figure });

/** Sets of periods are the bits of two words, which is several times as fast as arrays. */
const WORD_BITS = 64;

/** Visitors by their first period ever, and by each period with an event. The first one is always among them. */
function cohortsStatement(cohorts: Cohorts): Query<z.infer<typeof cohortRow>> {
  const active = [0, 1].map(
    (word) =>
      sql`groupBitOr(bitOr(bitOr(${bitSql(sql`began`, word)}, ${bitSql(sql`ended`, word)}), if(ended > began + 1, ${bitSql(sql`ended - 1`, word)}, toUInt64(0))))`,
  );
  return {
    name: 'stats/cohorts',
    row: cohortRow,
    sql: sql`SELECT cohort, arrayJoin(arrayPushFront(arrayFilter(each -> each > cohort, arrayConcat(
    bitPositionsToArray(low), arrayMap(each -> each + ${trusted(`${WORD_BITS}`)}, bitPositionsToArray(high)))), cohort)) AS period,
  count() AS visitors
FROM (
  SELECT toUInt64(min(first)) AS cohort, ${active[0]!} AS low, ${active[1]!} AS high
  FROM (
${selectSessions(cohorts)}${cohorts.returned === undefined ? sql`` : sql`\nUNION ALL\n${selectReturns(cohorts)}`}
  )
  GROUP BY visitor_id
  HAVING min(first) >= 0 AND min(first) < ${integer(cohorts.cohorts)} AND bitTest(min(start), 0) = 0
)
GROUP BY cohort, period`,
  };
}

const bitSql = (period: Sql, word: number): Sql => {
  const from = trusted(`${word * WORD_BITS}`);
  const to = trusted(`${(word + 1) * WORD_BITS}`);
  return sql`if(${period} >= ${from} AND ${period} < ${to}, bitShiftLeft(toUInt64(1), toUInt8(${period} - ${from})), toUInt64(0))`;
};

/**
 * The sessions of all times, since a cohort is of first events ever. A session is active in each period from its start to
 * its last event: its events are less than half an hour apart, and it touches at most three days. The lowest bit of
 * `start` says that the session does not pass the filter, so the earliest start has it of the first session.
 */
function selectSessions(cohorts: Cohorts): Sql {
  const { websiteId, filter, returned, end } = cohorts;
  const passes = filter === undefined ? sql`true` : passesSql(cohorts, filter);
  const isReturn = returned === undefined;
  const began = periodSql(cohorts, sql`toUnixTimestamp64Milli(session_start)`);
  const ended = periodSql(cohorts, sql`toUnixTimestamp64Milli(last_event)`);
  return sql`SELECT visitor_id, ${began} AS first, toUInt64(toUnixTimestamp64Milli(session_start)) * 2 + if(${passes}, 0, 1) AS start,
  ${isReturn ? sql`first` : sql`toInt64(-1)`} AS began, ${isReturn ? ended : sql`toInt64(-1)`} AS ended
FROM sessions
WHERE ${ofWebsite(websiteId)} AND toUnixTimestamp64Milli(session_start) < ${integer(end)}`;
}

/** Whether a session passes the filter; of traits that `sessions` does not have, `events` says which of the cohorts' sessions do. */
function passesSql({ websiteId, periods, end, cohorts }: Cohorts, filter: Filter): Sql {
  if (isInVisits(filter)) return filterSql(filter);
  const scope = { websiteId, range: { start: periods[0]!.start, end: periods[cohorts]?.start ?? end }, filter };
  return sql`(visitor_id, session_start) IN (
    SELECT visitor_id, session_start FROM ${eventsFor(scope).name} WHERE ${chosenEvents(scope)} AND sessions = 1
  )`;
}

/** Events that count as a return. They are later than the first session's start. */
function selectReturns(cohorts: Cohorts): Sql {
  const { websiteId, periods, end, returned: filter } = cohorts;
  const scope = { websiteId, range: { start: periods[0]!.start, end }, filter };
  return sql`SELECT visitor_id, ${integer(periods.length)} AS first, toUInt64(toUnixTimestamp64Milli(time)) * 2 + 2 AS start,
  ${periodSql(cohorts, sql`toUnixTimestamp64Milli(time)`)} AS began, began AS ended
FROM ${eventsFor(scope).name}
WHERE ${chosenEvents(scope)}`;
}

/** The number of an instant's period; -1 before the first one. */
function periodSql({ periods, end }: Cohorts, at: Sql): Sql {
  const starts = periods.map(({ start }) => start);
  return sql`toInt64(if(${at} < ${integer(starts[0]!)}, -1, ${bucketNumberSql(at, groupIntoRuns(starts, end), starts)}))`;
}
