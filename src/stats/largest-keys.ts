import { integer, join, type Sql, sql } from '../clickhouse/sql.js';
import { all, chosen, ofWebsite } from './conditions.js';
import type { Cover } from './cover.js';
import { columnsOf, type Grouping, hashOf, keyOf } from './groupings.js';
import { groupedBy, ofGrouping, splitOf } from './pieces.js';
import type { Question } from './question.js';
import { onDays, VISITORS } from './session-days.js';
import { inRollups } from './units.js';

/**
 * The hashes of the keys of an unfiltered question that may be among the `limit` with the most visitors. A key has as many
 * visitors as its largest piece at least, and as all its pieces together at most: whose most is less than the least of
 * `limit` others is none of them. Counts alone tell, where a set for each key would take most of the time. Two keys of
 * one hash count as one, and both are found.
 */
export const largestKeys = (question: Question, cover: Cover, grouping: Grouping, limit: number): Sql =>
  sql`SELECT arrayJoin(arrayFilter(
  (hash, most) -> most >= arrayReverseSort(groupArray(least))[least(${integer(limit)}, toInt64(count()))],
  groupArray(key_hash), groupArray(most)
))
FROM (
SELECT key_hash, sum(people) AS most, max(people) AS least
FROM (
${countsOf(question, cover, grouping)}
)
GROUP BY key_hash
)`;

/** The visitors of each piece of a key, as a number. */
function countsOf(question: Question, cover: Cover, grouping: Grouping): Sql {
  const { websiteId } = question;
  const { units, others } = splitOf(question, cover, grouping);
  const rollup = sql`SELECT key_hash, people FROM rollups WHERE ${ofGrouping(websiteId, grouping)} AND ${inRollups(units)}`;
  const sessionDays = sql`SELECT ${hashOf(keyOf(columnsOf(grouping)))} AS key_hash, ${VISITORS} AS people
FROM daily_sessions
WHERE ${all([ofWebsite(websiteId), onDays(others)])}
${groupedBy(grouping)}`;
  const tail =
    cover.tail &&
    sql`SELECT ${hashOf(keyOf(columnsOf(grouping)))} AS key_hash, uniqExact(visitor_id) AS people
FROM events
WHERE ${chosen({ ...question, period: cover.tail })}
${groupedBy(grouping)}`;
  return join(
    [rollup, ...(others.length === 0 ? [] : [sessionDays]), ...(tail === undefined ? [] : [tail])],
    '\nUNION ALL\n',
  );
}
