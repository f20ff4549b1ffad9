import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { PROPERTIES } from '../../../stats/reports/property-list.js';
import { LineIcon } from '../../ui/icons.js';
import { rich } from '../../ui/rich.js';
import { isOfBehavior } from './base-path.js';
import { Name } from './name.js';
import { type ToolProps, toolAddress } from './page-context.js';
import { withGoal } from './view.js';

/**
 * Chooses the goal that conversions are counted of. Nothing on pages of behavior and of properties, and for visitors of a
 * shared link to a website without goals.
 */
export const GoalMenu: FC<ToolProps> = (tools) => {
  const { place, view, goals, goal } = tools.shown;
  const hasConversions = !isOfBehavior(tools.list) && tools.list !== PROPERTIES;
  if (!hasConversions || (goals.length === 0 && !place.own) || place.oneView) return null;
  const address = (id: string | undefined) => toolAddress(tools, withGoal(view, id));
  return (
    <details class="menu picker goal-menu">
      <summary>
        <LineIcon path="M4 14V2.5h8L10 5.5l2 3H4" />
        {goal === undefined ? (
          t('Goal')
        ) : (
          <span class="one-line">{rich('Goal: {name}', { name: <Name>{goal.name}</Name> })}</span>
        )}
      </summary>
      <div class="menu-content">
        <a href={address(undefined)} aria-current={goal === undefined ? 'true' : undefined}>
          {t('All visitors')}
        </a>
        {goals.map(({ id, name }) => (
          <a href={address(id)} aria-current={id === goal?.id ? 'true' : undefined}>
            <Name>{name}</Name>
          </a>
        ))}
        {place.own && (
          <a class="menu-more" href={`${place.path}/goals`}>
            {goals.length === 0 ? t('Add a goal') : t('Manage goals')}
          </a>
        )}
      </div>
    </details>
  );
};
