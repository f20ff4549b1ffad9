import { biStatement, type StatementQuery } from '../../../stats/bi-statement.js';
import type { List } from '../../../stats/reports/list.js';
import { sqlAddress } from '../sql/sql-address.js';
import type { PageContext } from './page-context.js';
import { chooseInterval } from './read-chart.js';
import { toFilter } from './view-filters.js';

/**
 * The SQL page with the statement of a list, or of its rows that a search finds. Undefined for views that `bi.events` does not
 * have, for a search in names that the program gives, and for a shared link.
 */
export function listSqlAddress(shown: PageContext, list: Pick<List, 'by' | 'search'>, search = ''): string | undefined {
  if (search !== '' && list.search === undefined) return undefined;
  return viewSqlAddress(shown, { ...list.by, filter: search === '' ? undefined : list.search?.(search) });
}

/** The SQL page with the statement of the chart's metrics by its interval; undefined as {@link listSqlAddress}. */
export function chartSqlAddress(shown: PageContext): string | undefined {
  const { view, chartRange, goal } = shown;
  const metrics = [view.metric, ...(view.secondMetric === undefined ? [] : [view.secondMetric])] as const;
  const interval = chooseInterval(view.interval, chartRange);
  return viewSqlAddress(shown, { metrics, goal: goal?.filter, interval, filter: undefined });
}

function viewSqlAddress(shown: PageContext, query: Omit<StatementQuery, 'areHours'>): string | undefined {
  const { website, place, range } = shown;
  if (!place.own) return undefined;
  const parts = [toFilter(shown), query.filter].filter((part) => part !== undefined);
  const { areHours, days, ranges } = range;
  const statement = biStatement({ ...query, filter: { and: parts }, areHours });
  if (statement === undefined) return undefined;
  const { start, end } = ranges.range;
  const times = areHours ? { from: inUtc(start), to: inUtc(end) } : days;
  const values = { website: website.id, from: times.from, to: times.to, ...statement.parameters };
  const parameterValues = new Map(Object.entries(values).map(([name, value]) => [name, String(value)]));
  return sqlAddress({ query: statement.text, parameterValues });
}

/** As in `2026-03-01 10:00:00.000`. */
const inUtc = (epochMs: number): string => new Date(epochMs).toISOString().replace('T', ' ').replace('Z', '');
