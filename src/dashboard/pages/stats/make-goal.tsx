import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { LineIcon } from '../../ui/icons.js';
import { type GoalKind, suggestGoalName } from '../goals/goal-match.js';
import { withVisibleMarks } from './name.js';
import type { PageContext } from './page-context.js';
import type { ShownRow } from './shown-row.js';

/** Lists whose rows can be goals. */
const goalLists: Readonly<Partial<Record<string, GoalKind>>> = {
  pages: 'page',
  'custom-events': 'event',
  'exit-links': 'link',
};

interface Props {
  readonly shown: PageContext;
  /** Of the list. */
  readonly path: string;
  readonly row: ShownRow;
}

/** Opens the form of a new goal with the row's value. Nothing on shared links. */
export const MakeGoal: FC<Props> = ({ shown: { place }, path, row }) => {
  const kind = goalLists[path];
  if (!place.own || kind === undefined) return null;
  // A link's name is shortened.
  const value = row.cells?.[0] ?? row.name;
  const fields = new URLSearchParams({ kind, value, name: suggestGoalName(kind, value) });
  const label = t('Create goal from {value}', { value: withVisibleMarks(value) });
  return (
    <a class="make-goal" href={`${place.path}/goals?${fields}#add`} aria-label={label} title={label}>
      <LineIcon path="M3.5 14V2.5h8.5l-2 3 2 3H3.5" />
    </a>
  );
};
