import { type Text, t } from '../../../lib/language/translate.js';
import { type MetricName, metrics } from '../../../stats/metrics.js';
import type { RowOrder } from '../../../stats/query.js';
import { changeTitle, conversionsTitle } from './conversion-figures.js';
import { type PageContext, whyRowsNotCompared } from './page-context.js';
import type { ShownList } from './shown-lists.js';
import type { OwnParameters } from './view.js';

/** A column of numbers of a whole list. */
export interface ListColumn {
  /** Files have it in English. */
  readonly label: Text;
  /** On phones, if it is longer. */
  readonly short?: Text;
  /** In the language of the page. */
  readonly title: string;
  readonly metric: MetricName;
  /** The share of the total instead of the metric, or the metric's change from the comparison. */
  readonly shows?: 'share' | 'change';
  /** Hidden where there is little room. */
  readonly isDetail?: true;
  /** Whether rows cannot be ordered by what is shown. */
  readonly isUnsorted?: boolean;
}

/** What a visit is like, for rows that have visits. */
const visitMetrics = ['visits', 'bounceRate', 'averageSessionDurationSeconds'] as const satisfies readonly MetricName[];

export function listColumns(list: ShownList, shown: PageContext): readonly ListColumn[] {
  if (list.isOfGoal) return listGoalColumns(list, shown);
  const [measured, second] = list.by.metrics;
  return [
    ...(second === undefined ? [] : [{ ...ofMetric(second), ...(list.second && { label: list.second.long }) }]),
    ofMetric(measured),
    { ...ofMetric(measured), label: 'Share', title: t('Share of the total'), shows: 'share', isDetail: true },
    ...(list.hasVisits ? visitMetrics.map((metric) => ({ ...ofMetric(metric), isDetail: true as const })) : []),
  ];
}

function listGoalColumns(list: ShownList, shown: PageContext): readonly ListColumn[] {
  const conversions = { ...ofMetric('conversions'), title: conversionsTitle(list) };
  // Means a day are shown, and totals are ordered.
  const isUnsorted = shown.comparison?.days !== undefined;
  return [
    { ...ofMetric('visitors'), isDetail: true },
    { ...conversions, short: 'Conv.' },
    { ...ofMetric('goalConversionRate'), label: 'Rate' },
    ...(whyRowsNotCompared(shown) === undefined
      ? [{ ...conversions, label: 'Change' as const, title: changeTitle(shown), shows: 'change' as const, isUnsorted }]
      : []),
  ];
}

/** No list has a metric of a property or of revenue. */
function ofMetric(metric: MetricName): ListColumn {
  const { label, definition } = metrics[metric as keyof typeof metrics];
  return { metric, label, title: t(definition) };
}

/** A list's columns, and the one that orders its rows. */
export interface SortedColumns {
  readonly columns: readonly ListColumn[];
  readonly sorted: ListColumn;
  readonly direction: RowOrder['direction'];
}

/** Name of the parameter, as in `sort=bounceRate` and `sort=bounceRate:asc`. */
const SORT = 'sort';
const ASCENDING = ':asc';

/** The parameter as it is in an address. */
export const readSortParameter = (parameters: URLSearchParams): OwnParameters => {
  const text = parameters.get(SORT);
  return text ? [[SORT, text]] : [];
};

/** Rows are ordered by the list's measure, largest first, unless the address says otherwise. */
export function readSort(list: ShownList, shown: PageContext, parameters: URLSearchParams): SortedColumns {
  const columns = listColumns(list, shown);
  const text = parameters.get(SORT) ?? '';
  const isAscending = text.endsWith(ASCENDING);
  const name = isAscending ? text.slice(0, -ASCENDING.length) : text;
  const sortable = columns.filter(isSortable);
  const sorted = sortable.find((column) => sortName(column) === name);
  if (sorted !== undefined) return { columns, sorted, direction: isAscending ? 'asc' : 'desc' };
  return { columns, sorted: sortable.find(({ metric }) => metric === list.by.metrics[0])!, direction: 'desc' };
}

/** Shares have the order of their metric. */
export const isSortable = ({ shows, isUnsorted = false }: ListColumn): boolean => shows !== 'share' && !isUnsorted;

const sortName = ({ metric, shows }: ListColumn): string => (shows === 'change' ? 'change' : metric);

type Sort = Pick<SortedColumns, 'sorted' | 'direction'>;

const isUsual = (list: ShownList, { sorted, direction }: Sort): boolean =>
  sorted.metric === list.by.metrics[0] && sorted.shows === undefined && direction === 'desc';

export const sortParameters = (list: ShownList, sort: Sort): OwnParameters =>
  isUsual(list, sort) ? [] : [[SORT, sortName(sort.sorted) + (sort.direction === 'asc' ? ASCENDING : '')]];

/** Undefined for the usual order. */
export const toRowOrder = (list: ShownList, sort: Sort): RowOrder | undefined =>
  isUsual(list, sort)
    ? undefined
    : {
        by: sort.sorted.metric,
        direction: sort.direction,
        ...(sort.sorted.shows === 'change' && { isChange: true }),
      };

/** What the list must read for them. */
export const listMetrics = (list: ShownList, { columns }: SortedColumns): ShownList['by']['metrics'] => {
  const [first, ...others] = list.by.metrics;
  return [first, ...new Set([...others, ...columns.map(({ metric }) => metric).filter((metric) => metric !== first)])];
};
