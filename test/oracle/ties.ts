import type { PastEvent } from './past-event.js';
import type { Random } from './random.js';

/** In this order, an import takes events of one instant. */
const TYPES = ['leave', 'pageview', 'custom', 'exit'];

const WITHIN_SESSION_MS = 20 * 60_000;

/**
 * Moves some events to the instant of the one before of the same visitor. Which of two events of one type comes first
 * is open, so neither of these begins a session.
 */
export function withTies(random: Random, history: readonly PastEvent[]): readonly PastEvent[] {
  const last = new Map<string, { readonly event: PastEvent; readonly isWithin: boolean }>();
  return history.map((event) => {
    const before = last.get(event.visitor);
    const isTie = before !== undefined && random.chance(0.4) && canTie(before, event);
    const moved = isTie ? { ...event, timestamp: before.event.timestamp } : event;
    const pause = before === undefined ? Number.NaN : Date.parse(moved.timestamp) - Date.parse(before.event.timestamp);
    // Visitors who never pause begin a session after 24 hours.
    const isWithin = isTie ? before.isWithin : pause < WITHIN_SESSION_MS && !event.visitor.startsWith('steady');
    last.set(event.visitor, { event: moved, isWithin });
    return moved;
  });
}

function canTie(before: { readonly event: PastEvent; readonly isWithin: boolean }, event: PastEvent): boolean {
  const [one, other] = [TYPES.indexOf(before.event.type), TYPES.indexOf(event.type)];
  return one < other || before.isWithin;
}
