import { millisecondsInDay } from 'date-fns/constants';
import { MAX_SESSION_MS } from '../sessions/session.js';

/** PostgreSQL may be away for so long before a rotation, and nobody notices. */
const AHEAD_MS = millisecondsInDay;

/** How often visitors get new ids, where they do. */
export type Rotation = 'monthly' | 'daily';

/** Start of the day or month of UTC in which an instant lies. Both in epoch milliseconds. */
export function periodStart(rotation: Rotation, time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), rotation === 'daily' ? date.getUTCDate() : 1);
}

/**
 * Starts of the periods whose salts exist at an instant, in order: the last one while a session that began in it can go
 * on, the present one, and the next one a day ahead.
 */
export const periodsAround = (rotation: Rotation, time: number): readonly number[] => [
  ...new Set([-MAX_SESSION_MS, 0, AHEAD_MS].map((away) => periodStart(rotation, time + away))),
];
