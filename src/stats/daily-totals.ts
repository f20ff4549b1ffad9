import { ofWebsite, type Sql, sql } from '../clickhouse/sql.js';
import { all } from './conditions.js';
import { type Cover, isDuring } from './cover.js';
import { firstDay, isDuringAny, type Periods, periodOfDay } from './periods.js';
import type { Question } from './question.js';

/**
 * The figures of everybody on the settled days of covered periods, in a row for each `period` that has any: its start, epoch
 * milliseconds; those `returning`, who had come before it; and the other `facts`, which begin with newcomers.
 */
export function totalsOfEverybody(periods: Periods): Sql {
  const [{ question }] = periods;
  return sql`SELECT ${periodOfDay(periods)}, sum(${awaySince(firstDay(periods))}) AS returning, sumForEach(facts) AS facts
FROM daily_totals
WHERE ${ofWebsite(question.websiteId)} AND ${isDuringAny(periods)}
GROUP BY period`;
}

/** Visitors and pageviews of each settled day of a question, by date. */
export const chartOfEverybody = ({ websiteId }: Question, { days }: Cover): Sql =>
  sql`SELECT toString(day) AS bucket, facts[1] + ${awaySince(sql`day`)} AS visitors, facts[2] AS pageviews
FROM daily_totals
WHERE ${all([ofWebsite(websiteId), isDuring(sql`day`, days)])}`;

/** The visitors of a `day` who had come before, but on none of the days from `first` on. */
const awaySince = (first: Sql): Sql => sql`returning[day - ${first} + 1]`;
