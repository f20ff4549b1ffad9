import { readdir } from 'node:fs/promises';
import { unlessGone } from './folders.js';

/** Holds the blocks `first` to `last` of a partition. */
export interface Part {
  readonly name: string;
  readonly partition: string;
  readonly first: number;
  readonly last: number;
  /** Number of merges. */
  readonly level: number;
  /** Number of the last delete applied to its rows; 0 for none. */
  readonly mutation: number;
}

/**
 * Parses a part's name: `202611_7_9_1` holds blocks 7 to 9 of the partition of November 2026, merged once, and
 * `202611_7_9_1_12` what delete number 12 has left of them. Returns undefined for other names.
 */
export function parsePartName(name: string): Part | undefined {
  const [, partition, ...numbers] = /^([^_]+)_(\d+)_(\d+)_(\d+)(?:_(\d+))?$/.exec(name) ?? [];
  if (partition === undefined) return undefined;
  const [first = 0, last = 0, level = 0, mutation = 0] = numbers.map((number) => Number(number ?? 0));
  return { name, partition, first, last, level, mutation };
}

/** Includes parts that were merged into others. */
export async function partsIn(table: string): Promise<readonly Part[]> {
  return ((await unlessGone(() => readdir(table))) ?? []).flatMap((name) => parsePartName(name) ?? []);
}

export const covers = (whole: Part, part: Part): boolean =>
  whole.partition === part.partition && whole.first <= part.first && part.last <= whole.last;
