import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import { answer } from '../../../stats/answer.js';
import { displayValue, type FilterName, findDimension, toParts } from '../../../stats/dimensions.js';
import type { Filter } from '../../../stats/filters.js';
import type { Scope } from '../../../stats/query.js';
import { readListPage } from '../../../stats/reports/list.js';
import { lists } from '../../../stats/reports/lists.js';

const MAX_VALUES = 100;

/** More than there are countries, or languages of real visitors. */
const MAX_CODES = 1_000;

/** Stored values whose name or code contains the text, most frequent first. */
export async function findValuesLike(
  clickhouse: ClickHouse,
  scope: Scope,
  dimension: FilterName,
  text: string,
): Promise<readonly string[]> {
  const { isCode } = findDimension(dimension);
  if (dimension === 'campaignLink') return findCampaignLinks(clickhouse, scope, text);
  const search: Filter = { dimension, operator: 'contains', values: toParts(dimension, text) };
  const { rows } = await answer(clickhouse, {
    ...scope,
    name: 'stats/values',
    metrics: ['visitors'],
    dimensions: [dimension],
    skipsMissing: true,
    ...(isCode ? { limit: MAX_CODES } : { limit: MAX_VALUES, search }),
  });
  const values = rows.map(({ key: [value = ''] }) => value);
  return isCode ? values.filter((value) => isLike(dimension, value, text)) : values;
}

/** A link has four parameters, by which campaigns are counted. */
async function findCampaignLinks(clickhouse: ClickHouse, scope: Scope, text: string): Promise<readonly string[]> {
  const { rows } = await readListPage(clickhouse, scope, lists.campaigns, {
    limit: MAX_VALUES,
    offset: 0,
    ...(text !== '' && { search: lists.campaigns.search?.(text) }),
  });
  return rows.map(({ named }) => named.name);
}

const isLike = (dimension: FilterName, value: string, text: string): boolean =>
  [value, displayValue(dimension, value)].some((each) => each.toLowerCase().includes(text.toLowerCase()));

/** Formatted for display. */
export async function suggestValues(
  clickhouse: ClickHouse,
  scope: Scope,
  dimension: FilterName,
  text: string,
): Promise<readonly string[]> {
  const values = await findValuesLike(clickhouse, scope, dimension, text);
  return [...new Set(values.map((value) => displayValue(dimension, value)))];
}
