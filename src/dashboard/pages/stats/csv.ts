import { csvLine } from '../../../lib/csv-formula.js';
import { findMetric, isOfNothing, type MetricName, metricValue } from '../../../stats/metrics.js';
import type { List } from '../../../stats/reports/list.js';
import type { ListColumn } from './list-columns.js';
import type { Days } from './range-choice.js';
import { type ShownRow, valueBefore } from './shown-row.js';

interface FileList extends Pick<List, 'column' | 'detailColumn' | 'fileColumns'> {
  readonly columns: readonly ListColumn[];
}

/** RFC 4180, in batches, with a header line. Shares and rates are percentages, durations seconds. */
export async function* csvText(list: FileList, batches: AsyncIterable<readonly ShownRow[]>): AsyncGenerator<string> {
  let head = csvLine(csvHead(list));
  for await (const rows of batches) {
    yield head + rows.flatMap((row) => csvLines(list, row)).join('');
    head = '';
  }
}

const csvHead = ({ column, detailColumn, fileColumns, columns }: FileList): readonly string[] => [
  ...(fileColumns ?? [column, ...(detailColumn ? [detailColumn] : [])]),
  ...columns.map(({ label, metric, shows }) => {
    if (shows === 'change') return `Previous ${findMetric(metric).label.toLowerCase()}`;
    return shows === 'share' ? `${label} (%)` : (fileLabels[metric] ?? label);
  }),
];

/** A metric's name in files, with its unit. */
export const fileLabel = (metric: MetricName): string => fileLabels[metric] ?? findMetric(metric).label;

const fileLabels: Partial<Record<MetricName, string>> = {
  conversionRate: 'Conversion rate (%)',
  goalConversionRate: 'Conversion rate (%)',
  bounceRate: 'Bounce rate (%)',
  averageSessionDurationSeconds: 'Visit duration (s)',
};

/** A change has the number before it. An average of nothing is empty. */
function fileValue({ metric, shows }: ListColumn, row: ShownRow): number | string {
  if (shows === 'share') return row.percentage;
  if (shows === 'change') return valueBefore(metric, row) ?? '';
  return isOfNothing(metric, row.now) ? '' : fileNumber(metric, metricValue(metric, row.now));
}

/** Shares as percentages. */
export const fileNumber = (metric: MetricName, value: number): number =>
  findMetric(metric).unit === 'share' ? toPercent(value) : value;

function csvLines({ detailColumn, columns }: FileList, row: ShownRow): readonly string[] {
  const line = (texts: readonly string[], figures: ShownRow) =>
    csvLine([...texts, ...columns.map((column) => fileValue(column, figures))]);
  const names = (detail: string) => [row.name, ...(detailColumn ? [detail] : [])];
  const sources = row.sources ?? [];
  return [
    line(row.cells ?? names(row.detail ?? ''), row),
    ...sources.map((source) => line(names(source.name), source)),
  ];
}

/** Of a rate with four digits. */
const toPercent = (rate: number): number => Math.round(rate * 10_000) / 100;

/** As in `example.com-pages-2026-03-01-to-2026-03-31`. Domains are plain ASCII. */
export const fileName = (domain: string, { from, to }: Days, path?: string): string =>
  `${domain}${path === undefined ? '' : `-${path}`}-${from}${from === to ? '' : `-to-${to}`}`;
