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

/** Names the part of a segment that has one website's events alone. */
export const nameOfPart = (segment: string, websiteId: string): string =>
  `${segment.slice(0, -SUFFIX.length)}.${websiteId}${SUFFIX}`;

const PART = /^(?<name>.+)\.(?<websiteId>[0-9a-f-]{36})\.segment$/;

/** Returns the segment that a part was taken from, and its website; undefined for a whole segment. */
export function partOf(name: string): { readonly segment: string; readonly websiteId: string } | undefined {
  const { groups } = PART.exec(name) ?? {};
  if (groups?.name === undefined || groups.websiteId === undefined) return undefined;
  return { segment: `${groups.name}${SUFFIX}`, websiteId: groups.websiteId };
}
