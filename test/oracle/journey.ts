import { type Filter, passes } from './query-rows.js';
import type { Counted, Session } from './sessions.js';

/** The mistakes that journeys could make and that the tests must notice. */
export const JOURNEY_MUTANTS = [
  'sessions-end-with-the-range',
  'sessions-that-began-before',
  'filter-on-events',
  'last-occurrence',
  'equal-neighbors-twice',
  'exits-between',
  'click-is-its-page',
] as const;

export interface JourneyQuestion {
  readonly mutant?: (typeof JOURNEY_MUTANTS)[number];
  readonly range: { readonly start: number; readonly end: number };
  readonly anchor: { readonly kind: 'from' | 'to'; readonly filter: Filter } | undefined;
  readonly hasEvents: boolean;
  readonly isBySection: boolean;
  readonly filter: Filter | undefined;
}

export interface Way {
  readonly visitor: string;
  readonly steps: readonly string[];
}

/** What follows the anchor, or comes before it, in each session that began in the range. */
export function waysOf(ever: readonly Counted[], question: JourneyQuestion): readonly Way[] {
  const { range, anchor, filter, mutant } = question;
  const inRange = ever.filter(({ time }) => time >= range.start && time < range.end);
  const chosen = new Set(
    inRange.filter((event) => filter === undefined || passes(filter, event, inRange)).map(({ session }) => session),
  );
  const sessions = new Map<Session, Counted[]>();
  for (const event of ever) {
    const { session } = event;
    if (session.start < range.start && mutant !== 'sessions-that-began-before') continue;
    if (session.start >= range.end || !chosen.has(session)) continue;
    if (mutant === 'sessions-end-with-the-range' && event.time >= range.end) continue;
    if (mutant === 'filter-on-events' && filter !== undefined && !passes(filter, event, inRange)) continue;
    sessions.set(session, [...(sessions.get(session) ?? []), event]);
  }
  return [...sessions.values()].flatMap((events): Way[] => {
    const ordered = events.toSorted((one, other) => one.time - other.time);
    const isAnchor = (event: Counted) =>
      anchor !== undefined &&
      (isStep(event, question) || namesEvents(anchor.filter)) &&
      passes(anchor.filter, event, inRange);
    const first = mutant === 'last-occurrence' ? ordered.findLast(isAnchor) : ordered.find(isAnchor);
    if (anchor !== undefined && first === undefined) return [];
    // A step has the name of its page or event. An anchor that is no step has none: it equals no step, not even its page.
    const steps: { readonly name: string | null; hasAnchor: boolean }[] = [];
    for (const event of ordered) {
      if (!isStep(event, question) && event !== first) continue;
      const isNamed = isStep(event, question) || mutant === 'click-is-its-page';
      const name = isNamed ? nameOf(event, question) : null;
      const last = steps.at(-1);
      const isSame = last !== undefined && last.name === name;
      if (isSame && mutant !== 'equal-neighbors-twice') last.hasAnchor ||= event === first;
      else steps.push({ name, hasAnchor: event === first });
    }
    if (steps.length === 0) return [];
    const at = steps.findIndex(({ hasAnchor }) => hasAnchor);
    const followed = anchor?.kind === 'to' ? steps.slice(0, at).toReversed() : steps.slice(at + 1);
    const way = followed.map(({ name }) => name!);
    return [{ visitor: ordered[0]!.visitor, steps: way }];
  });
}

/** Whether the anchor is asked for by custom events or links, which are no pages. */
function namesEvents(filter: Filter): boolean {
  if ('and' in filter) return filter.and.some(namesEvents);
  if ('or' in filter) return filter.or.some(namesEvents);
  if ('not' in filter) return namesEvents(filter.not);
  if ('goal' in filter) return namesEvents(filter.goal);
  if ('segment' in filter) return namesEvents(filter.segment);
  return 'dimension' in filter && /^(event|link|property:.*)$/.test(filter.dimension);
}

const isStep = ({ type }: Counted, { hasEvents, mutant }: JourneyQuestion): boolean =>
  type === 'pageview' || (type === 'custom' && hasEvents) || (type === 'exit' && mutant === 'exits-between');

function nameOf({ type, name, path }: Counted, { isBySection }: JourneyQuestion): string {
  if (type === 'custom') return name!;
  const [, section] = isBySection ? (/^(\/[^/]*\/)/.exec(path) ?? []) : [];
  return section === undefined ? path : `${section}*`;
}
