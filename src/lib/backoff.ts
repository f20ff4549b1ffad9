import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';

/** A job or a delivery that has failed for so long is given up. */
export const GIVE_UP_AFTER_MS = millisecondsInDay;

/** Returns the pause before the next attempt, in milliseconds: from a minute, doubled up to an hour. */
export const retryDelay = (failures: number): number =>
  Math.min(millisecondsInHour, millisecondsInMinute * 2 ** Math.min(failures - 1, 10));
