import { type Filter, passes } from './query-rows.js';
import type { Counted, Session } from './sessions.js';

export interface JourneyQuestion {
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
  const { range, anchor, filter } = question;
  const inRange = ever.filter(({ time }) => time >= range.start && time < range.end);
  const chosen = new Set(
    inRange.filter((event) => filter === undefined || passes(filter, event, inRange)).map(({ session }) => session),
  );
  const sessions = new Map<Session, Counted[]>();
  for (const event of ever) {
    const { session } = event;
    if (session.start < range.start || session.start >= range.end || !chosen.has(session)) continue;
    sessions.set(session, [...(sessions.get(session) ?? []), event]);
  }
  return [...sessions.values()].flatMap((events): Way[] => {
    const ordered = events.toSorted((one, other) => one.time - other.time);
    const first = anchor && ordered.find((event) => passes(anchor.filter, event, inRange));
    if (anchor !== undefined && first === undefined) return [];
    const steps: { readonly name: string; hasAnchor: boolean }[] = [];
    for (const event of ordered) {
      if (!isStep(event, question) && event !== first) continue;
      const name = nameOf(event, question);
      const last = steps.at(-1);
      if (last?.name === name) last.hasAnchor ||= event === first;
      else steps.push({ name, hasAnchor: event === first });
    }
    if (steps.length === 0) return [];
    const at = steps.findIndex(({ hasAnchor }) => hasAnchor);
    const names = steps.map(({ name }) => name);
    const way = anchor?.kind === 'to' ? names.slice(0, at).toReversed() : names.slice(at + 1);
    return [{ visitor: ordered[0]!.visitor, steps: way }];
  });
}

const isStep = ({ type }: Counted, { hasEvents }: JourneyQuestion): boolean =>
  type === 'pageview' || (type === 'custom' && hasEvents);

function nameOf({ type, name, path }: Counted, { isBySection }: JourneyQuestion): string {
  if (type === 'custom') return name!;
  const [, section] = isBySection ? (/^(\/[^/]*\/)/.exec(path) ?? []) : [];
  return section === undefined ? path : `${section}*`;
}
