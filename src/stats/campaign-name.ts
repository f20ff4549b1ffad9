import { join, type Sql, sql, trusted } from '../clickhouse/sql.js';

/** The parameters that make a campaign, in the order in which they name it. */
const parameters = ['utm_source', 'utm_medium', 'utm_campaign', 'ref'] as const;

/** The query string of a campaign's link, of the parameters that are there: `?utm_source=news&utm_campaign=May%20sale`. */
export function campaignName(values: readonly string[]): string {
  const pairs = parameters.flatMap((name, index) => {
    const value = values[index] ?? '';
    return value === '' ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return `?${pairs.join('&')}`;
}

/** The engine encodes five characters more than `encodeURIComponent` does. */
const DECODED = { '%21': '!', '%27': "\\'", '%28': '(', '%29': ')', '%2A': '*' };

/** What `campaignName` makes, of the columns of a campaign, which are called as its parameters are. */
export const campaignNameSql: Sql = Object.entries(DECODED).reduce(
  (text, [code, character]) => sql`replaceAll(${text}, ${trusted(`'${code}', '${character}'`)})`,
  sql`concat('?', arrayStringConcat(arrayFilter(pair -> NOT endsWith(pair, '='), [${join(
    parameters.map((name) => sql`concat(${trusted(`'${name}='`)}, encodeURLComponent(${trusted(name)}))`),
    ', ',
  )}]), '&'))`,
);
