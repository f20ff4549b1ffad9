import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import { displayValue, type ViewDimension } from '../../../stats/dimensions.js';
import type { Scope } from '../../../stats/query.js';
import { readListPage } from '../../../stats/reports/list.js';
import { lists } from '../../../stats/reports/lists.js';
import { listValues } from '../../../stats/rows/list-values.js';

const MAX_VALUES = 100;

/** Stored values whose name or code contains the text, most frequent first. */
export async function findValuesLike(
  clickhouse: ClickHouse,
  scope: Scope,
  dimension: ViewDimension,
  text: string,
): Promise<readonly string[]> {
  if (dimension === 'campaignLink') return findCampaignLinks(clickhouse, scope, text);
  const found = await listValues(clickhouse, scope, dimension, text, MAX_VALUES);
  return found.map(({ value }) => String(value));
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

/** Formatted for display. */
export async function suggestValues(
  clickhouse: ClickHouse,
  scope: Scope,
  dimension: ViewDimension,
  text: string,
): Promise<readonly string[]> {
  const values = await findValuesLike(clickhouse, scope, dimension, text);
  return [...new Set(values.map((value) => displayValue(dimension, value)))];
}
