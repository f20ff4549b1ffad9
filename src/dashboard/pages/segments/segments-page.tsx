import type { FC } from 'hono/jsx';
import { type Definition, listDefinitions } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { toGoals, toSegments } from '../../../definitions/saved-filters.js';
import { t } from '../../../lib/language/translate.js';
import { isPatternError } from '../../../stats/rows/patterns.js';
import { Done, type PageRoute } from '../../page-route.js';
import { Field, type ShownForm } from '../../ui/fields.js';
import { Button, Form, FormError } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { WebsiteSettings } from '../../ui/website-settings.js';
import { joinErrors } from '../definitions/definition-forms.js';
import { DefinitionItem } from '../definitions/definition-item.js';
import { recentScope } from '../goals/goal-preview.js';
import { SEGMENTS } from '../stats/base-path.js';
import { filterTexts } from '../stats/filter-names.js';
import { filterWords } from '../stats/filter-words.js';
import { Name } from '../stats/name.js';
import type { PageContext } from '../stats/page-context.js';
import { readAddressAsTyped } from '../stats/read-address.js';
import { readSegmentSizes } from '../stats/segment-sizes.js';
import { viewQuery } from '../stats/view.js';
import { deleteSegment, renameSegment, saveSegment } from './segment-forms.js';

/** `/websites/:id/segments`: renames and deletes segments, and saves the filters of the address as a new one. */
export const segmentsPage: PageRoute<'website'> = {
  path: `/websites/:id/${SEGMENTS}`,
  access: 'website',
  forms: [saveSegment, renameSegment, deleteSegment],
  show: async (visit) => {
    const { viewer, website, deps, place, clickhouse } = visit;
    // Segments can be saved again, renamed and deleted while ClickHouse does not answer.
    const [segments, goals, shown] = await Promise.all([
      listDefinitions(deps.db, findKind('segment'), website.id),
      listDefinitions(deps.db, findKind('goal'), website.id),
      readAddressAsTyped(visit),
    ]);
    const usable = toSegments(segments, toGoals(goals));
    const counted = await readSegmentSizes(clickhouse, recentScope(visit), usable).catch(noSizes);
    const [removing, saving] = [visit.of(deleteSegment), visit.of(saveSegment)];
    const canSave = shown.view.filters.length > 0;
    return (
      <WebsiteSettings
        {...{ viewer, website }}
        current="segments"
        notices={
          <>
            <Done visit={visit} />
            <FormError errors={joinErrors(visit.of(renameSegment).errors)} />
            {!canSave && <FormError errors={joinErrors(saving.errors)} />}
            {removing.values === undefined && <FormError errors={removing.errors} />}
          </>
        }
      >
        <SettingsPart
          id="segments"
          title={t('Segments')}
          about={t(
            'Filters with a name. Choose one on the dashboard to see only its visitors, in every figure, or on the page Notifications to get a weekly summary of it. Visitor counts cover the last 90 days.',
          )}
        >
          {segments.length === 0 ? (
            <p class="muted">
              {t('No segments yet. Filter the dashboard, and save the filters in the menu “Segment”.')}
            </p>
          ) : (
            <ul class="divided items">
              {segments.map((segment) => (
                <DefinitionItem
                  definition={segment}
                  href={`${place.path}?segment=${segment.id}`}
                  rename={visit.of(renameSegment).action}
                  removing={removing}
                  removeLabel={t('Delete segment')}
                  consequence={t('The saved filter is deleted. Stats do not change.')}
                >
                  <SegmentFilter
                    segment={segment}
                    goals={goals}
                    isValid={usable.some(({ id }) => id === segment.id)}
                    size={counted?.sizes.get(segment.id)}
                  />
                </DefinitionItem>
              ))}
            </ul>
          )}
        </SettingsPart>
        {canSave && <SaveSegment shown={shown} form={saving} />}
      </WebsiteSettings>
    );
  },
};

interface SegmentFilterProps {
  readonly segment: Definition;
  readonly goals: readonly Definition[];
  /** Whether all that it refers to is still there. */
  readonly isValid: boolean;
  /** Its visitors; undefined if they could not be counted. */
  readonly size: number | undefined;
}

const SegmentFilter: FC<SegmentFilterProps> = ({ segment, goals, isValid, size }) => (
  <>
    <small class="muted">
      <Name>{filterWords(segment.filters, goals)}</Name>
    </small>
    {size !== undefined && <small>{t('{count, plural, one {# visitor} other {# visitors}}', { count: size })}</small>}
    {!isValid && <small>{t('Cannot be used: it refers to a goal that no longer exists.')}</small>}
  </>
);

/** A pattern that is not valid must not keep its segment from being deleted. */
function noSizes(error: unknown): undefined {
  if (!isPatternError(error)) throw error;
}

/** Where a refused name can be corrected. */
const SaveSegment: FC<{ readonly shown: PageContext; readonly form: ShownForm<{ readonly name: string }> }> = ({
  shown: { place, view, segment },
  form,
}) => {
  const texts = [
    ...(segment === undefined ? [] : [t('Segment: {name}', { name: segment.name })]),
    ...filterTexts(view.filters, segment !== undefined),
  ];
  return (
    <SettingsPart id="save" title={t('Save as segment')} about={t('The filters that the dashboard has now.')}>
      <p>
        <Name>{texts.join(', ')}</Name>
      </p>
      <Form action={`${place.path}/${SEGMENTS}/save${viewQuery(view)}`}>
        <FormError errors={joinErrors(form.errors, 'name')} />
        <Field form={form} name="name" />
        <Button>{t('Save segment')}</Button>
      </Form>
    </SettingsPart>
  );
};
