import type { Child, FC } from 'hono/jsx';
import { listDefinitions } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { toGoals } from '../../../definitions/saved-filters.js';
import { t } from '../../../lib/language/translate.js';
import { countGoals } from '../../../stats/reports/count-goals.js';
import { isPatternError } from '../../../stats/rows/patterns.js';
import { Done, type PageRoute } from '../../page-route.js';
import { Field, type ShownForm } from '../../ui/fields.js';
import { Button, Form, FormError, Notice } from '../../ui/form.js';
import { hidden, rich } from '../../ui/rich.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { WebsiteSettings } from '../../ui/website-settings.js';
import { joinErrors } from '../definitions/definition-forms.js';
import { Name } from '../stats/name.js';
import { orFailure } from '../stats/or-failure.js';
import { addGoal, deleteGoal, renameGoal } from './goal-forms.js';
import { GoalItem } from './goal-item.js';
import { type GoalFields, goalKinds } from './goal-match.js';
import { Preview, previewGoal, readFields, recentScope } from './goal-preview.js';
import { readSeenGoals, type SeenGoal } from './seen-goals.js';

/** `/websites/:id/goals` */
export const goalsPage: PageRoute<'website'> = {
  path: '/websites/:id/goals',
  access: 'website',
  forms: [addGoal, renameGoal, deleteGoal],
  show: async (visit) => {
    const { viewer, website, deps, clickhouse } = visit;
    const goals = await listDefinitions(deps.db, findKind('goal'), website.id);
    const scope = recentScope(visit);
    const adding = visit.of(addGoal);
    const fields = adding.values ?? readFields(visit);
    const [counts, seenGoals, preview] = await Promise.all([
      orFailure(countGoals(clickhouse, scope, toGoals(goals)).catch(noCounts)),
      orFailure(readSeenGoals(clickhouse, scope, goals)),
      orFailure(previewGoal(visit, fields).then((count) => ({ count }))),
    ]);
    const failed = [counts, seenGoals, preview].find((each) => 'failure' in each);
    const seen = 'failure' in seenGoals ? [] : seenGoals;
    const removing = visit.of(deleteGoal);
    return (
      <WebsiteSettings
        {...{ viewer, website }}
        current="goals"
        notices={
          <>
            <Done visit={visit} />
            <FormError errors={joinErrors(visit.of(renameGoal).errors)} />
            {removing.values === undefined && <FormError errors={removing.errors} />}
            {failed !== undefined && (
              <Notice>
                {t('Some counts could not be read. You can still change your goals.')}{' '}
                <a href={visit.path}>{t('Try again')}</a>
              </Notice>
            )}
          </>
        }
      >
        <SettingsPart
          id="goals"
          title={t('Goals')}
          about={t(
            'Visitors who do what you want: sign up, buy, read a page. Choose a goal on the dashboard to see where they come from. Conversions and conversion rates cover the last 90 days.',
          )}
        >
          {goals.length === 0 ? (
            <p class="muted">{t('No goals yet. Add one below.')}</p>
          ) : (
            <ul class="divided items">
              {goals.map((goal) => (
                <GoalItem
                  website={website}
                  goal={goal}
                  count={'failure' in counts ? undefined : counts.find(({ id }) => id === goal.id)}
                  rename={visit.of(renameGoal).action}
                  removing={removing}
                />
              ))}
            </ul>
          )}
        </SettingsPart>
        {seen.length > 0 && (
          <SettingsPart
            id="seen"
            title={t('Seen, but no goal yet')}
            about={t('In the last 90 days. One click creates a goal.')}
          >
            <ul class="divided items short-items">
              {seen.map((each) => (
                <SeenItem seen={each} action={adding.action} />
              ))}
            </ul>
          </SettingsPart>
        )}
        <AddGoal form={{ ...adding, values: fields, errors: joinedMatch(adding) }} path={visit.path} seen={seen}>
          {'count' in preview && <Preview count={preview.count} />}
        </AddGoal>
      </WebsiteSettings>
    );
  },
};

/** A pattern that is not valid must not keep its goal from being deleted. */
function noCounts(error: unknown): readonly [] {
  if (isPatternError(error)) return [];
  throw error;
}

/** The form has no field `match`. */
const joinedMatch = ({ errors: { match, ...errors } }: ShownForm<GoalFields>) =>
  match === undefined ? errors : { ...errors, '': match };

interface AddGoalProps {
  readonly form: ShownForm<GoalFields>;
  /** Of the page. */
  readonly path: string;
  readonly seen: readonly SeenGoal[];
  /** The preview. */
  readonly children?: Child;
}

const AddGoal: FC<AddGoalProps> = ({ form, path, seen, children }) => (
  <SettingsPart
    id="add"
    title={t('Add a goal')}
    about={t('Goals also count past data, so a new goal shows history at once.')}
  >
    <Form
      id="add-goal"
      form={form}
      preview={{ path: `${path}/preview`, fields: ['kind', 'value', 'property', 'propertyValue'] }}
    >
      <Field form={form} name="kind" />
      <Field form={form} name="value" />
      <datalist id="seen-values">
        {seen.map(({ value }) => (
          <option value={value} />
        ))}
      </datalist>
      <div class="field-pair">
        <Field form={form} name="property" />
        <Field form={form} name="propertyValue" />
      </div>
      <Field form={form} name="name" />
      <p class="muted" id="goal-preview" role="status">
        {children}
      </p>
      <div class="row">
        <Button>{t('Add goal')}</Button>
        <Button kind="quiet" formaction={path} formmethod="get" formnovalidate>
          {t('Preview')}
        </Button>
      </div>
    </Form>
  </SettingsPart>
);

const SeenItem: FC<{ readonly seen: SeenGoal; readonly action: string }> = ({ seen, action }) => {
  const { name, kind, value, count } = seen;
  const { label } = goalKinds.find((each) => each.kind === kind)!;
  return (
    <li class="row item-head">
      <h3 class="one-line" title={value}>
        <Name>{value}</Name>
      </h3>
      <small class="muted">
        {t('{kind}, {count, plural, one {# time} other {# times}}', { kind: t(label), count })}
      </small>
      <Form action={action} class="row">
        <input type="hidden" name="name" value={name} />
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="value" value={value} />
        <Button kind="quiet">
          {rich('Create goal<hidden> from {value}</hidden>', {
            value,
            hidden,
          })}
        </Button>
      </Form>
    </li>
  );
};
