import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import { displayValue, findDimension } from '../../../stats/dimensions.js';
import { metricValue } from '../../../stats/metrics.js';
import type { Scope } from '../../../stats/query.js';
import { readListPage } from '../../../stats/reports/list.js';
import { lists } from '../../../stats/reports/lists.js';
import { listValues } from '../../../stats/rows/list-values.js';
import type { FilterDimension } from './view-filter.js';

const MAX_VALUES = 100;

interface FoundValue {
  /** As stored. */
  readonly value: string;
  readonly visitors: number;
}

/** Stored values whose name or code contains the text, most frequent first. */
async function findValuesLike(
  clickhouse: ClickHouse,
  scope: Scope,
  dimension: FilterDimension,
  text: string,
): Promise<readonly FoundValue[]> {
  if (dimension === 'campaignLink') return findCampaignLinks(clickhouse, scope, text);
  const found = await listValues(clickhouse, scope, dimension, [text], MAX_VALUES);
  return found.map(({ value, visitors }) => ({ value: String(value), visitors }));
}

/** A link has four parameters, by which campaigns are counted. */
async function findCampaignLinks(clickhouse: ClickHouse, scope: Scope, text: string): Promise<readonly FoundValue[]> {
  const { rows } = await readListPage(clickhouse, scope, lists.campaigns, {
    limit: MAX_VALUES,
    offset: 0,
    ...(text !== '' && { search: lists.campaigns.search?.(text) }),
  });
  return rows.map(({ key, now }) => ({
    value: lists.campaigns.show(key).filters?.campaignLink ?? '',
    visitors: metricValue('visitors', now),
  }));
}

export interface Suggestion {
  /** For people. A filter finds the stored value by it. */
  readonly name: string;
  /** Of a country or language. */
  readonly code?: string;
  readonly visitors: number;
}

/** Each name once: first the one that is the whole text, then the most frequent. */
export async function suggestValues(
  clickhouse: ClickHouse,
  scope: Scope,
  dimension: FilterDimension,
  text: string,
): Promise<readonly Suggestion[]> {
  const { isCode } = findDimension(dimension);
  const found = await findValuesLike(clickhouse, scope, dimension, text);
  const suggestions = new Map<string, Suggestion>();
  for (const { value, visitors } of found) {
    const name = displayValue(dimension, value);
    if (!suggestions.has(name)) suggestions.set(name, { name, visitors, ...(isCode && { code: value }) });
  }
  const isWhole = ({ name, code }: Suggestion) =>
    [name, code].some((each) => each?.toLowerCase() === text.toLowerCase());
  return [...suggestions.values()].toSorted((one, other) => Number(isWhole(other)) - Number(isWhole(one)));
}
