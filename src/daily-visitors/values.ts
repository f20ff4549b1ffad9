import { integer, join, type Sql, sql, trusted } from '../clickhouse/sql.js';
import { campaignLinkSql, encodeCampaignLink, parseCampaignLink } from './campaign-link.js';
import { areOfCampaign, type CountedColumn, type CountedValues } from './dimensions.js';

// `daily_visitors` stores values of several columns as one text: a campaign's as its link, which is also its name in
// lists; others joined by tabs, with percent signs and tabs encoded. A single value is stored unchanged.

export function encodeValues(columns: readonly CountedColumn[], values: CountedValues): string {
  const own = columns.map((column) => values[column]);
  if (own.length === 1) return own[0]!;
  if (areOfCampaign(columns)) return encodeCampaignLink(own);
  return own.map((value) => value.replace(/[%\t]/g, (found) => (found === '%' ? '%25' : '%09'))).join('\t');
}

/** Reverses `encodeValues`. */
export function decodeValues(columns: readonly string[], text: string): readonly string[] {
  if (columns.length === 1) return [text];
  if (areOfCampaign(columns)) return parseCampaignLink(text);
  return text.split('\t').map((value) => value.replace(/%25|%09/g, (found) => (found === '%25' ? '%' : '\t')));
}

/** `encodeValues` in SQL, for a table with these columns. */
export function encodeValuesSql(columns: readonly string[]): Sql {
  const values = columns.map((column) => sql`toString(${trusted(column)})`);
  if (values.length === 0) return sql`''`;
  if (values.length === 1) return values[0]!;
  if (areOfCampaign(columns)) return campaignLinkSql(values);
  const encoded = values.map((value) => sql`replaceAll(replaceAll(${value}, '%', '%25'), '\\t', '%09')`);
  return sql`arrayStringConcat([${join(encoded, ', ')}], '\\t')`;
}

/** One column's value from the encoded text, in SQL. */
export function decodeValueSql(columns: readonly string[], place: number): Sql {
  if (columns.length === 1) return sql`value`;
  if (areOfCampaign(columns)) {
    return sql`decodeURLComponent(extractURLParameter(value, ${trusted(`'${columns[place]}'`)}))`;
  }
  return sql`replaceAll(replaceAll(splitByChar('\t', value)[${integer(place + 1)}], '%09', '\t'), '%25', '%')`;
}
