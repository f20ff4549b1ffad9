import { randomBytes } from 'node:crypto';

const SUFFIX = '.segment';
const DIGITS = 15;

/**
 * Returns a name that sorts by time and is never reused: ClickHouse inserts a block under a segment's name once, and would treat
 * another block of that name as a repeat.
 */
export const newSegmentName = (time: number): string =>
  `${String(time).padStart(DIGITS, '0')}-${randomBytes(4).toString('hex')}${SUFFIX}`;

export const isSegmentName = (name: string): boolean => name.endsWith(SUFFIX);

export const timeOfSegment = (name: string): number => Number(name.slice(0, DIGITS));

/** Returns the name for the part of a segment that has only one website's events. */
export const nameOfPart = (segment: string, websiteId: string): string =>
  `${segment.slice(0, -SUFFIX.length)}.${websiteId}${SUFFIX}`;

const PART = /^(?<name>.+)\.(?<websiteId>[0-9a-f-]{36})\.segment$/;

/** Returns the original segment of a part, and its website; undefined for a whole segment. */
export function parsePartName(name: string): { readonly segment: string; readonly websiteId: string } | undefined {
  const { groups } = PART.exec(name) ?? {};
  if (groups?.name === undefined || groups.websiteId === undefined) return undefined;
  return { segment: `${groups.name}${SUFFIX}`, websiteId: groups.websiteId };
}
