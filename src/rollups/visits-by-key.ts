import { date, join, ofWebsite, type Sql, sql, unionAll } from '../clickhouse/sql.js';
import { lastAlike } from '../stats/alike.js';
import { all } from '../stats/conditions.js';
import { isDuring } from '../stats/cover.js';
import type { Chunk } from './chunk.js';
import { NEVER } from './never.js';

/** What session days are counted by: the columns that make a key, of a table that has them. */
export interface Counted {
  readonly chunk: Chunk;
  readonly from: Sql;
  readonly columns: readonly Sql[];
}

export const bySession = (chunk: Chunk, columns: readonly Sql[]): Counted => ({
  chunk,
  from: sql`daily_sessions`,
  columns,
});

/** Session days by the pages that they viewed, by number. */
export const byPage = (chunk: Chunk): Counted => ({
  chunk,
  from: sql`daily_sessions ARRAY JOIN pages AS page`,
  columns: [sql`page`],
});

/**
 * A row for each visitor, key and day of a chunk: the columns of the key, `day`, the `last` day before on which the visitor had
 * come with it, and `since`, their first day on the website. As long as visitors come as they did at first, session days say it
 * themselves, and only what follows a change is looked up in all that its visitors did.
 */
export function visitsByKey(counted: Counted): Sql {
  const last = lastAlike(counted.columns);
  return last === undefined
    ? visitsOfHistory(counted, sql`false`)
    : unionAll([visitsAlike(counted, last), visitsOfHistory(counted, IS_ALIKE)]);
}

const IS_ALIKE = sql`changed = 0`;

const visitsAlike = ({ chunk, from, columns }: Counted, last: Sql): Sql =>
  sql`SELECT ${join([...columns, sql`day`], ', ')}, ${last} AS last, since
FROM ${from}
WHERE ${all([ofWebsite(chunk.websiteId), isDuring(sql`day`, chunk.days), IS_ALIKE, sql`${last} < day`])}`;

/** @param isKnown which session days are no longer asked for: their visitors are on rows of their own, if they come again otherwise too */
function visitsOfHistory({ chunk, from, columns }: Counted, isKnown: Sql): Sql {
  const ofVisitor = join([...columns, sql`visitor`], ', ');
  return sql`SELECT ${join([...columns, sql`day`], ', ')}, last, since
FROM (
  SELECT ${ofVisitor}, any(since) AS since, arraySort(groupUniqArray(day)) AS days, groupUniqArrayIf(day, ${isKnown}) AS known
  FROM ${from}
  WHERE ${untilNow(chunk, isKnown)}
  GROUP BY ${ofVisitor}
)
ARRAY JOIN days AS day, arrayPushFront(arrayPopBack(days), ${NEVER}) AS last
WHERE ${isDuring(sql`day`, chunk.days)} AND NOT has(known, day)`;
}

/** What session days brought by key and day, as `facts`: pageviews, sessions, bounces and milliseconds of duration. */
export function factsByKey({ chunk, from, columns }: Counted): Sql {
  const byDay = join([...columns, sql`day`], ', ');
  return sql`SELECT ${byDay},
  [toInt64(sum(pageviews)), toInt64(sum(sessions)), toInt64(sum(bounces)), toInt64(sum(duration))] AS facts
FROM ${from}
WHERE ${ofWebsite(chunk.websiteId)} AND ${isDuring(sql`day`, chunk.days)}
GROUP BY ${byDay}`;
}

/** The session days up to a chunk's end of those who came in it, on days that are not known. */
function untilNow({ websiteId, days }: Chunk, isKnown: Sql): Sql {
  const website = ofWebsite(websiteId);
  const came = all([website, isDuring(sql`day`, days), sql`NOT ${isKnown}`]);
  return all([
    website,
    sql`day < ${date(days.end)}`,
    sql`visitor GLOBAL IN (SELECT visitor FROM daily_sessions WHERE ${came})`,
  ]);
}
