import type { Column } from '../../../sql/table-rows.js';
import { isDate, isDateTime, isNumber } from '../../../sql/value-types.js';
import { timeTicks } from '../../ui/charts/axis.js';
import type { PlacedTick } from '../../ui/charts/plot.js';
import { cellText, type ResultPreview } from './run-query.js';

/** The style sheet has this many colors. */
const MAX_SERIES = 4;
export const MAX_BARS = 60;
const MAX_LABELS = 8;
const MAX_LABEL_LENGTH = 14;

interface Series {
  readonly name: string;
  readonly values: readonly (number | undefined)[];
}

/** Points by position, from 0 to 1, with their names and values. */
export interface Plot {
  readonly kind: 'lines' | 'bars';
  readonly shares: readonly number[];
  readonly names: readonly string[];
  readonly series: readonly Series[];
  readonly ticks: readonly PlacedTick[];
}

/**
 * Plots numeric columns over the first column: lines over times and numbers, bars over anything else, named by all
 * columns before the numbers. Undefined for a result without numbers after its first column, with a single row, or with
 * two bars of the same name.
 */
export function plotRows({ columns, rows }: ResultPreview): Plot | undefined {
  const [first, ...others] = columns;
  const numeric = others.flatMap((column, index) => (isNumber(column.type) ? [{ column, at: index + 1 }] : []));
  const [firstNumeric] = numeric;
  if (first === undefined || firstNumeric === undefined || rows.length < 2) return undefined;
  const toSeries = (from: readonly (readonly unknown[])[]): readonly Series[] =>
    numeric
      .slice(0, MAX_SERIES)
      .map(({ column, at }) => ({ name: column.name, values: from.map((row) => toNumber(row[at])) }));
  const placed = placeInOrder(first, rows);
  if (placed !== undefined) {
    const names = placed.map(({ name }) => name);
    const shares = placed.map(({ share }) => share);
    const ticks = isTime(first) ? timeLabels(names, shares) : labels(names, shares);
    return { kind: 'lines', shares, names, series: toSeries(placed.map(({ row }) => row)), ticks };
  }
  const shown = rows.slice(0, MAX_BARS);
  const names = shown.map((row) =>
    row
      .slice(0, firstNumeric.at)
      .map((cell) => cellText(cell) ?? 'NULL')
      .join(' · '),
  );
  if (new Set(names).size < names.length) return undefined;
  const shares = names.map((_, index) => (index + 0.5) / names.length);
  return { kind: 'bars', shares, names, series: toSeries(shown), ticks: labels(names, shares) };
}

const toNumber = (cell: unknown): number | undefined => {
  const value = cell === null ? Number.NaN : Number(cell);
  return Number.isFinite(value) ? value : undefined;
};

const isTime = ({ type }: Column): boolean => isDate(type) || isDateTime(type);

/** Undefined unless the first column has distinct times or numbers. */
function placeInOrder(column: Column, rows: readonly (readonly unknown[])[]) {
  if (!isTime(column) && !isNumber(column.type)) return undefined;
  const points = rows
    .map((row) => ({ row, name: cellText(row[0]) ?? '', x: toPosition(row[0], isTime(column)) }))
    .toSorted((a, b) => a.x - b.x);
  const [least = 0, most = 0] = [points[0]?.x, points.at(-1)?.x];
  if (points.some(({ x }, index) => !Number.isFinite(x) || x === points[index - 1]?.x)) return undefined;
  return points.map(({ row, name, x }) => ({ row, name, share: (x - least) / (most - least) }));
}

const toPosition = (cell: unknown, time: boolean): number => {
  if (cell === null) return Number.NaN;
  return time ? Date.parse(`${String(cell).replace(' ', 'T').padEnd(11, 'T').padEnd(19, '00:00:00')}Z`) : Number(cell);
};

/** At the beginnings of days, months or hours, if there are any. */
function timeLabels(names: readonly string[], shares: readonly number[]): readonly PlacedTick[] {
  const ticks = timeTicks(names.map((name) => name.replace(' ', 'T')));
  if (ticks.length < 2) return labels(names, shares);
  return ticks.map(({ index, ...tick }) => ({ ...tick, share: shares[index] ?? 0 }));
}

function labels(names: readonly string[], shares: readonly number[]): readonly PlacedTick[] {
  const step = Math.ceil(names.length / MAX_LABELS);
  return names.flatMap((name, index) => {
    if (index % step !== 0) return [];
    const characters = [...name];
    const isLong = characters.length > MAX_LABEL_LENGTH;
    const label = isLong ? `${characters.slice(0, MAX_LABEL_LENGTH - 1).join('')}…` : name;
    return [{ share: shares[index] ?? 0, label, minor: (index / step) % 2 === 1 }];
  });
}
