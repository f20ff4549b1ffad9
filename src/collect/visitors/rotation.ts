import { millisecondsInDay } from 'date-fns/constants';
import { MAX_SESSION_MS } from '../sessions/session.js';

/** Next salts are stored this long before a rotation, so that PostgreSQL may be away for as long. */
const AHEAD_MS = millisecondsInDay;

/** How often visitors get new ids. The first is the default. */
export const ROTATIONS = ['never', 'monthly', 'daily'] as const;
export type VisitorIdRotation = (typeof ROTATIONS)[number];

/** A setting under which visitors get new ids. */
export type Rotation = Exclude<VisitorIdRotation, 'never'>;

/** Returns the start of the UTC day or month that contains an instant. Both in epoch milliseconds. */
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
