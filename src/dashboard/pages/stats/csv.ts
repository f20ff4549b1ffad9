import { csvLine } from '../../../lib/csv-formula.js';
import type { Days } from './range-choice.js';
import type { ShownList } from './shown-lists.js';
import type { ShownRow } from './shown-row.js';

interface FileList extends Omit<ShownList, 'reader'> {
  /** Whether there is a complete comparison range. */
  readonly isCompared?: boolean;
}

/** RFC 4180, in batches, with a header line. Shares are percentages of the total. */
export async function* csvText(list: FileList, batches: AsyncIterable<readonly ShownRow[]>): AsyncGenerator<string> {
  let head = csvLine(csvHead(list));
  for await (const rows of batches) {
    yield head + rows.flatMap((row) => csvLines(list, row)).join('');
    head = '';
  }
}

const csvHead = (list: FileList): readonly string[] => {
  const { column, detailColumn, fileColumns, second, measure, isOfGoal, isCompared } = list;
  return [
    ...(fileColumns ?? [column, ...(detailColumn ? [detailColumn] : [])]),
    ...(isOfGoal
      ? ['Visitors', 'Conversions', 'Conversion rate (%)', ...(isCompared ? ['Previous conversions'] : [])]
      : [...(second ? [second.long] : []), measure, 'Share (%)']),
  ];
};

function csvLines({ detailColumn, second: hasSecond, isCompared }: FileList, row: ShownRow): readonly string[] {
  const line = (texts: readonly string[], { second = 0, value, percentage, conversions }: ShownRow) =>
    csvLine([
      ...texts,
      ...(conversions === undefined
        ? [...(hasSecond ? [second] : []), value, percentage]
        : [value, conversions.count, toPercent(conversions.rate), ...(isCompared ? [conversions.before ?? ''] : [])]),
    ]);
  const names = (detail: string) => [row.name, ...(detailColumn ? [detail] : [])];
  const sources = row.sources ?? [];
  return [
    line(row.cells ?? names(row.detail ?? ''), row),
    ...sources.map((source) => line(names(source.name), source)),
  ];
}

/** Of a rate with four digits. */
const toPercent = (rate: number): number => Math.round(rate * 10_000) / 100;

/** As in `example.com-pages-2026-03-01-to-2026-03-31.csv`. Domains are plain ASCII. */
export const csvName = (domain: string, path: string, { from, to }: Days): string =>
  `${domain}-${path}-${from}${from === to ? '' : `-to-${to}`}.csv`;
