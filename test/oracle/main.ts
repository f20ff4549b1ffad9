import type { Main } from './answers.js';
import { change, type Fraction, fraction, rounded } from './exact.js';
import type { Range } from './ranges.js';
import { chosen, holds, pageviewsOf, type ResolvedQuery } from './resolved-query.js';
import type { Counted, Session } from './sessions.js';

interface Figures {
  readonly visitors: ReadonlySet<string>;
  readonly pageviews: number;
  readonly bounceRate: Fraction;
  /** In seconds. */
  readonly duration: Fraction;
}

export function main(resolved: ResolvedQuery): Main {
  const now = figures(resolved, resolved.range, resolved.events);
  const before = figures(
    resolved,
    resolved.previous,
    chosen(resolved.ever, resolved.previous, resolved.query, resolved.rules),
  );
  const total = now.visitors.size;
  const returning = [...now.visitors].filter((visitor) => hasBeenSeen(resolved, visitor)).length;
  return {
    totalVisitors: total,
    returningVisitors: returning,
    returningVisitorRate: rounded(fraction(returning, total), 4),
    totalPageviews: now.pageviews,
    viewsPerVisit: rounded(fraction(now.pageviews, total), 2),
    bounceRate: rounded(now.bounceRate, 4),
    averageSessionDurationSeconds: rounded(now.duration, 2),
    previousTotalVisitors: before.visitors.size,
    previousBounceRate: rounded(before.bounceRate, 4),
    previousAverageSessionDurationSeconds: rounded(before.duration, 2),
    visitorsChange: rounded(change(fraction(total, 1), fraction(before.visitors.size, 1)), 2),
    bounceRateChange: rounded(change(now.bounceRate, before.bounceRate), 2),
    sessionDurationChange: rounded(change(now.duration, before.duration), 2),
    previousTotalPageviews: before.pageviews,
    pageviewsChange: rounded(change(fraction(now.pageviews, 1), fraction(before.pageviews, 1)), 2),
  };
}

function hasBeenSeen({ firstSeen, range }: ResolvedQuery, visitor: string): boolean {
  return (firstSeen.get(visitor) ?? range.start) < range.start;
}

/** Sessions are those that began in the range and have a chosen event in it; each is counted whole. */
function figures({ rules }: ResolvedQuery, range: Range, events: readonly Counted[]): Figures {
  const sessions = [...new Set(events.map((event) => event.session))].filter((session) =>
    holds(range, session.start, rules),
  );
  const bounces = sessions.filter((session) => session[rules.bouncedBy] === 1).length;
  return {
    visitors: new Set(events.map((event) => event.visitor)),
    pageviews: pageviewsOf(events),
    bounceRate: fraction(bounces, sessions.length),
    duration: fraction(sum(sessions), sessions.length * 1000),
  };
}

function sum(sessions: readonly Session[]): number {
  return sessions.reduce((milliseconds, session) => milliseconds + session.duration, 0);
}
