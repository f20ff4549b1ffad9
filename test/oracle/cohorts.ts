import { type Filter, passes } from './query-rows.js';
import type { Counted } from './sessions.js';
import { addDays, dayStart, localDate } from './zones.js';

/** The mistakes that retention could make and that the tests must notice. */
export const COHORT_MUTANTS = [
  'first-in-the-range',
  'weeks-from-sunday',
  'days-of-utc',
  'filter-on-any-session',
  'running-period-counted',
  'every-event-returns',
  'months-of-visitor-ids-ignored',
] as const;

export interface CohortsQuestion {
  readonly mutant?: (typeof COHORT_MUTANTS)[number];
  readonly zone: string;
  readonly range: { readonly start: number; readonly end: number };
  readonly interval: 'day' | 'week' | 'month';
  /** On the first session's traits. */
  readonly filter: Filter | undefined;
  readonly returned: Filter | undefined;
  readonly now: number;
  readonly isMonthly: boolean;
}

const MAX_PERIODS = 60;

/** The name of a date's period. */
function periodOf(date: string, { interval, mutant }: CohortsQuestion): string {
  if (interval === 'day') return date;
  if (interval === 'month') return date.slice(0, 7);
  const weekday = new Date(date).getUTCDay();
  return addDays(date, mutant === 'weeks-from-sunday' ? -weekday : 1 - (weekday || 7));
}

const utcMonth = (instant: number): string => new Date(instant).toISOString().slice(0, 7);

export function cohortsOf(ever: readonly Counted[], question: CohortsQuestion) {
  const { range, interval, filter, returned, now, mutant } = question;
  const zone = mutant === 'days-of-utc' ? 'UTC' : question.zone;
  const isMonthly = question.isMonthly && mutant !== 'months-of-visitor-ids-ignored';
  const nameOf = (instant: number) => periodOf(localDate(zone, instant), question);
  const endOf = (name: string): number => {
    if (interval !== 'month') return dayStart(zone, addDays(name, interval === 'day' ? 1 : 7));
    // The day after any month's 28th plus four is in the next one.
    return dayStart(zone, `${addDays(`${name}-28`, 4).slice(0, 7)}-01`);
  };
  const namesBetween = (first: string, last: string) => {
    const names: string[] = [];
    for (let date = first; date <= last; date = addDays(date, 1)) names.push(periodOf(date, question));
    return [...new Set(names)];
  };
  const present = nameOf(now);
  const [first, last] = [localDate(zone, range.start), localDate(zone, range.end - 1)];
  // What follows the period of the present moment has not happened yet.
  const until = nameOf(Math.max(now, range.end - 1));
  const known = ever.filter(({ time }) => nameOf(time) <= until);
  const visitors = [...new Set(ever.map(({ visitor }) => visitor))].map((visitor) => {
    const own = ever.filter((event) => event.visitor === visitor).toSorted((one, other) => one.time - other.time);
    const isReturn = (event: Counted) => returned === undefined || passes(returned, event, known);
    const counted = own.filter((event) => mutant === 'every-event-returns' || isReturn(event));
    const isChosen = (event: Counted) => filter === undefined || passes(filter, event, ever);
    const first = own.find(({ time }) => mutant !== 'first-in-the-range' || time >= range.start) ?? own[0]!;
    return {
      cohort: nameOf(first.time),
      isChosen: mutant === 'filter-on-any-session' ? own.some(isChosen) : isChosen(first),
      active: new Set(counted.map(({ time }) => nameOf(time))),
    };
  });
  return namesBetween(first, last).map((start) => {
    const members = visitors.filter(({ cohort, isChosen }) => cohort === start && isChosen);
    const begins = start.length === 7 ? `${start}-01` : start;
    const periods = namesBetween(begins, localDate(zone, Math.max(now, range.end - 1)))
      .slice(0, MAX_PERIODS)
      .filter((name) => !isMonthly || name === start || utcMonth(endOf(name) - 1) === utcMonth(dayStart(zone, begins)));
    const counts = periods.map((name) =>
      name === start ? members.length : members.filter(({ active }) => active.has(name)).length,
    );
    return {
      start,
      visitors: members.length,
      returned: counts.map((count, after) =>
        periods[after] === present && mutant !== 'running-period-counted' ? null : count,
      ),
      partial: periods.includes(present),
    };
  });
}
