import type { ShownRow } from './shown-lists.js';

const PART_ROWS = 100;

/** A hundred rows of those that were searched for. */
export interface ListPart {
  readonly rows: readonly ShownRow[];
  /** Rows that were found. */
  readonly found: number;
  /** From 1. */
  readonly part: number;
  readonly parts: number;
}

/** The rows whose name or detail has the text in it, in whatever case. */
export function searched(rows: readonly ShownRow[], search: string): readonly ShownRow[] {
  const text = search.trim().toLowerCase();
  if (text === '') return rows;
  const has = ({ name, detail = '' }: ShownRow) => `${name}\n${detail}`.toLowerCase().includes(text);
  return rows.filter((row) => has(row) || row.sources?.some(has));
}

/** A part that there is none of is the nearest one. */
export function partOf(rows: readonly ShownRow[], part: number): ListPart {
  const parts = Math.max(1, Math.ceil(rows.length / PART_ROWS));
  const shown = Math.min(Math.max(1, part), parts);
  return { rows: rows.slice((shown - 1) * PART_ROWS, shown * PART_ROWS), found: rows.length, part: shown, parts };
}
