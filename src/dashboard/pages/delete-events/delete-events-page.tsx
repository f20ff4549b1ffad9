import type { Child, FC } from 'hono/jsx';
import { countEvents, type EventCount } from '../../../history/delete/delete-events.js';
import type { KeptDeletion } from '../../../history/deletion-repository.js';
import { dateSpan } from '../../../lib/date-text.js';
import { inLanguage } from '../../../lib/language/language.js';
import { t } from '../../../lib/language/translate.js';
import { FormRefusal, type FormRoute, type PageRoute, type Visit, websiteForm } from '../../page-route.js';
import { Field, line, type ShownForm } from '../../ui/fields.js';
import { ButtonLink, Form, FormError, Notice, SubmitOrCancel } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { linkTo, rich, strong } from '../../ui/rich.js';
import { DELETE_EVENTS, viewAddress } from '../stats/base-path.js';
import { filterTexts } from '../stats/filter-names.js';
import { type LatestEvent, readLatestEvents } from '../stats/latest-events.js';
import type { PageContext } from '../stats/page-context.js';
import { WebsiteHead } from '../stats/website-head.js';
import { change, readChosen } from './chosen-events.js';
import { EventExamples } from './event-examples.js';
import { RecentDeletions, recentDeletionForms, restorableText, UndoForm } from './recent-deletions.js';

const EXAMPLES = 10;

const deleteChosen = websiteForm({
  path: '',
  fields: {
    typedDomain: line('Enter {domain} to confirm', {
      hint: 'No filter is set: every event of the date range is deleted.',
      autocomplete: 'off',
      spellcheck: false,
    }),
  },
  submit: ({ typedDomain }, visit) =>
    change(visit, async ({ shown, condition }) => {
      const { website, deps } = visit;
      // The page adds defaults for missing parameters, which the person has not confirmed.
      if (shown.notices.length > 0 || !('from' in shown.view.range)) {
        const error = t(
          'Nothing was deleted: not everything in the link could be used. Check what is selected below and confirm again.',
        );
        throw new FormRefusal({ '': error });
      }
      if (shown.view.filters.length === 0 && typedDomain.trim().toLowerCase() !== website.domain) {
        const error = t('Nothing was deleted: enter {domain} exactly as shown, or add a filter.', {
          domain: website.domain,
        });
        throw new FormRefusal({ typedDomain: error });
      }
      const request = { website, chosen: condition, keptAs: inLanguage('en', () => describeChosen(shown)) };
      const { deletionId = '' } = await deps.services.deleteEvents(request);
      return `deleted=${deletionId}`;
    }),
});

const FORMS: readonly FormRoute<'website', unknown>[] = [deleteChosen, ...recentDeletionForms];

/** `/websites/:id/delete-events`: says what will be deleted, asks for confirmation, and undoes deletions. */
export const deleteEventsPage: PageRoute<'website'> = {
  path: `/websites/:id/${DELETE_EVENTS}`,
  access: 'website',
  forms: FORMS,
  show: async (visit) => {
    const { viewer, website, context, deps } = visit;
    const { shown, redirect, condition } = await readChosen(visit);
    // The page of a refused form gives the reason itself.
    if (redirect !== undefined && context.req.method !== 'POST') return context.redirect(redirect, 303);
    const [count, examples, deletions] = await Promise.all([
      countEvents(deps.services.clickhouse, condition),
      readLatestEvents(deps.services.clickhouse, { name: 'deletion/examples', chosen: condition, limit: EXAMPLES }),
      deps.services.keptDeletions(website),
    ]);
    return (
      <Page
        title={t('Delete events: {website}', { website: website.name })}
        viewer={viewer}
        website={website}
        scripts={['websites']}
      >
        <WebsiteHead shown={shown} list={DELETE_EVENTS} />
        <div class="notices">
          <WhatWasDone visit={visit} shown={shown} deletions={deletions} />
          {FORMS.map((form) => (
            <FormError errors={visit.of(form).errors} />
          ))}
          {shown.notices.map((notice) => (
            <Notice>{notice}</Notice>
          ))}
        </div>
        <ChosenEvents shown={shown} count={count} examples={examples} form={visit.of(deleteChosen)} />
        {deletions.length > 0 && <RecentDeletions shown={shown} deletions={deletions} />}
      </Page>
    );
  },
};

interface WhatWasDoneProps {
  readonly visit: Visit<'website'>;
  readonly shown: PageContext;
  readonly deletions: readonly KeptDeletion[];
}

