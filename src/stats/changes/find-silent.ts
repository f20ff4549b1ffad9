import { type Calendar, HISTORY_DAYS, usualDay } from './calendar.js';
import { type Combinations, type DailyPart, findDaily, type History, type Part, tabulate } from './counts.js';
import type { Noise } from './noise.js';
import { sum } from './statistics.js';
import { isNamed } from './traits.js';

/** Visits that a silent day would have had at least, times the noise of counts. */
const LEAST = 13;

/** An entry page without a visit on days on which it usually has many. */
export interface Silence {
  readonly part: Part;
  /** Places in the range's days, from 0. */
  readonly days: readonly number[];
  readonly lost: number;
}

/** Entry pages that fell silent while the rest of the website did not. */
export function findSilent(visits: History, cube: Combinations, calendar: Calendar, noise: Noise): readonly Silence[] {
  if (!noise.isSteady || calendar.places.now.length < calendar.weekdays.now.length) return [];
  const { parts } = tabulate(cube);
  return visits.parts.flatMap((daily) => {
    if (daily.trait !== 'entryPage' || !daily.days.slice(0, HISTORY_DAYS).every((count) => count > 0)) return [];
    const days = findSilentDays(daily, visits, calendar, LEAST * noise.counts);
    const part = parts.find(({ trait, value }) => trait === daily.trait && value === daily.value);
    if (days.length === 0 || part === undefined || isEndOfSource(part, days, visits, cube, calendar)) return [];
    const lost = days.reduce((all, day) => all + usualDay(daily.days, calendar.weekdays.now[day]!), 0);
    return [{ part, days, lost }];
  });
}

/**
 * Days without any count, of which the usual weekday and the ratio to the total let expect some.
 *
 * @param least that is expected of a silent day
 */
export function findSilentDays(
  { days }: Pick<DailyPart, 'days'>,
  { total }: Pick<History, 'total'>,
  { weekdays, places }: Calendar,
  least: number,
): readonly number[] {
  const share = sum([...days], 0, HISTORY_DAYS) / sum(total, 0, HISTORY_DAYS);
  return places.now.flatMap((place, day) => {
    const weekday = weekdays.now[day]!;
    const expected = Math.min(usualDay(days, weekday), share * total[place]!);
    const isAlone = total[place]! > usualDay(total, weekday) / 3;
    return days[place] === 0 && expected >= least && isAlone ? [day] : [];
  });
}

/** Whether a campaign or referrer that brought most of the page's visitors ended on the same days. */
function isEndOfSource(
  page: Part,
  silent: readonly number[],
  visits: History,
  cube: Combinations,
  { weekdays, places }: Calendar,
): boolean {
  return tabulate(cube, { within: page })
    .parts.filter((part) => (part.trait === 'campaign' || part.trait === 'referrer') && isNamed(part))
    .filter((part) => part.now + part.before >= 0.6 * (page.now + page.before))
    .some((part) => {
      const days = findDaily(visits, part)?.days;
      return (
        days !== undefined && silent.every((day) => days[places.now[day]!]! < 0.3 * usualDay(days, weekdays.now[day]!))
      );
    });
}
