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

/** Beside the visitors of the same day a week before, as a chart and as numbers. */
export const Days: FC<{ days: WeeklySummary['days'] }> = ({ days }) => (
  <>
    <img
      src={`cid:${CHART}`}
      alt={t("Bars of each day's visitors beside those of the week before; the numbers are below.")}
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
      {t('The week before')}
    </p>
  </>
);

const Swatch: FC<{ color: string }> = ({ color }) => (
  <span aria-hidden="true" style={`color:${color}`}>
    &#9632;
  </span>
);
