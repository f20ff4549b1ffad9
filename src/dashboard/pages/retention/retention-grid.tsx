import type { FC } from 'hono/jsx';
import { dateFormat } from '../../../lib/language/formats.js';
import { type Text, t } from '../../../lib/language/translate.js';
import { exact, formatShare } from '../../../lib/number-text.js';
import type { Cohort } from '../../../stats/behavior/cohorts.js';
import { shortDay } from '../../ui/dates.js';
import type { Period } from './retention-choice.js';

interface Props {
  readonly cohorts: readonly Cohort[];
  readonly period: Period;
}

const ROW_HEADS: Readonly<Record<Period, Text>> = { day: 'Day', week: 'Week of', month: 'Month' };

/** Headings of the columns. */
const NUMBERED: Readonly<Record<Period, Text>> = {
  day: 'Day {number}',
  week: 'Week {number}',
  month: 'Month {number}',
};

/** Shades of the style sheet. */
const SHADES = 8;

/** A row for each cohort, a column for each period after. Shades are relative to the largest share. */
export const RetentionGrid: FC<Props> = ({ cohorts, period }) => {
  const last = Math.max(...cohorts.map(({ returned }) => returned.length)) - 1;
  const largest = Math.max(
    ...cohorts.flatMap((cohort) => cohort.returned.slice(1).map((count) => shareIn(cohort, count ?? 0))),
  );
  return (
    <section class="scrolling" tabindex={0} aria-label={t('Share of visitors who came back')}>
      <table class="table retention-grid">
        <thead>
          <tr>
            <th scope="col">{t(ROW_HEADS[period])}</th>
            <th scope="col" class="number">
              {t('Visitors')}
            </th>
            {Array.from({ length: last }, (_, place) => (
              <th scope="col" class="number">
                {t(NUMBERED[period], { number: place + 1 })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map((cohort) => (
            <tr>
              <th scope="row">{cohortName(cohort, period)}</th>
              <td class="number">{exact(cohort.visitors)}</td>
              {cohort.visitors > 0 &&
                cohort.returned
                  .slice(1)
                  .map((count, place) => (
                    <Cell {...{ cohort, count, largest }} name={t(NUMBERED[period], { number: place + 1 })} />
                  ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

interface CellProps {
  readonly cohort: Cohort;
  /** Null while the period is running. */
  readonly count: number | null;
  readonly largest: number;
  /** On narrow screens, where the heading is not above it. */
  readonly name: string;
}

const Cell: FC<CellProps> = ({ cohort, count, largest, name }) => {
  if (count === null) {
    return (
      <td class="number running" data-name={name} title={t('Not over yet')}>
        <span aria-hidden="true">…</span>
        <span class="visually-hidden">{t('not over yet')}</span>
      </td>
    );
  }
  const share = shareIn(cohort, count);
  const shade = count === 0 ? 0 : Math.max(1, Math.round((share / largest) * SHADES));
  return (
    <td
      class={`number shade-${shade}`}
      data-name={name}
      title={t('{count, number} of {total, number} visitors', { count, total: cohort.visitors })}
    >
      {formatShare({ value: count, percentage: share * 100 })}
    </td>
  );
};

const shareIn = ({ visitors }: Cohort, count: number): number => (visitors === 0 ? 0 : count / visitors);

/** The running period has its visitors so far. */
function cohortName({ start, returned }: Cohort, period: Period): string {
  const name = period === 'month' ? month().format(new Date(start)) : shortDay(start);
  return returned[0] === null ? t('{period} (so far)', { period: name }) : name;
}

const month = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' });
