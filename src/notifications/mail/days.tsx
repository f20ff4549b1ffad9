import type { FC } from 'hono/jsx';
import { dateFormat } from '../../lib/language/formats.js';
import { t } from '../../lib/language/translate.js';
import { shortened } from '../../lib/number-text.js';
import { CHART_COLORS } from './chart.js';
import { look } from './look.js';
import type { WeeklySummary } from './notice-content.js';

/** The name of the chart within the email. */
export const CHART = 'chart';

const weekday = dateFormat({ weekday: 'short', timeZone: 'UTC' });

/** As in `Mon`, of a date `YYYY-MM-DD`. */
export const weekdayName = (date: string): string => weekday().format(new Date(date));

/** Beside those of the days that they are compared with, as a chart and as numbers. */
export const Days: FC<Pick<WeeklySummary, 'days' | 'goal' | 'comparison'>> = ({ days, goal, comparison }) => (
  <>
    <img
      src={`cid:${CHART}`}
      alt={
        goal === undefined
          ? t('Bar chart of visitors by day, with the comparison. The table below has the numbers.')
          : t('Bar chart of conversions by day, with the comparison. The table below has the numbers.')
      }
      width="552"
      {...look('chart')}
    />
    <table {...look('columns')}>
      <tbody>
        <tr>
          {days.map(({ date, visitors, before }) => (
            <td {...look('column')}>
              {weekdayName(date)}
              <br />
              <b>{shortened(visitors)}</b>
              <br />
              <span {...look('before')}>{shortened(before)}</span>
            </td>
          ))}
        </tr>
      </tbody>
    </table>
    <p {...look('small', 'legend')}>
      <Swatch color={CHART_COLORS.visitors} /> {t('The week, in bold')} <Swatch color={CHART_COLORS.before} />{' '}
      {comparison === undefined ? t('The week before') : t('Same period last year')}
    </p>
  </>
);

const Swatch: FC<{ color: string }> = ({ color }) => (
  <span aria-hidden="true" style={`color:${color}`}>
    &#9632;
  </span>
);
