import { date, ofWebsite, type Parameter, type Sql, sql } from '../clickhouse/sql.js';
import { all } from './conditions.js';
import { type Cover, isDuring } from './cover.js';
import type { FilterName } from './dimensions.js';
import { isOfValue } from './groupings.js';
import { firstDay, isDuringAny, type Periods, periodOfDay } from './periods.js';
import type { Question } from './question.js';

/**
 * The figures of what the only filter chooses of the settled days of covered periods, in a row for each `period` that has any: its
 * start, epoch milliseconds; `visitors`; those `returning`, who had come before it; and the `facts` of sessions.
 */
export function totalsOfValue(periods: Periods, only: FilterName): Sql {
  const { websiteId, filters } = periods[0].question;
  const first = firstDay(periods);
  return sql`SELECT ${periodOfDay(periods)},
  sum(visitors[${daysBefore(first)} AS known]) AS visitors, sum(returning[known]) AS returning, sumForEach(facts) AS facts
FROM daily_values
WHERE ${all([
    ofWebsite(websiteId),
    isOfValue(only, filters),
    isDuringAny(periods),
    ...(only === 'page' ? [sql`only_from IN (${UNBOUND}, ${first})`] : []),
  ])}
GROUP BY period`;
}

/** Visitors and pageviews of what the only filter chooses of each settled day of a question, by date. */
export const chartOfValue = ({ websiteId, filters }: Question, { days }: Cover, only: FilterName): Sql =>
  sql`SELECT toString(day) AS bucket, visitors[-1] AS visitors, facts[1] AS pageviews
FROM daily_values
WHERE ${all([ofWebsite(websiteId), isOfValue(only, filters), isDuring(sql`day`, days), sql`only_from = ${UNBOUND}`])}`;

/** The `visitors` of what the only filter chooses of the settled days of a question. */
export const visitorsOfValue = ({ websiteId, filters }: Question, { days }: Cover, only: FilterName): Sql =>
  sql`sum(visitors[${daysBefore(date(days.first))}]) AS visitors
FROM daily_values
WHERE ${all([ofWebsite(websiteId), isOfValue(only, filters), isDuring(sql`day`, days)])}`;

/**
 * What comes before the statement of a list to have its total of the numbers of what the only filter chooses.
 *
 * @param pageviews what stands in a row before visitors
 */
export const totalApart = (question: Question, cover: Cover, only: FilterName, pageviews: Sql = sql``): Sql =>
  sql`SELECT 1 AS is_total, [''] AS key, ${pageviews}${visitorsOfValue(question, cover, only)}
UNION ALL
`;

/** How many of a row's `lasts` lie before a range that begins with `first`. */
const daysBefore = (first: Sql | Parameter): Sql => sql`arrayCount(last -> last < ${first}, lasts)`;

/** What `only_from` is in rows that are of all ranges. */
const UNBOUND = sql`toDate(0)`;
