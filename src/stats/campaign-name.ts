import { type Sql, sql } from '../clickhouse/sql.js';

/** The parameters that make a campaign, in the order in which they name it, and their columns. */
const parameters = ['utm_source', 'utm_medium', 'utm_campaign', 'ref'] as const;

export const campaignColumns: readonly Sql[] = [sql`utm_source`, sql`utm_medium`, sql`utm_campaign`, sql`ref`];

/** The query string of a campaign's link, of the parameters that are there: `?utm_source=news&utm_campaign=May%20sale`. */
export function campaignName(values: readonly string[]): string {
  const pairs = parameters.flatMap((name, index) => {
    const value = values[index] ?? '';
    return value === '' ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return `?${pairs.join('&')}`;
}
