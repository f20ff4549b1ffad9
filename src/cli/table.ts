import { oneLine } from '../lib/text.js';

/** With aligned columns. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => all.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Of a field of the API, such as `withinSeconds`. */
export const toHeading = (field: string): string => field.replace(/([a-z])([A-Z])/g, '$1 $2').toUpperCase();

/** Of a value that visitors choose. */
export const MAX_CELL_LENGTH = 80;

/** On one line: visitors choose labels, which could otherwise control the terminal. */
export function cell(value: unknown, { missing = '-', maxLength = MAX_CELL_LENGTH } = {}): string {
  return value === null || value === undefined ? missing : oneLine(plainValue(value), maxLength);
}

/** A list of names as typed in options, and other structures as JSON. */
export function plainValue(value: unknown): string {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
