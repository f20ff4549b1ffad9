import type { FC } from 'hono/jsx';
import type { ClickHouse } from '../../../clickhouse/clickhouse.js';
import { t } from '../../../lib/language/translate.js';
import { rateText } from '../../../lib/number-text.js';
import { countGoals, type GoalCount } from '../../../stats/reports/count-goals.js';
import { Amount } from '../../ui/amounts.js';
import { hidden, rich } from '../../ui/rich.js';
import { viewAddress } from './base-path.js';
import { Name } from './name.js';
import type { PageContext } from './page-context.js';
import { toScope } from './read-figures.js';
import { withGoal } from './view.js';

/** As many as are read at a glance; the menu has all. */
const MAX_GOALS = 10;

export const readGoalCounts = (clickhouse: ClickHouse, shown: PageContext): Promise<readonly GoalCount[]> =>
  countGoals(clickhouse, toScope(shown), shown.goals.slice(0, MAX_GOALS));

/** What each goal counts in the view. Each name chooses its goal. */
export const GoalsLine: FC<{ readonly shown: PageContext; readonly counts: readonly GoalCount[] }> = ({
  shown: { place, view, goals },
  counts,
}) => (
  <section class="card row goals-line" aria-labelledby="goals-title">
    <h2 id="goals-title">{t('Goals')}</h2>
    <ul class="row">
      {counts.map(({ id, name, conversions, rate }) => (
        <li>
          <a href={viewAddress(place, withGoal(view, id))} aria-current={id === view.goal ? 'true' : undefined}>
            <Name>{name}</Name>
          </a>{' '}
          {rich(
            '{count, plural, one {{amount}<hidden> conversion,</hidden>} other {{amount}<hidden> conversions,</hidden>}}',
            { count: conversions, amount: <Amount value={conversions} />, hidden },
          )}{' '}
          <span class="muted">{rateText(rate)}</span>
        </li>
      ))}
      {goals.length > counts.length && (
        <li class="muted">{t('and {count} more', { count: goals.length - counts.length })}</li>
      )}
    </ul>
    {place.own && <a href={`${place.path}/goals#add`}>{t('Add a goal')}</a>}
  </section>
);

export const GoalsNotCounted: FC<{ readonly shown: PageContext }> = ({ shown: { place, view } }) => (
  <p class="muted">
    {t('Goals could not be counted.')} <a href={viewAddress(place, view)}>{t('Try again')}</a>
  </p>
);
