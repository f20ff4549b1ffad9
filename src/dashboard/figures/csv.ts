import type { Days } from './range-choice.js';
import type { ShownList, ShownRow } from './shown-lists.js';

/** Rows of a list as RFC 4180 has it, with a line of names first. Shares are in percent of the total. */
export function csvOf(list: ShownList, rows: readonly ShownRow[]): string {
  const { column, detailColumn, measure } = list;
  const hasViews = list.path === 'pages';
  const head = [
    column,
    ...(detailColumn ? [detailColumn] : []),
    ...(hasViews ? ['Pageviews'] : []),
    measure,
    'Share (%)',
  ];
  const cells = (name: string, detail: string, row: ShownRow) => [
    name,
    ...(detailColumn ? [detail] : []),
    ...(hasViews ? [row.pageviews ?? 0] : []),
    row.value,
    row.percentage,
  ];
  const lines = rows.flatMap((row) => [
    cells(row.name, row.detail ?? '', row),
    ...(row.sources ?? []).map((source) => cells(row.name, source.name, source)),
  ]);
  return [head, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

/** A spreadsheet would take these beginnings for a formula, which a visitor could have made up. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** `example.com-pages-2026-03-01-to-2026-03-31.csv`: domains are plain ASCII. */
export const csvName = (domain: string, path: string, { from, to }: Days): string =>
  `${domain}-${path}-${from}${from === to ? '' : `-to-${to}`}.csv`;
