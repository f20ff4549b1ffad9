import { millisecondsInHour } from 'date-fns/constants';
import { t } from '../../lib/language/translate.js';
import { dayNumber, formatDay, localDate, localDay, namedRange } from '../../time/index.js';

/**
 * Delay from the end of a day until it is written. Events have the time of their arrival and reach ClickHouse within
 * seconds; the rest of the hour allows for restarts.
 */
const WRITE_DELAY_MS = millisecondsInHour;

/** Epoch milliseconds at which a local day, `YYYY-MM-DD`, is written. */
export const writingTime = (day: string, zone: string): number => namedRange(day, day, zone).end + WRITE_DELAY_MS;

export const dayAfter = (day: string): string => formatDay(readDay(day) + 1);

/** The local day, `YYYY-MM-DD`, before that of `now`, epoch milliseconds. */
export const yesterday = (now: number, zone: string): string => formatDay(localDay(now, zone) - 1);

const MAX_DAYS_BACK = 3_660;

/**
 * Returns an error message; undefined for a day that is not in the future, at most ten years ago, and within the
 * retention.
 *
 * @param keptFrom the start of the first day that the retention keeps; undefined when all are kept
 */
export function checkFirstDay(day: string, now: number, zone: string, keptFrom?: number): string | undefined {
  const back = localDay(now, zone) - readDay(day);
  if (back < 0) return t('must not be in the future');
  if (back > MAX_DAYS_BACK) return t('must be at most ten years ago');
  if (keptFrom === undefined || namedRange(day, day, zone).start >= keptFrom) return undefined;
  return t('must not be before {day}, the first day whose events are kept', { day: localDate(keptFrom, zone) });
}

function readDay(day: string): number {
  const number = dayNumber(day);
  if (number === undefined) throw new Error('a stored day is no date');
  return number;
}
