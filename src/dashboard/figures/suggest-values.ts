import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { FilterName } from '../../stats/dimensions.js';
import type { PageContext } from './page-context.js';
import { toStatsQuery } from './read-figures.js';
import { filterLists, listFor } from './shown-lists.js';

/** Returns the values, as people read them, whose name or code contains the text: of the range and the filters, most frequent first. */
export async function suggestValues(
  clickhouse: ClickHouse,
  shown: PageContext,
  dimension: FilterName,
  text: string,
): Promise<readonly string[]> {
  const { reader } = listFor(filterLists[dimension], shown.view);
  const { rows } = await reader.part(clickhouse, toStatsQuery(shown), text, 1);
  const names = rows.map(({ name, filters }) => (dimension === 'campaignLink' ? (filters?.campaignLink ?? '') : name));
  return [...new Set(names)];
}
