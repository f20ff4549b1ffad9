import type { FC } from 'hono/jsx';
import type { Definition } from '../../../definitions/definitions.js';
import { t } from '../../../lib/language/translate.js';
import { rateText } from '../../../lib/number-text.js';
import type { GoalCount } from '../../../stats/reports/count-goals.js';
import type { Website } from '../../../websites/website.js';
import type { ShownForm } from '../../ui/fields.js';
import { DefinitionItem } from '../definitions/definition-item.js';
import { Name } from '../stats/name.js';
import { describeMatch } from './goal-match.js';

interface Props {
  readonly website: Website;
  readonly goal: Definition;
  /** Undefined for a goal that could not be counted. */
  readonly count: GoalCount | undefined;
  /** Path of the form. */
  readonly rename: string;
  readonly removing: ShownForm<{ readonly id: string; readonly force: boolean }>;
}

export const GoalItem: FC<Props> = ({ website, goal, count, rename, removing }) => (
  <DefinitionItem
    definition={goal}
    href={`/websites/${website.id}?goal=${goal.id}`}
    rename={rename}
    removing={removing}
    removeLabel={t('Delete goal')}
    consequence={t('Only the goal is deleted. Its events stay, so you can add it again.')}
  >
    <small class="muted">
      <Name>{describeMatch(goal.match) ?? t('Filter of the API')}</Name>
    </small>
    <small>
      {count === undefined
        ? t('Not counted')
        : t('{count, plural, one {# conversion} other {# conversions}}, {rate}', {
            count: count.conversions,
            rate: rateText(count.rate),
          })}
    </small>
  </DefinitionItem>
);
