import type { Query, Website } from './answers.js';
import { isChosen } from './filters.js';
import type { PastEvent } from './past-event.js';
import { previousRangeOf, type Range, rangeOf } from './ranges.js';
import type { Rules } from './rules.js';
import { type Counted, sessionsOf } from './sessions.js';

/** A query with everything that is needed to answer it. */
export interface ResolvedQuery {
  readonly rules: Rules;
  readonly query: Query;
  readonly zone: string;
  readonly range: Range;
  readonly previous: Range;
  /** All events of the website. */
  readonly ever: readonly Counted[];
  /** The first instant of each visitor. */
  readonly firstSeen: ReadonlyMap<string, number>;
  /** The events of the range that match the filters. */
  readonly events: readonly Counted[];
  readonly visitors: number;
}

const LONG_AFTER = Number.POSITIVE_INFINITY;

export function resolveQuery(
  history: readonly PastEvent[],
  website: Website,
  query: Query,
  rules: Rules,
): ResolvedQuery {
  const zone = rules.zone ?? website.timezone;
  const range = rangeOf(zone, query.from, query.to);
  const { ever, firstSeen } = counted(history, website.domain, rules.pause);
  const events = chosen(ever, range, query, rules);
  return {
    rules,
    query,
    zone,
    range,
    previous: previousRangeOf(zone, query.from, query.to, rules.elapsed ? (query.now ?? LONG_AFTER) : LONG_AFTER),
    ever,
    firstSeen,
    events,
    visitors: visitorsOf(events),
  };
}

export function chosen(events: readonly Counted[], range: Range, query: Query, rules: Rules): readonly Counted[] {
  return events.filter((event) => holds(range, event.time, rules) && isChosen(query.filters ?? {}, event));
}

export function holds({ start, end }: Range, instant: number, { endIncluded }: Rules): boolean {
  return instant >= start && (instant < end || (endIncluded && instant === end));
}

export function visitorsOf(events: readonly Counted[]): number {
  return new Set(events.map((event) => event.visitor)).size;
}

export function pageviewsOf(events: readonly Counted[]): number {
  return events.filter((event) => event.type === 'pageview').length;
}

type Ever = Pick<ResolvedQuery, 'ever' | 'firstSeen'>;

/** Histories do not change, and each has many queries. */
const known = new WeakMap<readonly PastEvent[], Map<string, Ever>>();

function counted(history: readonly PastEvent[], domain: string, pause: number): Ever {
  const ofHistory = known.get(history) ?? new Map<string, Ever>();
  known.set(history, ofHistory);
  const key = `${domain} ${pause}`;
  const found = ofHistory.get(key);
  if (found !== undefined) return found;
  const ever = sessionsOf(history, domain, pause);
  const firstSeen = new Map<string, number>();
  for (const { visitor, time } of ever) firstSeen.set(visitor, Math.min(time, firstSeen.get(visitor) ?? time));
  const made = { ever, firstSeen };
  ofHistory.set(key, made);
  return made;
}
