import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { LRUCache } from 'lru-cache';

/** A stretch of time, `[start, end)` in epoch milliseconds, in which a zone keeps one offset from UTC. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  /** Milliseconds that local time is ahead of UTC. */
  readonly offset: number;
}

/** No zone has changed its clocks twice within six days since 1960 (the closest: America/Recife in October 2000). */
const PROBE = 5 * millisecondsInDay;
const CHUNK = 73 * PROBE;

const chunks = new LRUCache<string, readonly Stretch[]>({ max: 4_096 });

/** The three-letter names that IANA has. */
const ABBREVIATIONS = ['CET', 'EET', 'EST', 'GMT', 'HST', 'MET', 'MST', 'PRC', 'ROC', 'ROK', 'UCT', 'UTC', 'WET'];

/**
 * Returns whether `Intl` knows this IANA name, aliases included. An offset such as `+05:30` is not a zone, whatever `Intl` says,
 * nor is an abbreviation that IANA lacks: for `Intl`, `BST` is the time of Bangladesh, and `SystemV/AST4` is nowhere.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name) || /^systemv\//i.test(name)) return false;
  if (/^[a-z]{3}$/i.test(name) && !ABBREVIATIONS.includes(name.toUpperCase())) return false;
  try {
    canonicalName(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns the zone's stretches within `[start, end)`, in order and without a gap; neighbors differ in offset. */
export function stretchesBetween(start: number, end: number, zone: string): readonly Stretch[] {
  const found: Stretch[] = [];
  for (let index = Math.floor(start / CHUNK); index * CHUNK < end; index++) {
    for (const stretch of offsetChunk(index, zone)) {
      const part = { ...stretch, start: Math.max(stretch.start, start), end: Math.min(stretch.end, end) };
      if (part.start >= part.end) continue;
      const last = found.at(-1);
      if (last?.offset === part.offset) found[found.length - 1] = { ...last, end: part.end };
      else found.push(part);
    }
  }
  return found;
}

/** Milliseconds that local time is ahead of UTC. */
export function offsetAt(instant: number, zone: string): number {
  return stretchesBetween(instant, instant + 1, zone)[0]!.offset;
}

/**
 * Returns the instant of a local time, given as if it were UTC in epoch milliseconds: the earlier one of an ambiguous time, and
 * the first instant after the gap for a time that the clocks skip.
 */
export function toInstant(local: number, zone: string): number {
  const first = Math.floor((local - millisecondsInDay) / CHUNK);
  for (let index = first; index * CHUNK < local + millisecondsInDay; index++) {
    for (const { start, end, offset } of offsetChunk(index, zone)) {
      if (local - offset < end) return Math.max(start, local - offset);
    }
  }
  throw new Error('a zone is a day or more away from UTC');
}

function offsetChunk(index: number, zone: string): readonly Stretch[] {
  const key = `${zone} ${index}`;
  const known = chunks.get(key);
  if (known) return known;
  const found = findStretches(index * CHUNK, (index + 1) * CHUNK, canonicalName(zone));
  chunks.set(key, found);
  return found;
}

function findStretches(start: number, end: number, zone: string): readonly Stretch[] {
  const found: Stretch[] = [];
  let from = start;
  let offset = readOffset(start, zone);
  for (let probe = start + PROBE; probe < end + PROBE; probe += PROBE) {
    const next = readOffset(probe, zone);
    if (next === offset) continue;
    const change = findChange(probe - PROBE, probe, zone);
    found.push({ start: from, end: change, offset });
    from = change;
    offset = next;
  }
  if (from < end) found.push({ start: from, end, offset });
  return found;
}

/** Finds the first instant of the new offset, by bisection of `(before, after]`, at whose ends the offsets differ. */
function findChange(before: number, after: number, zone: string): number {
  const old = readOffset(before, zone);
  let low = before;
  let high = after;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (readOffset(middle, zone) === old) low = middle;
    else high = middle;
  }
  return high;
}

/** Creating a formatter costs as much as hundreds of uses. There is one per zone, under one spelling. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function openFormatter(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formatters.set(zone, made);
  return made;
}

/** Parses the offset that `Intl` writes, such as `GMT+05:30`. All real offsets are whole minutes since January 1972. */
function readOffset(instant: number, zone: string): number {
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(openFormatter(zone).format(instant)) ?? [];
  if (sign === undefined) return 0;
  const offset = Number(hours) * millisecondsInHour + Number(minutes) * millisecondsInMinute;
  return sign === '-' ? -offset : offset;
}

/** One spelling per zone keeps the number of cached formatters low. */
function canonicalName(zone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
}