/** Success messages, named in the address. */
const WhatWasDone: FC<WhatWasDoneProps> = ({ visit: { context }, shown, deletions }) => {
  const deleted = deletions.find(({ id }) => id === context.req.query('deleted'));
  const restored = /^\d{1,15}$/.exec(context.req.query('restored') ?? '')?.[0];
  return (
    <>
      {deleted !== undefined && (
        <Notice kind="good">
          <div class="row">
            {t('{count, plural, one {# event deleted.} other {# events deleted.}}', { count: deleted.events })}{' '}
            {restorableText(shown, deleted)}
            <UndoForm shown={shown} deletion={deleted} />
          </div>
        </Notice>
      )}
      {restored !== undefined && (
        <Notice kind="good">
          {t('{count, plural, one {# event restored.} other {# events restored.}}', { count: Number(restored) })}
        </Notice>
      )}
      {context.req.query('final') !== undefined && (
        <Notice kind="good">{t('The deleted events are gone permanently.')}</Notice>
      )}
    </>
  );
};

interface ChosenEventsProps {
  readonly shown: PageContext;
  /** Events that match the range and the filters now. */
  readonly count: EventCount;
  readonly examples: readonly LatestEvent[];
  readonly form: ShownForm<{ readonly typedDomain: string }>;
}

const ChosenEvents: FC<ChosenEventsProps> = ({ shown, count, examples, form }) => (
  <section class="card stack">
    <h2>{t('Delete events')}</h2>
    <p>{countSentence(count, shown.view.filters.length > 0)}</p>
    <p class="muted">{describeChosen(shown)}</p>
    {count.events > 0 && (
      <>
        <EventExamples examples={examples} total={count.events} zone={shown.website.timezone} />
        <p>
          {rich(
            'They are removed from all stats as if they had never been recorded. Visits with other events are recalculated from the events that remain. <strong>You can undo this for 24 hours.</strong> After that, they cannot be restored.',
            { strong },
          )}
        </p>
        <p class="muted">
          {rich(
            'To stop similar events from being recorded, first exclude them in the <a>settings</a>. Large deletions can take several minutes.',
            { a: linkTo(`${shown.place.path}/settings/exclusions`) },
          )}
        </p>
      </>
    )}
    <Confirm shown={shown} count={count} form={form} />
  </section>
);

function countSentence({ events, visitors }: EventCount, areFiltered: boolean): Child {
  if (events === 0) {
    return areFiltered ? t('This date range and these filters match no events.') : t('This date range has no events.');
  }
  const values = { events, visitors, strong };
  return areFiltered
    ? rich(
        'This date range and these filters match <strong>{events, plural, one {# event} other {# events}} from {visitors, plural, one {# visitor} other {# visitors}}.</strong>',
        values,
      )
    : rich(
        'This date range has <strong>{events, plural, one {# event} other {# events}} from {visitors, plural, one {# visitor} other {# visitors}}.</strong>',
        values,
      );
}

/** Submits dates: a range such as `today` may mean other days by the time the form is sent. */
const Confirm: FC<Omit<ChosenEventsProps, 'examples'>> = ({
  shown: { place, view, range, website },
  count: { events },
  form,
}) => {
  const back = viewAddress(place, view);
  // Without a filter, everything in the range is deleted.
  const mustType = events > 0 && view.filters.length === 0;
  // Dropped when the range was invalid: the range shown instead must be confirmed too.
  const typed = form.errors.typedDomain === undefined ? { ...form, values: undefined } : form;
  return (
    <div {...(mustType && { 'data-must-equal': website.domain })}>
      <Form action={viewAddress(place, { ...view, range: range.days }, { list: DELETE_EVENTS })}>
        {mustType && (
          <Field form={typed} name="typedDomain" label={t('Enter {domain} to confirm', { domain: website.domain })} />
        )}
        {events > 0 ? (
          <SubmitOrCancel kind="danger" cancel={back}>
            {t('{count, plural, one {Delete # event} other {Delete # events}}', { count: events })}
          </SubmitOrCancel>
        ) : (
          <div class="row">
            <ButtonLink kind="quiet" href={back}>
              {t('Back to the dashboard')}
            </ButtonLink>
          </div>
        )}
      </Form>
    </div>
  );
};

/** As in `29 Mar 2026, Page is /spam`. */
const describeChosen = ({ range, view }: PageContext): string =>
  [dateSpan(range.days), ...filterTexts(view.filters)].join(', ');
