import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { rateText } from '../../../lib/number-text.js';
import { type Scope, websiteScope } from '../../../stats/query.js';
import { countGoals, type GoalCount } from '../../../stats/reports/count-goals.js';
import { parseGoalMatch } from '../../../stats/rows/parse-goal.js';
import { explainPattern } from '../../../stats/rows/patterns.js';
import { Problems } from '../../../stats/rows/problems.js';
import type { PageRoute, Visit } from '../../page-route.js';
import { rich, strong } from '../../ui/rich.js';
import { showRange } from '../stats/range-choice.js';
import { goalFields } from './goal-forms.js';
import { type GoalFields, goalMatch } from './goal-match.js';

/** What is counted on the page of goals: all visitors of the last 90 days. */
export function recentScope({ website, deps }: Pick<Visit<'website'>, 'website' | 'deps'>): Scope {
  const shown = showRange({ name: '90d' }, { now: deps.now(), zone: website.timezone });
  return websiteScope(website, shown!.ranges.range);
}

const match = goalFields.omit({ name: true });

/** What a goal with these fields would have counted; undefined while they are not complete. */
export async function previewGoal(visit: Visit<'website'>, fields: GoalFields): Promise<GoalCount | undefined> {
  const read = match.safeParse(fields);
  if (!read.success) return undefined;
  const problems = new Problems();
  const filter = parseGoalMatch(goalMatch(read.data), 'match', problems);
  if (filter === undefined || problems.found.length > 0) return undefined;
  const goal = { kind: 'goal', id: 'preview', name: '', filter } as const;
  const [count] = await countGoals(visit.clickhouse, recentScope(visit), [goal]).catch(explainPattern);
  return count;
}

/** Of the address: each field is a parameter. */
export function readFields({ context }: Pick<Visit<'website'>, 'context'>): GoalFields {
  const text = (name: keyof GoalFields) => context.req.query(name) ?? '';
  return {
    name: text('name'),
    kind: text('kind'),
    value: text('value'),
    property: text('property'),
    propertyValue: text('propertyValue'),
  };
}

export const Preview: FC<{ readonly count: GoalCount | undefined }> = ({ count }) => {
  if (count === undefined) return <>{t('Fill in the form to see what the goal would have counted.')}</>;
  const { conversions, visitors, rate } = count;
  if (conversions === 0)
    return <>{t('Nothing in the last 90 days. Check the spelling, or add the goal for what comes.')}</>;
  return (
    <>
      {rich(
        'In the last 90 days: <strong>{conversions, plural, one {# conversion} other {# conversions}}</strong> by {visitors, plural, one {# visitor} other {# visitors}}, {rate} of all.',
        { conversions, visitors, rate: rateText(rate), strong },
      )}
    </>
  );
};

/** `/websites/:id/goals/preview`: the script asks for it as the form is filled in. */
export const goalPreview: PageRoute<'website'> = {
  path: '/websites/:id/goals/preview',
  access: 'website',
  show: async (visit) => (
    <p>
      <Preview count={await previewGoal(visit, readFields(visit))} />
    </p>
  ),
};
