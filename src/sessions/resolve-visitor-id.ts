import type { TrackedEvent } from '../event.js';
import { continues, type Session } from './session.js';

/**
 * The event under the id of its visitor that it counts under. After a rotation that is the former one as long as the
 * session goes on that began under it, and never again once a session has begun under the new one.
 *
 * @param sessionOf a visitor's latest session
 */
export function resolveVisitorId(
  event: TrackedEvent,
  sessionOf: (websiteId: string, visitorId: string) => Session | undefined,
): TrackedEvent {
  const { websiteId, visitorId, formerVisitorId } = event;
  if (formerVisitorId === undefined || sessionOf(websiteId, visitorId) !== undefined) return event;
  const session = sessionOf(websiteId, formerVisitorId);
  const isOfSession = session !== undefined && (event.type === 'leave' || continues(session, event.time));
  return isOfSession ? { ...event, visitorId: formerVisitorId } : event;
}
