import type { ShownRow } from './shown-row.js';

const PART_ROWS = 100;

/** A page of a hundred rows of the search result. */
export interface ListPart {
  readonly rows: readonly ShownRow[];
  /** Rows on all pages. */
  readonly found: number;
  /** From 1. */
  readonly part: number;
  readonly parts: number;
}

/** Searches names and details, ignoring case. */
export function searched(rows: readonly ShownRow[], search: string): readonly ShownRow[] {
  const text = search.trim().toLowerCase();
  if (text === '') return rows;
  const has = ({ name, detail = '' }: ShownRow) => `${name}\n${detail}`.toLowerCase().includes(text);
  return rows.filter((row) => has(row) || row.sources?.some(has));
}

/** A page of rows that are known already. */
export const listPage = (rows: readonly ShownRow[], part: number): Promise<ListPart> =>
  readPart(part, async (limit, offset) => ({
    rows: rows.slice(offset, offset + limit),
    found: offset < rows.length ? rows.length : 0,
  }));

/**
 * Reads a page of a hundred rows; beyond the last page, the last page.
 *
 * @param read reads a page of rows and their number on all pages, which is 0 for an empty page
 */
export async function readPart(
  part: number,
  read: (limit: number, offset: number) => Promise<Pick<ListPart, 'rows' | 'found'>>,
): Promise<ListPart> {
  const wanted = Math.max(1, part);
  const page = await read(PART_ROWS, (wanted - 1) * PART_ROWS);
  if (page.found > 0 || wanted === 1) return { ...page, part: wanted, parts: countParts(page.found) };
  const { found } = await read(1, 0);
  return readPart(Math.min(wanted, countParts(found)), read);
}

const countParts = (rows: number): number => Math.max(1, Math.ceil(rows / PART_ROWS));
