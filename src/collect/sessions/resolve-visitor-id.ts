import type { TrackedEvent } from '../event.js';
import { continues, type Session } from './session.js';

/**
 * Returns the event with the visitor id that it counts under. After a rotation, that is the former id while the session that
 * began under it continues, and never again once a session has begun under the new id.
 *
 * @param findSession returns a visitor's latest session
 */
export function resolveVisitorId(
  event: TrackedEvent,
  findSession: (websiteId: string, visitorId: string) => Session | undefined,
): TrackedEvent {
  const { websiteId, visitorId, formerVisitorId } = event;
  if (formerVisitorId === undefined || findSession(websiteId, visitorId) !== undefined) return event;
  const session = findSession(websiteId, formerVisitorId);
  const isOfSession = session !== undefined && (event.type === 'leave' || continues(session, event.time));
  return isOfSession ? { ...event, visitorId: formerVisitorId } : event;
}
