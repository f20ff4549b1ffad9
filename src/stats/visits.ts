import { integer, type Sql, sql } from '../clickhouse/sql.js';
import { chosen } from './conditions.js';
import type { Cover } from './cover.js';
import { tailsOf } from './newer.js';
import type { Question } from './question.js';
import { FEW_VISITORS, sessionDays, VISITORS } from './session-days.js';

/** What a covered question chooses, to be counted by traits of sessions. */
export interface Visits {
  /** Session days, beside events of what is newer than these: a relation of the columns asked for and of `visitor`. */
  readonly from: Sql;
  readonly visitors: Sql;
  /** Everybody as a grouping set. Nobody is in two of its groups, of which there are `GROUPS_OF_EVERYBODY` at most. */
  readonly everybody: Sql;
}

/** The engine counts the ids of a large group slowly: four sets of a quarter each take a quarter off a whole list. */
export const GROUPS_OF_EVERYBODY = 4;

/** Everybody in so many groups, by their `visitor`. */
export const SEVERAL_GROUPS: Sql = sql`(toUInt8(visitor % ${integer(GROUPS_OF_EVERYBODY)}))`;

/** Everybody in one group, which is as quick where visitors are counted otherwise. */
export const ONE_GROUP: Sql = sql`()`;

/** @param ofEvents what makes the columns of an event, where it does not have them */
export function visitsBy(question: Question, cover: Cover, columns: Sql, ofEvents: Sql = columns): Visits {
  const { where } = sessionDays(question, cover);
  const [tailed] = tailsOf(question, cover);
  if (tailed === undefined) return { from: sql`daily_sessions ${where}`, visitors: VISITORS, everybody: ONE_GROUP };
  return {
    from: sql`(
  SELECT ${columns}, visitor_id AS visitor FROM daily_sessions ${where}
  UNION ALL
  SELECT ${ofEvents}, visitor_id AS visitor FROM events WHERE ${chosen(tailed.newer)}
)`,
    visitors: FEW_VISITORS,
    everybody: SEVERAL_GROUPS,
  };
}
