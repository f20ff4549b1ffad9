import { randomBytes } from 'node:crypto';

const SUFFIX = '.segment';
const DIGITS = 15;

/**
 * A name that sorts by its time and never comes back: ClickHouse takes a block under a segment's name once, and would
 * take another one's for a repeat.
 */
export const newSegmentName = (time: number): string =>
  `${String(time).padStart(DIGITS, '0')}-${randomBytes(4).toString('hex')}${SUFFIX}`;

export const isSegmentName = (name: string): boolean => name.endsWith(SUFFIX);

/** When the segment was begun, in epoch milliseconds. */
export const timeOfSegment = (name: string): number => Number(name.slice(0, DIGITS));
