import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { Condition } from '../../stats/filters.js';
import { type List, lists, readList } from '../../stats/reports/lists.js';
import { completeCount } from '../../websites/count.js';
import { inHosts } from './list-reader.js';
import type { PageContext } from './page-context.js';
import { isPartial, type ViewFilter } from './view-filter.js';

/** More than there are countries, or languages of real visitors. */
const MAX_CODES = 1_000;

/**
 * Returns the filters as conditions on stored values. Countries and languages are stored as codes, but people look for parts of
 * their names: these become the codes of the range and its comparison range whose name or code contains the text.
 */
export const toConditions = (
  clickhouse: ClickHouse,
  shown: PageContext,
  filters: readonly ViewFilter[],
): Promise<readonly Condition[]> =>
  Promise.all(
    filters.map(async (filter) => {
      const { dimension, operator } = filter;
      if (!isPartial(operator)) return filter;
      if (dimension === 'referrer') return { ...filter, values: filter.values.flatMap((text) => inHosts(text).values) };
      if (dimension !== 'country' && dimension !== 'language') return filter;
      const codes =
        dimension === 'country'
          ? await findCodes(clickhouse, shown, filter, lists.countries, (row) => [row.country, row.countryName])
          : await findCodes(clickhouse, shown, filter, lists.languages, (row) => [row.code, row.name]);
      return { dimension, operator: operator === 'contains' ? 'is' : 'is_not', values: codes };
    }),
  );

async function findCodes<Named extends object>(
  clickhouse: ClickHouse,
  { website, range: { ranges } }: PageContext,
  { values }: ViewFilter,
  list: List<Named>,
  codeAndName: (row: Named) => readonly [code: string, name: string],
): Promise<readonly string[]> {
  const range = { start: ranges.previous.start, end: ranges.range.end };
  const query = { websiteId: website.id, range, filter: undefined, count: completeCount(website) };
  const { rows } = await readList(clickhouse, query, list, MAX_CODES);
  return rows
    .map(({ named }) => codeAndName(named))
    .filter((texts) => values.some((value) => texts.some((text) => text.toLowerCase().includes(value.toLowerCase()))))
    .map(([code]) => code);
}
