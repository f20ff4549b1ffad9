import { dateFormat, utcDate } from '../../lib/language/formats.js';
import { t } from '../../lib/language/translate.js';

const wholeDay = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const wholeMonth = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `YYYY-MM-DD` as `29 Mar 2026`. */
export const shortDay = (date: string): string => utcDate().format(new Date(date));

/**
 * Names of buckets by their labels: `Sunday 29 March 2026`, `Week of 23 Mar 2026`, `March 2026`, and the hour if it is
 * one. On a day with a clock change, hours have their offset, because two of them may have the same time.
 */
export function bucketNames(labels: readonly string[], interval: Interval): (label: string) => string {
  const lastOffsets = new Map(labels.map((label) => [dayIn(label), offsetIn(label)]));
  const changes = labels.filter((label) => offsetIn(label) !== lastOffsets.get(dayIn(label)));
  const daysOfChange = new Set(changes.map(dayIn));
  return (label) => {
    const date = new Date(dayIn(label));
    if (interval === 'month') return wholeMonth().format(date);
    if (interval === 'week') return t('Week of {date}', { date: utcDate().format(date) });
    const day = wholeDay().format(date);
    if (!label.includes('T')) return day;
    const hour = t('{date}, {time}', { date: day, time: label.slice(11, 16) });
    return daysOfChange.has(dayIn(label)) ? `${hour} ${offsetIn(label)}` : hour;
  };
}

const dayIn = (label: string): string => label.slice(0, 10);
const offsetIn = (label: string): string => label.slice(19);

export const intervals = ['hour', 'day', 'week', 'month'] as const;

export type Interval = (typeof intervals)[number];
