import { date, join, ofWebsite, type Sql, sql, unionAll } from '../clickhouse/sql.js';
import { all } from '../stats/conditions.js';
import { isDuring } from '../stats/cover.js';
import { lastAlike } from './alike.js';
import type { Chunk } from './chunk.js';
import type { Lot } from './lots.js';
import { NEVER } from './never.js';

/** What session days are counted by. */
export interface Counted {
  readonly chunk: Chunk;
  readonly from: Sql;
  /** The columns that make a key. */
  readonly columns: readonly Sql[];
  /** What makes these of session days. */
  readonly selected: readonly Sql[];
  /** What session days are grouped by: something else, and the key. */
  readonly beside: (others: Sql) => Sql;
  /** Where they know the last day before on which a visitor who comes as at first had come with the key, if they do. */
  readonly last: Sql | undefined;
}

export const bySession = (chunk: Chunk, columns: readonly Sql[]): Counted => ({
  ...byColumns(chunk, sql`daily_sessions`, columns),
  last: lastAlike(columns),
});

/** Session days by the pages that they viewed, by number. */
export const byPage = (chunk: Chunk): Counted =>
  byColumns(chunk, sql`daily_sessions ARRAY JOIN pages AS page`, [sql`page`]);

const byColumns = (chunk: Chunk, from: Sql, columns: readonly Sql[]): Counted => ({
  chunk,
  from,
  columns,
  selected: columns,
  beside: (others) => join([...columns, others], ', '),
  last: undefined,
});

/** By several groupings at once, which know the last day in the same way: a key is the number of its grouping, and all columns. */
export const bySets = (chunk: Chunk, { keys: { columns, which, beside }, last }: Lot): Counted => ({
  chunk,
  from: sql`daily_sessions`,
  columns: [sql`which`, ...columns],
  selected: [sql`${which} AS which`, ...columns],
  beside,
  last,
});

/**
 * How many visitors there are by key, `day` and the `last` day before on which they had come with the key, as `counted`, in one row
 * or two; and by what else of visitors is asked for. As long as these come as they did at first, session days know their last days,
 * and only what follows a change is looked up in all that its visitors did.
 */
export function visitorsByLastDay(counted: Counted, others: readonly Sql[] = []): Sql {
  const { chunk, from, columns, selected, beside, last } = counted;
  const element = join([...columns, sql`day`, sql`last`, ...others], ', ');
  const ofHistory = sql`SELECT ${element}, count() AS counted
FROM (
${visitsByKey(counted)}
)
GROUP BY ${element}`;
  if (last === undefined) return ofHistory;
  return unionAll([
    sql`SELECT ${join([...selected, sql`day`, sql`${last} AS last`, ...others], ', ')}, count() AS counted
FROM ${from}
WHERE ${isFirstOfDay(chunk, last)}
GROUP BY ${beside(join([sql`day`, last, ...others], ', '))}`,
    ofHistory,
  ]);
}

const IS_ALIKE = sql`changed = 0`;

/** The first session days of visitors who come as at first, on each day of a chunk. */
const isFirstOfDay = ({ websiteId, days }: Chunk, last: Sql): Sql =>
  all([ofWebsite(websiteId), isDuring(sql`day`, days), IS_ALIKE, sql`${last} < day`]);

/**
 * A row for each visitor, key and day of a chunk, but for those on which they came as at first, where session days know these: the
 * columns of the key, `day`, the `last` day before on which the visitor had come with it, and `since`, their first day on the website.
 */
export function visitsByKey({ chunk, from, columns, selected, beside, last }: Counted): Sql {
  const isKnown = last === undefined ? sql`false` : IS_ALIKE;
  return sql`SELECT ${join([...columns, sql`day`], ', ')}, last, since
FROM (
  SELECT ${join(selected.concat(sql`any(since) AS since`), ', ')},
    arraySort(groupUniqArray(day)) AS days, groupUniqArrayIf(day, ${isKnown}) AS known
  FROM ${from}
  WHERE ${untilNow(chunk, isKnown)}
  GROUP BY ${beside(sql`visitor`)}
)
ARRAY JOIN days AS day, arrayPushFront(arrayPopBack(days), ${NEVER}) AS last
WHERE ${isDuring(sql`day`, chunk.days)} AND NOT has(known, day)`;
}

/** What session days brought by key and day, as `facts`: pageviews, sessions, bounces and milliseconds of duration. */
export function factsByKey({ chunk, from, selected, beside }: Counted): Sql {
  return sql`SELECT ${join([...selected, sql`day`], ', ')},
  [toInt64(sum(pageviews)), toInt64(sum(sessions)), toInt64(sum(bounces)), toInt64(sum(duration))] AS facts
FROM ${from}
WHERE ${ofWebsite(chunk.websiteId)} AND ${isDuring(sql`day`, chunk.days)}
GROUP BY ${beside(sql`day`)}`;
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
