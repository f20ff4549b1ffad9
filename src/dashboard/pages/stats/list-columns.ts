import { type Text, t } from '../../../lib/language/translate.js';
import { propertyName } from '../../../stats/dimensions.js';
import { type MetricName, metrics } from '../../../stats/metrics.js';
import type { RowOrder } from '../../../stats/query.js';
import type { List } from '../../../stats/reports/list.js';
import { comparedRange } from './comparison-choice.js';
import { changeTitle, conversionsTitle } from './conversion-figures.js';
import { isOfGoal, isOfSessions } from './goal-columns.js';
import { type ListReader, listReader } from './list-reader.js';
import { type PageContext, whyRowsNotCompared } from './page-context.js';
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
  /** Hidden on the smallest screens, beside a change. */
  readonly isSecond?: true;
  /** Whether rows cannot be ordered by what is shown. */
  readonly isUnsorted?: boolean;
}

/** What a visit is like, for rows that have visits. */
const visitMetrics = [
  'pageviews',
  'visits',
  'bounceRate',
  'averageSessionDurationSeconds',
] as const satisfies readonly MetricName[];

export function listColumns(list: List, shown: PageContext): readonly ListColumn[] {
  if (isOfGoal(list)) return listGoalColumns(list, shown);
  const [measured, second] = list.by.metrics;
  // A session is in the rows of all its pages, which take long to count for a large website.
  const ofVisits = isOfSessions(list) ? visitMetrics : [];
  return [
    ...(second === undefined
      ? []
      : [{ ...ofMetric(second), ...(list.second && { label: list.second.long }), isSecond: true as const }]),
    ofMetric(measured),
    ...changeColumns(measured, shown),
    { ...ofMetric(measured), label: 'Share', title: t('Share of the total'), shows: 'share', isDetail: true },
    ...ofVisits.map((metric) => ({ ...ofMetric(metric), isDetail: true as const })),
  ];
}

function listGoalColumns(list: List, shown: PageContext): readonly ListColumn[] {
  return [
    { ...ofMetric('visitors'), isDetail: true },
    { ...ofMetric('conversions'), title: conversionsTitle(list), short: 'Conv.' },
    { ...ofMetric('goalConversionRate'), label: 'Rate' },
    ...changeColumns('conversions', shown),
  ];
}

/** None where rows are not compared. */
function changeColumns(metric: MetricName, shown: PageContext): readonly ListColumn[] {
  if (whyRowsNotCompared(shown) !== undefined) return [];
  // Means a day are shown, and totals are ordered.
  const isUnsorted = shown.comparison?.days !== undefined;
  return [{ metric, label: 'Change', title: changeTitle(shown, metric), shows: 'change', isUnsorted }];
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

/** Name of the parameter, as in `properties?event=signup&property=plan`. */
export const PROPERTY = 'property';

/** The parameters of a list as they are in an address. */
export const readListParameters = (parameters: URLSearchParams): OwnParameters =>
  [PROPERTY, SORT].flatMap((name) => {
    const text = parameters.get(name);
    return text ? [[name, text] as const] : [];
  });

/** Rows are ordered by the list's measure, largest first, unless the address says otherwise. */
export function readSort(list: List, shown: PageContext, parameters: URLSearchParams): SortedColumns {
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

const isUsual = (list: List, { sorted, direction }: Sort): boolean =>
  sorted.metric === list.by.metrics[0] && sorted.shows === undefined && direction === 'desc';

/** Returns the address parameters of a list: its property, and its order unless it is the usual one. */
export function listParameters(list: List, sort: Sort): OwnParameters {
  const property = listProperty(list);
  return [
    ...(property === undefined ? [] : [[PROPERTY, property] as const]),
    ...(isUsual(list, sort)
      ? []
      : [[SORT, sortName(sort.sorted) + (sort.direction === 'asc' ? ASCENDING : '')] as const]),
  ];
}

const listProperty = ({ by: { dimensions: [name] = [] } }: List): string | undefined => name && propertyName(name);

/** In a file of all rows, which one statement reads, the rows of a list without a goal have a change only where it orders them. */
export const fileColumns = (list: List, sort: SortedColumns): SortedColumns =>
  isOfGoal(list) || sort.sorted.shows === 'change'
    ? sort
    : { ...sort, columns: sort.columns.filter(({ shows }) => shows !== 'change') };

/** Reads what the columns show, in their order. */
export const readerFor = (list: List, sort: SortedColumns, { comparison }: PageContext): ListReader =>
  listReader({
    ...list,
    by: {
      ...list.by,
      metrics: listMetrics(list, sort),
      order: toRowOrder(list, sort),
      keepsEarlier: sort.sorted.shows === 'change',
      ...(sort.columns.some(({ shows }) => shows === 'change') && { comparison: comparedRange(comparison) }),
    },
  });

/** Undefined for the usual order. */
const toRowOrder = (list: List, sort: Sort): RowOrder | undefined =>
  isUsual(list, sort)
    ? undefined
    : {
        by: sort.sorted.metric,
        direction: sort.direction,
        ...(sort.sorted.shows === 'change' && { isChange: true }),
      };

const listMetrics = (list: List, { columns }: SortedColumns): List['by']['metrics'] => {
  const [first, ...others] = list.by.metrics;
  return [first, ...new Set([...others, ...columns.map(({ metric }) => metric).filter((metric) => metric !== first)])];
};
