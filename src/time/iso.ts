import { millisecondsInDay, millisecondsInHour, millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';
import { dayNumber } from './days.js';
import { toInstant } from './zone.js';

/** A parsed moment: a whole local day (its number), or an instant in epoch milliseconds. */
export type Moment =
  | { readonly kind: 'day'; readonly day: number }
  | { readonly kind: 'instant'; readonly instant: number };

const DATE_TIME =
  /^(?<date>\d{4}-\d\d-\d\d)T(?<hours>\d\d):(?<minutes>\d\d)(?::(?<seconds>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?(?<offset>Z|[ +-]\d\d(?::?\d\d)?)?$/;

/**
 * Parses `YYYY-MM-DD` or an ISO 8601 date-time, which without an offset is local time of the zone. A space before the offset is
 * an unescaped `+` of a query string. Returns undefined for any other text, and for a date or time that does not exist.
 */
export function parseMoment(text: string, zone: string): Moment | undefined {
  const wholeDay = dayNumber(text);
  if (wholeDay !== undefined) return { kind: 'day', day: wholeDay };

  const { date = '', hours, minutes, seconds, fraction = '', offset } = DATE_TIME.exec(text)?.groups ?? {};
  const day = dayNumber(date);
  const time = timeOfDay(Number(hours), Number(minutes), Number(seconds ?? 0), fraction);
  if (day === undefined || time === undefined) return undefined;

  const local = day * millisecondsInDay + time;
  if (offset === undefined) return { kind: 'instant', instant: toInstant(local, zone) };
  const ahead = parseOffset(offset);
  return ahead === undefined ? undefined : { kind: 'instant', instant: local - ahead };
}

/** ISO 8601 allows 24:00 as the end of a day. */
function timeOfDay(hours: number, minutes: number, seconds: number, fraction: string): number | undefined {
  if (minutes > 59 || seconds > 59) return undefined;
  const whole = hours * millisecondsInHour + minutes * millisecondsInMinute + seconds * millisecondsInSecond;
  // Events have milliseconds: a bound of a half-open range between two of them is rounded up to the later one.
  const time = whole + Math.ceil(Number(fraction.padEnd(9, '0')) / 1e6);
  return time <= millisecondsInDay && hours <= 24 ? time : undefined;
}

/** Parses `Z`, `±hh`, `±hhmm` or `±hh:mm` into the milliseconds ahead of UTC. */
function parseOffset(text: string): number | undefined {
  if (text === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(3).replace(':', ''));
  if (hours > 23 || minutes > 59) return undefined;
  const ahead = hours * millisecondsInHour + minutes * millisecondsInMinute;
  return text.startsWith('-') ? -ahead : ahead;
}
