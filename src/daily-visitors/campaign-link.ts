import { join, type Sql, sql, trusted } from '../clickhouse/sql.js';

/** Also the parameters of a campaign's link, in this order. */
export const campaignColumns = ['utm_source', 'utm_medium', 'utm_campaign', 'ref'] as const;

/**
 * Query string without empty parameters: `?utm_source=news&utm_campaign=May%20sale`. Empty without a campaign.
 *
 * @param values in the order of `campaignColumns`
 */
export function encodeCampaignLink(values: readonly string[]): string {
  const pairs = campaignColumns.flatMap((name, index) => {
    const value = values[index] ?? '';
    return value === '' ? [] : [`${name}=${encodeURIComponent(value.toWellFormed())}`];
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Reverses `encodeCampaignLink`. */
export function parseCampaignLink(link: string): readonly string[] {
  const parameters = new URLSearchParams(link);
  return campaignColumns.map((name) => parameters.get(name) ?? '');
}

/** The engine encodes five more characters than `encodeURIComponent`. */
const DECODED = { '%21': '!', '%27': "\\'", '%28': '(', '%29': ')', '%2A': '*' };

/** `encodeCampaignLink` in SQL. */
export const campaignLinkSql = (values: readonly Sql[]): Sql =>
  Object.entries(DECODED).reduce(
    (text, [code, character]) => sql`replaceAll(${text}, ${trusted(`'${code}', '${character}'`)})`,
    sql`trimRight(concat('?', arrayStringConcat(arrayFilter(pair -> NOT endsWith(pair, '='), [${join(
      campaignColumns.map(
        (name, place) => sql`concat(${trusted(`'${name}='`)}, encodeURLComponent(${values[place] ?? sql`''`}))`,
      ),
      ', ',
    )}]), '&')), '?')`,
  );
