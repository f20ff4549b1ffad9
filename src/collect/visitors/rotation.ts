import { millisecondsInDay } from 'date-fns/constants';
import { MAX_SESSION_MS } from '../sessions/session.js';

/** Salts are stored this long before a rotation, so that PostgreSQL can be unavailable for as long. */
const AHEAD_MS = millisecondsInDay;

/** The first is the default. */
export const ROTATIONS = ['never', 'monthly', 'daily'] as const;
export type VisitorIdRotation = (typeof ROTATIONS)[number];

export type Rotation = Exclude<VisitorIdRotation, 'never'>;

/** The UTC day or month. Both times are epoch milliseconds. */
export function periodStart(rotation: Rotation, time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), rotation === 'daily' ? date.getUTCDate() : 1);
}

/**
 * Returns the starts of the periods whose salts exist at an instant, in order: the last one while a session that began in it can
 * continue, the present one, and the next one a day ahead.
 */
export const periodsAround = (rotation: Rotation, time: number): readonly number[] => [
  ...new Set([-MAX_SESSION_MS, 0, AHEAD_MS].map((away) => periodStart(rotation, time + away))),
];

/** What a visitor ID is made of, under every rotation. */
export const VISITOR_ID =
  'A visitor ID is a keyed hash of website, IP address and user agent. No cookie is set, nothing is kept in the browser, and no IP address is stored.';

/** How long a visitor ID stays the same. */
export const VISITOR_ID_LIFETIMES = {
  never:
    'Visitor IDs stay the same permanently, so a returning visitor is recognized however long ago the last visit was.',
  monthly: 'Visitor IDs change at the start of each month (UTC), so a returning visitor is recognized within a month.',
  daily: 'Visitor IDs change at the start of each day (UTC), so a returning visitor is recognized within a day.',
} as const satisfies Readonly<Record<VisitorIdRotation, string>>;
