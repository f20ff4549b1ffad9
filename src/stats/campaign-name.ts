import { join, type Sql, sql, trusted } from '../clickhouse/sql.js';

/** The parameters of a campaign's link, in the order in which they name it. */
const parameters = ['utm_source', 'utm_medium', 'utm_campaign', 'ref'] as const;

/** Returns the query string of a campaign's link, without empty parameters: `?utm_source=news&utm_campaign=May%20sale`. Empty without a campaign. */
export function campaignName(values: readonly string[]): string {
  const pairs = parameters.flatMap((name, index) => {
    const value = values[index] ?? '';
    return value === '' ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** The engine encodes five more characters than `encodeURIComponent`. */
const DECODED = { '%21': '!', '%27': "\\'", '%28': '(', '%29': ')', '%2A': '*' };

/** Returns the SQL of `campaignName`, given that of the values. */
export const campaignNameSql = (values: readonly Sql[]): Sql =>
  Object.entries(DECODED).reduce(
    (text, [code, character]) => sql`replaceAll(${text}, ${trusted(`'${code}', '${character}'`)})`,
    sql`trimRight(concat('?', arrayStringConcat(arrayFilter(pair -> NOT endsWith(pair, '='), [${join(
      parameters.map(
        (name, place) => sql`concat(${trusted(`'${name}='`)}, encodeURLComponent(${values[place] ?? sql`''`}))`,
      ),
      ', ',
    )}]), '&')), '?')`,
  );
