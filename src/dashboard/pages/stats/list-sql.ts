import { biStatement } from '../../../stats/bi-statement.js';
import { sqlAddress } from '../sql/sql-address.js';
import type { PageContext } from './page-context.js';
import type { ShownList } from './shown-lists.js';
import { toFilter } from './view-filters.js';

/**
 * The SQL page with the statement of a list, or of its rows that a search finds. Undefined for views that `bi.events` does not
 * have, for a search in names that the program gives, and for a shared link.
 */
export function listSqlAddress(
  shown: PageContext,
  list: Pick<ShownList, 'by' | 'search'>,
  search: string,
): string | undefined {
  const { website, place, range } = shown;
  if (!place.own || (search !== '' && list.search === undefined)) return undefined;
  const parts = [toFilter(shown), search === '' ? undefined : list.search?.(search)].filter(
    (part) => part !== undefined,
  );
  const { areHours = false, days, ranges } = range;
  const statement = biStatement({ ...list.by, filter: { and: parts }, areHours });
  if (statement === undefined) return undefined;
  const { start, end } = ranges.range;
  const times = areHours ? { from: inUtc(start), to: inUtc(end) } : days;
  const values = { website: website.id, from: times.from, to: times.to, ...statement.parameters };
  const parameterValues = new Map(Object.entries(values).map(([name, value]) => [name, String(value)]));
  return sqlAddress({ query: statement.text, parameterValues });
}

/** As in `2026-03-01 10:00:00.000`. */
const inUtc = (epochMs: number): string => new Date(epochMs).toISOString().replace('T', ' ').replace('Z', '');
