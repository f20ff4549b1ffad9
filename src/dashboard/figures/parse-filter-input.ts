import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { COUNTRIES, resolveValues } from '../../http/v1/filter-values.js';
import { countryName } from '../../stats/names.js';
import type { ViewFilter } from './view-filter.js';
import { MAX_FILTER_VALUES } from './view-filters.js';

/** Returns a typed filter. Countries are stored as codes: those whose name contains the text are listed. */
export function parseTypedFilter({ dimension, operator, values }: ViewFilter): ViewFilter {
  if (dimension !== 'country') return { dimension, operator, values };
  if (operator === 'is' || operator === 'is_not') return { dimension, operator, values: values.map(completeCountry) };
  const isNamed = (code: string) =>
    values.some((value) => countryName(code).toLowerCase().includes(value.toLowerCase()));
  const codes = COUNTRIES.filter(isNamed).slice(0, MAX_FILTER_VALUES);
  return { dimension, operator: operator === 'contains' ? 'is' : 'is_not', values: codes.length > 0 ? codes : values };
}

/** Returns the code of the only country whose name begins with a text; else the text, such as a code. */
function completeCountry(text: string): string {
  const [only, ...others] = COUNTRIES.filter((code) => countryName(code).toLowerCase().startsWith(text.toLowerCase()));
  return only === undefined || others.length > 0 || COUNTRIES.includes(text.toUpperCase()) ? text : only;
}

/** Returns filters with stored values, where they compare whole values: people know names rather than codes, in any case. */
export const resolveViewFilters = (
  clickhouse: ClickHouse,
  websiteId: string,
  filters: readonly ViewFilter[],
): Promise<readonly ViewFilter[]> =>
  Promise.all(
    filters.map(async (filter) => {
      const { dimension, operator, values } = filter;
      if (operator !== 'is' && operator !== 'is_not') return filter;
      const resolved = await resolveValues(clickhouse, websiteId, dimension, values);
      return { ...filter, values: [...new Set(resolved)] };
    }),
  );
