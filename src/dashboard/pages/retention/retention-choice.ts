import type { Definition } from '../../../definitions/definitions.js';
import { type Text, t } from '../../../lib/language/translate.js';
import { type CohortInterval, cohortIntervals, MAX_COHORTS } from '../../../stats/behavior/parse-cohorts.js';
import { startOfWeek } from '../../../time/index.js';
import { countDays, type Days } from '../stats/range-choice.js';
import type { OwnParameters } from '../stats/view.js';

export type Period = CohortInterval;

export const periodNames: Readonly<Record<Period, Text>> = { day: 'Days', week: 'Weeks', month: 'Months' };

/** Longer ranges are shown by weeks, unless days are chosen. */
const MAX_DEFAULT_DAYS = 14;

/** What the address selects. */
export interface RetentionChoice {
  /** Undefined for the period that suits the range. */
  readonly period: Period | undefined;
  /** The goal that counts as a return; undefined for any event. */
  readonly returned: Definition | undefined;
  readonly notices: readonly string[];
}

/** Unknown values are reported, and ignored. */
export function readRetentionChoice(parameters: URLSearchParams, goals: readonly Definition[]): RetentionChoice {
  const [period, returned] = [parameters.get('period'), parameters.get('returned')];
  const choice = {
    period: cohortIntervals.find((each) => each === period),
    returned: goals.find(({ id }) => id === returned?.toLowerCase()),
  };
  const notices = [
    ...(period && choice.period === undefined ? [t('Retention is shown by day, week or month.')] : []),
    ...(returned && choice.returned === undefined
      ? [t('This goal no longer exists. Any visit counts as a return.')]
      : []),
  ];
  return { ...choice, notices };
}

interface ChosenRetention extends Pick<RetentionChoice, 'period'> {
  readonly returned: Pick<Definition, 'id'> | undefined;
}

export const retentionParameters = ({ period, returned }: ChosenRetention): OwnParameters => [
  ...(period === undefined ? [] : [['period', period] as const]),
  ...(returned === undefined ? [] : [['returned', returned.id] as const]),
];

/** The chosen period, or the next longer one of which the range has few enough. */
export function choosePeriod(chosen: Period | undefined, days: Days): Period {
  const fits = (period: Period) => countPeriods(days)[period] <= MAX_COHORTS;
  const first = chosen ?? (countPeriods(days).day <= MAX_DEFAULT_DAYS ? 'day' : 'week');
  return cohortIntervals.slice(cohortIntervals.indexOf(first)).find(fits) ?? 'month';
}

function countPeriods({ from, to }: Days): Readonly<Record<Period, number>> {
  const [year, month] = [0, 1].map((part) => Number(to.split('-')[part]) - Number(from.split('-')[part]));
  return {
    day: countDays({ days: { from, to } }),
    week: Math.ceil(countDays({ days: { from: startOfWeek(from), to } }) / 7),
    month: year! * 12 + month! + 1,
  };
}
